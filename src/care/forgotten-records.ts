/**
 * Which records of a file were forgotten in this space: they stay out, so that an old export brings
 * nothing back. A node that is there again, because somebody said it anew, is forgotten no more.
 */
import {
  type Grave,
  contentKey,
  newTombstones,
  observationKey,
  tombstoneOf,
  tombstonesAmong,
} from '../remember/new-memory.ts';
import type { Ledger } from '../store/ledger.ts';
import { type TableRecords, tables } from '../domain/records.ts';
import { type Table, textsIn } from '../domain/field.ts';
import { type MemoryRecord, type TransferRecord, idsIn, isEdge } from './transfer-record.ts';

/** What the records of one batch are looked up with. */
export interface ForgottenLookup {
  readonly ledger: Ledger;
  /** Whether a node is stored. */
  readonly isThere: (id: string) => boolean;
  /** Ids of what a fact of the file is about, sorted. */
  readonly aboutOf: (fact: string) => readonly string[];
}

/** The forgotten ones among the records of one batch. */
export class ForgottenRecords {
  readonly #lookup: ForgottenLookup;
  /** Ids of tombstones. */
  readonly #known: ReadonlySet<string>;
  /** Memories that are refused for what they say; lines that follow may name them. */
  readonly #refused = new Set<string>();

  private constructor(lookup: ForgottenLookup, known: ReadonlySet<string>) {
    this.#lookup = lookup;
    this.#known = known;
  }

  /** Looks up the tombstones of all that the records are and name. */
  static async load(lookup: ForgottenLookup, records: readonly TransferRecord[]): Promise<ForgottenRecords> {
    const graves = records.flatMap((record) => gravesOf(record, lookup));
    return new ForgottenRecords(lookup, await tombstonesAmong(lookup.ledger, graves));
  }

  /** Whether a record, which is not there, stays out. */
  has(record: TransferRecord): boolean {
    const isOut = gravesOf(record, this.#lookup).some((grave) => this.#isForgotten(grave));
    if (isOut && 'id' in record) this.#refused.add(record.id);
    return isOut;
  }

  #isForgotten(grave: Grave): boolean {
    if (grave.of === 'id' && this.#lookup.isThere(grave.id)) return false;
    if (grave.of === 'id' && this.#refused.has(grave.id)) return true;
    return this.#known.has(tombstoneOf(this.#lookup.ledger, grave).id);
  }

  /** The tombstones of ids that were refused for what they say, so that a later line finds them forgotten too. */
  newTombstones(): Promise<readonly TableRecords['tombstone'][]> {
    const graves = [...this.#refused].map((id): Grave => ({ of: 'id', id }));
    return newTombstones(this.#lookup.ledger, graves);
  }
}

/** Everything for which a record may have been forgotten. */
function gravesOf(record: TransferRecord, { aboutOf }: ForgottenLookup): readonly Grave[] {
  const ids = idsIn(record).map((id): Grave => ({ of: 'id', id }));
  if (record.record === 'fact' || record.record === 'observation') {
    // A memory may stand in a session that is gone: then it opens it anew.
    return [
      { of: 'id', id: record.id },
      { of: 'content', key: contentKeyOf(record, aboutOf) },
    ];
  }
  if (!isEdge(record)) return ids;
  if (record.record === 'relates') {
    const { from, predicate, to } = record;
    return [...ids, { of: 'relation', from, predicate, to }];
  }
  const { whose }: Table = tables[record.record];
  const [agent] = whose === undefined ? [] : textsIn(record, [whose]);
  if (agent === undefined) return ids;
  return [...ids, ...idsIn(record).map((memory): Grave => ({ of: 'belief', agent, memory }))];
}

function contentKeyOf(record: MemoryRecord, aboutOf: ForgottenLookup['aboutOf']): string {
  if (record.record === 'observation') return observationKey(record);
  return record.contentKey ?? contentKey({ ...record, about: aboutOf(record.id) });
}
