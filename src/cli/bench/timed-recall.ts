/** One recall of a bench, timed with and without the embedding of its query. */
import type { AgentMemory, RecallResult, SearchOptions } from '../../index.ts';
import { percentile } from './ranking-metrics.ts';
import type { TimingEmbedder } from './timing-embedder.ts';

/** What one recall took. */
export interface TimedRecall {
  readonly result: RecallResult;
  /** Without the embedding of the query. */
  readonly recallMs: number;
  /** Undefined when the profile embeds no query. */
  readonly embedMs?: number;
}

/** Two percentiles of many times. */
export interface Percentiles {
  readonly p50: number;
  readonly p95: number;
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

/** The median and the 95th percentile, to a thousandth of a millisecond. */
export function percentiles(values: readonly number[]): Percentiles {
  return { p50: rounded(percentile(values, 0.5), 3), p95: rounded(percentile(values, 0.95), 3) };
}

/** A number to so many decimals. */
export function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
