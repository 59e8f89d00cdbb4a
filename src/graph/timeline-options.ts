/** What `timeline` takes. */
import { z } from 'zod';
import { type Checked, date, type Given, identifier, integerIn, oneOf, signal } from '../domain/input.ts';
import { timelineBuckets } from './timeline-value.ts';

const timelineFields = {
  /** Only what became of the beliefs of this one, which may be `system`. @default everybody's */
  agent: identifier().optional(),
  /** What came about at this time or later. @default since the first event, as far as 1,000 buckets reach back */
  from: date.optional(),
  /** What came about at this time or before. @default now */
  to: date.optional(),
  /** @default the shortest of which at most 60 are needed, else a month */
  bucket: oneOf(timelineBuckets).optional(),
  /** How many events to list, the latest first: 1-1,000. @default 100 */
  limit: integerIn(1, 1_000).optional(),
  signal,
};
/** What `timeline` takes. */
export interface TimelineOptions extends Given<typeof timelineFields> {}

/** The rules for {@link TimelineOptions}. */
export const timelineSchema: z.ZodType<Checked<TimelineOptions>> = z.strictObject(timelineFields);
