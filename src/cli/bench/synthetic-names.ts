/**
 * Synthetic names as a long memory has them (people, things of one word, works of three, files, Chinese
 * names), and messages that say some of them among everyday words. The same seed makes the same.
 */
import { type SeededRandom, seededRandom } from './seeded-random.ts';

const consonants = [
  'b',
  'br',
  'c',
  'ch',
  'd',
  'f',
  'g',
  'h',
  'k',
  'l',
  'm',
  'n',
  'p',
  'r',
  's',
  'st',
  't',
  'tr',
  'v',
  'z',
];
const vowels = ['a', 'ai', 'e', 'i', 'o', 'ou', 'u'];
const everyday =
  'about after all because before but came could day down each even first for from get give good have here how into just know last like long look made make many more most much new now of on one only other out over people said see she some take tell than that the their them then there these they thing think this time to two use very want was way well went were what when which who will with work would year you';
/** Given names, of which every fourth name in a store begins with one. */
const givenNames = 2_000;
/** The first ideograph, and how many after it are used. */
const [ideograph, ideographs] = [0x4e00, 3_000];
/** One word in so many of a message is a name. */
const wordsToAName = 10;

/** A source of names and of messages. */
export class SyntheticNames {
  readonly names: readonly string[];
  readonly #random: SeededRandom;
  readonly #words: readonly string[] = everyday.split(' ');

  /** So many distinct names. */
  constructor(seed: number, count: number) {
    this.#random = seededRandom(seed);
    const given = Array.from({ length: givenNames }, () => this.#word());
    const names = new Set<string>();
    while (names.size < count) names.add(this.#name(given));
    this.names = [...names];
  }

  /** A name that none of the others is. */
  unheard(): string {
    return `${this.#word()} ${this.#word()}quist`;
  }

  /** A message of so many characters in everyday words, some names among them. */
  message(characters: number): string {
    let text = '';
    while (text.length < characters) {
      text += this.#random.below(wordsToAName) === 0 ? this.#pick(this.names) : this.#pick(this.#words);
      text += this.#random.below(12) === 0 ? '. ' : ' ';
    }
    return text.slice(0, characters);
  }

  #name(given: readonly string[]): string {
    const kind = this.#random.next();
    if (kind < 0.4) return `${this.#pick(given)} ${this.#word()}`;
    if (kind < 0.65) return this.#word();
    if (kind < 0.75) return `The ${this.#word()} ${this.#word()}`;
    if (kind < 0.9) return `src/${this.#word().toLowerCase()}/${this.#word().toLowerCase()}.ts`;
    const characters = Array.from(
      { length: 2 + this.#random.below(3) },
      () => ideograph + this.#random.below(ideographs),
    );
    return String.fromCharCode(...characters);
  }

  #word(): string {
    const syllables = Array.from(
      { length: 2 + this.#random.below(3) },
      () => this.#pick(consonants) + this.#pick(vowels),
    );
    const word = syllables.join('');
    return word.charAt(0).toUpperCase() + word.slice(1);
  }

  #pick(list: readonly string[]): string {
    return list[this.#random.below(list.length)] as string;
  }
}
