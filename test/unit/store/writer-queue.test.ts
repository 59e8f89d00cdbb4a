import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { WriterQueue } from '../../../src/store/space-database.ts';

test('tasks run one at a time in the order in which they came', async () => {
  const queue = new WriterQueue();
  const events: string[] = [];
  const task = (name: string, waits: number) => async (): Promise<string> => {
    events.push(`${name} begins`);
    await delay(waits);
    events.push(`${name} ends`);
    return name;
  };
  const results = await Promise.all([queue.run(task('a', 20)), queue.run(task('b', 0)), queue.run(task('c', 5))]);
  expect(results).toEqual(['a', 'b', 'c']);
  expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});

test('a task that fails tells its caller only, and the next one runs', async () => {
  const queue = new WriterQueue();
  const failing = queue.run(() => Promise.reject(new Error('refused')));
  const throwing = queue.run(() => {
    throw new Error('thrown');
  });
  const next = queue.run(async () => 'done');
  await expect(failing).rejects.toThrow('refused');
  await expect(throwing).rejects.toThrow('thrown');
  expect(await next).toBe('done');
});

test('it is idle when every task so far has ended, well or badly', async () => {
  const queue = new WriterQueue();
  let ended = false;
  queue.run(() => Promise.reject(new Error('refused'))).catch(() => undefined);
  void queue.run(async () => {
    await delay(10);
    ended = true;
  });
  await queue.idle();
  expect(ended).toBe(true);
  await new WriterQueue().idle();
});
