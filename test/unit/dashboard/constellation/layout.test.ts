import { describe, expect, test } from 'vitest';
import type { GraphEdge } from '../../../../dashboard/src/views/constellation/graph-in-view.ts';
import {
  layoutMatrices,
  movement,
  positionsIn,
  roomIn,
  withPositions,
} from '../../../../dashboard/src/views/constellation/layout-matrices.ts';
import { startPositions } from '../../../../dashboard/src/views/constellation/start-positions.ts';
import { sampleGraph } from './sample-graph.ts';

const places = startPositions(sampleGraph);

function distance(one: string, other: string): number {
  const [from, to] = [one, other].map((id) => places[sampleGraph.nodes.findIndex((node) => node.id === id)]);
  return Math.hypot((from?.x ?? 0) - (to?.x ?? 0), (from?.y ?? 0) - (to?.y ?? 0));
}

describe('where nodes start', () => {
  test('is the same for the same graph', () => {
    expect(startPositions(sampleGraph)).toEqual(places);
  });

  test('is a place of its own for each node', () => {
    expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(sampleGraph.nodes.length);
  });

  test('is nearer to what the same agent holds from the same session than to what another holds', () => {
    expect(distance('observation:a1', 'observation:a2')).toBeLessThan(distance('observation:a1', 'observation:b1'));
    expect(distance('agent:ben', 'observation:b1')).toBeLessThan(distance('agent:ben', 'observation:a1'));
  });

  test('is a place for every node of a graph without edges', () => {
    const lone = { ...sampleGraph, edges: [] };
    expect(startPositions(lone).every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true);
  });
});

describe('the matrices of the layout', () => {
  const { nodes, edges } = layoutMatrices(sampleGraph, places);

  test('keep the places of the nodes, in their order', () => {
    const positions = positionsIn(nodes);
    expect(positions).toHaveLength(2 * sampleGraph.nodes.length);
    expect(positions[2]).toBeCloseTo(places[1]?.x ?? Number.NaN, 3);
    expect(positions[3]).toBeCloseTo(places[1]?.y ?? Number.NaN, 3);
  });

  test('tie each edge to the offsets of its ends', () => {
    const ends = sampleGraph.edges.map((_, place) => [edges[3 * place], edges[3 * place + 1]].map((at = 0) => at / 10));
    const ids = ends.map((pair) => pair.map((place) => sampleGraph.nodes[place]?.id));
    expect(ids).toEqual(sampleGraph.edges.map(({ from, to }) => [from, to]));
  });

  test('let what much is tied to draw less by each tie', () => {
    const pull = (of: readonly GraphEdge[]): number =>
      layoutMatrices({ ...sampleGraph, edges: of }, places).edges[2] ?? 0;
    const tie: GraphEdge = { kind: 'MENTIONS', from: 'observation:a1', to: 'entity:caroline' };
    const others = ['observation:a2', 'observation:b1', 'observation:b2'].map((from) => ({ ...tie, from }));
    expect(pull([tie, ...others])).toBeCloseTo(pull([tie]) / 2);
  });
});

test('the room that stars take goes out to be parted and comes back, and what is fixed stays', () => {
  const fixed = places.map((place, at) => ({ ...place, isFixed: at === 0 }));
  const { nodes } = layoutMatrices(sampleGraph, fixed, (place) => place);
  const room = roomIn(nodes);
  expect(room).toHaveLength(3 * sampleGraph.nodes.length);
  expect(room[5]).toBeGreaterThan(room[2] ?? Number.NaN);
  const moved = withPositions(
    nodes,
    room.map((number) => number + 10),
  );
  const before = positionsIn(nodes);
  expect(moved[0]).toBe(before[0]);
  expect(moved[2]).toBeCloseTo((before[2] ?? 0) + 10, 3);
});

test('movement is a share of the breadth of the picture', () => {
  const before = Float32Array.of(0, 0, 100, 0);
  expect(movement(before, before)).toBe(0);
  expect(movement(before, Float32Array.of(0, 0, 100, 10))).toBeCloseTo(0.05);
});
