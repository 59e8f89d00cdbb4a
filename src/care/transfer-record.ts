/**
 * The lines of our own export, as data: one JSON object a line, each with `record` naming what it
 * holds and the fields of that record in src/domain/records.ts.
 *
 * What the write path can derive (concepts, triggers, a title, when it was recorded, ...) may be
 * missing, so that a file can be written by hand. What only the ledger knows (positions and keys
 * for look-up) is never in a file.
 */
import type {
  About,
  Agent,
  Belief,
  CoActivated,
  DerivedFrom,
  Entity,
  EntityMerge,
  Fact,
  Follows,
  Link,
  Mention,
  Observation,
  Relates,
  Session,
  SimilarTo,
  Supersedes,
} from '../domain/records.ts';
import type { Undo } from '../domain/undo.ts';

/** A record of type `T` as a file holds it: without what the ledger alone knows, `Derived` where it is given. */
type InFile<T, Derived extends keyof T = never> = Omit<T, Derived | 'position' | 'nameKey'> & Partial<Pick<T, Derived>>;

type DerivedOfMemories = 'importance' | 'concepts' | 'surfacesWhen' | 'accesses' | 'recordedAt' | 'provenance';

/** The first line of an export. */
export interface TransferHeader {
  readonly format: 'madeleine';
  /** The version of this format. */
  readonly version: 1;
  readonly space?: string;
  /** The sequence of the ledger that the export shows. */
  readonly seq?: number;
  readonly exportedAt?: Date;
  /** The time of which the export shows what was known. */
  readonly asOf?: Date | undefined;
  /** The time of which the export shows what was so. */
  readonly validAt?: Date | undefined;
}

/** What a line of each kind holds beside `record`. */
export interface TransferRecords {
  readonly agent: Agent;
  readonly session: InFile<Session, 'status' | 'planStatus' | 'startedAt'>;
  readonly entity: InFile<Entity, 'aliases' | 'type'>;
  readonly observation: InFile<Observation, DerivedOfMemories | 'type'>;
  readonly fact: InFile<Fact, DerivedOfMemories | 'kind' | 'title' | 'contentKey'>;
  readonly believes: InFile<
    Belief,
    'strength' | 'confidence' | 'since' | 'reinforcedAt' | 'accesses' | 'permanent' | 'halfLifeDays' | 'provenance'
  >;
  readonly mentions: InFile<Mention, 'surfaces'>;
  readonly about: About;
  readonly follows: InFile<Follows, 'type'>;
  readonly derived_from: DerivedFrom;
  readonly supersedes: InFile<Supersedes, 'at'>;
  readonly supports: InFile<Link, 'state' | 'similarity'>;
  readonly contradicts: InFile<Link, 'state' | 'similarity'>;
  readonly similar_to: SimilarTo;
  readonly relates: Relates;
  readonly co_activated: CoActivated;
  readonly entity_merge: InFile<EntityMerge, 'at'>;
  readonly undo: Undo;
}

/** The kinds of lines that hold a record. */
export type TransferRecordName = keyof TransferRecords;

/** One record of a file, checked: every field is of its type and in its range, dates are `Date`s. */
export type TransferRecord = {
  readonly [N in TransferRecordName]: { readonly record: N } & TransferRecords[N];
}[TransferRecordName];

/** The kinds of records in the order in which an export writes them: what is pointed at comes first. */
export const transferOrder: readonly TransferRecordName[] = [
  'agent',
  'session',
  'entity',
  'observation',
  'fact',
  'believes',
  'about',
  'mentions',
  'follows',
  'derived_from',
  'supersedes',
  'supports',
  'contradicts',
  'similar_to',
  'relates',
  'co_activated',
  'entity_merge',
  'undo',
];
