import { describe, expect, test } from 'vitest';
import type { Graph, GraphNode } from '../../../../dashboard/src/views/constellation/graph-in-view.ts';
import { mentionsIn, momentsOf, skyOf } from '../../../../dashboard/src/views/constellation/sky.ts';
import { sampleGraph } from './sample-graph.ts';

/** The sample, in which each memory was learned a day after the one before it, and the last took the place of the first. */
const dated: Graph = {
  ...sampleGraph,
  nodes: sampleGraph.nodes.map((node, at): GraphNode => {
    if (node.strength === undefined) return node;
    return { ...node, at: `2026-01-0${at + 1}T00:00:00.000Z`, ...(at === 0 ? { superseded: true as const } : {}) };
  }),
  edges: [...sampleGraph.edges, { kind: 'SUPERSEDES', from: 'fact:c', to: 'observation:a1' }],
};
const day = (number: number): number => Date.parse(`2026-01-0${number}T12:00:00.000Z`);

describe('a sky', () => {
  test('of everything shows everything', () => {
    expect(skyOf(sampleGraph, {}).shown.size).toBe(sampleGraph.nodes.length);
  });

  test('as of a time shows what was learned by then, and those whom that is tied to', () => {
    expect([...skyOf(dated, { asOf: day(2) }).shown]).toEqual([
      'observation:a1',
      'observation:a2',
      'agent:ada',
      'session:ada',
      'entity:caroline',
    ]);
  });

  test('shows as replaced only what had been replaced by then', () => {
    expect([...skyOf(dated, {}).replaced]).toEqual(['observation:a1']);
    expect([...skyOf(dated, { asOf: day(4) }).replaced]).toEqual([]);
    expect([...skyOf(dated, { asOf: day(5) }).replaced]).toEqual(['observation:a1']);
  });

  test('counts the time at which something happened before that at which it was learned', () => {
    const nodes = dated.nodes.map((node) =>
      node.id === 'fact:c' ? { ...node, occurredAt: '2025-12-24T00:00:00.000Z' } : node,
    );
    expect(skyOf({ ...dated, nodes }, { asOf: day(1) }).shown.has('fact:c')).toBe(true);
  });

  test('of one agent shows what it believes and what every agent may recall, and no other agent', () => {
    const { shown } = skyOf(sampleGraph, { agent: 'ada' });
    expect(shown.has('observation:b1')).toBe(false);
    expect(shown.has('observation:b2')).toBe(true);
    expect(shown.has('agent:ada')).toBe(true);
    expect(shown.has('agent:ben')).toBe(false);
  });

  test('around a node goes as many steps as asked, and through no agent to all that it believes', () => {
    const around = (depth: number): readonly string[] => [
      ...skyOf(sampleGraph, { around: { id: 'entity:caroline', depth } }).shown,
    ];
    expect(around(1)).toEqual(['observation:a2', 'observation:b1', 'entity:caroline']);
    expect(around(2)).toEqual(expect.arrayContaining(['fact:c', 'agent:ada', 'agent:ben']));
    expect(around(3)).not.toContain('observation:a1');
  });
});

test('a node is mentioned by each memory once', () => {
  const twice = { ...sampleGraph, edges: [...sampleGraph.edges, ...sampleGraph.edges] };
  expect(mentionsIn(twice).get('entity:caroline')).toBe(2);
});

describe('the moments of a sky', () => {
  test('are those at which something was learned, in their order', () => {
    expect(momentsOf(dated).map((at) => new Date(at).getUTCDate())).toEqual([1, 2, 3, 4, 5]);
    expect(momentsOf(sampleGraph)).toEqual([]);
  });

  test('are but some of very many, from the first to the last', () => {
    expect(momentsOf(dated, 2).map((at) => new Date(at).getUTCDate())).toEqual([1, 5]);
  });
});
