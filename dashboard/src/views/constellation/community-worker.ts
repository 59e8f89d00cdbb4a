/** Finds which nodes belong together, beside the thread that draws them: a large graph takes seconds. */
import { UndirectedGraph } from 'graphology';
import louvain from 'graphology-communities-louvain';

/** A graph as this reads it. */
export interface CommunityTask {
  readonly nodes: number;
  /** Two places of nodes for each tie. */
  readonly ties: Uint32Array<ArrayBuffer>;
}

addEventListener('message', ({ data }: MessageEvent<CommunityTask>) => {
  const { nodes, ties } = data;
  const graph = new UndirectedGraph<object, { weight: number }>();
  for (let place = 0; place < nodes; place += 1) graph.addNode(place);
  for (let at = 0; at < ties.length; at += 2) {
    graph.updateEdge(ties[at], ties[at + 1], ({ weight = 0 }) => ({ weight: weight + 1 }));
  }
  // The same graph has the same groups: no chance in the order of nodes.
  const found = louvain(graph, { getEdgeWeight: 'weight', randomWalk: false });
  postMessage(Int32Array.from({ length: nodes }, (_, place) => found[place] ?? -1));
});
