/** What `timeline` takes and answers. */
import { z } from 'zod';
import { type Checked, type Given, date, identifier, integerIn, oneOf, signal } from '../domain/input.ts';
import { type Fields, count, list, record, recordOf, set, sleepStepRules, wireDate, words } from '../domain/result.ts';
import { whyMemoryRules } from '../recall/why-value.ts';

/** What can become of a belief, or of a memory in somebody's eyes. */
export const timelineKinds = ['learned', 'strengthened', 'faded', 'archived', 'withdrawn', 'superseded'] as const;
/**
 * What became of a belief: it began, it was last asserted again or recalled, it fell to the threshold of recall, it fell
 * to that of the archive, it was withdrawn, or something took the memory's place for its believer.
 */
export type TimelineKind = (typeof timelineKinds)[number];

/** The stretches of time into which a timeline can be cut, from short to long. */
export const timelineBuckets = ['hour', 'day', 'week', 'month'] as const;
/** A stretch of time in UTC; a week begins on Monday. */
export type TimelineBucketSize = (typeof timelineBuckets)[number];

/** By what a timeline places an observation: by when what it tells happened, or by when it was learned. */
export const timelineBases = ['happened', 'learned'] as const;
/** By what a timeline places an observation that was learned. */
export type TimelineBasis = (typeof timelineBases)[number];

/** How often each kind of event came about in one stretch of time. */
export interface TimelineBucket extends Readonly<Record<TimelineKind, number>> {
  /** When the stretch begins; the first one may begin before the timeline does. */
  readonly at: Date;
}

export const timelineBucketRules = recordOf<TimelineBucket>({
  at: wireDate,
  learned: count,
  strengthened: count,
  faded: count,
  archived: count,
  withdrawn: count,
  superseded: count,
});

const timelineEventFields = {
  at: wireDate,
  kind: z.enum(timelineKinds),
  /** Whose belief. */
  agent: words,
  memory: whyMemoryRules,
  /** What took its place, where it was superseded. */
  by: whyMemoryRules.exactOptional(),
};
/** Something that became of a belief. */
export interface TimelineEvent extends Fields<typeof timelineEventFields> {}
export const timelineEventRules: z.ZodType<TimelineEvent> = record(timelineEventFields);

const sleepRunReportFields = {
  startedAt: wireDate,
  endedAt: wireDate,
  /** Set where it was stopped or failed before its last step was done. */
  brokenOff: set.exactOptional(),
  /** In the order in which they were taken. */
  steps: list(sleepStepRules),
  /** Facts that it made of observations and that are still there; the latest 50. */
  promoted: list(whyMemoryRules),
  /** What it put in the place of what, for whom; the latest 50. */
  superseded: list(record({ memory: whyMemoryRules, by: whyMemoryRules, believer: words })),
  /** Beliefs that it archived. */
  archived: count,
};
/** A sleep that has ended. */
export interface SleepRunReport extends Fields<typeof sleepRunReportFields> {}
export const sleepRunReportRules: z.ZodType<SleepRunReport> = record(sleepRunReportFields);

const timelineFields = {
  from: wireDate,
  to: wireDate,
  bucket: z.enum(timelineBuckets),
  /** Every stretch from `from` to `to`, oldest first, those without an event included. */
  buckets: list(timelineBucketRules),
  /** The latest events, latest first. */
  events: list(timelineEventRules),
  /** Events between `from` and `to`, those beyond the limit included. */
  total: count,
  /** The sleeps between `from` and `to`, latest first; at most 20. */
  sleeps: list(sleepRunReportRules),
};
/** What became of a space's beliefs over time. */
export interface Timeline extends Fields<typeof timelineFields> {}
export const timelineRules: z.ZodType<Timeline> = record(timelineFields);

const timelineOptionsFields = {
  /** Only what became of the beliefs of this one, which may be `system`. @default everybody's */
  agent: identifier().optional(),
  /** What came about at this time or later. @default since the first event, as far as 1,000 buckets reach back */
  from: date.optional(),
  /** What came about at this time or before. @default now */
  to: date.optional(),
  /**
   * Where an observation stands: `happened` places it at its `occurredAt`, so that an import does not stand on the day of the
   * import; `learned` at when it was first believed. A fact stands where it was learned. @default happened
   */
  by: oneOf(timelineBases).optional(),
  /** @default the shortest of which at most 60 are needed, else a month */
  bucket: oneOf(timelineBuckets).optional(),
  /** How many events to list, the latest first: 1-1,000. @default 100 */
  limit: integerIn(1, 1_000).optional(),
  signal,
};
/** What `timeline` takes. */
export interface TimelineOptions extends Given<typeof timelineOptionsFields> {}
export const timelineSchema: z.ZodType<Checked<TimelineOptions>> = z.strictObject(timelineOptionsFields);
