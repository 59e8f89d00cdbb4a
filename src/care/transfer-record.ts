/**
 * The lines of our own export: one JSON object a line, each with `record` naming its table and the fields of that
 * record. Owns what a line may hold, in which order an export writes them, and which ids they name; all of it follows
 * from the table of records.
 *
 * What the write path can derive (concepts, triggers, a title, when it was recorded, ...) may be missing, so that a
 * file can be written by hand. What only the ledger knows (positions and keys for look-up) is never in a file.
 */
import { z } from 'zod';
import {
  type FileRecordOf,
  type FilledRecordOf,
  fileShape,
  recordKeyIn,
  type Table,
  textsIn,
} from '../domain/field.ts';
import { date, identifier, integerIn, numberIn } from '../domain/input.ts';
import { type EdgeName, isEdgeName, type TableName, tableNames, tables } from '../domain/records.ts';
import { type Sharing, storedSharing } from '../domain/sharing.ts';
import type { SpaceHash } from './space-hash.ts';

/** The kinds of lines that hold a record: the tables that exports hold. */
export type TransferRecordName = {
  [N in TableName]: (typeof tables)[N] extends { readonly exported: string } ? N : never;
}[TableName];

/** The record of one kind. */
export type Of<N extends TransferRecordName> = { readonly record: N } & FileRecordOf<(typeof tables)[N]['fields']>;
/** One record of a file, checked: every field is of its type and in its range, dates are `Date`s. */
export type TransferRecord = { [N in TransferRecordName]: Of<N> }[TransferRecordName];
/** An observation or a fact. */
export type MemoryRecord = Of<'observation'> | Of<'fact'>;
/** A record of one edge. */
export type EdgeRecord = { [N in TransferRecordName & EdgeName]: Of<N> }[TransferRecordName & EdgeName];
/** A record that has an id. */
export type NodeRecord = Exclude<TransferRecord, Of<'agent'> | EdgeRecord>;

/** The kinds of records in the order in which an export writes them: what is pointed at comes first. */
export const transferOrder: readonly TransferRecordName[] = (['first', 'last'] as const).flatMap((part) =>
  tableNames.filter((name): name is TransferRecordName => partOf(tables[name]) === part),
);

function partOf({ exported }: Table): Table['exported'] {
  return exported;
}

/** The first line of an export. */
interface TransferHeader {
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
  /** The parts of the policy of sharing that are set for the space; `restore` sets them again. */
  readonly sharing?: Partial<Sharing>;
}

const count = integerIn(0, Number.MAX_SAFE_INTEGER);

/** The rules of the first line of an export. */
export const headerSchema: z.ZodType = z.strictObject({
  format: z.literal('madeleine', { error: 'must be "madeleine"' }),
  version: z.literal(1, { error: 'must be 1 (a newer version wrote this file: upgrade madeleine)' }),
  space: identifier().optional(),
  seq: count.optional(),
  exportedAt: date.optional(),
  asOf: date.optional(),
  validAt: date.optional(),
  sharing: storedSharing.optional(),
});

/** The rules of the last line of a backup, which `restore` holds a store to. */
export const endSchema: z.ZodType<SpaceHash> = z.strictObject({
  records: count,
  hash: z.string().regex(/^[0-9a-f]{64}$/, { error: 'must be 64 hexadecimal digits' }),
});

/** Short for one `believes` line for each of these agents. */
const believedBy = z.array(identifier()).min(1).max(100).optional();

/** What older files say of a relation; how often, when and how surely it is told follows from the memories that tell it. */
const formerOfRelates = {
  mentions: count.optional(),
  firstAt: date.optional(),
  lastAt: date.optional(),
  trust: numberIn(0, 1).optional(),
};

/** The rules of each kind of line, by its `record`. */
export const transferSchemas: ReadonlyMap<string, z.ZodType> = new Map(
  transferOrder.map((name) => [name, schemaOf(name)]),
);

function schemaOf(name: TransferRecordName): z.ZodType {
  const shape = fileShape(tables[name].fields);
  if (name === 'observation' || name === 'fact') return z.strictObject({ ...shape, believedBy });
  if (name === 'relates') return z.strictObject({ ...shape, ...formerOfRelates }).transform(withoutFormer);
  // A pair reads the same both ways, and is kept once.
  if (name === 'co_activated') return z.strictObject(shape).transform(lesserFirst);
  return z.strictObject(shape);
}

function withoutFormer(edge: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(edge).filter(([field]) => !(field in formerOfRelates)));
}

function lesserFirst(pair: Readonly<Record<string, unknown>>): object {
  const { from, to } = pair;
  return String(from) < String(to) ? pair : { ...pair, from: to, to: from };
}

/** A record as an import takes it where a file says nothing, without its kind. */
export function filledRecord<N extends TransferRecordName>(
  { record: name, ...given }: Of<N>,
  now: Date,
): FilledRecordOf<(typeof tables)[N]['fields']> {
  const { fields }: Table = tables[name];
  const missing = Object.entries(fields).flatMap(([field, { orElse }]) =>
    orElse === undefined || field in given ? [] : [[field, orElse(now)]],
  );
  // Each value is that of the file or of the field itself.
  return { ...given, ...Object.fromEntries(missing) } as FilledRecordOf<(typeof tables)[N]['fields']>;
}

/** The fields of each kind that hold ids, those that name the record first. */
const idFields: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.values(tables).map(({ name, key, fields }: Table) => {
    const inOrder = [...new Set([...key, ...Object.keys(fields)])];
    return [name, inOrder.filter((field) => fields[field]?.kept === 'reference')];
  }),
);

/** The ids of the nodes that a record is or points at. */
export function idsIn(record: TransferRecord): readonly string[] {
  if (record.record === 'agent') return [`agent:${record.name}`];
  return textsIn(record, idFields[record.record] ?? []);
}

/** The same for records of the same edge. */
export function edgeKey(record: EdgeRecord): string {
  return JSON.stringify([record.record, recordKeyIn(tables[record.record], record)]);
}

/** Whether a record is an edge. */
export function isEdge(record: TransferRecord): record is EdgeRecord {
  return isEdgeName(record.record);
}

/** Whether a record is a memory. */
export function isMemory(record: TransferRecord): record is MemoryRecord {
  return record.record === 'observation' || record.record === 'fact';
}

/** The first line of an export, with its end. */
export function headerLine(header: Omit<TransferHeader, 'format' | 'version'>): string {
  return `${JSON.stringify({ record: 'header', format: 'madeleine', version: 1, ...header })}\n`;
}

/** The line of one record of the ledger, with its end. Dates are ISO 8601 in UTC. */
export function recordLine(name: TransferRecordName, record: object): string {
  const { fields }: Table = tables[name];
  const inFile = Object.entries(record).filter(
    ([field, value]) =>
      value !== undefined && fields[field]?.presence !== 'internal' && fields[field]?.unfiled !== true,
  );
  return `${JSON.stringify({ record: name, ...Object.fromEntries(inFile) })}\n`;
}

/** The last line of a backup, with its end: what all the records before it must come to. */
export function endLine({ records, hash }: SpaceHash): string {
  return `${JSON.stringify({ record: 'end', records, hash })}\n`;
}
