/** What `rollback` and `blast` take and answer. */
import { z } from 'zod';
import { type Checked, date, flag, identifier, signal } from '../domain/input.ts';
import type { Provenance } from '../domain/records.ts';

/** What `rollback` takes: what is to be taken back, of which all that is given must hold. At least one is needed. */
export interface RollbackOptions {
  /** What was learned from this source. */
  readonly source?: string;
  /** What was learned from then on. */
  readonly since?: Date | string;
  /** What this agent believes, or made `system` believe. */
  readonly agent?: string;
  /** Tells what would be taken back, and changes nothing. @default false */
  readonly dryRun?: boolean;
  readonly signal?: AbortSignal;
}

/** A belief that came from somewhere. */
export interface ReachedBelief {
  /** Who believes it, or did. */
  readonly agent: string;
  /** `observation:KEY` or `fact:KEY`. */
  readonly memory: string;
  readonly content: string;
  /** Whether it came from there itself, or holds only because of observations that did. */
  readonly how: 'asserted' | 'derived';
  readonly since: Date;
  readonly provenance: Provenance;
  /** When it was withdrawn, where it was. */
  readonly withdrawnAt?: Date;
}

/** A fact that was put in the place of another. */
export interface ReachedCorrection {
  /** For whom. */
  readonly believer: string;
  /** The fact that took the place. */
  readonly from: string;
  /** The fact whose place it took. */
  readonly to: string;
  readonly at: Date;
}

/** A belief in one of the memories that came by itself. */
export interface OtherBelief {
  readonly agent: string;
  readonly memory: string;
}

/** What `blast` answers. */
export interface Blast {
  readonly source: string;
  /** Withdrawn ones included. */
  readonly beliefs: readonly ReachedBelief[];
  readonly corrections: readonly ReachedCorrection[];
  /** Who else believes the same memories, for a reason of their own. */
  readonly others: readonly OtherBelief[];
}

/** What `rollback` did, or would do. */
export interface RollbackReport {
  /** Whether it only told. */
  readonly dryRun: boolean;
  /** Takes this rollback back when it is given to `undo`; missing when nothing was changed. */
  readonly id?: string;
  /** The beliefs that were withdrawn. */
  readonly beliefs: readonly ReachedBelief[];
  /** The corrections that were taken back: what they superseded holds again. */
  readonly corrections: readonly ReachedCorrection[];
  /** How many links that the agent had stated or judged were removed. */
  readonly links: number;
  /** Who else believes the same memories, for a reason of their own, and goes on doing so. */
  readonly others: readonly OtherBelief[];
  /** The commit that holds it. */
  readonly seq: number;
}

/** The rules of {@link RollbackOptions}. */
export const rollbackSchema: z.ZodType<Checked<RollbackOptions>> = z
  .strictObject({
    source: identifier().optional(),
    since: date.optional(),
    agent: identifier().optional(),
    dryRun: flag.optional(),
    signal,
  })
  .refine(({ source, since, agent }) => [source, since, agent].some((given) => given !== undefined), {
    path: ['source'],
    error: 'must be given where "since" and "agent" are not: what is to be taken back',
  });
