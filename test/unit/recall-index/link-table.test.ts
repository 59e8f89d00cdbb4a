import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { IndexedLink } from '../../../src/recall-index/entry.ts';
import type { RecallIndex } from '../../../src/recall-index/recall-index.ts';
import { otherEnd } from '../../../src/recall-index/edge-tables.ts';
import { loadSnapshot, saveSnapshot } from '../../../src/recall-index/snapshot.ts';
import { View } from '../../../src/recall/view.ts';
import { Perspective } from '../../../src/domain/belief.ts';
import { beliefOf, changeOf, indexOf, linkEdges, memoryOf, now } from './index-fixture.ts';

const [tea, coffee, milk] = ['observation:1', 'observation:2', 'observation:3'] as const;

function linkOf(one: string, other: string, fields: Partial<IndexedLink> = {}): IndexedLink {
  return {
    believer: 'lisa',
    kind: 'contradicts',
    one,
    other,
    similarity: 0.75,
    state: 'potential',
    rule: 'polarity',
    ...fields,
  };
}

/** Three memories of Lisa's, with links. */
function linked(...links: readonly IndexedLink[]): RecallIndex {
  const index = indexOf([memoryOf('1', 'tea'), memoryOf('2', 'coffee'), memoryOf('3', 'milk')]);
  index.apply(changeOf(2, { edges: linkEdges(...links) }));
  return index;
}

function partners(index: RecallIndex, agent: string, id: string, moment: { faded?: boolean; at?: number } = {}) {
  const { memories } = index;
  const slot = memories.row(id);
  return new View(index, new Perspective(agent), { at: now, ...moment })
    .linksAt(slot)
    .map((edge) => [edge.kind, memories.ids[otherEnd(edge, slot)], edge.state]);
}

describe('the links of an index', () => {
  test('are found from either end, once each', () => {
    const index = linked(linkOf(coffee, tea), linkOf(coffee, milk, { kind: 'supports' }));
    expect(index.linksOf(['lisa', 'system'], tea)).toEqual([{ ...linkOf(coffee, tea), partner: coffee }]);
    expect(index.linksOf(['lisa'], coffee).map(({ partner }) => partner)).toEqual([tea, milk]);
    expect(index.links.size).toBe(2);
    index.apply(changeOf(3, { edges: linkEdges(linkOf(coffee, tea, { similarity: 0.5 })) }));
    expect(index.links.size).toBe(2);
    expect(index.linksOf(['lisa'], tea)).toMatchObject([{ similarity: 0.5 }]);
  });

  test('go with a memory that is forgotten, and one to a memory that is not there is left out', () => {
    const index = linked(linkOf(coffee, tea), linkOf(coffee, 'observation:none'));
    expect(index.links.size).toBe(1);
    index.apply(changeOf(3, { removed: [tea] }));
    expect(index.links.size).toBe(0);
    expect(index.linksOf(['lisa'], coffee)).toEqual([]);
  });

  test('are taken out by what names them, and by nothing less', () => {
    const index = linked(linkOf(coffee, tea), linkOf(coffee, tea, { believer: 'system' }));
    index.apply(changeOf(3, { dropped: linkEdges(linkOf(tea, coffee), linkOf(coffee, tea, { kind: 'supports' })) }));
    expect(index.links.size).toBe(2);
    index.apply(changeOf(4, { dropped: linkEdges(linkOf(coffee, tea)) }));
    expect([...index.links.edges()].map(({ believer }) => believer)).toEqual(['system']);
  });

  test("are in nobody else's view, nor where one end is not", () => {
    const index = linked(linkOf(coffee, tea));
    index.apply(changeOf(3, { beliefs: [beliefOf('mark', coffee), beliefOf('mark', tea)] }));
    expect(partners(index, 'lisa', tea)).toEqual([['contradicts', coffee, 'potential']]);
    expect(partners(index, 'mark', tea)).toEqual([]);
    index.apply(changeOf(4, { edges: linkEdges(linkOf(coffee, tea, { believer: 'system' })) }));
    expect(partners(index, 'mark', tea)).toEqual([['contradicts', coffee, 'potential']]);
    index.apply(changeOf(5, { beliefs: [beliefOf('mark', coffee, { withdrawnAt: now - 1 })] }));
    expect(partners(index, 'mark', tea)).toEqual([]);
    expect(partners(index, 'mark', coffee)).toEqual([]);
    expect(partners(index, 'lisa', tea)).toHaveLength(1);
  });

  test('fade from view with either end', () => {
    const index = linked(linkOf(coffee, tea));
    index.apply(changeOf(3, { beliefs: [beliefOf('lisa', coffee, { strength: 0.2, permanent: true })] }));
    expect(partners(index, 'lisa', tea)).toEqual([]);
    expect(partners(index, 'lisa', tea, { faded: true })).toHaveLength(1);
  });

  test("the agent's own word on a link stands before that of system", () => {
    const index = linked(linkOf(coffee, tea, { believer: 'system' }));
    index.apply(changeOf(3, { beliefs: [beliefOf('system', coffee), beliefOf('system', tea)] }));
    expect(partners(index, 'lisa', tea)).toEqual([['contradicts', coffee, 'potential']]);
    index.apply(changeOf(4, { edges: linkEdges(linkOf(coffee, tea, { state: 'exception' })) }));
    expect(partners(index, 'lisa', tea)).toEqual([['contradicts', coffee, 'exception']]);
    index.apply(changeOf(5, { edges: linkEdges(linkOf(coffee, tea, { state: 'dismissed' })) }));
    expect(partners(index, 'lisa', tea)).toEqual([]);
    expect(partners(index, 'system', tea)).toEqual([['contradicts', coffee, 'potential']]);
  });

  test('come back from a snapshot as they were', async () => {
    const index = linked(
      linkOf(coffee, tea, { similarity: 0.1 + 0.2, state: 'exception' }),
      linkOf(milk, tea, { believer: 'system', kind: 'supports', rule: 'agreement' }),
    );
    index.apply(changeOf(3, { removed: [coffee], edges: linkEdges(linkOf(tea, milk)) }));
    const folder = await mkdtemp(join(tmpdir(), 'madeleine-links-'));
    await saveSnapshot(index, folder, { space: 'home', seq: 3, hash: 'abc', model: '' });
    const loaded = (await loadSnapshot(folder, {})) as RecallIndex;
    await rm(folder, { recursive: true });
    const told = (from: RecallIndex): readonly IndexedLink[] => [...from.links.edges()].map((edge) => from.link(edge));
    expect(told(loaded)).toHaveLength(2);
    expect(told(loaded)).toEqual(expect.arrayContaining([...told(index)]));
  });
});
