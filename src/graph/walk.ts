/**
 * A breadth-first walk through the graph of one perspective. Every node that is reached is scored; the walk
 * goes on from the best of each level, so that a hub does not drown the rest.
 */
import { throwIfCancelled } from '../domain/errors.ts';
import type { Follows } from '../domain/records.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import { edgesBefore } from '../recall/thought-place.ts';
import type { Anchor } from './anchors.ts';
import { type WalkSignalName, mostExpanded, mostFromOther, mostFromSeed, walkWeights } from './defaults.ts';
import type { GraphEdge } from './edges.ts';
import type { Graph, GraphNode, Step } from './graph.ts';
import { entityTraits, memoryTraits, nodeSignals, weighed } from './node-score.ts';

/** A node that a walk has reached. */
export interface WalkedNode extends GraphNode {
  /** Steps from what was asked for. */
  readonly depth: number;
  readonly values: Readonly<Record<WalkSignalName, number>>;
  /** 0..1. */
  readonly score: number;
  /** What stands in the place of its score among equals. */
  readonly key: string;
  /** The edge by which it was reached, and from where; missing of what was asked for. */
  readonly via?: { readonly node: WalkedNode; readonly edge: GraphEdge };
}

/** What a walk goes by. */
export interface WalkOptions {
  readonly graph: Graph;
  /** The derivations of some memories, which the index does not hold. */
  readonly derivations: (memories: readonly GraphNode[]) => Promise<ReadonlyMap<string, readonly Step[]>>;
  readonly anchors: readonly Anchor[];
  /** Steps at most. */
  readonly depth: number;
  readonly signal: AbortSignal | undefined;
}

/** All nodes that are reached from some, the best of each level before the rest. */
export async function walk(seeds: readonly GraphNode[], options: WalkOptions): Promise<readonly WalkedNode[]> {
  const { graph, derivations, depth, signal } = options;
  const found = new Map<string, WalkedNode>();
  let level = seeds.flatMap((seed) => walked(seed, undefined, options) ?? []).sort(bestFirst);
  for (const node of level) found.set(node.id, node);
  for (let step = 1; step <= depth; step++) {
    throwIfCancelled('explore', signal);
    const from = level.slice(0, mostExpanded);
    const derived = await derivations(from);
    const next: WalkedNode[] = [];
    for (const node of from) {
      const steps = graph.steps(node, step === 1 ? mostFromSeed : mostFromOther);
      for (const { edge, to } of [...steps, ...(derived.get(node.id) ?? [])]) {
        const reached = found.has(to.id) ? undefined : walked(to, { node, edge }, options);
        if (reached === undefined) continue;
        found.set(to.id, reached);
        next.push(reached);
      }
    }
    level = next.sort(bestFirst);
  }
  return [...found.values()];
}

/** The better node comes first; of equals the nearer, then by name. */
function bestFirst(one: WalkedNode, other: WalkedNode): number {
  return other.score - one.score || one.depth - other.depth || (one.key < other.key ? -1 : 1);
}

/** A node with its score, or undefined where it is not in view. */
function walked(node: GraphNode, via: WalkedNode['via'], { graph, anchors }: WalkOptions): WalkedNode | undefined {
  const { sight } = graph;
  const traits =
    node.slot === undefined
      ? entityTraits(sight, node.entities ?? [], anchors)
      : memoryTraits(sight, node.slot, anchors);
  if (traits === undefined) return undefined;
  const depth = via === undefined ? 0 : via.node.depth + 1;
  const values = { ...nodeSignals(traits, sight.at), nearness: 1 / Math.max(1, depth) };
  return {
    ...node,
    depth,
    values,
    score: weighed(values, walkWeights),
    // Most nodes are no other's equal, and are never asked.
    get key() {
      return graph.keyOf(node);
    },
    ...(via === undefined ? {} : { via }),
  };
}

/** The thoughts of a chain and what follows what. */
export interface WalkedChain {
  /** Ids, in the order in which they were written. */
  readonly ids: readonly string[];
  /** Of several from one thought the first leads to what it goes on from. */
  readonly edges: readonly Follows[];
}

