import { describe, expect, test } from 'vitest';
import type { IndexedLink } from '../../../src/recall-index/entry.ts';
import type { RecallIndex } from '../../../src/recall-index/recall-index.ts';
import { balanced } from '../../../src/recall/profiles.ts';
import { beliefOf, changeOf, day0, indexOf, linkEdges, memoryOf } from '../recall-index/index-fixture.ts';
import { ask, idsOf } from './rank-fixture.ts';

function linkOf(one: string, other: string, fields: Partial<IndexedLink> = {}): IndexedLink {
  const link = {
    believer: 'lisa',
    kind: 'contradicts',
    similarity: 0.4,
    state: 'potential',
    rule: 'polarity',
  } as const;
  return { ...link, one: `observation:${one}`, other: `observation:${other}`, ...fields };
}

function linked(index: RecallIndex, ...links: readonly IndexedLink[]): RecallIndex {
  index.apply(changeOf(2, { edges: linkEdges(...links) }));
  return index;
}

/** Two memories that differ in nothing but their place and id, and two that are linked to nothing. */
const alike = (): RecallIndex =>
  indexOf([
    memoryOf('1', 'the harbour lantern'),
    memoryOf('2', 'the harbour lantern'),
    memoryOf('3', 'violin lessons on Monday'),
    memoryOf('4', 'a thunder over the meadow', { occurredAt: day0 + 1 }),
  ]);

describe('the link signal', () => {
  test('puts first, of two memories that differ in nothing else, the one whose partner is asked for', () => {
    const query = 'harbour violin';
    expect(idsOf(ask(alike(), 'lisa', query))).toEqual(['observation:3', 'observation:1', 'observation:2']);
    const index = linked(alike(), linkOf('3', '2'));
    const { hits } = ask(index, 'lisa', query);
    expect(hits.findIndex(({ id }) => id === 'observation:2')).toBeLessThan(
      hits.findIndex(({ id }) => id === 'observation:1'),
    );
    const of = (id: string) => hits.find((hit) => hit.id === id)?.signals.find(({ name }) => name === 'link')?.value;
    expect(of('observation:2')).toBeGreaterThan(0);
    expect(of('observation:1')).toBe(0);
    for (const { score, signals } of hits) {
      expect(signals.reduce((sum, { contribution }) => sum + contribution, 0)).toBeCloseTo(score, 12);
    }
  });

  test('brings up both sides of a contradiction when the query has the words of only one', () => {
    for (const query of ['violin lessons', 'thunder meadow']) {
      expect(idsOf(ask(alike(), 'lisa', query))).toHaveLength(1);
      const both = idsOf(ask(linked(alike(), linkOf('4', '3')), 'lisa', query));
      expect([...both].sort()).toEqual(['observation:3', 'observation:4']);
    }
  });

  test('does nothing for a dismissed link, for that of another, and beside a profile without it', () => {
    const plain = ask(alike(), 'lisa', 'violin');
    expect(ask(linked(alike(), linkOf('4', '3', { state: 'dismissed' })), 'lisa', 'violin')).toEqual(plain);
    expect(ask(linked(alike(), linkOf('4', '3', { believer: 'mark' })), 'lisa', 'violin')).toEqual(plain);
    const profile = { ...balanced, weights: { lexical: 1 } };
    expect(idsOf(ask(linked(alike(), linkOf('4', '3')), 'lisa', 'violin', { profile }))).toEqual(['observation:3']);
  });

  test('passes on only what a memory is worth by itself, to the next and no further', () => {
    const index = linked(alike(), linkOf('4', '3'), linkOf('4', '1', { kind: 'supports', similarity: 1 }));
    expect([...idsOf(ask(index, 'lisa', 'violin'))].sort()).toEqual(['observation:3', 'observation:4']);
  });
});

describe('the standing of a memory', () => {
  const standing = (index: RecallIndex, id: string): number | undefined =>
    ask(index, 'lisa', 'harbour')
      .hits.find((hit) => hit.id === id)
      ?.signals.find(({ name }) => name === 'standing')?.value;

  /** Only standing and words, so that a link to what is asked for lifts nobody. */
  const profile = { ...balanced, weights: { lexical: 1, standing: 0.1 } };
  const order = (index: RecallIndex): readonly string[] => idsOf(ask(index, 'lisa', 'harbour', { profile }));

  test('puts first, of two memories that differ in nothing else, the one that others support', () => {
    expect(order(alike())).toEqual(['observation:1', 'observation:2']);
    const index = linked(alike(), linkOf('4', '2', { kind: 'supports', similarity: 0.9 }));
    expect(order(index)).toEqual(['observation:2', 'observation:1']);
    expect(standing(index, 'observation:2')).toBeGreaterThan(0.5);
    expect(standing(index, 'observation:1')).toBe(0.5);
  });

  test('puts last the one that something later contradicts, unless it counts for more or is an exception', () => {
    expect(order(linked(alike(), linkOf('4', '1')))).toEqual(['observation:2', 'observation:1']);
    expect(standing(linked(alike(), linkOf('4', '1')), 'observation:1')).toBeLessThan(0.5);
    expect(standing(linked(alike(), linkOf('4', '1', { state: 'exception' })), 'observation:1')).toBe(0.5);
    const vital = indexOf([
      memoryOf('1', 'the harbour lantern', { importance: 9 }),
      memoryOf('4', 'a thunder over the meadow', { occurredAt: day0 + 1 }),
    ]);
    expect(standing(linked(vital, linkOf('4', '1')), 'observation:1')).toBe(0.5);
  });

  test('is not moved by what is not in view', () => {
    const index = linked(alike(), linkOf('4', '1'));
    index.apply(changeOf(3, { beliefs: [beliefOf('lisa', 'observation:4', { withdrawnAt: day0 + 5 })] }));
    expect(standing(index, 'observation:1')).toBe(0.5);
  });
});
