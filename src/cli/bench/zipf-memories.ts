/**
 * Synthetic memories whose words are as unevenly frequent as those of a language (Zipf's law), in
 * sessions that each keep to a topic. The same seed makes the same memories.
 */
import type { ObservationInput } from '../../index.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';

/** Words in the vocabulary; a large conversation history has about as many. */
export const vocabularySize = 20_000;
/** Zipf's exponent, close to that of English texts, with Mandelbrot's shift. */
const exponent = 1.07;
const shift = 2.7;
const turnsInSession = 20;
const topics = 256;
const speakers = ['Ada', 'Ben', 'Chloe', 'Dev', 'Elif', 'Femi', 'Grace', 'Hugo'] as const;
const places = ['Lisbon', 'Oslo', 'Kyoto', 'Quito', 'Seattle', 'Turin'] as const;
const start = Date.UTC(2024, 0, 1);
const hourMs = 3_600_000;

/** A source of memories, and of queries that some of them answer. */
export class ZipfMemories {
  readonly #random: SeededRandom;
  readonly #cumulative: Float64Array;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
    this.#cumulative = cumulativeWeights();
  }

  /** So many memories, one after another; numbers go on from `first`. */
  *memories(first: number, count: number): Generator<ObservationInput & { readonly content: string }> {
    for (let number = first; number < first + count; number += 1) {
      const session = Math.floor(number / turnsInSession);
      yield {
        id: `bench-${number}`,
        content: this.#content(session),
        speaker: speakers[(session + (number % 2)) % speakers.length] as string,
        session: `bench-${session}`,
        occurredAt: new Date(start + session * hourMs),
      };
    }
  }

  /** A query: a memory's topic and some of its rarer words. */
  query(content: string): string {
    const words = content.replace(/[^a-z ]/g, '').split(' ');
    const [topic = ''] = words;
    const rare = words.toSorted((a, b) => b.length - a.length).slice(0, 4);
    return [topic, ...rare, this.#word()].join(' ');
  }

  #content(session: number): string {
    const topic = wordAt(200 + (session % topics));
    const length = 8 + this.#random.below(20);
    const words = Array.from({ length }, () => this.#word());
    if (this.#random.next() < 0.2) words.push('in', places[this.#random.below(places.length)] as string);
    if (this.#random.next() < 0.1) words.push('with', speakers[this.#random.below(speakers.length)] as string);
    return `${[topic, ...words].join(' ')}.`;
  }

  #word(): string {
    const drawn = this.#random.next() * (this.#cumulative.at(-1) as number);
    let low = 0;
    let high = vocabularySize - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#cumulative[middle] as number) < drawn) low = middle + 1;
      else high = middle;
    }
    return wordAt(low);
  }
}

function cumulativeWeights(): Float64Array {
  const weights = new Float64Array(vocabularySize);
  let total = 0;
  for (let rank = 0; rank < vocabularySize; rank += 1) {
    total += 1 / (rank + 1 + shift) ** exponent;
    weights[rank] = total;
  }
  return weights;
}

const consonants = 'bdfgklmnprstvz';
const vowels = 'aeiou';

/** A word that can be spoken, another for each rank (from 0); frequent ones are shorter. */
export function wordAt(rank: number): string {
  let word = '';
  for (let rest = rank + 1; rest > 0; rest = Math.floor(rest / (consonants.length * vowels.length))) {
    const syllable = rest % (consonants.length * vowels.length);
    word += `${consonants[Math.floor(syllable / vowels.length)]}${vowels[syllable % vowels.length]}`;
  }
  return word;
}
