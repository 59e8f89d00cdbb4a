/**
 * Which of the nodes that were reached are answered: the best ones and, where serendipity is asked for,
 * some by chance. A node comes with the nodes on its path, so that no answer falls into pieces.
 */
import { bestFirst, type WalkedNode } from './walk.ts';

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
