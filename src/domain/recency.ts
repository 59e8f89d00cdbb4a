/** How lately a memory came and was used (design E, "temporal"): computed whenever it is read. */
import { dayMs } from './time.ts';

/** What recency follows from; times in milliseconds since 1970. */
export interface Lately {
  readonly createdAt: number;
  /** A memory that was never accessed counts as accessed when it was created. */
  readonly lastAccessedAt?: number;
  /** The time for which to compute it. */
  readonly at: number;
}

/** 0..1: 0.6 last use + 0.4 age, with the weights and rates of design E. A time after `at` counts as now. */
export function recency({ createdAt, lastAccessedAt = createdAt, at }: Lately): number {
  const daysSinceAccessed = Math.max(0, at - lastAccessedAt) / dayMs;
  const daysSinceCreated = Math.max(0, at - createdAt) / dayMs;
  return 0.6 * Math.exp(-0.05 * daysSinceAccessed) + 0.4 * Math.exp(-0.007 * daysSinceCreated);
}
