/**
 * How much memories have in common with the words of a message: a rare word that both have says much,
 * a frequent one little. Rarity is counted among the memories of the believers in view and nobody
 * else's. The names that the message knows are left out, since everything that is said of them has them.
 */
import { termsOf } from '../domain/terms.ts';
import type { Sight } from '../explore/sight.ts';
import type { BelieverIndex } from '../index/believer-index.ts';
import { mostPostings } from './defaults.ts';

/** A word of the message, and the documents of each believer that have it. */
interface SoughtWord {
  readonly rarity: number;
  readonly postings: readonly (readonly number[])[];
  readonly count: number;
}

/**
 * 0..1 by slot, for every memory that has a word of the message, in view or not: 0.5 for one word that
 * no other memory has. Of words so frequent that looking at all would take long the rarer ones count.
 */
export function wordFits(
  { index, believers: agents }: Sight,
  message: string,
  names: readonly string[],
): ReadonlyMap<number, number> {
  const believers = agents.flatMap((agent) => index.believer(agent) ?? []);
  const known = believers.reduce((sum, { count }) => sum + count, 0);
  const named = new Set(names.flatMap((name) => termsOf(name)));
  const terms = [...new Set(termsOf(message))].filter((term) => !named.has(term));
  const sought = terms
    .map((term) => soughtWord(believers, index.memories.vocabulary.find(term), known))
    .filter(({ count }) => count > 0)
    .sort((one, other) => one.count - other.count);
  const fits = new Map<number, number>();
  believers.forEach((believer, place) => {
    for (const [slot, rarity] of raritiesBySlot(believer, sought, place)) {
      const fit = rarity / (rarity + Math.log(1 + known));
      if (fit > (fits.get(slot) ?? 0)) fits.set(slot, fit);
    }
  });
  return fits;
}

function soughtWord(believers: readonly BelieverIndex[], term: number, known: number): SoughtWord {
  const postings = believers.map((believer) => (term < 0 ? [] : believer.postings(term)));
  const count = postings.reduce((sum, { length }) => sum + length, 0);
  return { rarity: Math.log(1 + Math.max(0, known - count + 0.5) / (count + 0.5)), postings, count };
}

/** By slot the rarities of the words that a believer's memories have, added up; the rarest words first. */
function raritiesBySlot(
  believer: BelieverIndex,
  sought: readonly SoughtWord[],
  place: number,
): ReadonlyMap<number, number> {
  const sums = new Map<number, number>();
  let left = mostPostings;
  for (const { rarity, postings } of sought) {
    const docs = postings[place] as readonly number[];
    left -= docs.length;
    if (left < 0) break;
    for (const posting of docs) {
      const slot = believer.slotOf.values[posting >> 8] as number;
      if (slot >= 0) sums.set(slot, (sums.get(slot) ?? 0) + rarity);
    }
  }
  return sums;
}
