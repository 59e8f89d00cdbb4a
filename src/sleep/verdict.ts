/** What becomes of two beliefs that may be in conflict, and who decides it. */
import type { Belief, Link, Memory } from '../domain/records.ts';

/**
 * What becomes of a conflict (design A): the newer belief takes the place of the older (`override`), both say
 * the same and the better attested stays (`merge`), both hold (`complementary`), or one is an
 * exception to the other (`exception`).
 */
export type Verdict = 'override' | 'merge' | 'complementary' | 'exception';

/** A memory as its believer holds it. */
export interface BelievedMemory {
  readonly memory: Memory;
  readonly belief: Belief;
}

/** Two memories that one believer holds and that may be in conflict. */
export interface ConflictPair {
  /** In whose perspective they are in conflict. */
  readonly believer: string;
  /** What was believed later. */
  readonly newer: BelievedMemory;
  readonly older: BelievedMemory;
  /** What brought the two together. */
  readonly link: Link;
}

/** Judges pairs that may be in conflict: a verdict for each, in their order; `undefined` where it cannot tell. */
export type ConflictJudge = (
  pairs: readonly ConflictPair[],
  signal?: AbortSignal,
) => Promise<readonly (Verdict | undefined)[]>;
