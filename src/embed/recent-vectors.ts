/** The vectors of recent texts. */
import { longestRecentText } from './defaults.ts';
import type { TextEmbedding } from './embedder.ts';

/** Hands out what it keeps: copy a vector before it leaves the embedder. */
export class RecentVectors {
  readonly #limit: number;
  // A Map keeps the order of insertion: the first key is the one unused for longest.
  readonly #vectors = new Map<string, TextEmbedding>();

  /** @param limit how many texts at most; 0 keeps none */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** What was made of this text, if it is recent. */
  get(text: string): TextEmbedding | undefined {
    const vector = this.#vectors.get(text);
    if (vector === undefined) return undefined;
    this.#vectors.delete(text);
    this.#vectors.set(text, vector);
    return vector;
  }

  /** Makes this text the most recent one. */
  set(text: string, made: TextEmbedding): void {
    if (this.#limit === 0 || text.length > longestRecentText) return;
    this.#vectors.delete(text);
    // A copy, so that one text does not keep the memory of its whole batch.
    this.#vectors.set(text, { ...made, vector: made.vector.slice() });
    if (this.#vectors.size <= this.#limit) return;
    const [oldest] = this.#vectors.keys();
    if (oldest !== undefined) this.#vectors.delete(oldest);
  }

  /** Forgets all. */
  clear(): void {
    this.#vectors.clear();
  }
}
