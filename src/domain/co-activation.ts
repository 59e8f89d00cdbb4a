/**
 * How much it says that two memories were recalled together: counted, fading, saturating. A pure
 * rule; who counts and where the counts lie is the business of others.
 */
import { dayMs } from './time.ts';

/** How often a pair came up together and when it last did, in milliseconds since 1970. */
export interface Together {
  readonly count: number;
  readonly lastAt: number;
}

/** Days in which a count halves that nothing adds to: habits of a month ago still show, those of last year don't. */
export const coActivationHalfLifeDays = 30;
/** No pair counts further than this: what is recalled together every day must be able to fade. */
export const mostTogether = 100;
/** The count that is worth one half (design E asks for saturation and leaves the rate open). */
const halfWorth = 3;

/**
 * What is left of a count at `at`. A pair that last came up after `at` counts nothing: how often
 * it had come up by then is not known any more.
 */
export function countLeft({ count, lastAt }: Together, at: number): number {
  return lastAt > at ? 0 : count * 2 ** (-(at - lastAt) / (coActivationHalfLifeDays * dayMs));
}

/** The pair after it came up together once more: what is left, in whole numbers, and one. */
export function togetherAgain(before: Together | undefined, at: number): Together {
  if (before === undefined) return { count: 1, lastAt: at };
  // Recalls are written behind, so an earlier one may come after a later one.
  const lastAt = Math.max(at, before.lastAt);
  return { count: Math.min(mostTogether, Math.round(countLeft(before, lastAt)) + 1), lastAt };
}

/** What a count is worth: 0 for 0, one half for 3, towards 1 for many. */
export function worthOfCount(count: number): number {
  return count / (count + halfWorth);
}
