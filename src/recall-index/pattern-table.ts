/**
 * The patterns by which memories ask to be brought up ("auth error", "how to deploy"), each as the
 * set of its words, so that those that a query matches are found without looking at any memory.
 */

/** Patterns and their numbers, from 0 in the order of their first appearance. */
export class PatternTable {
  /** The numbers of each pattern's words, distinct and in order. */
  readonly words: (readonly number[])[] = [];
  readonly #numbers: Map<string, number> = new Map();
  /** Each pattern under one of its words: the one that fewest had when it came. */
  readonly #byWord: Map<number, number[]> = new Map();

  /** The number of the pattern that has these words, given to it now if it has none; -1 without a word. */
  number(words: readonly number[]): number {
    const distinct = [...new Set(words)].sort((one, other) => one - other);
    const [first] = distinct;
    if (first === undefined) return -1;
    const key = distinct.join(' ');
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.words.push(distinct) - 1;
    this.#numbers.set(key, number);
    const under = (word: number): number => this.#byWord.get(word)?.length ?? 0;
    const rarest = distinct.reduce((best, word) => (under(word) < under(best) ? word : best), first);
    const patterns = this.#byWord.get(rarest);
    if (patterns === undefined) this.#byWord.set(rarest, [number]);
    else patterns.push(number);
    return number;
  }

  /** The patterns all of whose words are among these. */
  matching(words: ReadonlySet<number>): ReadonlySet<number> {
    const found = new Set<number>();
    for (const word of words) {
      for (const pattern of this.#byWord.get(word) ?? []) {
        if ((this.words[pattern] as readonly number[]).every((other) => words.has(other))) found.add(pattern);
      }
    }
    return found;
  }
}
