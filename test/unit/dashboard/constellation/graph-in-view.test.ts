import { describe, expect, test } from 'vitest';
import { countKinds, inView, search, tiesOf } from '../../../../dashboard/src/views/constellation/graph-in-view.ts';
import { sampleGraph } from './sample-graph.ts';

const nothing = { nodes: new Set<never>(), edges: new Set<never>() };

describe('what is shown of a graph', () => {
  test('leaves out a kind of node with its edges', () => {
    const shown = inView(sampleGraph, { ...nothing, nodes: new Set(['agent'] as const) });
    expect(shown.nodes.map(({ kind }) => kind)).not.toContain('agent');
    expect(shown.edges.map(({ kind }) => kind)).not.toContain('BELIEVES');
    expect(shown.edges.map(({ kind }) => kind)).toContain('MENTIONS');
  });

  test('leaves out a kind of edge and keeps its ends', () => {
    const shown = inView(sampleGraph, { ...nothing, edges: new Set(['MENTIONS'] as const) });
    expect(shown.nodes).toHaveLength(sampleGraph.nodes.length);
    expect(shown.edges.map(({ kind }) => kind)).not.toContain('MENTIONS');
  });

  test('is counted by kind', () => {
    expect(Object.fromEntries(countKinds(sampleGraph.nodes))).toEqual({
      observation: 4,
      fact: 1,
      agent: 2,
      session: 2,
      entity: 1,
    });
  });
});

describe('looking for nodes', () => {
  const found = (words: string): string[] => search(sampleGraph.nodes, words).map(({ id }) => id);

  test('finds those that hold every word, in any order and case', () => {
    expect(found('HARBOUR caroline')).toEqual(['observation:a2']);
  });

  test('begins with those that begin with the words', () => {
    expect(found('the')[0]).toBe('observation:a1');
    expect(found('caroline').at(0)).toBe('observation:a2');
    expect(found('dawn')).toEqual(['observation:a1', 'fact:c']);
  });

  test('finds nothing for no words', () => {
    expect(found('  ')).toEqual([]);
  });
});

test('a node is told with what it is tied to, from its own side', () => {
  const told = (id: string): string[] => tiesOf(sampleGraph, id).map(({ node, words }) => `${words} ${node.id}`);
  expect(told('fact:c')).toEqual(['is believed by agent:ada', 'is derived from for ada observation:a2']);
  expect(told('entity:caroline')).toEqual(['is mentioned by observation:a2', 'is mentioned by observation:b1']);
});
