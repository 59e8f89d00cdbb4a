/** The tunables of the index, with their sources. */

/**
 * Vectors in a space from which on graphs answer instead of the exact scan, which reads all of them.
 */
export const graphFrom = 50_000;

/** Vectors of one believer from which on it has a graph of its own; fewer are compared one by one. */
export const graphLeast = 4_096;

/** Vectors that are added to graphs in one go: about 4 ms at 0.5 ms each (measured at 100,000). */
export const graphStep = 8;

/** Milliseconds between two steps, in which everything else has its turn. */
export const graphPauseMs = 20;

/** Steps that give way to writes before one is made all the same. */
export const graphPatience = 10;
