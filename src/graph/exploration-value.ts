/** What an exploration holds. */
import { z } from 'zod';
import { count, type Fields, list, number, record, set, signalRules, wireDate, words } from '../domain/result.ts';
import { entityTypes, observationTypes } from '../domain/vocabulary.ts';
import { supersededRules } from '../recall/memory-link.ts';
import { graphEdgeRules } from './edges.ts';

const exploredNodeFields = {
  /** `fact:KEY`, `observation:KEY`, `entity:KEY` or `agent:NAME`. */
  id: words,
  kind: z.enum(['fact', 'observation', 'entity', 'agent']),
  /** Of an entity or an observation. */
  type: z.enum([...entityTypes, ...observationTypes]).exactOptional(),
  /** A name, or the beginning of what a memory says. */
  label: words,
  /** 0..1: the sum of the signals' contributions. */
  score: number,
  signals: list(signalRules),
  /** Steps from what was asked for, which itself has 0. */
  depth: count,
  /** How it was reached, in words. */
  path: words,
  /** Of a memory: when it happened; of a fact, since when it is so or is known. */
  occurredAt: wireDate.exactOptional(),
  speaker: words.exactOptional(),
  /** Of a memory that does not hold any more. */
  superseded: supersededRules.exactOptional(),
  /** Set where it was drawn by chance. */
  byChance: set.exactOptional(),
};
/** A node of an exploration. */
export interface ExploredNode extends Fields<typeof exploredNodeFields> {}

/** The rules of {@link ExploredNode}. */
export const exploredNodeRules: z.ZodType<ExploredNode> = record(exploredNodeFields);

const exploredClusterFields = {
  /** What they are about: up to three names and key terms. */
  theme: words,
  /** The ids of its nodes, the best first. */
  nodes: list(words),
};
/** Nodes that have more to do with each other than with the rest. */
export interface ExploredCluster extends Fields<typeof exploredClusterFields> {}

/** The rules of {@link ExploredCluster}. */
export const exploredClusterRules: z.ZodType<ExploredCluster> = record(exploredClusterFields);

const explorationFields = {
  agent: words,
  /** What was asked for. */
  from: list(words),
  /** What of it this perspective knows nothing of. */
  unknown: list(words),
  depth: count,
  /** What was asked for, then the best first. */
  nodes: list(exploredNodeRules),
  /** The edges between these nodes. */
  edges: list(graphEdgeRules),
  /** All nodes but those that were asked for, in clusters: that of the best node first. */
  clusters: list(exploredClusterRules),
  /** How many nodes the walk reached. */
  total: count,
};
/** What an exploration holds. */
export interface ExplorationParts extends Fields<typeof explorationFields> {}

/** The rules of {@link ExplorationParts}. */
export const explorationRules: z.ZodType<ExplorationParts> = record(explorationFields);
