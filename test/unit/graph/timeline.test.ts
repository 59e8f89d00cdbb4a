import { describe, expect, it } from 'vitest';
import type { Timeline } from '../../../src/index.ts';
import { timelineKinds } from '../../../src/index.ts';
import { dayMs } from '../../../src/domain/time.ts';
import { agingSpace, agingStart } from '../../support/aging-space.ts';

/** Events as `day agent kind key`, latest first; days since the start, to a tenth. */
function lines({ events }: Timeline): readonly string[] {
  return events.map(({ at, agent, kind, memory, by }) => {
    const days = Math.round((at.getTime() - agingStart) / (dayMs / 10)) / 10;
    return [days, agent, kind, memory.id, ...(by === undefined ? [] : [by.id])].join(' ');
  });
}

describe('what became of a belief', () => {
  it('is told from when it was learned until it was archived', async () => {
    const { memory, wait } = await agingSpace();
    const lisa = memory.agent('lisa');
    await lisa.believe({ content: 'The heating is loud.', id: 'heating' });
    wait(10);
    await lisa.believe({ content: 'The heating is loud.' });
    wait(312);
    expect(lines(await memory.timeline())).toEqual([
      '10 lisa strengthened fact:heating',
      '0 lisa learned fact:heating',
    ]);
    // 180 days halve a belief in a fact: 0.3 of it is left after 312.7, 0.1 after 597.9.
    wait(1);
    expect(lines(await memory.timeline())[0]).toBe('322.7 lisa faded fact:heating');
    wait(1000);
    expect(lines(await memory.timeline()).slice(0, 2)).toEqual([
      '607.9 lisa archived fact:heating',
      '322.7 lisa faded fact:heating',
    ]);
  });

  it('ends with a withdrawal and begins again with the next assertion', async () => {
    const { memory, wait } = await agingSpace();
    const lisa = memory.agent('lisa');
    await lisa.believe({ content: 'The radio is broken.', id: 'radio' });
    wait(400);
    await lisa.withdraw({ id: 'fact:radio' });
    wait(600);
    await lisa.believe({ content: 'The radio is broken.' });
    expect(lines(await memory.timeline())).toEqual([
      '1000 lisa learned fact:radio',
      '400 lisa withdrawn fact:radio',
      '312.7 lisa faded fact:radio',
      '0 lisa learned fact:radio',
    ]);
  });

  it('stands where it happened the first time, or where it was learned', async () => {
    const { memory, wait } = await agingSpace();
    const lisa = memory.agent('lisa');
    const day = (days: number): Date => new Date(agingStart + days * dayMs);
    await lisa.observe({ content: 'The roof leaked all night.', id: 'roof', occurredAt: day(-3) });
    await lisa.believe({ content: 'Mark lived in Oslo.', id: 'oslo', validFrom: day(-900) });
    wait(1);
    await lisa.withdraw({ id: 'observation:roof' });
    wait(1);
    await lisa.believe({ memory: 'observation:roof' });
    const later = ['2 lisa learned observation:roof', '1 lisa withdrawn observation:roof', '0 lisa learned fact:oslo'];
    expect(lines(await memory.timeline())).toEqual([...later, '-3 lisa learned observation:roof']);
    expect(lines(await memory.timeline({ by: 'learned' }))).toEqual([
      ...later.slice(0, 2),
      '0 lisa learned observation:roof',
      '0 lisa learned fact:oslo',
    ]);
    expect((await memory.timeline({ from: day(-4), to: day(-2) })).total).toBe(1);
    await expect(memory.timeline({ by: 'told' as 'learned' })).rejects.toThrow(/"by" must be one of/);
  });

  it('says what took its place, for whom', async () => {
    const { memory, wait } = await agingSpace();
    const lisa = memory.agent('lisa');
    await lisa.believe({ content: 'Mark lives in Oslo.', id: 'oslo' });
    await memory.agent('electra').believe({ content: 'Mark lives in Oslo.' });
    wait(2);
    await lisa.believe({ content: 'Mark lives in Lyon.', id: 'lyon', supersedes: ['fact:oslo'] });
    const timeline = await memory.timeline();
    expect(lines(timeline)).toEqual([
      '2 lisa superseded fact:oslo fact:lyon',
      '2 lisa learned fact:lyon',
      '0 lisa learned fact:oslo',
      '0 electra learned fact:oslo',
    ]);
    expect(timeline.events[0]?.by?.content).toBe('Mark lives in Lyon.');
    expect(lines(await memory.timeline({ agent: 'electra' }))).toEqual(['0 electra learned fact:oslo']);
  });

  it('never fades where it is permanent', async () => {
    const { memory, wait } = await agingSpace();
    await memory.agent('lisa').believe({ content: 'Luna is a cat.', id: 'luna', permanent: true });
    wait(9000);
    expect(lines(await memory.timeline())).toEqual(['0 lisa learned fact:luna']);
  });

  it('is gone with what was forgotten', async () => {
    const { memory } = await agingSpace();
    const lisa = memory.agent('lisa');
    await lisa.believe({ content: 'Luna is a cat.', id: 'luna' });
    await lisa.believe({ content: 'Luna is a dog.', id: 'dog' });
    await memory.forget({ id: 'fact:luna' });
    expect(lines(await memory.timeline())).toEqual(['0 lisa learned fact:dog']);
  });
});

