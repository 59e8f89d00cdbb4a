import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Follows } from '../../../src/domain/records.ts';
import type { RecallIndex } from '../../../src/recall-index/recall-index.ts';
import { loadSnapshot, saveSnapshot } from '../../../src/recall-index/snapshot.ts';
import { changeOf, indexOf, memoryOf } from './index-fixture.ts';

const follow = (from: string, to: string, type: Follows['type'] = 'next'): Follows => ({
  from: `observation:${from}`,
  to: `observation:${to}`,
  type,
});

/** Four thoughts of Lisa's, as far as they follow each other. */
function thinking(...follows: readonly Follows[]): RecallIndex {
  const thoughts = ['1', '2', '3', '4'].map((key) =>
    memoryOf(key, `thought ${key}`, { type: 'thought', thought: { agent: 'lisa', number: Number(key) } }),
  );
  const index = indexOf(thoughts);
  index.apply(changeOf(2, { edges: follows.map((record) => ({ table: 'follows', record })) }));
  return index;
}

/** What stands before and after a thought, by key. */
function around({ memories, thoughts }: RecallIndex, key: string) {
  const slot = memories.row(`observation:${key}`);
  const keyOf = (at: number) => memories.ids[at]?.replace('observation:', '');
  return {
    before: thoughts.before(slot).map(({ to, type }) => `${type} ${keyOf(to)}`),
    after: thoughts.after(slot).map(({ from, type }) => `${type} ${keyOf(from)}`),
  };
}

test('a chain can be walked from either end of each edge', () => {
  const index = thinking(follow('2', '1'), follow('3', '2'), follow('4', '2', 'branch'));
  expect(around(index, '2')).toEqual({ before: ['next 1'], after: ['next 3', 'branch 4'] });
  expect(around(index, '1')).toEqual({ before: [], after: ['next 2'] });
});

test('an edge counts once however often it is told, and none leads from a thought to itself or to nowhere', () => {
  const index = thinking(follow('2', '1'), follow('2', '1'), follow('3', '3'), follow('4', 'gone'));
  expect(around(index, '1').after).toEqual(['next 2']);
  expect(around(index, '3')).toEqual({ before: [], after: [] });
  expect(around(index, '4')).toEqual({ before: [], after: [] });
});

test('a forgotten thought takes its edges with it and leaves the others', () => {
  const index = thinking(follow('2', '1'), follow('3', '2'), follow('4', '1', 'revision'));
  const slot = index.memories.row('observation:2');
  index.apply(changeOf(3, { removed: ['observation:2'] }));
  expect(around(index, '1').after).toEqual(['revision 4']);
  expect(around(index, '3').before).toEqual([]);
  expect(index.thoughts.get(slot)).toBeUndefined();
});

test('a snapshot gives the chains back', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'madeleine-thoughts-'));
  const index = thinking(follow('2', '1'), follow('3', '2', 'revision'), follow('4', '3', 'branch'));
  const last = memoryOf('5', 'the end', {
    type: 'thought',
    thought: { agent: 'electra', number: 5, total: 7, branch: 'b', isLast: true },
  });
  index.apply(changeOf(3, { memories: [last], removed: ['observation:1'] }));
  const meta = { space: 'home', seq: 3, hash: 'abc', model: 'some-model' };
  await saveSnapshot(index, folder, meta);
  const loaded = (await loadSnapshot(folder, meta)) as RecallIndex;
  await rm(folder, { recursive: true, force: true });
  for (const key of ['2', '3', '4', '5']) expect(around(loaded, key)).toEqual(around(index, key));
  expect(around(loaded, '3')).toEqual({ before: ['revision 2'], after: ['branch 4'] });
  expect(loaded.thoughts.get(loaded.memories.row('observation:5'))).toEqual(last.thought);
});
