/** What `timeline` takes. */
import { z } from 'zod';
import { type Checked, date, identifier, integerIn, oneOf, signal } from '../domain/input.ts';
import { type TimelineBucketSize, timelineBuckets } from './timeline-value.ts';

/** What `timeline` takes. */
export interface TimelineOptions {
  /** Only what became of the beliefs of this one, which may be `system`. @default everybody's */
  readonly agent?: string;
  /** What came about at this time or later. @default since the first event, as far as 1,000 buckets reach back */
  readonly from?: Date | string;
  /** What came about at this time or before. @default now */
  readonly to?: Date | string;
  /** @default the shortest of which at most 60 are needed, else a month */
  readonly bucket?: TimelineBucketSize;
  /** How many events to list, the latest first: 1-1,000. @default 100 */
  readonly limit?: number;
  readonly signal?: AbortSignal;
}

/** The rules for {@link TimelineOptions}. */
export const timelineSchema: z.ZodType<Checked<TimelineOptions>> = z.strictObject({
  agent: identifier().optional(),
  from: date.optional(),
  to: date.optional(),
  bucket: oneOf(timelineBuckets).optional(),
  limit: integerIn(1, 1_000).optional(),
  signal,
});
