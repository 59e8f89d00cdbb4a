/** Where nodes stood when they were last drawn, so that what is asked for anew does not tear the picture apart. */
import type { Graph } from './graph-in-view.ts';
import type { StartPlace } from './layout-matrices.ts';
import { amidNeighbours, type Place, startPositions } from './start-positions.ts';

const kept = new Map<string, Place>();

/** Keeps where the nodes of a graph are. */
export function keepPlaces({ nodes }: Graph, positions: Float32Array): void {
  nodes.forEach(({ id }, at) => {
    kept.set(id, { x: positions[2 * at] ?? 0, y: positions[2 * at + 1] ?? 0 });
  });
}

/**
 * Where the nodes of a graph start. Where most of them stood already, those stay, and the others start amid what they
 * are tied to; else all of them start by their groups.
 */
export function placesOf(graph: Graph): readonly StartPlace[] {
  const known = graph.nodes.filter(({ id }) => kept.has(id)).length;
  if (known < graph.nodes.length / 2) return startPositions(graph);
  return amidNeighbours(graph, kept).map((place, at) => ({ ...place, isFixed: kept.has(graph.nodes[at]?.id ?? '') }));
}
