/** Measures how long another embedder takes for queries, so that recall can be timed without it. */
import type { Embedder, EmbedOptions } from '../../index.ts';

/** An embedder that passes everything on and keeps the time. */
export class TimingEmbedder implements Embedder {
  readonly model: string;
  readonly dimension: number;
  readonly #inner: Embedder;
  readonly #firstMs = new Map<string, number>();
  #spentMs = 0;

  constructor(inner: Embedder) {
    this.#inner = inner;
    this.model = inner.model;
    this.dimension = inner.dimension;
  }

  async embed(texts: readonly string[], options?: EmbedOptions): Promise<readonly Float32Array[]> {
    if (options?.purpose !== 'query') return this.#inner.embed(texts, options);
    const start = performance.now();
    const vectors = await this.#inner.embed(texts, options);
    const ms = performance.now() - start;
    this.#spentMs += ms;
    // An embedder may remember recent queries: only the first time tells what a query takes.
    for (const text of texts) if (!this.#firstMs.has(text)) this.#firstMs.set(text, ms / texts.length);
    return vectors;
  }

  /** Loads the model, so that the clock does not run while it loads. */
  async warmUp(): Promise<void> {
    if (this.dimension > 0) await this.#inner.embed(['warm up'], { purpose: 'document' });
  }

  /** Milliseconds spent on queries since this was last asked. */
  takeSpentMs(): number {
    const spent = this.#spentMs;
    this.#spentMs = 0;
    return spent;
  }

  /** Milliseconds that a query took when it was first embedded; undefined when it never was. */
  firstMs(query: string): number | undefined {
    return this.#firstMs.get(query);
  }

  /** Leaves the other embedder open: a bench uses it for store after store. */
  async close(): Promise<void> {}
}
