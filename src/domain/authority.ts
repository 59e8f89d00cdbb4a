/**
 * How much a memory counts by itself (design E): computed whenever it is read, never frozen.
 */
import { dayMs } from './time.ts';

/** What authority follows from; times in milliseconds since 1970. */
export interface Standing {
  /** 1..10. */
  readonly importance: number;
  /** How often an agent's own recall brought the memory up. */
  readonly accesses: number;
  readonly createdAt: number;
  /** A memory that was never accessed counts as accessed when it was created. */
  readonly lastAccessedAt?: number;
  /** The time for which to compute it. */
  readonly at: number;
}

/**
 * 0..1: 0.35 importance + 0.25 use + 0.20 age + 0.20 last use, with the weights and rates of
 * design E. A time after `at` counts as now.
 */
export function authority(standing: Standing): number {
  const { importance, accesses, createdAt, lastAccessedAt = createdAt, at } = standing;
  const daysSinceCreated = Math.max(0, at - createdAt) / dayMs;
  const daysSinceAccessed = Math.max(0, at - lastAccessedAt) / dayMs;
  return (
    0.35 * (importance / 10) +
    0.25 * Math.min(1, Math.log(accesses + 1) / Math.log(50)) +
    0.2 * Math.exp(-0.007 * daysSinceCreated) +
    0.2 * Math.exp(-0.05 * daysSinceAccessed)
  );
}
