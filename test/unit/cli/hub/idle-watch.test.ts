import { beforeEach, describe, expect, test } from 'vitest';
import { IdleWatch } from '../../../../src/cli/hub/idle-watch.ts';

describe('a hub that is watched', () => {
  let tasks: (() => void)[] = [];
  let left = 0;
  let failures: unknown[] = [];
  beforeEach(() => {
    tasks = [];
    left = 0;
    failures = [];
  });

  function watched(afterMs: number, prepare?: () => Promise<void>): IdleWatch {
    return new IdleWatch({
      afterMs,
      setTimer: (task) => {
        tasks.push(task);
        return () => {
          tasks = tasks.filter((one) => one !== task);
        };
      },
      ...(prepare === undefined ? {} : { prepare }),
      act: () => {
        left += 1;
      },
      onError: (error) => failures.push(error),
    });
  }

  async function timePasses(): Promise<void> {
    for (const task of tasks.splice(0)) task();
    await new Promise((resolve) => setImmediate(resolve));
  }

  test('leaves when nobody has ever called', async () => {
    watched(1);
    await timePasses();
    expect(left).toBe(1);
  });

  test('stays while a call is under way, and leaves after the last has ended', async () => {
    const watch = watched(1);
    for (const open of [1, 2, 1]) watch.hear(open);
    await timePasses();
    expect(left).toBe(0);
    watch.hear(0);
    await timePasses();
    expect(left).toBe(1);
  });

  test('stays for a call that comes while it prepares to leave, even one that has ended by then', async () => {
    const watch = watched(1, async () => {
      watch.hear(1);
      watch.hear(0);
    });
    await timePasses();
    expect(left).toBe(0);
  });

  test('leaves even when what is to be done before fails, and tells of the failure', async () => {
    watched(1, () => Promise.reject(new Error('asleep already')));
    await timePasses();
    expect(left).toBe(1);
    expect(String(failures)).toContain('asleep already');
  });

  test('never leaves with a time of 0, nor once it is closed', async () => {
    watched(0);
    watched(1).close();
    await timePasses();
    expect(left).toBe(0);
  });
});
