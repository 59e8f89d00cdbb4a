/**
 * Synthetic memories and vectors, the same for the same seed: words as unevenly frequent as those of a language (Zipf's
 * law) in sessions that each keep to a topic, things that have names, and vectors in clusters that cost nothing.
 */
import type { Embedder, TextEmbedding, ObservationInput } from 'madeleine';
import { type SeededRandom, seededRandom, seedOf } from './seeded-random.ts';

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

/** How many names there are; each comes up once in so many memories, and a few of them all the time. */
export const nameCount = 10_000;
/** Characters of a long message. */
const longMessage = 2000;

/** A source of memories that name things, and of messages. */
export class NamedMemories {
  readonly #random: SeededRandom;
  readonly #memories: ZipfMemories;

  constructor(seed: number) {
    this.#random = seededRandom(seed + 1);
    this.#memories = new ZipfMemories(seed);
  }

  /** So many memories, one after another; numbers go on from `first`. */
  *memories(first: number, count: number): Generator<ObservationInput & { readonly content: string }> {
    let number = first;
    for (const memory of this.#memories.memories(first, count)) {
      const names = [nameAt(number % nameCount), this.#name()];
      yield { ...memory, content: `${memory.content} ${this.#sentence(names)}` };
      number += 1;
    }
  }

  /** A message with a name, and words of a memory. */
  message(content: string): string {
    return `How is ${this.#name()} doing? I keep thinking of ${this.#memories.query(content)}.`;
  }

  /** A message of 2,000 characters with a few names. */
  longMessage(contents: readonly string[]): string {
    let message = '';
    while (message.length < longMessage) {
      message += `${this.message(contents[this.#random.below(contents.length)] ?? '')} `;
    }
    return message.slice(0, longMessage);
  }

  #sentence([one = '', other = '']: readonly string[]): string {
    const kind = this.#random.below(10);
    if (kind === 0) return `${one} lives in ${other}.`;
    if (kind === 1) return `${one} is the sister of ${other}.`;
    return `We met ${one} and ${other} there.`;
  }

  /** Low numbers are drawn far more often than high ones (Zipf's law with exponent 1). */
  #name(): string {
    return nameAt(Math.floor(nameCount ** this.#random.next()) - 1);
  }
}

/** A name that is no word of the memories. */
function nameAt(number: number): string {
  const word = wordAt(vocabularySize + number);
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

const clusters = 256;
/** How far a text lies from the centre of its cluster, per dimension, where the centre has 1. */
const spread = 0.6;

/** Components of a word's vector, as many as the bundled model has. */
const wordDimension = 48;

/** Makes clustered unit vectors from nothing but a hash of the text, and a unit vector for each of its words. */
export class SyntheticEmbedder implements Embedder {
  readonly model: string;
  readonly dimension: number;
  readonly #centres = new Map<number, Float32Array>();
  readonly #wordVectors = new Map<string, Int8Array>();

  constructor(model: string = 'synthetic', dimension: number = 384) {
    this.model = model;
    this.dimension = dimension;
  }

  embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
    return Promise.resolve(texts.map((text) => this.#vectorOf(text)));
  }

  async embedWithTokens(texts: readonly string[]): Promise<readonly TextEmbedding[]> {
    return texts.map((text) => {
      const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
      const values = new Int8Array(words.length * wordDimension);
      for (const [at, word] of words.entries()) values.set(this.#wordVector(word), at * wordDimension);
      return { vector: this.#vectorOf(text), tokens: { words, values } };
    });
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #wordVector(word: string): Int8Array {
    let vector = this.#wordVectors.get(word);
    if (vector === undefined) {
      const random = seededRandom(seedOf(word));
      const unit = normalised(Float32Array.from({ length: wordDimension }, () => random.normal()));
      vector = Int8Array.from(unit, (value) => Math.round(value * 127));
      this.#wordVectors.set(word, vector);
    }
    return vector;
  }

  #vectorOf(text: string): Float32Array {
    const word = /[\p{L}\p{N}]+/u.exec(text)?.[0] ?? text;
    const centre = this.#centre(seedOf(word.toLowerCase()) % clusters);
    const random = seededRandom(seedOf(text));
    return normalised(centre.map((value) => value + spread * random.normal()));
  }

  #centre(cluster: number): Float32Array {
    let centre = this.#centres.get(cluster);
    if (centre === undefined) {
      const random = seededRandom(cluster + 1);
      centre = Float32Array.from({ length: this.dimension }, () => random.normal());
      this.#centres.set(cluster, centre);
    }
    return centre;
  }
}

function normalised(vector: Float32Array): Float32Array {
  const norm = Math.hypot(...vector);
  return vector.map((value) => value / norm);
}
