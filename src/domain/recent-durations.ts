import type { z } from 'zod';
import { type Fields, number, record } from './result.ts';
/** How long the last calls took, for a median and a 95th percentile; nothing of it is kept on disk. */

/** How many calls are looked back on. */
const keptDurations = 1_000;

const latencyFields = {
  p50: number,
  p95: number,
};
/** What half of the last 1,000 calls and 95 of 100 of them did not go beyond, in milliseconds. */
export interface Latency extends Fields<typeof latencyFields> {}

/** The rules of {@link Latency}. */
export const latencyRules: z.ZodType<Latency> = record(latencyFields);

/** The durations of the last 1,000 calls, in milliseconds. */
export class RecentDurations {
  #calls = 0;
  /** A ring. */
  readonly #kept: number[] = [];

  /** Calls so far, those that are not looked back on any more included. */
  get calls(): number {
    return this.#calls;
  }

  /** Takes in how long one more call took. */
  add(durationMs: number): void {
    this.#kept[this.#calls % keptDurations] = durationMs;
    this.#calls += 1;
  }

  /** What they say; `undefined` before the first call. */
  read(): Latency | undefined {
    const sorted = [...this.#kept].sort((one, other) => one - other);
    const [p50, p95] = [0.5, 0.95].map((share) => sorted[Math.ceil(sorted.length * share) - 1]);
    return p50 === undefined || p95 === undefined ? undefined : { p50, p95 };
  }
}
