/** What an exploration holds. */
import type { EntityType, ObservationType } from '../domain/records.ts';
import type { Signal } from '../domain/signal.ts';
import type { Superseded } from '../recall/memory-link.ts';
import type { GraphEdge } from './edges.ts';

/** A node of an exploration. */
export interface ExploredNode {
  /** `fact:KEY`, `observation:KEY`, `entity:KEY` or `agent:NAME`. */
  readonly id: string;
  readonly kind: 'fact' | 'observation' | 'entity' | 'agent';
  /** Of an entity or an observation. */
  readonly type?: EntityType | ObservationType;
  /** A name, or the beginning of what a memory says. */
  readonly label: string;
  /** 0..1: the sum of the signals' contributions. */
  readonly score: number;
  readonly signals: readonly Signal[];
  /** Steps from what was asked for, which itself has 0. */
  readonly depth: number;
  /** How it was reached, in words. */
  readonly path: string;
  /** Of a memory: when it happened; of a fact, since when it is so or is known. */
  readonly occurredAt?: Date;
  readonly speaker?: string;
  /** Of a memory that does not hold any more. */
  readonly superseded?: Superseded;
  /** Set where it was drawn by chance. */
  readonly byChance?: true;
}

/** Nodes that have more to do with each other than with the rest. */
export interface ExploredCluster {
  /** What they are about: up to three names and key terms. */
  readonly theme: string;
  /** The ids of its nodes, the best first. */
  readonly nodes: readonly string[];
}

/** What an exploration holds. */
export interface ExplorationParts {
  readonly agent: string;
  /** What was asked for. */
  readonly from: readonly string[];
  /** What of it this perspective knows nothing of. */
  readonly unknown: readonly string[];
  readonly depth: number;
  /** What was asked for, then the best first. */
  readonly nodes: readonly ExploredNode[];
  /** The edges between these nodes. */
  readonly edges: readonly GraphEdge[];
  /** All nodes but those that were asked for, in clusters: that of the best node first. */
  readonly clusters: readonly ExploredCluster[];
  /** How many nodes the walk reached. */
  readonly total: number;
}
