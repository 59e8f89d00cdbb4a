/** The tunables of exploration. */
import { type NodeSignalName, nodeWeights } from './node-score.ts';

/** Steps from what was asked for, when a call does not say. */
export const defaultDepth = 2;
/** Nodes to answer at most, when a call does not say. */
export const defaultNodes = 30;

/** Memories that are looked at from what was asked for, at most; those written last. */
export const maxFromSeed = 5_000;
/** Memories that are looked at from any other entity, at most: a hub that is only passed leads everywhere. */
export const maxFromOther = 500;
/** The best nodes of a level from which the walk goes on: what is reached through worse ones has little chance. */
export const maxExpanded = 100;

/** The share of nearness in the score of a node, the other signals share the rest. */
const nearnessWeight = 0.15;

/** The signals of a node that was reached by a walk. */
export type WalkSignalName = NodeSignalName | 'nearness';

/** What each signal is worth in an exploration; they add up to 1. */
export const walkWeights: Readonly<Record<WalkSignalName, number>> = {
  ...scaled(nodeWeights, 1 - nearnessWeight),
  nearness: nearnessWeight,
};

/** Characters of a memory that are shown. */
export const labelCharacters = 120;
/** Characters of a memory that a path shows. */
export const pathLabelCharacters = 60;

/** Words of a theme at most. */
export const maxThemeWords = 3;
/** The share of common key terms from which two memories count as tied, for the clusters. */
export const alikeShare = 0.25;

function scaled(weights: typeof nodeWeights, factor: number): typeof nodeWeights {
  return Object.fromEntries(Object.entries(weights).map(([name, weight]) => [name, weight * factor])) as typeof weights;
}

/** Memories of a graph: more than people tell apart at a glance, and few enough to be laid out at once. */
export const defaultMemories = 2_000;
/** Others that a memory is tied to by each kind of computed edges: enough that what belongs together hangs together. */
export const defaultPerMemory = 3;
/** Computed edges of one kind at most: twice the edges that the largest graphs have of records. */
export const maxComputedEdges = 60_000;
/**
 * How many neighbours in time, to either side, a memory is compared with among those that have a key term in common.
 * Most terms have fewer; of a term that thousands have, what was learned about the same time is the likelier relation.
 */
export const conceptNeighbours = 8;
/** The longest label of a node, in characters. */
export const labelLength = 80;
/** The most memories that an inspection lists of an entity. */
export const maxMentionedIn = 50;
