/** The sleeps that a timeline tells of. */
import { expect, it } from 'vitest';
import type { Madeleine } from '../../../src/index.ts';
import { agingSpace } from '../../support/aging-space.ts';
import { openSpace, storeOfItsOwn } from '../../support/open-space.ts';

storeOfItsOwn();

/** A space in which a sleep makes a fact for everybody, and puts one of Lisa's memories in the place of another. */
async function sleptSpace(): Promise<{ readonly memory: Madeleine; readonly wait: (days: number) => void }> {
  const space = await agingSpace();
  await space.memory.sharing({ preset: 'household' });
  const lisa = space.memory.agent('lisa');
  await lisa.observe({ content: 'I prefer tea to coffee.', speaker: 'user', channel: 'user', id: 'tea' });
  await lisa.believe({ content: 'The deadline of the report is Monday.', id: 'monday' });
  space.wait(1);
  await lisa.believe({ content: 'The deadline of the report is Friday.', id: 'friday' });
  space.wait(1);
  await space.memory.sleep();
  return space;
}

it('tells what a sleep made of what was observed, and what it put in the place of what', async () => {
  const { memory } = await sleptSpace();
  const { sleeps } = await memory.timeline();
  expect(sleeps).toHaveLength(1);
  const [sleep] = sleeps;
  expect(sleep?.promoted.map(({ content }) => content)).toEqual([expect.stringContaining('tea')]);
  expect(sleep?.superseded.map(({ memory: old, by, believer }) => [old.id, by.id, believer])).toEqual([
    ['fact:monday', 'fact:friday', 'lisa'],
  ]);
  expect(sleep?.steps.map(({ step }) => step)).toEqual(['promote', 'link', 'resolve', 'merge', 'archive']);
  expect(sleep).not.toHaveProperty('brokenOff');
});

it('tells of an agent only what concerns its own beliefs', async () => {
  const { memory } = await sleptSpace();
  const promotedFor = async (agent: string): Promise<readonly number[]> => {
    const [sleep] = (await memory.timeline({ agent })).sleeps;
    return [sleep?.promoted.length ?? 0, sleep?.superseded.length ?? 0];
  };
  expect(await promotedFor('system')).toEqual([1, 0]);
  expect(await promotedFor('lisa')).toEqual([0, 1]);
});

it('tells nothing of what was forgotten since, and does not take for made what somebody said meanwhile', async () => {
  const { memory } = await sleptSpace();
  // The clock stands still, so this comes about while the sleep lasts.
  await memory.agent('lisa').believe({ content: 'The kettle is red.', id: 'kettle' });
  const made = (await memory.timeline()).sleeps[0]?.promoted ?? [];
  expect(made).toHaveLength(1);
  await memory.forget({ id: made[0]?.id ?? '' });
  await memory.forget({ id: 'fact:monday' });
  expect((await memory.timeline()).sleeps[0]).toMatchObject({ promoted: [], superseded: [] });
});

it('tells the sleeps of its span, latest first, and what they archived', async () => {
  const { memory, wait } = await sleptSpace();
  wait(1000);
  await memory.sleep();
  wait(1);
  await memory.sleep();
  const all = await memory.timeline();
  expect(all.sleeps.map(({ archived }) => archived)).toEqual([0, 4, 0]);
  expect(all.sleeps.map(({ startedAt }) => startedAt.toISOString().slice(0, 10))).toEqual([
    '2028-10-04',
    '2028-10-03',
    '2026-01-07',
  ]);
  const some = await memory.timeline({ from: '2028-10-01', to: '2028-10-04' });
  expect(some.sleeps.map(({ archived }) => archived)).toEqual([4]);
});

it('tells of a sleep that was stopped what it had done, and that it was broken off', async () => {
  const { memory, wait } = await agingSpace();
  const observations = Array.from({ length: 450 }, (_, at) => ({ content: `quokka ${at}`, id: `o${at}` }));
  await memory.agent('lisa').observeMany({ observations });
  wait(2000);
  const stop = new AbortController();
  const stopped = memory.sleep({
    signal: stop.signal,
    onProgress: ({ step, done }) => step === 'archive' && done >= 200 && stop.abort(),
  });
  await expect(stopped).rejects.toMatchObject({ code: 'CANCELLED' });
  const { sleeps } = await memory.timeline({ limit: 1 });
  expect(sleeps).toMatchObject([{ brokenOff: true, archived: 200 }]);
  expect((await memory.stats()).lastSleep).toEqual({ startedAt: sleeps[0]?.startedAt });
});

it('keeps the last 100, tells 20, and knows them after opening again', async () => {
  let days = 0;
  const options = { clock: () => new Date(Date.UTC(2026, 0, 1 + days)), space: 'often' };
  const memory = await openSpace(options);
  for (days = 0; days < 103; days++) await memory.sleep();
  const ended = async (from: string): Promise<readonly string[]> => {
    const { sleeps } = await (await openSpace(options)).timeline({ from, to: '2026-01-20' });
    return sleeps.map(({ endedAt }) => endedAt.toISOString().slice(5, 10));
  };
  expect(await ended('2026-01-01')).toEqual(
    Array.from({ length: 17 }, (_, at) => `01-${String(20 - at).padStart(2, '0')}`),
  );
  expect((await memory.timeline({ from: '2026-01-01' })).sleeps).toHaveLength(20);
  expect((await memory.stats()).records['past_sleep']).toBe(100);
});

it('is no part of what the space knows', async () => {
  const { memory } = await agingSpace();
  await memory.agent('lisa').observe({ content: 'Quokkas smile.' });
  await memory.sleep();
  const before = await memory.hash();
  await memory.sleep();
  expect(await memory.hash()).toEqual(before);
  expect((await memory.timeline()).sleeps).toHaveLength(2);
});
