/** What a sleep tells of itself. */
import type { SleepStepName } from '../domain/records.ts';

/** What one step did, or would do. */
export interface SleepStepReport {
  readonly step: SleepStepName;
  /** Observations, pairs, entities or beliefs that the step looked at. */
  readonly lookedAt: number;
  /** How much of it was changed. */
  readonly changed: number;
  /** What the changes were, by name. */
  readonly counts: Readonly<Record<string, number>>;
}

/** What a sleep did, or would do. */
export interface SleepReport {
  /** Whether it only counted. Then no step saw what those before it would have changed. */
  readonly dryRun: boolean;
  /** In the order in which they were taken. */
  readonly steps: readonly SleepStepReport[];
}
