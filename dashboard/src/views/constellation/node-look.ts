/** How large and how bright a star is. No markup. */
import type { Graph, GraphNode } from './graph-in-view.ts';
import { mentionsIn } from './sky.ts';

/** How many nodes are drawn in full size; more are drawn smaller, so that they do not cover each other. */
const roomy = 400;
/** Radii in pixels before they are scaled: the least, and the most of each kind. */
const radii = { least: 2.2, memory: 5.5, entity: 12, session: 7, agent: 16 } as const;

/** How much smaller the nodes of a picture are drawn, 0.3..1, by how many they are. */
export function scaleFor(nodes: number): number {
  return Math.max(0.3, Math.min(1, Math.sqrt(roomy / Math.max(1, nodes))));
}

/**
 * The radius of a node in pixels, before it is scaled: of a memory by its authority, of anything else by how many
 * memories speak of it. The area grows with what it stands for.
 *
 * @param mentions - how many memories speak of it, or are held by it.
 * @param most - how many speak of the node of its kind that most speak of.
 */
export function radiusOf({ kind, authority }: GraphNode, mentions: number, most: number): number {
  const { least } = radii;
  if (authority !== undefined) return least + (radii.memory - least) * Math.sqrt(authority);
  const largest = kind === 'agent' ? radii.agent : kind === 'session' ? radii.session : radii.entity;
  return least + 1 + (largest - least - 1) * Math.sqrt(mentions / Math.max(1, most));
}

/** 0.2..1: of a memory what is left of its strength; what was replaced is half as bright. What is no memory is as bright as can be. */
export function opacityOf(strength: number | undefined, isReplaced: boolean): number {
  if (strength === undefined) return 1;
  return Math.max(0.2, isReplaced ? strength / 2 : strength);
}

/** The radius of each node of a picture in pixels, in the order of the nodes. */
export function radiiIn(graph: Pick<Graph, 'nodes' | 'edges'>): readonly number[] {
  const mentions = mentionsIn(graph);
  const most = new Map<string, number>();
  for (const { id, kind } of graph.nodes) most.set(kind, Math.max(most.get(kind) ?? 0, mentions.get(id) ?? 0));
  const scale = scaleFor(graph.nodes.length);
  return graph.nodes.map((node) => radiusOf(node, mentions.get(node.id) ?? 0, most.get(node.kind) ?? 0) * scale);
}
