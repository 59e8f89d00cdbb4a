/** Memories in groups of what belongs together, and which of very many are drawn first. No markup. */
import type { Graph, GraphNode } from './graph-in-view.ts';
import { isMemory } from './sky.ts';

/** Memories that belong together. */
export interface Community {
  /** The id of a node of it, by which an address names it. */
  readonly key: string;
  /** Whom and what it speaks of most. */
  readonly name: string;
  readonly memories: readonly GraphNode[];
}

/** Memories beyond which groups are made, and only some of each are drawn. */
export const manyMemories = 2_000;
/** Names in the name of a group. */
const namesInName = 3;

/** Two places of nodes for each tie by which nodes belong together: who believes a memory says nothing of that. */
export function tiesIn({ nodes, edges }: Pick<Graph, 'nodes' | 'edges'>): Uint32Array<ArrayBuffer> {
  const places = new Map(nodes.map(({ id }, place) => [id, place]));
  const ties = edges.flatMap(({ kind, from, to }) => {
    const [one, other] = [places.get(from), places.get(to)];
    return kind === 'BELIEVES' || one === undefined || other === undefined || one === other ? [] : [one, other];
  });
  return Uint32Array.from(ties);
}

/** The groups, the largest first. */
export function communitiesOf(graph: Pick<Graph, 'nodes' | 'edges'>, groupOf: Int32Array): readonly Community[] {
  const members = new Map<number, GraphNode[]>();
  graph.nodes.forEach((node, place) => {
    const group = groupOf[place] ?? -1;
    const known = members.get(group);
    if (known === undefined) members.set(group, [node]);
    else known.push(node);
  });
  const ties = new Map<string, number>();
  for (const { to } of graph.edges) ties.set(to, (ties.get(to) ?? 0) + 1);
  return [...members.values()]
    .map((nodes) => communityOf(nodes, ties))
    .filter(({ memories }) => memories.length > 0)
    .sort((one, other) => other.memories.length - one.memories.length || (one.key < other.key ? -1 : 1));
}

/**
 * The memories that are drawn: all of the groups that are opened, and of each other one a share by its size, in which
 * every agent and every kind has its turn, what counts most first.
 */
export function drawnFirst(
  groups: readonly Community[],
  opened: ReadonlySet<string>,
  most: number = manyMemories,
): ReadonlySet<string> {
  const total = groups.reduce((sum, { memories }) => sum + memories.length, 0);
  const share = Math.min(1, most / Math.max(1, total));
  return new Set(
    groups.flatMap(({ key, memories }) => {
      const some = opened.has(key)
        ? memories
        : inTurns(memories).slice(0, Math.max(1, Math.floor(memories.length * share)));
      return some.map(({ id }) => id);
    }),
  );
}

function communityOf(nodes: readonly GraphNode[], ties: ReadonlyMap<string, number>): Community {
  const busy = (node: GraphNode): number => ties.get(node.id) ?? 0;
  const named = nodes.filter(({ kind }) => kind === 'entity').sort((one, other) => busy(other) - busy(one));
  const [first = nodes[0]] = named;
  const names = named.slice(0, namesInName).map(({ label }) => label);
  return {
    key: first?.id ?? '',
    name: names.length === 0 ? (first?.label ?? '') : names.join(', '),
    memories: nodes.filter(isMemory),
  };
}

/** In their order, but by turns of who believes them and of which kind they are. */
function inTurns(memories: readonly GraphNode[]): readonly GraphNode[] {
  const queues = new Map<string, GraphNode[]>();
  for (const memory of memories) {
    const key = `${memory.kind} ${memory.agents?.[0] ?? ''}`;
    const known = queues.get(key);
    if (known === undefined) queues.set(key, [memory]);
    else known.push(memory);
  }
  const turns = [...queues.values()].flatMap((queue) => queue.map((memory, turn) => ({ memory, turn })));
  return turns.sort((one, other) => one.turn - other.turn).map(({ memory }) => memory);
}
