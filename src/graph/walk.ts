/**
 * Breadth-first walks through what one perspective sees. An exploration scores every node that it reaches and goes on
 * from the best of each level, so that a hub does not drown the rest. A chain of thought is walked to all its ends.
 */
import { present } from '../domain/values.ts';
import { throwIfCancelled } from '../domain/errors.ts';
import type { Follows } from '../domain/records.ts';
import type { View } from '../recall/view.ts';
import { type Anchor, entityTraits, memoryTraits, nodeSignals, weighed } from './node-score.ts';
import { type WalkSignalName, maxExpanded, maxFromOther, maxFromSeed, walkWeights } from './defaults.ts';
import type { GraphEdge } from './edges.ts';
import type { Graph, GraphNode, Step } from './graph.ts';

/** A node that a walk has reached. */
export interface WalkedNode extends GraphNode {
  /** Steps from what was asked for. */
  readonly depth: number;
  readonly values: Readonly<Record<WalkSignalName, number>>;
  /** 0..1. */
  readonly score: number;
  /** Of a memory, when it was learned, in milliseconds, and its place in the order of the space's writes: they decide among equals. */
  readonly learned?: { readonly at: number; readonly position: number };
  /** What an entity goes by among equals, and what draws by chance. */
  readonly key: string;
  /** The edge by which it was reached, and from where; missing of what was asked for. */
  readonly via?: { readonly node: WalkedNode; readonly edge: GraphEdge };
}

/** What a walk goes by. */
export interface WalkOptions {
  readonly graph: Graph;
  readonly anchors: readonly Anchor[];
  /** Steps at most. */
  readonly depth: number;
  readonly signal: AbortSignal | undefined;
}

/** All nodes that are reached from some, the best of each level before the rest. */
export async function walk(seeds: readonly GraphNode[], options: WalkOptions): Promise<readonly WalkedNode[]> {
  const { graph, signal } = options;
  let derived: ReadonlyMap<string, readonly Step[]> = new Map();
  const leadsFrom = (node: WalkedNode): readonly Lead<string, WalkedNode>[] => {
    const steps = graph.steps(node, node.depth === 0 ? maxFromSeed : maxFromOther);
    return [...steps, ...(derived.get(node.id) ?? [])].map(({ edge, to }) => leadTo(to, { node, edge }, options));
  };
  const leads = seeds.map((seed) => leadTo(seed, undefined, options));
  const found: WalkedNode[] = [];
  for (const level of levelsFrom(leads, leadsFrom, { order: bestFirst, width: maxExpanded })) {
    found.push(...level);
    if (level[0]?.depth === options.depth) break;
    throwIfCancelled('explore', signal);
    derived = await graph.derivations(level.slice(0, maxExpanded));
  }
  return found;
}

/** A node that a walk may go to: by its key, and made only where the walk has not been there. */
type Lead<K, N> = readonly [key: K, arrive: () => N | undefined];

interface LevelOptions<N> {
  /** The order of the nodes of a level. @default that in which they are reached */
  readonly order?: (one: N, other: N) => number;
  /** From how many nodes of a level it goes on, the first. @default all */
  readonly width?: number;
}

/** Walks breadth-first and yields each level, every node once. It asks what a level leads to when the next one is wanted. */
function* levelsFrom<K, N>(
  leads: Iterable<Lead<K, N>>,
  leadsFrom: (node: N) => Iterable<Lead<K, N>>,
  { order, width }: LevelOptions<N> = {},
): Generator<readonly N[], void, undefined> {
  const found = new Set<K>();
  const arrived = (reached: N[], [key, arrive]: Lead<K, N>): N[] => {
    const node = found.has(key) ? undefined : arrive();
    if (node === undefined) return reached;
    found.add(key);
    reached.push(node);
    return reached;
  };
  let level = [...leads].reduce(arrived, []);
  while (level.length > 0) {
    if (order !== undefined) level.sort(order);
    yield level;
    const next: N[] = [];
    for (const node of level.slice(0, width)) for (const lead of leadsFrom(node)) arrived(next, lead);
    level = next;
  }
}

/** Some nodes and all that they lead to, each once, in the order in which a walk reaches them. */
export function reachedFrom<N>(nodes: Iterable<N>, next: (node: N) => Iterable<N>): readonly N[] {
  const leadsTo = (reached: Iterable<N>): readonly Lead<N, N>[] => Array.from(reached, (node) => [node, () => node]);
  return [...levelsFrom(leadsTo(nodes), (node) => leadsTo(next(node)))].flat();
}

/** The better node comes first; of equals the nearer, then memories as they were learned, and entities by name. */
function bestFirst(one: WalkedNode, other: WalkedNode): number {
  return (
    other.score - one.score ||
    one.depth - other.depth ||
    compareLearned(one.learned, other.learned) ||
    (one.key < other.key ? -1 : 1)
  );
}

/** What was never learned, as an entity is not, comes last. */
function compareLearned(one: WalkedNode['learned'], other: WalkedNode['learned']): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
  return one.at - other.at || one.position - other.position;
}

function leadTo(to: GraphNode, via: WalkedNode['via'], options: WalkOptions): Lead<string, WalkedNode> {
  return [to.id, () => walked(to, via, options)];
}

/** A node with its score, or undefined where it is not in view. */
function walked(node: GraphNode, via: WalkedNode['via'], { graph, anchors }: WalkOptions): WalkedNode | undefined {
  const { view } = graph;
  const traits =
    node.row === undefined ? entityTraits(view, node.entities ?? [], anchors) : memoryTraits(view, node.row, anchors);
  if (traits === undefined) return undefined;
  const depth = via === undefined ? 0 : via.node.depth + 1;
  const values = { ...nodeSignals(traits, view.time), nearness: 1 / Math.max(1, depth) };
  return {
    ...node,
    depth,
    values,
    score: weighed(values, walkWeights),
    // Most nodes are no other's equal, and are never asked.
    get key() {
      return graph.keyOf(node);
    },
    ...present({ via, learned: node.row === undefined ? undefined : learnedIn(view, node.row) }),
  };
}

function learnedIn(view: View, row: number): WalkedNode['learned'] {
  return { at: view.learnedAt(row), position: view.positionOf(row) };
}

/** The thoughts of a chain and what follows what. */
export interface WalkedChain {
  /** Ids, in the order in which they were written. */
  readonly ids: readonly string[];
  /** Of several from one thought the first leads to what it goes on from. */
  readonly edges: readonly Follows[];
}

/** Walks a chain from a thought in view. */
export function walkChain(view: View, from: string): WalkedChain {
  const { memories, thoughts } = view.index;
  const idOf = (row: number): string => memories.idOf(row);
  const edges: Follows[] = [];
  const found = reachedFrom([memories.row(from)], (row) => {
    const before = view.edgesBefore(row);
    for (const { to, type } of before) edges.push({ from: idOf(row), to: idOf(to), type });
    const after = thoughts.after(row).filter((edge) => view.isVisible(edge.from));
    return [...before.map(({ to }) => to), ...after.map((edge) => edge.from)];
  });
  const inOrder = [...found].sort((one, other) => memories.compareWritten(one, other));
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
