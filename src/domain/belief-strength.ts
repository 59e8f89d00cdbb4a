/**
 * How a belief fades: strength halves every half-life since it was last reinforced.
 * Computed whenever it is read, so no pass has to run for it to be right.
 */
import { dayMs } from './time.ts';

/** What the strength of a belief follows from; times in milliseconds since 1970. */
export interface Fading {
  readonly strength: number;
  readonly reinforcedAt: number;
  readonly halfLifeDays: number;
  readonly permanent: boolean;
}

/** The strength that is left at `at`: 0..1. A time before the last reinforcement leaves it whole. */
export function effectiveStrength(belief: Fading, at: number): number {
  if (belief.permanent) return belief.strength;
  const ageDays = Math.max(0, at - belief.reinforcedAt) / dayMs;
  return belief.strength * 2 ** (-ageDays / belief.halfLifeDays);
}

/**
 * When the effective strength falls to a threshold, in milliseconds since 1970: Infinity for never, -Infinity where it
 * did not lie above it even when it was whole.
 */
export function timeOfFalling(belief: Fading, threshold: number): number {
  if (belief.strength <= threshold) return Number.NEGATIVE_INFINITY;
  if (belief.permanent) return Number.POSITIVE_INFINITY;
  return belief.reinforcedAt + belief.halfLifeDays * dayMs * Math.log2(belief.strength / threshold);
}

/**
 * When a belief that is reinforced at `at` counts as reinforced: never before it last was, or a
 * clock that went back would let it fade sooner than if nothing had reinforced it.
 */
export function reinforcementTime(last: Date, at: Date): Date {
  return at < last ? last : at;
}

/** Recall sees a belief whose effective strength lies strictly above this (design A). */
export const recallThreshold = 0.3;

/** A belief whose effective strength lies below this is archived (design A): only a recall of the archive sees it. */
export const archiveThreshold = 0.1;

/** Days in which a belief about a fact halves when nothing lengthens it (design.md, "Belief over time"). */
export const factHalfLifeDays = 180;
/** Days in which a belief about an observation halves when nothing lengthens it. */
export const observationHalfLifeDays = 60;

/**
 * The half-life of a new belief in days: the base of its kind, times 0.5..2 by importance
 * (1 halves it, 5 leaves it, 10 doubles it) and times 1..1.5 by emotional intensity (0..1).
 */
export function halfLifeDays(baseDays: number, importance: number, intensity: number): number {
  const byImportance = importance <= 5 ? 0.5 + (importance - 1) / 8 : 1 + (importance - 5) / 5;
  return baseDays * byImportance * (1 + intensity / 2);
}

/** The most that recalling can lengthen a half-life: this many times what it was when the belief was new. */
export const longestHalfLifeFactor = 4;

/**
 * The half-life after a recall. Use that is spaced makes a memory last, use in quick succession
 * does not (the spacing effect; Cepeda et al. 2006): it grows by a quarter of what had faded, so
 * that a recall at half strength adds an eighth and one at full strength nothing.
 *
 * @param retained - effective strength divided by strength, 0..1.
 * @param newHalfLifeDays - what the belief's half-life was when it was new.
 */
export function spacedHalfLifeDays(days: number, retained: number, newHalfLifeDays: number): number {
  const longest = Math.max(days, newHalfLifeDays * longestHalfLifeFactor);
  return Math.min(longest, days * (1 + (1 - retained) / 4));
}
