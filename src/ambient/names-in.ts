/** What a message names of what a perspective knows. */
import type { BelieverIndex } from '../recall-index/believer-index.ts';
import { matchNames, type NameMatch, type NameSource } from '../recall-index/name-matcher.ts';
import { MeantNames } from './meant-names.ts';

/**
 * The names in a message that the believers know and the message means, in order; one that it says
 * twice comes twice. Ordinary words count as names only where their capital says so.
 */
export function namesIn(
  source: NameSource,
  believers: readonly BelieverIndex[],
  message: string,
): readonly NameMatch[] {
  const names = new MeantNames(message);
  return matchNames(source, believers, message, (place) => names.isMeant(place));
}
