/**
 * How much memories have in common with the words of a message: a rare word that both have says much,
 * a frequent one little, and one that stands beside a memory in its session tells of it as well. Rarity
 * is counted among the memories of the believers in view and nobody else's. Left out are the names that
 * the message knows, since everything that is said of them has them, and words that name nothing.
 */
import { conceptStopWords } from '../domain/concepts-stop-words.ts';
import { stemOf, termsOf, wordsOf } from '../domain/terms.ts';
import type { Sight } from '../explore/sight.ts';
import type { BelieverIndex } from '../index/believer-index.ts';
import { mostPostings, shareOfNext, shareOfPrevious, wordsToHalfFit } from './defaults.ts';

/** A word of the message, and the documents of each believer that have it. */
interface SoughtWord {
  readonly rarity: number;
  readonly postings: readonly (readonly number[])[];
  readonly count: number;
}

/**
 * 0..1 by slot, for every memory that has a word of the message or stands beside one, in view or not.
 * Of words so frequent that looking at all would take long the rarer ones count.
 */
export function wordFits(
  { index, believers: agents }: Sight,
  message: string,
  names: readonly string[],
): ReadonlyMap<number, number> {
  const believers = agents.flatMap((agent) => index.believer(agent) ?? []);
  const known = believers.reduce((sum, { count }) => sum + count, 0);
  const sought = termsSought(message, names)
    .map((term) => soughtWord(believers, index.memories.vocabulary.find(term), known))
    .filter(({ count }) => count > 0)
    .sort((one, other) => one.count - other.count);
  const half = wordsToHalfFit * Math.log(1 + known);
  const fits = new Map<number, number>();
  believers.forEach((believer, place) => {
    for (const [slot, rarity] of raritiesBySlot(believer, sought, place)) {
      fits.set(slot, Math.max(fits.get(slot) ?? 0, rarity / (rarity + half)));
    }
  });
  return fits;
}

function termsSought(message: string, names: readonly string[]): readonly string[] {
  const named = new Set(names.flatMap((name) => termsOf(name)));
  const words = wordsOf(message).filter((word) => !conceptStopWords.has(word));
  return [...new Set(words.map(stemOf))].filter((term) => !named.has(term));
}

function soughtWord(believers: readonly BelieverIndex[], term: number, known: number): SoughtWord {
  const postings = believers.map((believer) => (term < 0 ? [] : believer.postings(term)));
  const count = postings.reduce((sum, { length }) => sum + length, 0);
  return { rarity: Math.log(1 + Math.max(0, known - count + 0.5) / (count + 0.5)), postings, count };
}

/** By slot the rarities of the words that a believer's memories and their neighbours have, added up; the rarest words first. */
function raritiesBySlot(
  { slotOf, timelines }: BelieverIndex,
  sought: readonly SoughtWord[],
  place: number,
): ReadonlyMap<number, number> {
  const sums = new Map<number, number>();
  const add = (doc: number, rarity: number): void => {
    const slot = doc < 0 ? -1 : (slotOf.values[doc] as number);
    if (slot >= 0) sums.set(slot, (sums.get(slot) ?? 0) + rarity);
  };
  let left = mostPostings;
  for (const { rarity, postings } of sought) {
    const docs = postings[place] as readonly number[];
    left -= docs.length;
    if (left < 0) break;
    for (const posting of docs) {
      const doc = posting >> 8;
      add(doc, rarity);
      add(timelines.next.values[doc] as number, shareOfNext * rarity);
      add(timelines.previous.values[doc] as number, shareOfPrevious * rarity);
    }
  }
  return sums;
}
