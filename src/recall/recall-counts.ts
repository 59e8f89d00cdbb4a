/** Counts what recall answers, and how long that takes. */
import type { z } from 'zod';
import { latencyRules, RecentDurations } from '../domain/open-calls.ts';
import { count, type Fields, record } from '../domain/result.ts';

const recallStatsFields = {
  calls: count,
  /** How many of them found nothing. */
  empty: count,
  /** Over the last 1,000 calls, in milliseconds; missing before the first. */
  latencyMs: latencyRules.exactOptional(),
};
/** What `stats` tells of recall, since the space was opened; calls that failed are left out. */
export interface RecallStats extends Fields<typeof recallStatsFields> {}
export const recallStatsRules: z.ZodType<RecallStats> = record(recallStatsFields);
/** Counts what recall answers. */
export class RecallCounts {
  readonly #latencies: RecentDurations = new RecentDurations();
  readonly #elapsedMs: () => number;
  #empty = 0;

  /** @param elapsedMs - milliseconds since some moment. */
  constructor(elapsedMs: () => number) {
    this.#elapsedMs = elapsedMs;
  }

  /** Runs a recall and counts it. */
  async count<T extends { readonly memories: readonly unknown[] }>(recall: () => Promise<T>): Promise<T> {
    const start = this.#elapsedMs();
    const result = await recall();
    this.#latencies.add(this.#elapsedMs() - start);
    if (result.memories.length === 0) this.#empty += 1;
    return result;
  }

  /** What has been counted. */
  read(): RecallStats {
    const latencyMs = this.#latencies.read();
    return {
      calls: this.#latencies.calls,
      empty: this.#empty,
      ...(latencyMs === undefined ? {} : { latencyMs }),
    };
  }
}
