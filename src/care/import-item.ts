/**
 * What the readers make of a file, one item per line or element: something to store, or the
 * reason why that line is refused. Items are plain data; nothing here stores anything.
 * A line is stored whole or not at all, however many parts it has.
 */
import type { Channel, EntityType, ObservationType } from '../domain/records.ts';
import type { TransferRecord } from './transfer-record.ts';

/** An observation read from a file of another system. */
export interface ImportedObservation {
  /** The same for the same line of the same file, so that importing twice stores nothing. */
  readonly id: string;
  readonly content: string;
  readonly type: ObservationType;
  readonly speaker: string;
  readonly session: string;
  readonly occurredAt: Date;
  readonly channel: Channel;
  /** The name of the file. */
  readonly source: string;
}

/** An entity as a file of another system names it. */
export interface ImportedEntity {
  readonly name: string;
  readonly type: EntityType;
}

/** A relation between two entities read from a file of another system. */
export interface ImportedRelation {
  readonly from: ImportedEntity;
  /** In words, e.g. `works at`. */
  readonly predicate: string;
  readonly to: ImportedEntity;
}

/** A fact read from a file of another system, to be believed by the agent that imports it. */
export interface ImportedBelief {
  /** The same for the same fact, so that importing twice stores nothing. */
  readonly id: string;
  readonly content: string;
  /** @default made from the content */
  readonly title?: string;
  /** The entities that the fact is about; each is made when there is none of its name. */
  readonly about: readonly ImportedEntity[];
  /** The edge between two of them that the fact states; stored with it or not at all. */
  readonly relation?: ImportedRelation;
  readonly channel: Channel;
  /** The name of the file. */
  readonly source: string;
}

/** What is to be stored of one line, all of it in one transaction. */
export type ImportContent =
  | { readonly kind: 'observations'; readonly parts: readonly ImportedObservation[] }
  | { readonly kind: 'beliefs'; readonly parts: readonly ImportedBelief[] }
  | { readonly kind: 'records'; readonly parts: readonly TransferRecord[] };

/** One line or element of a file; an empty line, a header and the like hold nothing. */
export type ImportItem = ImportPlace &
  (ImportContent | { readonly kind: 'refused'; readonly reason: string } | { readonly kind: 'nothing' });

/** Where in the file an item stands. */
export interface ImportPlace {
  /** 1 for the first line; in a file that is one JSON value, the number of the element. */
  readonly line: number;
  /** Bytes of the file that are read once this item is. */
  readonly bytesRead: number;
}

/** What has become of one part of a line. */
export interface ImportOutcome {
  /** `merged` when it was there already, `forgotten` when it stays out because it was forgotten here. */
  readonly outcome: 'stored' | 'merged' | 'forgotten';
}

/**
 * Stores what an import reads. Each call is one transaction, all or nothing, and answers one
 * outcome for each part, in order. It throws INVALID_ARGUMENT, NOT_FOUND or CONFLICT when a part
 * is at fault; the import then finds out which.
 */
export interface ImportTarget {
  observeMany(
    agent: string,
    observations: readonly ImportedObservation[],
    signal?: AbortSignal,
  ): Promise<readonly ImportOutcome[]>;
  believeMany(
    agent: string,
    beliefs: readonly ImportedBelief[],
    signal?: AbortSignal,
  ): Promise<readonly ImportOutcome[]>;
  restore(records: readonly TransferRecord[], signal?: AbortSignal): Promise<readonly ImportOutcome[]>;
}
