/** What `explore` takes, and what an exploration holds. */
import { z } from 'zod';
import { talkField } from '../domain/audience.ts';
import { type Checked, type Given, date, integerIn, listOf, numberIn, signal, text } from '../domain/input.ts';
import { type Fields, count, list, number, record, set, signalRules, wireDate, words } from '../domain/result.ts';
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
export const exploredNodeRules: z.ZodType<ExploredNode> = record(exploredNodeFields);

const exploredClusterFields = {
  /** What they are about: up to three names and key terms. */
  theme: words,
  /** The ids of its nodes, the best first. */
  nodes: list(words),
};
/** Nodes that have more to do with each other than with the rest. */
export interface ExploredCluster extends Fields<typeof exploredClusterFields> {}
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
  /** Which ones a name may mean that means several, in sentences. */
  notices: list(words).exactOptional(),
};
/** What an exploration holds. */
export interface ExplorationParts extends Fields<typeof explorationFields> {}
export const explorationRules: z.ZodType<ExplorationParts> = record(explorationFields);

// Zod takes a choice with a list in it for optional, so the rule says that it is required.
const from = z.nonoptional(
  z.union([text(512), listOf(text(512), 'names', 1, 10)], { error: 'must be a name or a list of names' }),
);

const exploreFields = {
  /** Names or ids of entities, ids of memories, or `agent:NAME`: one, or 1-10 of them. */
  from,
  /** Steps to go at most: 1-4. @default 2 */
  depth: integerIn(1, 4).optional(),
  /** Nodes to answer at most: 10-100. @default 30 */
  nodes: integerIn(10, 100).optional(),
  /** The share of nodes that are drawn by chance instead of by their score: 0-0.5. @default 0 */
  serendipity: numberIn(0, 0.5).optional(),
  /** The same seed draws the same nodes. @default 1 */
  seed: integerIn(0, 2 ** 31 - 1).optional(),
  /** Themes by which nodes count for more, at most 16; `[]` for none. @default what the memory was opened with for the agent, else the key terms that its own memories have most */
  anchors: listOf(text(512), 'themes', 0, 16).optional(),
  /** Walks through what was believed then. @default now */
  asOf: date.optional(),
  /** Walks through what was so at this time: facts that were valid then, and what had happened by then. @default any time */
  validAt: date.optional(),
  ...talkField,
  signal,
};
/** What `explore` takes. */
export interface ExploreOptions extends Given<typeof exploreFields> {}
export const exploreSchema: z.ZodType<Checked<ExploreOptions>> = z.strictObject(exploreFields);
