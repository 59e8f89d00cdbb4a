/** What of a graph stands in a sky: as it was known at a time, around a node, as one agent believes it. No markup. */
import { agentOf } from '../../believers.ts';
import type { EdgeKind } from './edge-kinds.ts';
import { type Graph, type GraphInView, type GraphNode, inView } from './graph-in-view.ts';
import type { Hidden } from './graph-question.ts';

/** What a sky is to show. */
export interface SkyQuestion {
  /** Milliseconds since 1970: only what had happened or been learned by then. @default everything */
  readonly asOf?: number | undefined;
  /** Only this node and what it is tied to, in so many steps. @default everything */
  readonly around?: { readonly id: string; readonly depth: number } | undefined;
  /** Only these memories. @default all */
  readonly only?: ReadonlySet<string> | undefined;
  /** Only what this agent believes, and what every agent may recall. @default everybody's */
  readonly agent?: string | undefined;
}

/** A part of a graph, by ids. */
export interface Sky {
  readonly shown: ReadonlySet<string>;
  /** Memories in whose place something else stands. */
  readonly replaced: ReadonlySet<string>;
}

/** Kinds that tie a node to nearly everything: a walk goes along them only where it begins, and never on from there. */
const wide: ReadonlySet<EdgeKind> = new Set(['BELIEVES', 'BELONGS_TO']);

/** The part of a graph that a sky shows. */
export function skyOf(graph: Graph, { asOf, around, only, agent }: SkyQuestion): Sky {
  const memories = graph.nodes.filter((node) => isMemory(node) && isKnown(node, asOf) && isBelieved(node, agent));
  const near = around === undefined ? undefined : within(graph, around.id, around.depth);
  const ids = new Set(memories.flatMap(({ id }) => (near?.has(id) === false || only?.has(id) === false ? [] : [id])));
  const shown = new Set([...ids, ...withMemories(graph, ids, near, agent)]);
  return { shown, replaced: replacedIn(graph, shown, asOf) };
}

/** Leaves out what is not to be shown, and what does not stand in a sky. */
export function inSky(graph: Graph, hidden: Hidden, { shown }: Sky): GraphInView {
  return inView({ ...graph, nodes: graph.nodes.filter(({ id }) => shown.has(id)) }, hidden);
}

/**
 * The times at which a sky changes, in milliseconds since 1970: those at which memories happened or, where they tell no
 * such time, were learned. Of very many only some, the last among them.
 */
export function momentsOf({ nodes }: Pick<Graph, 'nodes'>, most = 200): readonly number[] {
  const times = nodes.flatMap((node) => (isMemory(node) ? (timeOf(node) ?? []) : []));
  const all = [...new Set(times)].sort((one, other) => one - other);
  if (all.length <= most) return all;
  return Array.from({ length: most }, (_, at) => all[Math.round((at * (all.length - 1)) / (most - 1))] ?? 0);
}

/** How many memories speak of each node, or are held by it, whatever the memory does with it. */
export function mentionsIn({ nodes, edges }: Pick<Graph, 'nodes' | 'edges'>): ReadonlyMap<string, number> {
  const memories = new Set(nodes.filter(isMemory).map(({ id }) => id));
  const by = new Map<string, Set<string>>();
  const add = (of: string, memory: string): void => {
    const known = by.get(of);
    if (known === undefined) by.set(of, new Set([memory]));
    else known.add(memory);
  };
  for (const { from, to } of edges) {
    if (memories.has(from) && !memories.has(to)) add(to, from);
    if (memories.has(to) && !memories.has(from)) add(from, to);
  }
  return new Map([...by].map(([id, { size }]) => [id, size]));
}

/** Only memories have a strength. */
export function isMemory({ strength }: GraphNode): boolean {
  return strength !== undefined;
}

function isKnown(node: GraphNode, asOf: number | undefined): boolean {
  return asOf === undefined || (timeOf(node) ?? asOf) <= asOf;
}

function timeOf({ at, occurredAt }: GraphNode): number | undefined {
  const time = occurredAt ?? at;
  return time === undefined ? undefined : Date.parse(time);
}

function isBelieved({ agents = [] }: GraphNode, agent: string | undefined): boolean {
  return agent === undefined || agents.map(agentOf).some((one) => one === agent || one === 'system');
}

/** The agents, entities and sessions that some memories are tied to. */
function withMemories(
  { nodes, edges }: Graph,
  memories: ReadonlySet<string>,
  near: ReadonlySet<string> | undefined,
  agent: string | undefined,
): ReadonlySet<string> {
  const others = new Set(
    nodes
      .filter((node) => !isMemory(node) && near?.has(node.id) !== false)
      .filter(({ id, kind }) => agent === undefined || kind !== 'agent' || agentOf(id) === `agent:${agent}`)
      .map(({ id }) => id),
  );
  const tied = new Set<string>();
  for (const { from, to } of edges) {
    if (memories.has(from) && others.has(to)) tied.add(to);
    if (memories.has(to) && others.has(from)) tied.add(from);
  }
  return tied;
}

function within({ edges }: Graph, id: string, depth: number): ReadonlySet<string> {
  const ties = new Map<string, { readonly to: string; readonly kind: EdgeKind }[]>();
  const tie = (one: string, to: string, kind: EdgeKind): void => {
    const known = ties.get(one);
    if (known === undefined) ties.set(one, [{ to, kind }]);
    else known.push({ to, kind });
  };
  for (const { from, to, kind } of edges) {
    tie(from, to, kind);
    tie(to, from, kind);
  }
  const found = new Set([id]);
  let level: readonly string[] = [id];
  for (let step = 0; step < depth; step += 1) {
    const next: string[] = [];
    for (const one of level) {
      for (const { to, kind } of ties.get(one) ?? []) {
        if (found.has(to)) continue;
        found.add(to);
        // Who believes it is shown; nobody is a way on to all else that they believe.
        if (one === id || !wide.has(kind)) next.push(to);
      }
    }
    level = next.filter((one) => !/^(agent|session):/.test(one));
  }
  return found;
}

/** Now as the hub says; at an earlier time what had been replaced by then. */
function replacedIn({ nodes, edges }: Graph, shown: ReadonlySet<string>, asOf: number | undefined): Set<string> {
  const known = new Set(nodes.flatMap(({ id, superseded }) => (superseded === true ? [id] : [])));
  if (asOf === undefined) return known;
  return new Set(
    edges.filter(({ kind, from, to }) => kind === 'SUPERSEDES' && shown.has(from) && known.has(to)).map(({ to }) => to),
  );
}
