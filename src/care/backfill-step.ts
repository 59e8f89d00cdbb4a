/** What the steps of a migration have in common. */
import type { z } from 'zod';
import { count, type Fields, record, words } from '../domain/result.ts';
import type { Memory } from '../domain/records.ts';
import type { LedgerWrite } from '../store/ledger-write.ts';

const backfillCountFields = {
  /** A field of memories, or a kind of link between them. */
  what: words,
  /** The memories that can have it; missing for links. */
  of: count.exactOptional(),
  /** How many had it. */
  before: count,
  /** How many were changed or made now. */
  changed: count,
  /** How many have it. */
  after: count,
};
/** How many there were of one thing, and how many there are. */
export interface BackfillCount extends Fields<typeof backfillCountFields> {}

/** The rules of {@link BackfillCount}. */
export const backfillCountRules: z.ZodType<BackfillCount> = record(backfillCountFields);

/** What a batch of memories lacks, by one step. */
export interface BatchBackfill {
  /** Undefined when they lack nothing. */
  readonly write: LedgerWrite | undefined;
  /** Memories of the batch of which a field changes. */
  readonly changed: number;
  readonly counts: readonly BackfillCount[];
}

/** One step of a migration: what it looks for in memories, and what it writes. */
export interface BackfillStep {
  /** What a batch lacks. It is asked again with the memories as they are then before anything is written. */
  lacking(memories: readonly Memory[]): Promise<BatchBackfill>;
}
