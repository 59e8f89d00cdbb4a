/** Synthetic memories in which things have names, and messages that name them. The same seed makes the same. */
import type { ObservationInput } from '../../index.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';
import { vocabularySize, wordAt, ZipfMemories } from './zipf-memories.ts';

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
