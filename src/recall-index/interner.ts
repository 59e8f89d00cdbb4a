/** Gives every distinct string a number, so that columns can hold it. */

/** Strings and their numbers, from 0 in the order of their first appearance. */
export class Interner {
  readonly #numbers: Map<string, number> = new Map();
  readonly #texts: string[] = [];

  constructor(texts: Iterable<string> = []) {
    for (const text of texts) this.number(text);
  }

  get size(): number {
    return this.#texts.length;
  }

  /** The number of a string, given to it now if it has none. */
  number(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#texts.length);
    return this.#texts.push(text) - 1;
  }

  /** The number of a string, or -1 if it has none. */
  find(text: string): number {
    return this.#numbers.get(text) ?? -1;
  }

  /** The string of a number that was given. */
  text(number: number): string {
    return this.#texts[number] ?? '';
  }

  texts(): readonly string[] {
    return this.#texts;
  }
}
