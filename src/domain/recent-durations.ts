/** How long the last calls took, for a median and a 95th percentile; nothing of it is kept on disk. */

/** How many calls are looked back on. */
const keptDurations = 1_000;

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

  /** The durations that a share of the calls, 0..1, did not go beyond, one for each share; `undefined` before the first call. */
  percentiles(...shares: readonly number[]): readonly (number | undefined)[] {
    const sorted = [...this.#kept].sort((one, other) => one - other);
    return shares.map((share) => sorted[Math.ceil(sorted.length * share) - 1]);
  }
}
