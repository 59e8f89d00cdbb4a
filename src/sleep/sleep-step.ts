/**
 * What the steps of sleep have in common: a step finds what there is to look at and handles it
 * batch by batch, each in a transaction of its own. What is left to do is seen from the records
 * themselves, so a sleep can end anywhere and the next one goes on.
 */
import type { z } from 'zod';
import { type Fields, list, record, sleepStepRules, words, yes } from '../domain/result.ts';
import type { Belief, Memory, Observation } from '../domain/records.ts';
import type { SleepStepName } from '../domain/vocabulary.ts';
import type { Extractor } from '../language/voice.ts';
import type { Writer } from '../remember/writer.ts';

/** What a step works with. */
export interface SleepWork {
  readonly writer: Writer;
  /** Whether it only counts what it would change. */
  readonly dryRun: boolean;
  /** The position of the last memory whose links an earlier sleep looked for. */
  readonly linkedTo?: number;
  /** Reads claims out of observations. @default the rules */
  readonly extract?: Extractor;
  /** Judges conflicts. @default the rules */
  readonly judge?: ConflictJudge;
  readonly signal: AbortSignal | undefined;
}

/** What became of a batch, or would. */
export interface SleepBatch {
  readonly changed: number;
  /** How many of its things are what the step is about. @default all of the batch */
  readonly lookedAt?: number;
  /** What the changes were, by what they are called in a report. @default nothing to tell */
  readonly counts?: Readonly<Record<string, number>>;
  /** The position of the last memory whose links have been looked for. */
  readonly linkedTo?: number;
  /** On a dry run: what others than its hearer would get. @default nothing */
  readonly shares?: readonly SharedClaim[];
}

/** How a step goes about it, for things of type `T`. */
export interface SleepStepParts<T> {
  readonly name: SleepStepName;
  /** Things that are handled in one go: as many as leave recall answerable, which waits for a batch at most. */
  readonly batchSize: number;
  /** What there is to look at. */
  find(work: SleepWork): Promise<readonly T[]>;
  /** Looks at a batch again as the only writer and commits what it changes; with `dryRun` it only counts. */
  handle(work: SleepWork, items: readonly T[]): Promise<SleepBatch>;
}

/** A batch that has been handled. */
export interface HandledBatch extends SleepBatch {
  readonly lookedAt: number;
  /** How many things it had. */
  readonly size: number;
}

/** One step of sleep. */
export interface SleepStep {
  readonly name: SleepStepName;
  /** Finds what there is to do. Each batch is handled when it is asked for. */
  begin(work: SleepWork): Promise<{ readonly total: number; readonly batches: AsyncIterable<HandledBatch> }>;
}

/** Makes a step, whatever it looks at. */
export function makeStep<T>(parts: SleepStepParts<T>): SleepStep {
  return {
    name: parts.name,
    async begin(work) {
      const items = await parts.find(work);
      return { total: items.length, batches: handled(parts, work, items) };
    },
  };
}

async function* handled<T>(
  { batchSize, handle }: SleepStepParts<T>,
  work: SleepWork,
  items: readonly T[],
): AsyncGenerator<HandledBatch, void, undefined> {
  for (let position = 0; position < items.length; position += batchSize) {
    const batch = items.slice(position, position + batchSize);
    yield { lookedAt: batch.length, size: batch.length, ...(await handle(work, batch)) };
  }
}

/**
 * What becomes of a conflict (design A): the newer belief takes the place of the older (`override`), both say
 * the same and the better attested stays (`merge`), both hold (`complementary`), or one is an
 * exception to the other (`exception`).
 */
export type Verdict = 'override' | 'merge' | 'complementary' | 'exception';

/** A memory as its believer holds it. */
export interface BelievedMemory {
  readonly memory: Memory;
  readonly belief: Belief;
  /** Of a fact: the observations that the believer derives it from, the earliest first. */
  readonly sources: readonly Observation[];
}

/** Two memories that one believer holds and that may be in conflict: facts, or what was said and is no fact. */
export interface ConflictPair {
  /** An agent, or `system`. */
  readonly believer: string;
  /** What was said later. */
  readonly newer: BelievedMemory;
  readonly older: BelievedMemory;
}

/** Judges pairs that may be in conflict: a verdict for each, in their order; `undefined` where it cannot tell. */
export type ConflictJudge = (
  pairs: readonly ConflictPair[],
  signal?: AbortSignal,
) => Promise<readonly (Verdict | undefined)[]>;

const sharedClaimFields = {
  /** What would be believed. */
  content: words,
  /** The agent that heard it. */
  from: words,
  /** Who would get it: `system` stands for every agent. */
  believer: words,
  /** In whose talk; missing for anybody's. */
  audience: list(words).exactOptional(),
};
/** What sleep would share. */
export interface SharedClaim extends Fields<typeof sharedClaimFields> {}
const sharedClaimRules: z.ZodType<SharedClaim> = record(sharedClaimFields);

const sleepReportFields = {
  /** Whether it only counted. Then no step saw what those before it would have changed. */
  dryRun: yes,
  /** On a dry run, what others than the agent that heard it would get by the policy (`sharing`). */
  shares: list(sharedClaimRules).exactOptional(),
  /** In the order in which they were taken. */
  steps: list(sleepStepRules),
};
/** What a sleep did, or would do. */
export interface SleepReport extends Fields<typeof sleepReportFields> {}
export const sleepReportRules: z.ZodType<SleepReport> = record(sleepReportFields);
