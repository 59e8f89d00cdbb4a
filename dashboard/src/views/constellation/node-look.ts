/** How large and how opaque a node is. No markup. */
import type { GraphNode } from './graph-in-view.ts';

/** How many nodes are drawn in full size; more are drawn smaller, so that they do not cover each other. */
const roomy = 400;

/** How much smaller the nodes of a picture are drawn, 0.3..1, by how many they are. */
export function scaleFor(nodes: number): number {
  return Math.max(0.3, Math.min(1, Math.sqrt(roomy / Math.max(1, nodes))));
}

/**
 * The radius of a node in pixels, before it is scaled: of a memory by its authority, of anything else by its ties.
 *
 * @param ties - how many edges the node has.
 */
export function radiusOf({ kind, authority }: GraphNode, ties: number): number {
  if (authority !== undefined) return 3 + 8 * authority;
  const most = kind === 'agent' ? 14 : 9;
  return Math.min(most, 4 + Math.log2(1 + ties));
}

/** 0.2..1: of a memory what is left of its strength; what was superseded is half as opaque. */
export function opacityOf({ strength = 1, superseded }: GraphNode): number {
  return Math.max(0.2, superseded === true ? strength / 2 : strength);
}
