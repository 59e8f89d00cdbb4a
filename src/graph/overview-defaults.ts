/** What the overview of a space goes by when a call does not say, and how far it goes. */

/** Memories of a graph: more than people tell apart at a glance, and few enough to be laid out at once. */
export const defaultMemories = 2_000;
/** Others that a memory is tied to by each kind of computed edges: enough that what belongs together hangs together. */
export const defaultPerMemory = 3;
/** Computed edges of one kind at most: twice the edges that the largest graphs have of records. */
export const mostComputedEdges = 60_000;
/**
 * How many neighbours in time, to either side, a memory is compared with among those that have a key term in common.
 * Most terms have fewer; of a term that thousands have, what was learned about the same time is the likelier relation.
 */
export const conceptNeighbours = 8;
/** The longest label of a node, in characters. */
export const labelLength = 80;
/** Memories that are told of an entity. */
export const mostMentionedIn = 50;
