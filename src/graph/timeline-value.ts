/** What `timeline` answers. */
import type { SleepStepReport } from '../domain/records.ts';
import type { WhyMemory } from '../recall/why-value.ts';

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

/** How often each kind of event came about in one stretch of time. */
export interface TimelineBucket extends Readonly<Record<TimelineKind, number>> {
  /** When the stretch begins; the first one may begin before the timeline does. */
  readonly at: Date;
}

/** Something that became of a belief. */
export interface TimelineEvent {
  readonly at: Date;
  readonly kind: TimelineKind;
  /** Whose belief. */
  readonly agent: string;
  readonly memory: WhyMemory;
  /** What took its place, where it was superseded. */
  readonly by?: WhyMemory;
}

/** A sleep that has ended. */
export interface SleepRunReport {
  readonly startedAt: Date;
  readonly endedAt: Date;
  /** Set where it was stopped or failed before its last step was done. */
  readonly brokenOff?: true;
  /** In the order in which they were taken. */
  readonly steps: readonly SleepStepReport[];
  /** Facts that it made of observations and that are still there; the latest 50. */
  readonly promoted: readonly WhyMemory[];
  /** What it put in the place of what, for whom; the latest 50. */
  readonly superseded: readonly { readonly memory: WhyMemory; readonly by: WhyMemory; readonly believer: string }[];
  /** Beliefs that it archived. */
  readonly archived: number;
}

/** What became of a space's beliefs over time. */
export interface Timeline {
  readonly from: Date;
  readonly to: Date;
  readonly bucket: TimelineBucketSize;
  /** Every stretch from `from` to `to`, oldest first, those without an event included. */
  readonly buckets: readonly TimelineBucket[];
  /** The latest events, latest first. */
  readonly events: readonly TimelineEvent[];
  /** Events between `from` and `to`, those beyond the limit included. */
  readonly total: number;
  /** The sleeps between `from` and `to`, latest first; at most 20. */
  readonly sleeps: readonly SleepRunReport[];
}
