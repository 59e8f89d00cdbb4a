/** What `rollback` and `impact` take and answer. */
import { count, type Fields, list, provenanceRules, record, wireDate, words, yes } from '../domain/result.ts';
import { z } from 'zod';
import { type Checked, date, flag, type Given, identifier, signal } from '../domain/input.ts';

const rollbackFields = {
  /** What was learned from this source. */
  source: identifier().optional(),
  /** What was learned from then on. */
  since: date.optional(),
  /** What this agent believes, or made `system` believe. */
  agent: identifier().optional(),
  /** Tells what would be taken back, and changes nothing. @default false */
  dryRun: flag.optional(),
  signal,
};
/** What `rollback` takes: what to take back. All that is given must hold, and at least one is needed. */
export interface RollbackOptions extends Given<typeof rollbackFields> {}
export const rollbackSchema: z.ZodType<Checked<RollbackOptions>> = z
  .strictObject(rollbackFields)
  .refine(({ source, since, agent }) => [source, since, agent].some((given) => given !== undefined), {
    path: ['source'],
    error: 'must be given where "since" and "agent" are not: what is to be taken back',
  });

const reachedBeliefFields = {
  /** Who believes it, or did. */
  agent: words,
  /** `observation:KEY` or `fact:KEY`. */
  memory: words,
  content: words,
  /** Whether it came from there itself, or holds only because of observations that did. */
  how: z.enum(['asserted', 'derived']),
  since: wireDate,
  provenance: provenanceRules,
  /** When it was withdrawn, where it was. */
  withdrawnAt: wireDate.exactOptional(),
};
/** A belief that came from somewhere. */
export interface ReachedBelief extends Fields<typeof reachedBeliefFields> {}
export const reachedBeliefRules: z.ZodType<ReachedBelief> = record(reachedBeliefFields);

const reachedCorrectionFields = {
  /** For whom. */
  believer: words,
  /** The fact that took the place. */
  from: words,
  /** The fact whose place it took. */
  to: words,
  at: wireDate,
};
/** A fact that was put in the place of another. */
export interface ReachedCorrection extends Fields<typeof reachedCorrectionFields> {}
export const reachedCorrectionRules: z.ZodType<ReachedCorrection> = record(reachedCorrectionFields);

const otherBeliefFields = {
  agent: words,
  memory: words,
};
/** A belief in one of the memories that came by itself. */
export interface OtherBelief extends Fields<typeof otherBeliefFields> {}
export const otherBeliefRules: z.ZodType<OtherBelief> = record(otherBeliefFields);

const impactFields = {
  source: words,
  /** Withdrawn ones included. */
  beliefs: list(reachedBeliefRules),
  corrections: list(reachedCorrectionRules),
  /** Who else believes the same memories, for a reason of their own. */
  others: list(otherBeliefRules),
};
/** What `impact` answers. */
export interface Impact extends Fields<typeof impactFields> {}
export const impactRules: z.ZodType<Impact> = record(impactFields);

const rollbackReportFields = {
  /** Whether it only told. */
  dryRun: yes,
  /** Takes this rollback back when it is given to `undo`; missing when nothing was changed. */
  id: words.exactOptional(),
  /** The beliefs that were withdrawn. */
  beliefs: list(reachedBeliefRules),
  /** The corrections that were taken back: what they superseded holds again. */
  corrections: list(reachedCorrectionRules),
  /** How many links that the agent had stated or judged were removed. */
  links: count,
  /** Who else believes the same memories, for a reason of their own, and goes on doing so. */
  others: list(otherBeliefRules),
  /** The commit that holds it. */
  seq: count,
};
/** What `rollback` did, or would do. */
export interface RollbackReport extends Fields<typeof rollbackReportFields> {}
export const rollbackReportRules: z.ZodType<RollbackReport> = record(rollbackReportFields);
