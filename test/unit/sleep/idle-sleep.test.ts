import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { ConflictError } from '../../../src/domain/errors.ts';
import { IdleSleep } from '../../../src/sleep/idle-sleep.ts';
import { openSpace } from '../../support/open-space.ts';

const afterMs = 1000;

describe('sleeping by itself', () => {
  let now: number;
  let slept: number;
  let endedAt: number | undefined;
  let errors: unknown[];
  let timer: { readonly task: () => void; readonly at: number } | undefined;
  let idle: IdleSleep;
  let failure: Error | undefined;

  /** Lets time pass, and whatever is due happen. */
  const wait = async (ms: number): Promise<void> => {
    now += ms;
    if (timer === undefined || timer.at > now) return;
    const { task } = timer;
    timer = undefined;
    task();
    await pause();
  };
  const call = (operation: string): void => {
    idle.began(operation);
    idle.ended(0);
  };

  beforeEach(() => {
    now = 0;
    slept = 0;
    errors = [];
    endedAt = undefined;
    timer = undefined;
    failure = undefined;
    idle = new IdleSleep({
      afterMs,
      clock: () => new Date(now),
      setTimer: (task, ms) => {
        timer = { task, at: now + ms };
        return () => {
          timer = undefined;
        };
      },
      lastEndedAt: async () => (endedAt === undefined ? undefined : new Date(endedAt)),
      sleep: async () => {
        idle.began('sleep');
        slept += 1;
        idle.ended(0);
        if (failure !== undefined) throw failure;
      },
      onError: (error) => errors.push(error),
    });
  });

  it('sleeps once after the last call, and not again until something was asked', async () => {
    await wait(5000);
    expect(slept).toBe(0);
    call('recall');
    await wait(999);
    expect(slept).toBe(0);
    await wait(1);
    expect(slept).toBe(1);
    await wait(5000);
    expect(slept).toBe(1);
    call('observe');
    await wait(1000);
    expect(slept).toBe(2);
  });

  it('is put off by every call, for as long as one is under way', async () => {
    call('recall');
    await wait(900);
    idle.began('import');
    await wait(5000);
    idle.began('recall');
    idle.ended(1);
    await wait(5000);
    expect(slept).toBe(0);
    idle.ended(0);
    await wait(1000);
    expect(slept).toBe(1);
  });

  it('keeps off for a while after another process slept', async () => {
    call('recall');
    endedAt = 700;
    await wait(1000);
    expect(slept).toBe(0);
    await wait(699);
    expect(slept).toBe(0);
    await wait(1);
    expect(slept).toBe(1);
  });

  it('waits no longer than once more where the clock was put back', async () => {
    endedAt = 1_000_000;
    call('recall');
    await wait(1000);
    endedAt = undefined;
    await wait(1000);
    expect(slept).toBe(1);
  });

  it('tells of a failure, and not of another who sleeps', async () => {
    failure = new ConflictError('CONFLICT', 'sleep: somebody else does.');
    call('recall');
    await wait(1000);
    expect([slept, errors]).toEqual([1, []]);
    failure = new Error('no');
    call('recall');
    await wait(1000);
    expect([slept, errors]).toEqual([2, [failure]]);
  });

  it('does nothing more once the memory is closed', async () => {
    call('recall');
    idle.closed();
    await wait(5000);
    expect(slept).toBe(0);
  });
});

it('a memory that is opened so sleeps when it is idle', async () => {
  const errors: unknown[] = [];
  // 0.01 minutes: 600 ms.
  const memory = await openSpace({ sleepAfterIdle: 0.01, onError: (error) => errors.push(error) });
  await memory.agent('lisa').observe({ content: 'The bakery opens at seven.' });
  const { seq } = await memory.stats();
  let slept = seq;
  for (let tries = 0; tries < 100 && slept === seq; tries += 1) {
    await pause(700);
    slept = (await memory.stats()).seq;
  }
  expect(slept).toBeGreaterThan(seq);
  expect(errors).toEqual([]);
});

it('refuses an idle time that is none', async () => {
  await expect(openSpace({ sleepAfterIdle: 0 })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
});
