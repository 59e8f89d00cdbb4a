/**
 * What the readers make of a file, one item per line or element: something to store, or the
 * reason why that line is refused. Items are plain data; nothing here stores anything.
 * A line is stored whole or not at all, however many parts it has.
 */
import { createHash } from 'node:crypto';
import { identifier, jsonObject, maxMetadataLength, maxTags, parseIsoDate } from '../domain/input.ts';
import type { Channel, EntityType, ObservationType } from '../domain/records.ts';
import type { FactInput } from '../remember/believe-options.ts';
import type { TransferRecord } from './transfer-record.ts';

/** What a believer keeps with a memory. */
type Kept = 'tags' | 'metadata';

/** An observation read from a file of another system. */
export interface ImportedObservation extends Pick<FactInput, Kept> {
  /** The same for the same line of the same file, so that importing twice stores nothing. */
  readonly id: string;
  readonly content: string;
  readonly type: ObservationType;
  /** @default nobody is named, so it is the user */
  readonly speaker?: string;
  readonly session: string;
  /** @default the time of the import, where a file does not tell it */
  readonly occurredAt?: Date;
  readonly channel: Channel;
  /** The name of the file. */
  readonly source: string;
  /** Entities that it is known to mention. @default those that are found in the text */
  readonly entities?: readonly ImportedEntity[];
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

/** What a file may say of a fact beside its words, as `believe` takes it. */
type SaidOfFact =
  | 'kind'
  | 'validFrom'
  | 'validTo'
  | 'derivedFrom'
  | 'importance'
  | 'confidence'
  | 'domain'
  | 'topic'
  | 'ring'
  | 'knowledgeType'
  | Kept;

/** A fact read from a file of another system, to be believed by the agent that imports it. */
export interface ImportedBelief extends Pick<FactInput, SaidOfFact> {
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

/** What one line or element holds, or why it is refused; an empty line, a header and the like hold nothing. */
export type ImportEntry = ImportContent | RefusedEntry | { readonly kind: 'nothing' };

/** A line or element that is refused. */
export interface RefusedEntry {
  readonly kind: 'refused';
  readonly reason: string;
}

/** The entry of what is refused. */
export function refused(reason: string): RefusedEntry {
  return { kind: 'refused', reason };
}

/** One line or element of a file. */
export type ImportItem = ImportPlace & ImportEntry;

/** Where in a file an item stands. */
export interface ImportPlace {
  /** The name of the file. */
  readonly source: string;
  /** 1 for the first line; in a file that is one JSON value, the number of the element. */
  readonly line: number;
  /** Bytes of the file, or of all files, that are read once this item is. */
  readonly bytesRead: number;
}

/** What has become of one part of a line. */
export interface ImportOutcome {
  /**
   * `merged` when it was there already, `updated` when that has another end of validity now, `forgotten` when it stays out
   * because it was forgotten here.
   */
  readonly outcome: 'stored' | 'updated' | 'merged' | 'forgotten';
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

/** An object of a file, of which nothing is known yet. */
export type FileFields = Readonly<Record<string, unknown>>;

/** A value as such an object; undefined for any other value. */
export function fieldsOf(value: unknown): FileFields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}

/** The objects of a list, whose other items are left out; none where it is no list. */
export function rowsIn(value: unknown): readonly FileFields[] {
  return Array.isArray(value) ? value.map(fieldsOf).filter((fields) => fields !== undefined) : [];
}

/** The words of a value: undefined when it is none, or empty. */
export function givenText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** Seconds since 1970 from which on a number must be milliseconds: the year 5138. */
const millisecondsFrom = 1e11;

/**
 * A time as other systems write it: ISO 8601 with `T` or a space, or seconds or milliseconds since 1970. Undefined when
 * it is none.
 */
export function givenTime(value: unknown): Date | undefined {
  if (typeof value === 'string') {
    return parseIsoDate(
      value
        .trim()
        .replace(/\s+(?=[+-]\d{2}:?\d{2}$)/, '')
        .replace(' ', 'T')
        .replace(/:\d{2}(?:\.\d+)?[+-]\d{2}$/, '$&00'),
    );
  }
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  return new Date(value < millisecondsFrom ? value * 1000 : value);
}

const [tagRule, metadataRule] = [identifier(), jsonObject(maxMetadataLength)];

/**
 * What is kept with a memory of another system, as far as the rules for tags and metadata go; what breaks them stays out.
 *
 * @param tags - a list of words, or words with commas between them.
 * @param metadata - its fields that nothing else tells; empty ones stay out.
 */
export function keptFrom(tags: unknown, metadata: FileFields): Pick<FactInput, Kept> {
  const words: readonly unknown[] = typeof tags === 'string' ? tags.split(',') : Array.isArray(tags) ? tags : [];
  const given = [...new Set(words.flatMap((word) => givenText(word) ?? []))];
  const ownTags = given.filter((tag) => tagRule.safeParse(tag).success).slice(0, maxTags);
  const told = Object.entries(metadata).filter(
    ([name, value]) => !isEmpty(value) && metadataRule.safeParse({ [name]: value }).success,
  );
  const ownFields = Object.fromEntries(told);
  return {
    ...(ownTags.length === 0 ? {} : { tags: ownTags }),
    ...(told.length > 0 && metadataRule.safeParse(ownFields).success ? { metadata: ownFields } : {}),
  };
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || ['""', '[]', '{}'].includes(JSON.stringify(value));
}

/** The fields of an object but for those of these names. */
export function fieldsBut(fields: FileFields, names: ReadonlySet<string>): FileFields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.has(name)));
}

/** A key for what has none of its own: the same for the same parts. */
export function keyOfParts(...parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}
