/**
 * Between records and rows: camelCase to snake_case, ids `table:key` to record ids, dates and vectors to what the
 * engine keeps. How each field is kept stands in the table of records.
 * What one write holds and what its entry in the change log says stands at the end.
 */
import { createHash } from 'node:crypto';
import { DateTime, RecordId } from 'surrealdb';
import { type RecordFields, type Kept, recordKeyIn, type Table, textsIn } from '../domain/field.ts';
import { type EdgeName, type TableName, type TableRecords, tables } from '../domain/records.ts';
import { columnOf } from './schema.ts';

/** A row as the engine takes and gives it. */
export type Row = Record<string, unknown>;

/** A whole row as the engine gives it. */
export interface StoredRow extends Row {
  readonly id: RecordId;
}

/** A row of the change log; its key is the sequence number. */
export interface ChangeRow extends StoredRow {
  readonly hash: string;
  readonly touched: readonly string[];
  readonly at: DateTime;
}

/** The record id of `table:key`. */
export function recordId(id: string): RecordId {
  const colon = id.indexOf(':');
  return new RecordId(id.slice(0, colon), id.slice(colon + 1));
}

/** `table:key` of a record id whose key is a text. */
export function idText(id: RecordId): string {
  return `${id.table.name}:${String(id.id)}`;
}

/** A date as the engine takes it: the SDK itself refuses fractions of a second before 1970. */
export function momentOf(date: Date): DateTime {
  const seconds = Math.floor(date.getTime() / 1000);
  const milliseconds = date.getTime() - seconds * 1000;
  return new DateTime([BigInt(seconds), BigInt(milliseconds * 1_000_000)]);
}

/** The record id that the identifying fields of a record make. */
export function rowId(table: TableName, record: object): RecordId {
  return new RecordId(table, recordKeyIn(tables[table], record));
}

/** The row of a whole record. */
export function toRow(table: TableName, record: object): Row {
  return { id: rowId(table, record), ...toFields(table, record) };
}

/** The ends of an edge, where it comes from first. */
export function edgeEnds(table: EdgeName, record: object): readonly RecordId[] {
  const { in: from, out: to } = encoded(endColumns.get(table) ?? [], record);
  return [from, to].filter((end) => end instanceof RecordId);
}

/** The columns of some fields of a record; a field that is there but `undefined` empties its column. */
export function toFields(table: TableName, record: object): Row {
  return encoded(columnsOf(table), record);
}

/** The record of a row. */
export function fromRow<N extends TableName>(table: N, row: Row): TableRecords[N] {
  // The engine holds rows to the schema, which comes from the same fields as the type.
  return decoded(columnsOf(table), row) as TableRecords[N];
}

interface Column {
  readonly field: string;
  readonly name: string;
  readonly kept: Kept;
  /** The columns of each row in a field of rows. */
  readonly inner: readonly Column[];
}

const columns: ReadonlyMap<string, readonly Column[]> = new Map(
  Object.values(tables).map((table: Table) => [table.name, columnsIn(table.fields, table.ends)]),
);

const endColumns: ReadonlyMap<string, readonly Column[]> = new Map(
  [...columns].map(([name, of]) => [name, of.filter((column) => column.name === 'in' || column.name === 'out')]),
);

function columnsOf(table: TableName): readonly Column[] {
  return columns.get(table) ?? [];
}

function columnsIn(fields: RecordFields, ends: Table['ends']): readonly Column[] {
  return Object.entries(fields).map(([field, { kept, fields: inner = {} }]) => ({
    field,
    name: columnOf(field, ends),
    kept,
    inner: kept === 'rows' ? columnsIn(inner, undefined) : [],
  }));
}

function encoded(of: readonly Column[], record: object): Row {
  const given: Row = { ...record };
  const row: Row = {};
  for (const column of of) {
    // The id of a row is made from the key of its record.
    if (column.field in given && column.field !== 'id') row[column.name] = encode(column, given[column.field]);
  }
  return row;
}

function decoded(of: readonly Column[], row: Row): Row {
  const record: Row = {};
  for (const column of of) {
    const value = row[column.name];
    if (value !== undefined && value !== null) record[column.field] = decode(column, value);
  }
  return record;
}

function encode({ kept, inner }: Column, value: unknown): unknown {
  if (kept === 'date' && value instanceof Date) return momentOf(value);
  if (kept === 'reference' && typeof value === 'string') return recordId(value);
  if (kept === 'agent' && typeof value === 'string') return new RecordId('agent', value);
  if (kept === 'vector' && value instanceof Float32Array)
    return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  if (kept === 'bytes' && value instanceof Int8Array)
    return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  if (kept === 'rows' && Array.isArray(value)) return value.map((one: object) => encoded(inner, one));
  if (kept === 'json' && value !== undefined) return JSON.stringify(value);
  return value;
}

