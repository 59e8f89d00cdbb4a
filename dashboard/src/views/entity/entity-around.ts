/** What lies around an entity in the graph of the space. No markup. */
import type { Graph, GraphNode } from '../constellation/graph-in-view.ts';
import { isMemory, skyOf } from '../constellation/sky.ts';

/** Something that memories mention with an entity. */
export interface Companion {
  readonly node: GraphNode;
  /** How many memories speak of both. */
  readonly shared: number;
}

/** Companions of one sort. */
export interface CompanionGroup {
  readonly title: string;
  readonly companions: readonly Companion[];
}

const titles: readonly (readonly [title: string, types: readonly string[]])[] = [
  ['People and animals', ['person', 'animal']],
  ['Files and code', ['file', 'function', 'url', 'identifier']],
  ['Places', ['place']],
];

/** The part of a graph around a node, as a graph of its own. */
export function localGraph(graph: Graph, id: string, depth = 2): Graph {
  const { shown } = skyOf(graph, { around: { id, depth } });
  const nodes = graph.nodes.filter((node) => shown.has(node.id));
  return {
    ...graph,
    nodes,
    edges: graph.edges.filter(({ from, to }) => shown.has(from) && shown.has(to)),
    total: nodes.filter(isMemory).length,
    notices: [],
  };
}

/** Whom and what memories mention with a node, by sort, what most mention first. */
export function companionsOf({ nodes, edges }: Graph, id: string): readonly CompanionGroup[] {
  const entities = new Map(nodes.flatMap((node) => (node.kind === 'entity' ? [[node.id, node] as const] : [])));
  const spoken = edges.filter(({ kind }) => kind === 'MENTIONS' || kind === 'ABOUT');
  const memories = new Set(spoken.flatMap(({ from, to }) => (to === id ? [from] : [])));
  const shared = new Map<string, Set<string>>();
  for (const { from, to } of spoken) {
    if (to === id || !memories.has(from) || !entities.has(to)) continue;
    const known = shared.get(to);
    if (known === undefined) shared.set(to, new Set([from]));
    else known.add(from);
  }
  const all = [...shared]
    .flatMap(([other, by]): Companion[] => {
      const node = entities.get(other);
      return node === undefined ? [] : [{ node, shared: by.size }];
    })
    .sort((one, other) => other.shared - one.shared || (one.node.label < other.node.label ? -1 : 1));
  const titleOf = ({ node: { type = 'other' } }: Companion): string =>
    titles.find(([, types]) => types.includes(type))?.[0] ?? 'Other things';
  return [...titles.map(([title]) => title), 'Other things']
    .map((title) => ({ title, companions: all.filter((one) => titleOf(one) === title) }))
    .filter(({ companions }) => companions.length > 0);
}
