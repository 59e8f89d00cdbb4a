/** What a sleep tells of itself. */
import type { SleepStepReport } from '../domain/records.ts';

/** What a sleep did, or would do. */
export interface SleepReport {
  /** Whether it only counted. Then no step saw what those before it would have changed. */
  readonly dryRun: boolean;
  /** In the order in which they were taken. */
  readonly steps: readonly SleepStepReport[];
}
