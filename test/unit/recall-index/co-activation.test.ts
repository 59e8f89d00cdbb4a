import { describe, expect, it } from 'vitest';
import { dayMs } from '../../../src/domain/time.ts';
import { CoActivations, maxRecent, recentMs } from '../../../src/recall-index/co-activations.ts';

const at = Date.UTC(2026, 1, 1);

/** Pairs of lisa's, counted three times, all last recalled long ago. */
function habitsOf(...pairs: readonly (readonly [number, number])[]): CoActivations {
  const habits = new CoActivations();
  for (const [one, other] of pairs) habits.put({ agent: 'lisa', one, other, count: 3, lastAt: at - 2 * recentMs });
  return habits;
}

describe('co-activation', () => {
  it('brings up the partners of what was recalled just now, from both sides', () => {
    const habits = habitsOf([1, 2], [3, 1]);
    expect(habits.activated('lisa', at).size).toBe(0);
    habits.noteRecalled('lisa', [1], at);
    const activated = habits.activated('lisa', at);
    expect([...activated.keys()].sort()).toEqual([2, 3]);
    expect(activated.get(2)).toBeCloseTo(0.5, 2);
  });

  it('is forgotten half an hour after the recall, and does not look ahead', () => {
    const habits = habitsOf([1, 2]);
    habits.noteRecalled('lisa', [1], at);
    expect(habits.activated('lisa', at + recentMs).size).toBe(1);
    expect(habits.activated('lisa', at + recentMs + 1).size).toBe(0);
    expect(habits.activated('lisa', at - 1).size).toBe(0);
  });

  it('fades with the days since a pair came up', () => {
    const habits = habitsOf([1, 2]);
    const later = at + 60 * dayMs;
    habits.noteRecalled('lisa', [1], later);
    expect(habits.activated('lisa', later).get(2)).toBeCloseTo(0.75 / 3.75, 2);
  });

  it('takes the strongest of several pairs', () => {
    const habits = habitsOf([1, 2]);
    habits.put({ agent: 'lisa', one: 2, other: 3, count: 9, lastAt: at });
    habits.noteRecalled('lisa', [1, 3], at);
    expect(habits.activated('lisa', at).get(2)).toBe(0.75);
  });

  it('belongs to one agent', () => {
    const habits = habitsOf([1, 2]);
    habits.noteRecalled('electra', [1], at);
    expect(habits.activated('electra', at).size).toBe(0);
    expect(habits.activated('lisa', at).size).toBe(0);
  });

  it('knows what was recalled from the pairs, where nothing was noted', () => {
    const habits = new CoActivations();
    habits.put({ agent: 'lisa', one: 1, other: 2, count: 3, lastAt: at - 60_000 });
    expect([...habits.activated('lisa', at).keys()].sort()).toEqual([1, 2]);
  });

  it('remembers the latest recalls only, whatever order they come in', () => {
    const slots = Array.from({ length: maxRecent + 1 }, (_, slot) => slot);
    const habits = habitsOf(...slots.map((slot) => [slot, 100 + slot] as const));
    for (const slot of [...slots].reverse()) habits.noteRecalled('lisa', [slot], at + slot);
    const activated = habits.activated('lisa', at + maxRecent);
    expect(activated.size).toBe(maxRecent);
    expect(activated.has(100)).toBe(false);
    habits.noteRecalled('lisa', [0], at + maxRecent);
    expect(habits.activated('lisa', at + maxRecent).has(100)).toBe(true);
  });

  it('lets go of a pair whose count is 0, and of a memory with its pairs', () => {
    const habits = habitsOf([1, 2], [1, 3], [2, 3]);
    habits.put({ agent: 'lisa', one: 2, other: 1, count: 0, lastAt: 0 });
    expect([...habits.pairs()].map(({ one, other }) => [one, other])).toEqual([
      [1, 3],
      [2, 3],
    ]);
    habits.noteRecalled('lisa', [3], at);
    habits.remove(3);
    expect([...habits.pairs()]).toEqual([]);
    expect(habits.partnersOf('lisa', 1).size).toBe(0);
    expect(habits.activated('lisa', at).size).toBe(0);
  });

  it('never pairs a memory with itself', () => {
    expect([...habitsOf([1, 1]).pairs()]).toEqual([]);
  });
});
