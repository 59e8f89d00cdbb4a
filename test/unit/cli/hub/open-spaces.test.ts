/** The memories of a hub, on a store in a temporary folder. */
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { OpenSpaces, type OpenSpacesParts } from '../../../../src/cli/hub/open-spaces.ts';
import { Madeleine } from '../../../../src/index.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

describe('the memories of a hub', () => {
  let at = '';
  let opened: string[] = [];
  beforeEach(async () => {
    at = join(await temporaryFolder(), 'store');
    opened = [];
  });

  function spacesOf(most: number, more: Partial<OpenSpacesParts> = {}): OpenSpaces {
    return new OpenSpaces({
      open: (space) => {
        opened.push(space);
        return Madeleine.open({ at, space, embedder: 'none' });
      },
      most,
      ...more,
    });
  }

  test('answer as the memory of the space itself does', async () => {
    const spaces = spacesOf(2);
    const memory = await spaces.memory('home');
    expect(memory).toMatchObject({ at, space: 'home', embedder: { dimension: 0 } });
    const lisa = memory.agent('lisa');
    expect(lisa.name).toBe('lisa');
    const { id } = await lisa.observe({ content: 'Mark drinks oat milk.' });
    const {
      primary: [first],
    } = await lisa.recall({ query: 'oat milk' });
    expect(first?.id).toBe(id);
    const lines: string[] = [];
    for await (const line of memory.export()) lines.push(line);
    expect(lines.join('')).toContain('oat milk');
    await expect(memory.undo('undo:none')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(opened).toEqual(['home']);
    await spaces.close();
  });

  test('are closed when they are too many, the one used longest ago first, and opened again for a call', async () => {
    const spaces = spacesOf(2);
    const [first, second] = [await spaces.memory('first'), await spaces.memory('second')];
    const { id } = await first.agent('lisa').observe({ content: 'The heating is on.' });
    await spaces.memory('third');
    await second.stats();
    await first.stats();
    expect(opened).toEqual(['first', 'second', 'third', 'second', 'first']);
    expect(await first.agent('lisa').why({ id })).toMatchObject({ memory: { id } });
    await spaces.close();
  });

  test('stay open while they are called, however many they are', async () => {
    const spaces = spacesOf(1);
    const names = ['first', 'second', 'third'];
    const memories = await Promise.all(names.map((name) => spaces.memory(name)));
    const receipts = memories.map((memory, place) =>
      memory.agent('lisa').observe({ content: `The place is ${place}.` }),
    );
    expect(await Promise.all(receipts)).toHaveLength(3);
    await spaces.close();
  });

  test('sleep once after they were written to', async () => {
    const spaces = spacesOf(2);
    const memory = await spaces.memory('home');
    const seq = async (): Promise<number> => (await memory.stats()).seq;
    await spaces.sleep();
    const before = await seq();
    await memory.agent('lisa').observe({ content: 'I like green tea.' });
    await spaces.sleep();
    const rested = await seq();
    expect(rested).toBeGreaterThan(before + 1);
    await memory.agent('lisa').search({ query: 'tea' });
    await spaces.sleep();
    expect(await seq()).toBe(rested);
    await spaces.close();
  });

  test('sleep though one of them cannot, which is told', async () => {
    const failures: unknown[] = [];
    let isLost = false;
    const spaces = spacesOf(1, {
      open: (space) =>
        isLost && space === 'first'
          ? Promise.reject(new Error('damaged'))
          : Madeleine.open({ at, space, embedder: 'none' }),
      onError: (error) => failures.push(error),
    });
    for (const space of ['first', 'second']) {
      await (await spaces.memory(space)).agent('lisa').observe({ content: 'I like green tea.' });
    }
    isLost = true;
    await spaces.sleep();
    expect(failures).toMatchObject([{ message: 'damaged' }]);
    expect((await (await spaces.memory('second')).stats()).records).toMatchObject({ fact: 1 });
    await spaces.close();
  });

  test('sleep after a time without a call when they are closed, too, and then once', async () => {
    let tasks: (() => void)[] = [];
    const spaces = spacesOf(1, {
      sleepAfterMs: 1_800_000,
      setTimer: (task) => {
        tasks.push(task);
        return () => {
          tasks = tasks.filter((one) => one !== task);
        };
      },
    });
    const first = await spaces.memory('first');
    await first.agent('lisa').observe({ content: 'I like green tea.' });
    await spaces.memory('second');
    expect(tasks).toHaveLength(1);
    expect((await first.stats()).records).toMatchObject({ fact: 0 });
    expect(tasks).toHaveLength(0);
    await spaces.memory('second');
    for (const task of tasks) task();
    await expect.poll(async () => (await first.stats()).records.fact).toBe(1);
    await spaces.memory('second');
    expect(tasks).toHaveLength(0);
    await spaces.close();
  });

  test('can be tried again when one could not be opened', async () => {
    let fails = true;
    const spaces = new OpenSpaces({
      open: (space) =>
        fails ? Promise.reject(new Error('held by another')) : Madeleine.open({ at, space, embedder: 'none' }),
      most: 1,
    });
    await expect(spaces.memory('home')).rejects.toThrow('held by another');
    fails = false;
    expect(await spaces.memory('home')).toMatchObject({ space: 'home' });
    await spaces.close();
  });
});
