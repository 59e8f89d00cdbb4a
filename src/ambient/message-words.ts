/**
 * How much memories have in common with the words of a message: a rare word that both have says much,
 * a frequent one little, and one that stands beside a memory in its session tells of it as well. Rarity
 * is counted among the memories of the believers in view and nobody else's. Left out are the names that
 * the message knows, since everything that is said of them has them, and words that name nothing.
 */
import { conceptStopWords } from '../language/word-lists.ts';
import { stemOf, termsOf, wordsOf } from '../language/words.ts';
import type { View } from '../recall/view.ts';
import type { BelieverIndex } from '../recall-index/believer-index.ts';
import type { MemoryTable } from '../recall-index/memory-table.ts';
import { maxPostings, shareOfNext, shareOfPrevious, wordsToHalfFit } from './defaults.ts';

/** A word of the message, and the documents of each believer that have it. */
interface SoughtWord {
  readonly rarity: number;
  readonly postings: readonly (readonly number[])[];
  readonly count: number;
}

/** How much of a message's words memories have, 0..1. */
export class WordFits {
  readonly #memories: MemoryTable;
  readonly #believers: readonly BelievedWords[];
  /** The rarity that makes half of a fit. */
  readonly #half: number;

  /**
   * Looks the words up, in memories in view and others. Of words so frequent that looking at all would take long the
   * rarer ones count.
   *
   * @param names - the names that the message knows, as it writes them.
   */
  constructor({ index, believers: agents }: View, message: string, names: readonly string[]) {
    const believers = agents.flatMap((agent) => index.believer(agent) ?? []);
    const known = believers.reduce((sum, { count }) => sum + count, 0);
    const sought = termsSought(message, names)
      .map((term) => soughtWord(believers, index.memories.vocabulary.find(term), known))
      .filter(({ count, rarity }) => count > 0 && rarity > 0)
      .sort((one, other) => one.count - other.count);
    this.#memories = index.memories;
    this.#believers = believers.map((believer, position) => believedWords(believer, sought, position));
    this.#half = wordsToHalfFit * Math.log(1 + known);
  }

  /** How much the memory in a slot has; 0 where neither it nor what stands beside it has a word. */
  of(slot: number): number {
    let rarity = 0;
    for (const { believer, rarities } of this.#believers) {
      const doc = believer.doc(slot);
      if (doc >= 0) rarity = Math.max(rarity, rarities[doc] as number);
    }
    return rarity / (rarity + this.#half);
  }

  /** The slots of the memories that have some of the words and speak of one of some entities; one may come twice. */
  speakingOf(entities: readonly number[]): readonly number[] {
    return this.#believers.flatMap(({ believer, rarities }) =>
      entities.flatMap((entity) =>
        slotsOf(
          believer,
          believer.docsOf(entity).filter((doc) => rarities[doc] !== 0),
        ),
      ),
    );
  }

  /** The slots of the memories that have some of the words and are those of one of some speakers; one may come twice. */
  saidBy(speakers: readonly number[]): readonly number[] {
    if (speakers.length === 0) return [];
    const { speaker } = this.#memories;
    return this.#believers
      .flatMap(({ believer, docs }) => slotsOf(believer, docs))
      .filter((slot) => speakers.includes(speaker.get(slot)));
  }
}

/** What a believer's documents and their neighbours have of some words. */
interface BelievedWords {
  readonly believer: BelieverIndex;
  /** By document, the rarities of its words added up. */
  readonly rarities: Float64Array;
  /** The documents that have any, each once; forgotten ones too. */
  readonly docs: readonly number[];
}

function slotsOf({ slotOf }: BelieverIndex, docs: readonly number[]): readonly number[] {
  return docs.map((doc) => slotOf.get(doc));
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

/** Looks some words up among a believer's documents, the rarest first. */
function believedWords(believer: BelieverIndex, sought: readonly SoughtWord[], position: number): BelievedWords {
  const { next, previous } = believer.timelines;
  const rarities = new Float64Array(believer.docs);
  const docs: number[] = [];
  const add = (doc: number, rarity: number): void => {
    if (doc < 0) return;
    if (rarities[doc] === 0) docs.push(doc);
    rarities[doc] = (rarities[doc] as number) + rarity;
  };
  let left = maxPostings;
  for (const { rarity, postings } of sought) {
    const found = postings[position] as readonly number[];
    left -= found.length;
    if (left < 0) break;
    for (const posting of found) {
      const doc = posting >> 8;
      add(doc, rarity);
      add(next.get(doc), shareOfNext * rarity);
      add(previous.get(doc), shareOfPrevious * rarity);
    }
  }
  return { believer, rarities, docs };
}
