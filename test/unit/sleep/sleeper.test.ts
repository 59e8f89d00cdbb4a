import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import type { SleepRun } from '../../../src/domain/upkeep-records.ts';
import { Madeleine } from '../../../src/index.ts';
import { dayMs } from '../../../src/domain/time.ts';
import { Database } from '../../../src/store/database.ts';
import { Ledger } from '../../../src/store/ledger.ts';
import { openSpace, storeFolder, storeOfItsOwn } from '../../support/open-space.ts';

storeOfItsOwn();

/** A clock that can be put forward. */
function handClock(): { clock: () => Date; wait: (ms: number) => void } {
  let now = Date.parse('2026-01-05T12:00:00Z');
  return {
    clock: () => new Date(now),
    wait: (ms) => {
      now += ms;
    },
  };
}

async function addFaded(memory: Madeleine, count: number): Promise<void> {
  const observations = Array.from({ length: count }, (_, at) => ({ content: `quokka ${at}`, id: `o${at}` }));
  await memory.agent('lisa').observeMany({ observations });
}

it('sleeps once at a time', async () => {
  const memory = await openSpace();
  const first = memory.sleep();
  await expect(memory.sleep()).rejects.toMatchObject({ code: 'CONFLICT' });
  await expect(first).resolves.toMatchObject({ dryRun: false });
  await expect(memory.sleep()).resolves.toMatchObject({ dryRun: false });
});

it('sleeps once at a time though the space is open twice', async () => {
  const one = await openSpace({ space: 'twice' });
  const other = await openSpace({ space: 'twice' });
  await addFaded(one, 3);
  let refused: Promise<unknown> | undefined;
  const { clock, wait } = handClock();
  const slow = await openSpace({ space: 'twice', clock });
  wait(2000 * dayMs);
  await slow.sleep({
    onProgress: () => {
      refused ??= expect(other.sleep()).rejects.toMatchObject({ code: 'CONFLICT' });
    },
  });
  await refused;
  expect(refused).toBeDefined();
});

it('can be stopped, keeps what it has done and goes on when it is called again', async () => {
  const { clock, wait } = handClock();
  const memory = await openSpace({ clock });
  await addFaded(memory, 450);
  wait(2000 * dayMs);
  const stop = new AbortController();
  const stopped = memory.sleep({
    signal: stop.signal,
    onProgress: ({ step, done }) => step === 'archive' && done >= 200 && stop.abort(),
  });
  await expect(stopped).rejects.toMatchObject({ code: 'CANCELLED' });
  const seen: string[] = [];
  const report = await memory.sleep({
    onProgress: ({ task, step, done, total }) => seen.push(`${task} ${step} ${done}/${total}`),
  });
  expect(report.steps.at(-1)).toMatchObject({ lookedAt: 450, changed: 250 });
  expect(seen.slice(-3)).toEqual(['sleep archive 200/450', 'sleep archive 400/450', 'sleep archive 450/450']);
});

/** Leaves a space as a process does that ends in the middle of a sleep. */
async function breakOff(space: string, leaseUntil: Date): Promise<void> {
  const database = await Database.open(await storeFolder(), {}, process.pid);
  const ledger = await Ledger.open({ database, space, clock: () => new Date(), newId: uuidv7 });
  const startedAt = new Date(leaseUntil.getTime() - 1000);
  const run: SleepRun = { id: 'sleep_run:last', holder: 'gone', startedAt, leaseUntil, step: 'link' };
  await ledger.exclusive(() => ledger.commit({ insert: { sleep_run: [run] } }));
  await ledger.close();
}

it('takes over at once from a sleep whose process is gone, where nobody else can have the store', async () => {
  const { clock } = handClock();
  await breakOff('gone', new Date(clock().getTime() + 60_000));
  const memory = await openSpace({ space: 'gone', clock });
  await expect(memory.sleep()).resolves.toMatchObject({ dryRun: false });
});

it('waits for the end of a lease where somebody may still sleep', async () => {
  const { clock, wait } = handClock();
  await breakOff('shared', new Date(clock().getTime() + 60_000));
  const memory = await openSpace({ space: 'shared', clock });
  await openSpace({ space: 'shared', clock });
  wait(59_000);
  await expect(memory.sleep()).rejects.toMatchObject({ code: 'CONFLICT' });
  wait(2000);
  await expect(memory.sleep()).resolves.toMatchObject({ dryRun: false });
});

it('ends when the memory closes', async () => {
  const { clock, wait } = handClock();
  const memory = await Madeleine.open({ at: await storeFolder(), space: 'closing', embedder: 'none', clock });
  await addFaded(memory, 450);
  wait(2000 * dayMs);
  let closed: Promise<void> | undefined;
  const asleep = memory.sleep({
    onProgress: () => {
      closed ??= memory.close();
    },
  });
  await expect(asleep).rejects.toMatchObject({ code: 'CANCELLED' });
  await closed;
});
