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

/** The memory of an agent that observes in another way. */
function observedBy(agent: AgentMemory, observe: AgentMemory['observe']): AgentMemory {
  return new Proxy(agent, {
    get: (memory, name) => {
      const value: unknown = name === 'observe' ? observe : Reflect.get(memory, name, memory);
      return typeof value === 'function' ? value.bind(memory) : value;
    },
  });
}

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
    const fits = 16_000 - JSON.stringify({ namespace: mark, key: 'note', value: { text: '' } }).length;
    await expect(store.put(mark, 'note', { text: 'x'.repeat(fits + 1) })).rejects.toThrow(
      'put: the item "note" must have at most 16,000 characters as JSON, got 16,001; split it into several.',
    );
    expect((await store.get(mark, 'note'))?.value).toEqual({ text: 'short' });
    const largest = { text: 'x'.repeat(fits) };
    await store.put(mark, 'note', largest, false);
    expect((await store.get(mark, 'note'))?.value).toEqual(largest);
    await expect(store.put(mark, 'k'.repeat(20_000), {})).rejects.toThrow(/^put: the item "k{40}…" must .{0,90}\.$/);
  });

  test('that several nodes put at once is the last one alone, also through another store of the memory', async () => {
    const others = [memoryStore({ memory: lisa })];
    const texts = ['The door code is 1111.', 'The door code is 2222.', 'The door code is 3333.'];
    await Promise.all(texts.map((text, at) => (others[at] ?? store).put(mark, 'door', { text })));
    expect((await store.get(mark, 'door'))?.value).toEqual({ text: texts[2] });
    expect((await lisa.latest()).map(({ content }) => content)).toEqual([texts[2]]);
    await Promise.all([store.put(mark, 'door', { text: texts[0] }), others[0]?.delete(mark, 'door')]);
    expect(await store.get(mark, 'door')).toBeNull();
    expect(await lisa.latest()).toEqual([]);
  });

  test('waits for nothing that an agent of the same name does in another space', async () => {
    const other = (await openSpace()).agent('lisa');
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = observedBy(other, async (options) => released.then(() => other.observe(options)));
    const put = memoryStore({ memory: slow }).put(mark, 'door', { text: 'The door code is 1111.' });
    await store.put(mark, 'door', { text: 'The door code is 2222.' });
    expect(await other.latest()).toEqual([]);
    release();
    await put;
    expect((await other.latest()).map(({ content }) => content)).toEqual(['The door code is 1111.']);
  });

  test('is none that somebody else tags like one', async () => {
    await store.put(mark, 'door', { text: 'The door code is 1111.' });
    const [kept] = await lisa.latest();
    const tags = kept?.believers[0]?.tags ?? [];
    const other = { namespace: mark, key: 'door', value: {}, created: 'long ago' };
    for (const metadata of [undefined, { langgraph: 'door' }, { langgraph: other, searched: true }])
      await lisa.observe({ content: 'The door is green.', tags, ...(metadata && { metadata }) });
    const value = { text: 'The door code is 1111.' };
    expect((await store.get(mark, 'door'))?.value).toEqual(value);
    expect((await store.search(mark)).map((item) => item.value)).toEqual([value]);
    expect((await store.search(mark, { query: 'door' })).map((item) => item.value)).toEqual([value]);
    expect(await store.listNamespaces({})).toEqual([mark]);
    await store.put(mark, 'door', { text: 'The door code is 2222.' });
    expect((await store.get(mark, 'door'))?.value).toEqual({ text: 'The door code is 2222.' });
    await store.delete(mark, 'door');
    expect(await store.get(mark, 'door')).toBeNull();
    expect((await lisa.latest()).map(({ content }) => content)).toEqual(Array(3).fill('The door is green.'));
  });

  test('that is refused lets the next one under its key through', async () => {
    const refusing = memoryStore({ memory: lisa, fields: Array.from({ length: 10 }, () => 'text') });
    const puts = ['x'.repeat(15_000), 'short'].map((text) => refusing.put(mark, 'note', { text }));
    const [first, second] = await Promise.allSettled(puts);
    expect([first?.status, second?.status]).toEqual(['rejected', 'fulfilled']);
    expect((await store.get(mark, 'note'))?.value).toEqual({ text: 'short' });
  });

  test('has a key and labels of whole characters', async () => {
    const rule = 'must be well-formed Unicode, without lone surrogates';
    await expect(store.put(mark, 'cut \ud83d', {})).rejects.toThrow(`store: "key" ${rule}, got "cut \\ud83d".`);
    await expect(store.get(['cut \ud83d'], 'cat')).rejects.toThrow(`store: "namespace" ${rule}, got "cut \\ud83d".`);
  });

  test('that another process puts at the same time is withdrawn where it is the older one', async () => {
    let isPutMeanwhile = false;
    const meanwhile: typeof lisa.observe = async (options) => {
      if (isPutMeanwhile) return lisa.observe(options);
      isPutMeanwhile = true;
      // As the store of another process would, which has looked before this one writes.
      await lisa.observe({ ...options, content: 'The door code is 1111.' });
      return lisa.observe(options);
    };
    await memoryStore({ memory: observedBy(lisa, meanwhile) }).put(mark, 'door', { text: 'The door code is 2222.' });
    expect((await lisa.latest()).map(({ content }) => content)).toEqual(['The door code is 2222.']);
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
