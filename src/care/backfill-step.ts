/** What the steps of a migration have in common. */
import type { Memory } from '../domain/records.ts';
import type { LedgerWrite } from '../store/ledger-write.ts';

/** How many there were of one thing, and how many there are. */
export interface BackfillCount {
  /** A field of memories, or a kind of link between them. */
  readonly what: string;
  /** The memories that can have it; missing for links. */
  readonly of?: number;
  /** How many had it. */
  readonly before: number;
  /** How many were changed or made now. */
  readonly changed: number;
  /** How many have it. */
  readonly after: number;
}

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
