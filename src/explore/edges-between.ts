/** The edges between chosen nodes, whichever way they were reached. */
import { mostFromOther } from './defaults.ts';
import type { GraphEdge } from './edges.ts';
import type { Graph, GraphNode, Step } from './graph.ts';

/** Each edge once, in the order of the nodes. */
export function edgesBetween(
  graph: Graph,
  nodes: readonly GraphNode[],
  derivations: ReadonlyMap<string, readonly Step[]>,
): readonly GraphEdge[] {
  const chosen = new Set(nodes.map(({ id }) => id));
  const edges = new Map<string, GraphEdge>();
  for (const node of nodes) {
    for (const { edge, to } of [...graph.steps(node, mostFromOther), ...(derivations.get(node.id) ?? [])]) {
      if (chosen.has(to.id)) edges.set(`${edge.from} ${edge.words} ${edge.to}`, edge);
    }
  }
  return [...edges.values()];
}
