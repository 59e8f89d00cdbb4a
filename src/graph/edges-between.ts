/** The edges between chosen nodes, whichever way they were reached. */
import { mostFromOther } from './explore-defaults.ts';
import { edgeWords, type GraphEdge } from './edges.ts';
import type { Graph, GraphNode, Step } from './graph.ts';

/** Entities that fewer memories speak of together are so by chance, or by the one memory that is shown. */
const fewestTogether = 2;

/** Each edge once, in the order of the nodes; then the entities that several memories in view speak of together. */
export function edgesBetween(
  graph: Graph,
  nodes: readonly GraphNode[],
  derivations: ReadonlyMap<string, readonly Step[]>,
): readonly GraphEdge[] {
  const chosen = new Set(nodes.map(({ id }) => id));
  const edges = new Map<string, GraphEdge>();
  for (const node of nodes) {
    for (const { edge, to } of [...graph.steps(node, mostFromOther), ...(derivations.get(node.id) ?? [])]) {
      if (!chosen.has(to.id)) continue;
      const key = `${edge.from} ${edge.words} ${edge.to}`;
      if (edge.kind !== 'relates') edges.set(key, edge);
      // Both of its ends lead along a relation: it is counted from where it starts.
      else if (edge.from === node.id) edges.set(key, { ...edge, times: (edges.get(key)?.times ?? 0) + 1 });
    }
  }
  return [...edges.values(), ...mentionedTogether(graph, nodes)];
}

function mentionedTogether(graph: Graph, nodes: readonly GraphNode[]): readonly GraphEdge[] {
  const spokenOf = new Map<number, string[]>();
  const counts = new Map<string, { readonly from: string; readonly to: string; times: number }>();
  for (const { id, entities = [] } of nodes) {
    for (const slot of graph.sight.slotsOf(entities, mostFromOther)) {
      const others = spokenOf.get(slot) ?? [];
      for (const from of others) {
        const pair = counts.get(`${from} ${id}`) ?? { from, to: id, times: 0 };
        pair.times += 1;
        counts.set(`${from} ${id}`, pair);
      }
      spokenOf.set(slot, [...others, id]);
    }
  }
  return [...counts.values()]
    .filter(({ times }) => times >= fewestTogether)
    .map((pair) => ({ kind: 'mentionedWith', words: edgeWords.mentionedWith, ...pair }));
}
