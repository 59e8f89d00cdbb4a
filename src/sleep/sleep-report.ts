/** What a sleep tells of itself. */
import type { z } from 'zod';
import { type Fields, list, record, sleepStepRules, yes } from '../domain/result.ts';

const sleepReportFields = {
  /** Whether it only counted. Then no step saw what those before it would have changed. */
  dryRun: yes,
  /** In the order in which they were taken. */
  steps: list(sleepStepRules),
};
/** What a sleep did, or would do. */
export interface SleepReport extends Fields<typeof sleepReportFields> {}

/** The rules of {@link SleepReport}. */
export const sleepReportRules: z.ZodType<SleepReport> = record(sleepReportFields);
