/** One recall of a bench, timed with and without the embedding of its query. */
import type { AgentMemory, Embedder, EmbedOptions, RecallResult, SearchOptions, TextEmbedding } from 'madeleine';

/** What one recall took. */
export interface TimedRecall {
  readonly result: RecallResult;
  /** Without the embedding of the query. */
  readonly recallMs: number;
  /** Undefined when the profile embeds no query. */
  readonly embedMs?: number;
}

/** Searches, which is recall without side effects: one question leaves the next as it was. */
export async function timedRecall(
  agent: AgentMemory,
  embedder: TimingEmbedder,
  options: SearchOptions,
): Promise<TimedRecall> {
  embedder.takeSpentMs();
  const start = performance.now();
  const result = await agent.search(options);
  const totalMs = performance.now() - start;
  const spentMs = embedder.takeSpentMs();
  const embedMs = spentMs > 0 ? embedder.firstMs(options.query) : undefined;
  return { result, recallMs: totalMs - spentMs, ...(embedMs === undefined ? {} : { embedMs }) };
}

/** An embedder that passes everything on and keeps the time. */
export class TimingEmbedder implements Embedder {
  readonly model: string;
  readonly dimension: number;
  readonly answers?: NonNullable<Embedder['answers']>;
  readonly ends?: NonNullable<Embedder['ends']>;
  readonly #inner: Embedder;
  readonly #firstMs = new Map<string, number>();
  #spentMs = 0;

  constructor(inner: Embedder) {
    this.#inner = inner;
    this.model = inner.model;
    this.dimension = inner.dimension;
    if (inner.answers !== undefined) this.answers = inner.answers.bind(inner);
    if (inner.ends !== undefined) this.ends = inner.ends.bind(inner);
  }

  async embed(texts: readonly string[], options?: EmbedOptions): Promise<readonly Float32Array[]> {
    return (await this.embedWithTokens(texts, options)).map(({ vector }) => vector);
  }

  async embedWithTokens(texts: readonly string[], options?: EmbedOptions): Promise<readonly TextEmbedding[]> {
    const embed = async (): Promise<readonly TextEmbedding[]> =>
      (await this.#inner.embedWithTokens?.(texts, options)) ??
      (await this.#inner.embed(texts, options)).map((vector) => ({ vector }));
    if (options?.purpose !== 'query') return embed();
    const start = performance.now();
    const made = await embed();
    const ms = performance.now() - start;
    this.#spentMs += ms;
    // An embedder may remember recent queries: only the first time tells what a query takes.
    for (const text of texts) if (!this.#firstMs.has(text)) this.#firstMs.set(text, ms / texts.length);
    return made;
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
