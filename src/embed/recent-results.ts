/** What was made of recent texts. */
import { longestRecentText } from './defaults.ts';

/** Hands out what it keeps: copy it before it leaves the embedder. */
export class RecentResults<Made> {
  #limit: number;
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

  /** What was made of some texts, recently or now of those of which nothing is kept. */
  async getOrMake(
    texts: readonly string[],
    make: (missing: readonly string[]) => Promise<ReadonlyMap<string, Made>>,
  ): Promise<ReadonlyMap<string, Made>> {
    const found = new Map<string, Made>();
    const missing: string[] = [];
    for (const text of new Set(texts)) {
      const recent = this.get(text);
      if (recent === undefined) missing.push(text);
      else found.set(text, recent);
    }
    if (missing.length === 0) return found;
    for (const [text, made] of await make(missing)) {
      found.set(text, made);
      this.set(text, made);
    }
    return found;
  }

  /** Forgets all, and keeps nothing from now on. */
  close(): void {
    this.#limit = 0;
    this.#made.clear();
  }
}
