import type { BaseStore } from '@langchain/langgraph-checkpoint';
import { beforeEach, describe, expect, test } from 'vitest';
import { type AgentMemory, InvalidArgumentError, type Madeleine } from '../../../src/index.ts';
import { memoryStore } from '../../../src/integrations/langgraph.ts';
import { openSpace } from '../../support/open-space.ts';

const mark = ['users', 'mark'];
let space: Madeleine;
let lisa: AgentMemory;
let store: BaseStore;
let now: Date;

beforeEach(async () => {
  now = new Date('2026-03-01T09:00:00Z');
  space = await openSpace({ clock: () => now });
  lisa = space.agent('lisa');
  store = memoryStore({ memory: lisa });
});

const keysOf = (items: readonly { readonly key: string }[]): readonly string[] => items.map(({ key }) => key).sort();

describe('an item', () => {
  test('is put, got, changed and deleted', async () => {
    expect(await store.get(mark, 'cat')).toBeNull();
    const value = { text: 'Luna is sixteen.', deep: { list: [1, null, true] }, nothing: null };
    await store.put(mark, 'cat', value);
    const createdAt = now;
    now = new Date('2026-03-02T09:00:00Z');
    expect(await store.get(mark, 'cat')).toEqual({
      namespace: mark,
      key: 'cat',
      value,
      createdAt,
      updatedAt: createdAt,
    });
    await store.put(mark, 'cat', { text: 'Luna is seventeen.' });
    const changed = { namespace: mark, key: 'cat', value: { text: 'Luna is seventeen.' }, createdAt, updatedAt: now };
    expect(await store.get(mark, 'cat')).toEqual(changed);
    expect(await store.search(mark)).toEqual([changed]);
    await store.delete(mark, 'cat');
    expect(await store.get(mark, 'cat')).toBeNull();
    expect(await store.search([])).toEqual([]);
  });

  test('is kept apart from one of equal value under another key', async () => {
    await store.put(mark, 'one', { text: 'The same.' });
    await store.put(mark, 'two', { text: 'The same.' });
    await store.delete(mark, 'one');
    expect(keysOf(await store.search(mark))).toEqual(['two']);
  });

  test.each(['a/b?c#d', 'ключ', 'k'.repeat(300), '猫'.repeat(90)])('is found by the key %j', async (key) => {
    await store.put(['ünï', 'a/b'], key, { key });
    expect((await store.get(['ünï', 'a/b'], key))?.value).toEqual({ key });
    expect(await store.search(['ünï', 'a'])).toEqual([]);
  });

  test('that is too large is refused, and the one before stays', async () => {
    await store.put(mark, 'note', { text: 'short' });
    await expect(store.put(mark, 'note', { text: 'x'.repeat(17_000) })).rejects.toThrow('16,384');
    expect((await store.get(mark, 'note'))?.value).toEqual({ text: 'short' });
  });

  test("is the agent's own, and its recall finds it", async () => {
    await store.put(mark, 'cat', { text: 'Luna the cat sleeps on the warm windowsill.' });
    const { memories } = await lisa.recall({ query: 'Where does Luna sleep?' });
    expect(memories[0]?.content).toBe('Luna the cat sleeps on the warm windowsill.');
    expect(await memoryStore({ memory: space.agent('electra') }).search([])).toEqual([]);
  });

  test('has the tags by which the store of Python finds it', async () => {
    await store.put(['users', 'ünï'], 'a b?', { text: 'Luna' });
    const [kept] = await lisa.latest();
    const tags = ['langgraph:/', 'langgraph:users/', 'langgraph:users/%C3%BCn%C3%AF/'];
    expect(kept?.believers[0]?.tags).toEqual([...tags, 'langgraph:users/%C3%BCn%C3%AF?a%20b%3F']);
  });
});

describe('a search', () => {
  test('keeps to its namespace and ranks by its query', async () => {
    await store.put(mark, 'a', { text: 'Luna sleeps on the warm windowsill.' });
    await store.put([...mark, 'work'], 'b', { text: 'The login bug is in auth.ts.' });
    await store.put(['users', 'sofia'], 'c', { text: 'Rex sleeps in the garden.' });
    expect(keysOf(await store.search(mark))).toEqual(['a', 'b']);
    expect(keysOf(await store.search(['users']))).toEqual(['a', 'b', 'c']);
    expect(await store.search(['user'])).toEqual([]);
    const [best] = await store.search(['users'], { query: 'Where is the login bug?' });
    expect(best?.key).toBe('b');
    expect(best?.score).toBeGreaterThan(0);
    expect(keysOf(await store.search(mark, { query: 'Who sleeps?' }))).not.toContain('c');
  });

  test('compares fields by its filter', async () => {
    for (const [key, age] of [
      ['luna', 16],
      ['rex', 3],
      ['tom', null],
    ] as const)
      await store.put(mark, key, { key, age });
    expect(keysOf(await store.search(mark, { filter: { key: 'rex' } }))).toEqual(['rex']);
    expect(keysOf(await store.search(mark, { filter: { age: { $gte: 3, $lt: 16 } } }))).toEqual(['rex']);
    expect(keysOf(await store.search(mark, { filter: { age: { $ne: 3 } } }))).toEqual(['luna', 'tom']);
    await expect(store.search(mark, { filter: { age: { $in: [3] } } })).rejects.toThrow('$in');
  });

  test('sees the fields that the store or the item names', async () => {
    const titles = memoryStore({ memory: lisa, fields: ['title'] });
    await titles.put(mark, 'a', { title: 'Trains', body: 'Bananas are yellow.' });
    await titles.put(mark, 'b', { title: 'Bananas' }, false);
    await titles.put(mark, 'c', { title: 'Trees', body: 'Bananas grow.' }, ['body']);
    expect(keysOf(await titles.search(mark, { query: 'bananas' }))).toEqual(['c']);
    expect((await titles.get(mark, 'b'))?.value).toEqual({ title: 'Bananas' });
  });

  test('shows every item once, by pages', async () => {
    const keys = Array.from({ length: 205 }, (_, at) => `key ${at}`);
    await store.batch(keys.map((key) => ({ namespace: mark, key, value: { key } })));
    const pages = await Promise.all([0, 100, 200].map((offset) => store.search(mark, { limit: 100, offset })));
    expect(keysOf(pages.flat())).toEqual([...keys].sort());
  });
});

test('namespaces are listed by prefix, suffix and depth', async () => {
  for (const namespace of [
    ['a', 'x', 'v1'],
    ['a', 'y', 'v1'],
    ['b', 'x', 'v2'],
  ])
    await store.put(namespace, 'key', { some: 'thing' });
  expect(await store.listNamespaces({ prefix: ['a'] })).toEqual([
    ['a', 'x', 'v1'],
    ['a', 'y', 'v1'],
  ]);
  expect(await store.listNamespaces({ suffix: ['v1'], maxDepth: 1 })).toEqual([['a']]);
  expect(await store.listNamespaces({ prefix: ['*', 'x'], limit: 1, offset: 1 })).toEqual([['b', 'x', 'v2']]);
});

test('an unknown option is refused', () => {
  const options = { memory: lisa, field: ['text'] };
  expect(() => memoryStore(options)).toThrow(InvalidArgumentError);
});
