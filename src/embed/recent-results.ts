/** What was made of recent texts. */
import { longestRecentText } from './defaults.ts';

/** Hands out what it keeps: copy it before it leaves the embedder. */
export class RecentResults<Made> {
  readonly #limit: number;
  readonly #copy: (made: Made) => Made;
  // A Map keeps the order of insertion: the first key is the one unused for longest.
  readonly #made = new Map<string, Made>();

  /**
   * @param limit how many texts at most; 0 keeps none
   * @param copy what is kept of what was made, so that one text does not keep the memory of its whole batch
   */
  constructor(limit: number, copy: (made: Made) => Made = (made) => made) {
    this.#limit = limit;
    this.#copy = copy;
  }

  /** What was made of this text, if it is recent. */
  get(text: string): Made | undefined {
    const made = this.#made.get(text);
    if (made === undefined) return undefined;
    this.#made.delete(text);
    this.#made.set(text, made);
    return made;
  }

  /** Makes this text the most recent one. */
  set(text: string, made: Made): void {
    if (this.#limit === 0 || text.length > longestRecentText) return;
    this.#made.delete(text);
    this.#made.set(text, this.#copy(made));
    if (this.#made.size <= this.#limit) return;
    const [oldest] = this.#made.keys();
    if (oldest !== undefined) this.#made.delete(oldest);
  }

  /** Forgets all. */
  clear(): void {
    this.#made.clear();
  }
}