describe('a timeline', () => {
  it('of an empty space is one empty bucket', async () => {
    const { memory } = await agingSpace();
    const now = new Date(agingStart);
    const { buckets, ...timeline } = await memory.timeline();
    expect(timeline).toEqual({ from: now, to: now, bucket: 'hour', events: [], total: 0, sleeps: [] });
    expect(buckets).toHaveLength(1);
  });

  it('counts in every bucket what came about in it, and leaves out no bucket', async () => {
    const { memory, wait } = await agingSpace();
    const lisa = memory.agent('lisa');
    for (const day of [0, 1, 2]) {
      await lisa.observe({ content: `It rained on day ${day}.`, id: `rain${day}` });
      wait(10);
    }
    await lisa.withdraw({ id: 'observation:rain1' });
    const timeline = await memory.timeline({ bucket: 'week' });
    const none = { strengthened: 0, faded: 0, archived: 0, withdrawn: 0, superseded: 0 };
    expect(timeline.buckets).toEqual([
      { ...none, at: new Date('2026-01-05'), learned: 1 },
      { ...none, at: new Date('2026-01-12'), learned: 1 },
      { ...none, at: new Date('2026-01-19'), learned: 1 },
      { ...none, at: new Date('2026-01-26'), learned: 0 },
      { ...none, at: new Date('2026-02-02'), learned: 0, withdrawn: 1 },
    ]);
    const days = await memory.timeline();
    expect([days.bucket, days.buckets.length]).toEqual(['day', 31]);
    const counted = days.buckets.flatMap((bucket) => timelineKinds.map((kind) => bucket[kind]));
    expect(counted.reduce((sum, count) => sum + count, 0)).toBe(days.total);
  });

  it('shows what lies between two times, those included, and counts what it does not list', async () => {
    const { memory, wait } = await agingSpace();
    const lisa = memory.agent('lisa');
    for (const day of [0, 1, 2, 3]) {
      await lisa.observe({ content: `It rained on day ${day}.`, id: `rain${day}` });
      wait(1);
    }
    const from = new Date(agingStart + dayMs);
    const some = await memory.timeline({ from, to: new Date(agingStart + 3 * dayMs), limit: 2 });
    expect(lines(some)).toEqual(['3 lisa learned observation:rain3', '2 lisa learned observation:rain2']);
    expect(some.total).toBe(3);
    expect(some.buckets.reduce((sum, { learned }) => sum + learned, 0)).toBe(3);
    expect(some.from).toEqual(from);
  });

  it('reaches back as far as 1,000 buckets where nobody says since when', async () => {
    const { memory, wait } = await agingSpace();
    await memory.agent('lisa').observe({ content: 'It rained.' });
    wait(100);
    const { buckets, total, from } = await memory.timeline({ bucket: 'hour' });
    expect([buckets.length, total]).toEqual([1000, 0]);
    expect(from).toEqual(buckets[0]?.at);
  });

  it('refuses times in the wrong order and more than 1,000 buckets', async () => {
    const { memory } = await agingSpace();
    await expect(memory.timeline({ from: '2026-02-01', to: '2026-01-01' })).rejects.toThrow(
      'timeline: "from" must not lie after "to", got 2026-02-01T00:00:00.000Z',
    );
    await expect(memory.timeline({ from: '2027-01-01' })).rejects.toThrow('"from" must not lie after now');
    await expect(memory.timeline({ from: '2020-01-01', bucket: 'hour' })).rejects.toThrow('at most 1,000 buckets');
    await expect(memory.timeline({ limit: 1001 })).rejects.toThrow('timeline: "limit" must be a whole number, 1-1,000');
    await expect(memory.timeline({ bucket: 'year' as 'month' })).rejects.toThrow(
      'must be one of hour, day, week, month',
    );
  });

  it('changes nothing', async () => {
    const { memory } = await agingSpace();
    await memory.agent('lisa').observe({ content: 'It rained.' });
    const [before, hash] = [(await memory.stats()).seq, await memory.hash()];
    await memory.timeline();
    expect([(await memory.stats()).seq, await memory.hash()]).toEqual([before, hash]);
  });
});
