import { describe, expect, test } from 'vitest';
import { companionsOf, localGraph } from '../../../../dashboard/src/views/entity/entity-around.ts';
import type { Graph } from '../../../../dashboard/src/views/constellation/graph-in-view.ts';
import { sampleGraph } from '../constellation/sample-graph.ts';

const peopled: Graph = {
  ...sampleGraph,
  nodes: [
    ...sampleGraph.nodes,
    { id: 'entity:bo', kind: 'entity', label: 'Bo', type: 'person' },
    { id: 'entity:file', kind: 'entity', label: 'src/sea.ts', type: 'file' },
  ],
  edges: [
    ...sampleGraph.edges,
    { kind: 'MENTIONS', from: 'observation:a2', to: 'entity:bo' },
    { kind: 'ABOUT', from: 'observation:b1', to: 'entity:bo' },
    { kind: 'MENTIONS', from: 'observation:b1', to: 'entity:file' },
    { kind: 'MENTIONS', from: 'observation:a1', to: 'entity:file' },
  ],
};

describe('around an entity', () => {
  test('lie those that memories mention with it, by sort, what most mention first', () => {
    const told = companionsOf(peopled, 'entity:caroline').map(({ title, companions }) => [
      title,
      ...companions.map(({ node, shared }) => `${node.label} ${shared}`),
    ]);
    expect(told).toEqual([
      ['People and animals', 'Bo 2'],
      ['Files and code', 'src/sea.ts 1'],
    ]);
  });

  test('lies a graph of its own, with the ties within it alone', () => {
    const { nodes, edges, total } = localGraph(peopled, 'entity:caroline', 1);
    expect(nodes.map(({ id }) => id)).toEqual(['observation:a2', 'observation:b1', 'entity:caroline']);
    expect(edges.map(({ kind }) => kind)).toEqual(['MENTIONS', 'MENTIONS']);
    expect(total).toBe(2);
  });

  test('lies nothing where no memory of the graph speaks of it', () => {
    expect(localGraph(peopled, 'entity:nobody').nodes).toEqual([]);
    expect(companionsOf(peopled, 'entity:nobody')).toEqual([]);
  });
});
