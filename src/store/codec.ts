/**
 * Between records and rows: camelCase to snake_case, ids `table:key` to record ids, dates and vectors to what the
 * engine keeps. How each field is kept stands in the table of records.
 */
import { DateTime, RecordId } from 'surrealdb';
import { type RecordFields, type Kept, recordKeyIn, type Table } from '../domain/field.ts';
import { type TableName, type TableRecords, tables } from '../domain/records.ts';
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

/** The columns of some fields of a record; a field that is there but `undefined` empties its column. */
export function toFields(table: TableName, record: object): Row {
  return encoded(columnsOf(table), record);
}

/** The record of a row. */
export function fromRow<N extends TableName>(table: N, row: Row): TableRecords[N] {
  // The engine holds rows to the schema, which comes from the same fields as the type.
  return decoded(columnsOf(table), row) as TableRecords[N];
}

/** One field and its column. */
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
  if (kept === 'rows' && Array.isArray(value)) return value.map((one: object) => encoded(inner, one));
  return value;
}

function decode({ kept, inner }: Column, value: unknown): unknown {
  if (kept === 'date' && value instanceof DateTime) return value.toDate();
  if (kept === 'reference' && value instanceof RecordId) return idText(value);
  if (kept === 'agent' && value instanceof RecordId) return String(value.id);
  if (kept === 'vector' && value instanceof ArrayBuffer) return new Float32Array(value);
  if (kept === 'rows' && Array.isArray(value)) return value.map((one: Row) => decoded(inner, one));
  return value;
}
