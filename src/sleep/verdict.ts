/** What becomes of two beliefs that may be in conflict, and who decides it. */
import type { Belief, Memory, Observation } from '../domain/records.ts';

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
  /** Of a fact: the observations that the believer derives it from, the earliest first. */
  readonly sources: readonly Observation[];
}

/** Two memories that one believer holds and that may be in conflict: facts, or what was said and is no fact. */
export interface ConflictPair {
  /** An agent, or `system`. */
  readonly believer: string;
  /** What was said later. */
  readonly newer: BelievedMemory;
  readonly older: BelievedMemory;
}

/** Judges pairs that may be in conflict: a verdict for each, in their order; `undefined` where it cannot tell. */
export type ConflictJudge = (
  pairs: readonly ConflictPair[],
  signal?: AbortSignal,
) => Promise<readonly (Verdict | undefined)[]>;
