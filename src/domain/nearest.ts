/** Finds what somebody who wrote a name wrong probably meant. */
import { closest, distance } from 'fastest-levenshtein';

/** The known word that is nearest to `word`; undefined when none is near enough to be meant. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  if (known.length === 0) return undefined;
  const best = closest(word, known);
  // A third of the letters may be wrong: more, and the suggestion is a guess.
  return distance(word, best) <= Math.max(2, Math.floor(best.length / 3)) ? best : undefined;
}
