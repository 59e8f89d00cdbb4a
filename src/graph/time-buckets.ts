/** Stretches of time in UTC: hours, days, weeks that begin on Monday, and months. */
import { dayMs } from '../domain/time.ts';
import { type TimelineBucketSize, timelineBuckets } from './timeline-value.ts';

/** Buckets that are enough to see a development, where nobody says how fine it is to be. */
const enoughBuckets = 60;
/** The most buckets that a timeline has. */
export const mostBuckets = 1_000;

/** Hours, days and weeks by their length, and when one of them began: 5 January 1970 was a Monday. */
const even: Readonly<Record<Exclude<TimelineBucketSize, 'month'>, { readonly ms: number; readonly began: number }>> = {
  hour: { ms: dayMs / 24, began: 0 },
  day: { ms: dayMs, began: 0 },
  week: { ms: 7 * dayMs, began: 4 * dayMs },
};

/** When the bucket of a moment begins, or one that many buckets later; all in milliseconds since 1970. */
export function bucketStart(at: number, bucket: TimelineBucketSize, later = 0): number {
  if (bucket !== 'month') {
    const { ms, began } = even[bucket];
    return began + (Math.floor((at - began) / ms) + later) * ms;
  }
  const start = new Date(at);
  start.setUTCHours(0, 0, 0, 0);
  return start.setUTCMonth(start.getUTCMonth() + later, 1);
}

/** How many buckets lie between two moments, both of their own included. */
export function bucketCount(from: number, to: number, bucket: TimelineBucketSize): number {
  if (bucket !== 'month') return (bucketStart(to, bucket) - bucketStart(from, bucket)) / even[bucket].ms + 1;
  const [first, last] = [new Date(from), new Date(to)];
  return (last.getUTCFullYear() - first.getUTCFullYear()) * 12 + last.getUTCMonth() - first.getUTCMonth() + 1;
}

/** The shortest bucket of which at most 60 are needed, else a month. */
export function fittingBucket(from: number, to: number): TimelineBucketSize {
  return timelineBuckets.find((bucket) => bucketCount(from, to, bucket) <= enoughBuckets) ?? 'month';
}
