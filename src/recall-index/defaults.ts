/** The tunables of the index, with their sources. */

/**
 * Vectors in a space from which on graphs answer instead of the exact scan, which reads all of them.
 * Measured with 384 dimensions, two believers in view (a third and two thirds), profile balanced, 2
 * cores shared with others: processor time of a ranking by graph as a share of the exact one's is
 * 1.06 at 20,000, 0.69 at 50,000 and 0.47 at 100,000, and the first ten hits agree to 99.9 %. Below,
 * a graph would not repay its room (1.1 kB a vector) and its building.
 */
export const graphFrom = 50_000;

/** Vectors of one believer from which on it has a graph of its own; fewer are compared one by one. */
export const graphLeast = 4_096;

/** Vectors that are added to graphs in one go: about 4 ms at 0.24 ms each (measured at 100,000). */
export const graphStep = 16;

/** Milliseconds between two steps, in which everything else has its turn. */
export const graphPauseMs = 8;

/** Steps that give way to recalls and writes before one is made all the same. */
export const graphPatience = 25;