/** Walks a chain from a thought in view. */
export function walkChain(
  index: Pick<RecallIndex, 'memories' | 'thoughts'>,
  sees: (id: string) => boolean,
  from: string,
): WalkedChain {
  const { memories, thoughts } = index;
  const idOf = (slot: number): string => memories.ids[slot] as string;
  const found = new Set([memories.slot(from)]);
  const edges: Follows[] = [];
  const seen = new Map<string, boolean>();
  const isSeen = (id: string): boolean => {
    const known = seen.get(id) ?? sees(id);
    seen.set(id, known);
    return known;
  };
  // A set hands out what is added to it while it is gone through.
  for (const slot of found) {
    const before = edgesBefore(index, isSeen, slot);
    for (const { to, type } of before) edges.push({ from: idOf(slot), to: idOf(to), type });
    const after = thoughts.after(slot).filter((edge) => isSeen(idOf(edge.from)));
    for (const next of [...before.map(({ to }) => to), ...after.map((edge) => edge.from)]) found.add(next);
  }
  const { values: position } = memories.position;
  const inOrder = [...found].sort((one, other) => (position[one] as number) - (position[other] as number));
  return { ids: inOrder.map(idOf), edges };
}

// Which of the nodes that were reached are answered: the best ones and, where serendipity is asked for, some by
// chance. A node comes with the nodes on its path, so that no answer falls into pieces.

/** How to choose. */
export interface ChooseOptions {
  /** How many nodes at most. */
  readonly nodes: number;
  /** The share of nodes that are drawn by chance, 0..0.5. */
  readonly serendipity: number;
  /** The same seed draws the same nodes. */
  readonly seed: number;
}

/** The chosen nodes, what was asked for first and then the best first. */
export function chooseNodes(
  found: readonly WalkedNode[],
  { nodes, serendipity, seed }: ChooseOptions,
): { readonly nodes: readonly WalkedNode[]; readonly byChance: ReadonlySet<string> } {
  const chosen = new Map<string, WalkedNode>();
  const reached = found.filter(({ depth }) => depth > 0).sort(bestFirst);
  for (const node of found.filter(({ depth }) => depth === 0).sort(bestFirst)) take(chosen, node, nodes);
  const drawn = Math.floor((nodes - chosen.size) * serendipity);
  for (const node of reached) take(chosen, node, nodes - drawn);
  const best = new Set(chosen.keys());
  for (const node of drawn === 0 ? [] : shuffled(reached, seed)) take(chosen, node, nodes);
  const byChance = new Set([...chosen.keys()].filter((id) => !best.has(id)));
  return {
    nodes: [...chosen.values()].sort((one, other) => seedsFirst(one, other) || bestFirst(one, other)),
    byChance,
  };
}

/** The nodes from what was asked for to a node, which is the last. */
export function pathTo(node: WalkedNode): readonly WalkedNode[] {
  const path: WalkedNode[] = [];
  for (let at: WalkedNode | undefined = node; at !== undefined; at = at.via?.node) path.unshift(at);
  return path;
}

function take(chosen: Map<string, WalkedNode>, node: WalkedNode, most: number): void {
  if (chosen.size >= most) return;
  const missing = pathTo(node).filter(({ id }) => !chosen.has(id));
  if (chosen.size + missing.length <= most) for (const one of missing) chosen.set(one.id, one);
}

function seedsFirst(one: WalkedNode, other: WalkedNode): number {
  return Number(one.depth > 0) - Number(other.depth > 0);
}

/**
 * Nodes in an order drawn by chance, in which a node of twice the score is twice as likely to come first
 * (Efraimidis and Spirakis, 2006). Each draws by its own name, so that one more moves none of the others.
 */
function shuffled(nodes: readonly WalkedNode[], seed: number): readonly WalkedNode[] {
  return nodes
    .map((node) => ({ node, drawn: -Math.log(chance(`${seed} ${node.key}`)) / Math.max(node.score, 1e-9) }))
    .sort((one, other) => one.drawn - other.drawn || bestFirst(one.node, other.node))
    .map(({ node }) => node);
}

/** A number above 0 and up to 1 that follows from a text: FNV-1a, its bits spread as in MurmurHash3. */
function chance(text: string): number {
  let hash = 0x811c9dc5;
  for (let place = 0; place < text.length; place++) hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (((hash ^ (hash >>> 16)) >>> 0) + 1) / 2 ** 32;
}
