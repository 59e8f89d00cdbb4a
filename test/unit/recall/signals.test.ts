import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { balanced, cognitive, lexical, type Profile, semantic, signalNames } from '../../../src/recall/profiles.ts';
import { indexOf, memoryOf, randomOf, unitVector } from '../recall-index/index-fixture.ts';
import { ask, idsOf, randomQuestion, randomWorld } from './rank-fixture.ts';

const anyProfile = fc
  .record(Object.fromEntries(signalNames.map((name) => [name, fc.double({ min: 0, max: 5, noNaN: true })])))
  .map((weights): Profile => ({ ...balanced, name: 'any', weights }));

describe('signals', () => {
  test('add up to the score exactly, each within its bounds, whatever the profile', () => {
    const property = fc.property(
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.oneof(fc.constantFrom(balanced, cognitive, semantic, lexical), anyProfile),
      fc.boolean(),
      (seed, profile, withVector) => {
        const random = randomOf(seed);
        const { memories, vectors } = randomWorld(random, 30);
        const options = withVector ? { vector: unitVector(random, 16) } : {};
        const { hits } = ask(indexOf(memories, { vectors }), 'lisa', randomQuestion(random), {
          ...options,
          profile,
          limit: 30,
        });
        for (const { score, signals } of hits) {
          expect(signals.reduce((sum, { contribution }) => sum + contribution, 0)).toBe(score);
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(1);
          expect(signals.reduce((sum, { weight }) => sum + weight, 0)).toBe(1);
          for (const { value, weight, contribution } of signals) {
            expect(value).toBeGreaterThanOrEqual(0);
            expect(value).toBeLessThanOrEqual(1);
            expect(contribution).toBe(value * weight);
          }
        }
      },
    );
    fc.assert(property, { numRuns: 150 });
  });

  test('come best first', () => {
    const property = fc.property(fc.integer({ min: 1, max: 1_000_000 }), (seed) => {
      const random = randomOf(seed);
      const { memories, vectors } = randomWorld(random, 40);
      const { hits } = ask(indexOf(memories, { vectors }), 'lisa', randomQuestion(random), {
        vector: unitVector(random, 16),
        limit: 40,
      });
      hits.slice(1).forEach(({ score }, i) => {
        expect(score).toBeLessThanOrEqual(hits[i]?.score as number);
      });
    });
    fc.assert(property, { numRuns: 50 });
  });

  test('without a query vector say nothing of meaning and share its weight', () => {
    const { hits } = ask(indexOf([memoryOf('1', 'a harbour')]), 'lisa', 'harbour');
    const names = hits[0]?.signals.map(({ name }) => name);
    expect(names).toContain('lexical');
    expect(names).not.toContain('semantic');
  });

  test('know who was asked about, when only one was', () => {
    const said = memoryOf('1', 'I like the harbour', { speaker: 'Mark' });
    const replied = memoryOf('2', 'I like the harbour', { speaker: 'Lisa' });
    const index = indexOf([said, replied]);
    const speaker = (question: string): number | undefined =>
      ask(index, 'lisa', question)
        .hits.find(({ id }) => id === said.id)
        ?.signals.find(({ name }) => name === 'speaker')?.value;
    expect(speaker('What does Mark like about the harbour?')).toBe(1);
    expect(speaker('What does Lisa like about the harbour?')).toBe(0);
    expect(speaker('What do Mark and Lisa like about the harbour?')).toBe(0);
  });

  test('take the part somebody plays in a conversation for a word, not for a name', () => {
    const index = indexOf([memoryOf('1', 'the user interface is slow', { speaker: 'user' })]);
    const { hits } = ask(index, 'lisa', 'user interface');
    expect(hits[0]?.signals.find(({ name }) => name === 'speaker')?.value).toBe(0);
  });

  test('take the user for the one who asks in the first person, and notes of nobody for theirs', () => {
    const mine = memoryOf('1', 'I want to move the harbour lanterns', { speaker: 'user' });
    const reply = memoryOf('2', 'You could move the harbour lanterns', { speaker: 'assistant' });
    const note = memoryOf('3', 'The harbour lanterns move in June');
    const speakers = (question: string): readonly (number | undefined)[] => {
      const { hits } = ask(indexOf([mine, reply, note]), 'lisa', question);
      return [mine, reply, note].map(
        ({ id }) => hits.find((hit) => hit.id === id)?.signals.find(({ name }) => name === 'speaker')?.value,
      );
    };
    expect(speakers('Where did I want to move the harbour lanterns?')).toEqual([1, 0, 1]);
    expect(speakers('Where do the harbour lanterns move?')).toEqual([0, 0, 0]);
  });

  test('bring nothing of the user up that has no more to do with the question', () => {
    const index = indexOf([memoryOf('1', 'a violin', { speaker: 'user' }), memoryOf('2', 'a harbour')]);
    expect(idsOf(ask(index, 'lisa', 'What is my harbour?'))).toEqual(['observation:2']);
  });

  test('know how much a memory names, those who speak apart', () => {
    const named = (key: string, names: readonly string[]) =>
      memoryOf(key, 'the harbour', {
        speaker: 'Mark',
        mentions: names.map((name) => ({ entity: `entity:${name}`, type: 'person', surfaces: [name, `${name}s`] })),
      });
    const memories = [named('1', []), named('2', ['Ada']), named('3', ['Mark']), named('4', ['a', 'b', 'c', 'd'])];
    const { hits } = ask(indexOf(memories), 'lisa', 'harbour');
    const values = memories.map(
      ({ id }) => hits.find((hit) => hit.id === id)?.signals.find(({ name }) => name === 'names')?.value,
    );
    expect(values).toEqual([0, 1 / 3, 0, 1]);
  });

  test("count by how the question asks: no session for several things, no form for what is one's own", () => {
    const index = indexOf([memoryOf('1', 'harbour', { speaker: 'user' })], {
      vectors: [{ memory: 'observation:1', vector: Float32Array.from([1, 0]) }],
    });
    const weighed = (question: string): ReadonlySet<string> => {
      const { hits } = ask(index, 'lisa', question, { vector: Float32Array.from([1, 0]) });
      return new Set(hits[0]?.signals.map(({ name }) => name));
    };
    const [one, several, own] = ['the harbour', 'Which harbours are there?', 'my harbour'].map(weighed);
    expect([...(one ?? [])]).toEqual(expect.arrayContaining(['session', 'episode', 'statement', 'length', 'names']));
    expect(several).not.toContain('session');
    expect(several).toContain('statement');
    expect(own).toContain('session');
    expect(own).not.toContain('statement');
  });
});
