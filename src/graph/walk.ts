/**
 * A breadth-first walk through the graph of one perspective. Every node that is reached is scored; the walk
 * goes on from the best of each level, so that a hub does not drown the rest.
 */
import { throwIfCancelled } from '../domain/errors.ts';
import type { Anchor } from './anchors.ts';
import { mostExpanded, mostFromOther, mostFromSeed, type WalkSignalName, walkWeights } from './explore-defaults.ts';
import type { GraphEdge } from './edges.ts';
import type { Graph, GraphNode, Step } from './graph.ts';
import { nodeSignals, weighed } from './node-score.ts';
import { entityTraits, memoryTraits } from './node-traits.ts';

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
export function bestFirst(one: WalkedNode, other: WalkedNode): number {
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