function decode({ kept, inner }: Column, value: unknown): unknown {
  if (kept === 'date' && value instanceof DateTime) return value.toDate();
  if (kept === 'reference' && value instanceof RecordId) return idText(value);
  if (kept === 'agent' && value instanceof RecordId) return String(value.id);
  if (kept === 'vector' && value instanceof ArrayBuffer) return new Float32Array(value);
  if (kept === 'bytes' && value instanceof ArrayBuffer) return new Int8Array(value);
  if (kept === 'rows' && Array.isArray(value)) return value.map((one: Row) => decoded(inner, one));
  if (kept === 'json' && typeof value === 'string') return JSON.parse(value);
  return value;
}

/**
 * A record as a plain list that JSON holds: a place for each field of its table, dates as numbers. For tables without
 * bytes and vectors.
 */
export function toList(table: TableName, record: object): readonly unknown[] {
  return listOf(columnsOf(table), record);
}

/** The record that a list of {@link toList} holds. */
export function fromList<N extends TableName>(table: N, values: readonly unknown[]): TableRecords[N] {
  // What was packed had the fields of its table.
  return recordOf(columnsOf(table), values) as TableRecords[N];
}

function listOf(of: readonly Column[], record: object): readonly unknown[] {
  const given: Row = { ...record };
  return of.map(({ field, inner }) => {
    const value = given[field];
    if (value instanceof Date) return value.getTime();
    return Array.isArray(value) && inner.length > 0 ? value.map((one: object) => listOf(inner, one)) : value;
  });
}

function recordOf(of: readonly Column[], values: readonly unknown[]): Row {
  const record: Row = {};
  for (const [at, { field, kept, inner }] of of.entries()) {
    const value = values[at];
    if (value === undefined || value === null) continue;
    if (kept === 'date' && typeof value === 'number') record[field] = new Date(value);
    else if (kept === 'rows' && Array.isArray(value))
      record[field] = value.map((one: unknown[]) => recordOf(inner, one));
    else record[field] = value;
  }
  return record;
}

// What one transaction writes.

/** Records to insert, by table; a record that is there already fails the whole transaction. */
export type LedgerRecords = { readonly [N in TableName]?: readonly TableRecords[N][] };

/** Fields to change in one record, which `record` names by its identifying fields. */
export type LedgerPatch = {
  readonly [N in TableName]: {
    readonly table: N;
    readonly record: Partial<TableRecords[N]>;
    /** A field that is given as `undefined` is emptied. */
    readonly set: { readonly [K in keyof TableRecords[N]]?: TableRecords[N][K] | undefined };
  };
}[TableName];

/** An edge, which `record` names by its identifying fields. */
export type LedgerEdge = {
  readonly [N in TableName]: Pick<Extract<LedgerPatch, { table: N }>, 'table' | 'record'>;
}[TableName];

/** One transaction: all of it or nothing. */
export interface LedgerWrite {
  readonly insert?: LedgerRecords;
  readonly patches?: readonly LedgerPatch[];
  /** Ids of nodes to delete; their edges go with them. */
  readonly deletes?: readonly string[];
  /** Edges to delete; one that is not there changes nothing. */
  readonly edgeDeletes?: readonly LedgerEdge[];
}

/** The ids of the memories, sessions and entities that a write touches, each once. */
export function touchedIds(write: LedgerWrite): readonly string[] {
  const inserted = Object.entries(write.insert ?? {}).flatMap(([table, records]) =>
    records.flatMap((record) => touchedBy(table as TableName, record)),
  );
  const changed = [...(write.patches ?? []), ...(write.edgeDeletes ?? [])].flatMap(({ table, record }) =>
    touchedBy(table, record),
  );
  return [...new Set([...(write.deletes ?? []), ...inserted, ...changed])];
}

/** The ids that a record touches, by its identifying fields: what it is, or what it says something of. */
function touchedBy(name: TableName, record: object): readonly string[] {
  const { touches = [] }: Table = tables[name];
  return textsIn(record, touches);
}

/** The last commit of a space. */
export interface Head {
  readonly seq: number;
  /** A hash over every commit so far. */
  readonly hash: string;
}

/** One entry of the change log. */
export interface LedgerChange {
  readonly seq: number;
  readonly hash: string;
  readonly at: Date;
  readonly touched: readonly string[];
}

/**
 * The hash of a commit: 64 hexadecimal digits, made from the hash before it, its sequence number,
 * its moment and what it touched. Two histories that part never meet again.
 */
export function commitHash(before: string, { seq, at, touched }: Omit<LedgerChange, 'hash'>): string {
  const said = [before, seq, at.toISOString(), ...touched].join('\n');
  return createHash('sha256').update(said).digest('hex');
}
