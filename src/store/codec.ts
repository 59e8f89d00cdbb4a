/**
 * Between records and rows: camelCase to snake_case, ids `table:key` to record ids, dates and
 * vectors to what the engine keeps. Each file in `tables/` describes one table with it.
 */
import { DateTime, RecordId } from 'surrealdb';
import type { PastBelief } from '../domain/records.ts';

/** How a field is kept: as it is, as a moment, as a reference, as the bytes of a vector, or as past beliefs. */
export type FieldKind = 'value' | 'date' | 'reference' | 'agent' | 'vector' | 'past';

/** One table: its name, its fields, and which record id a record has. */
export interface Table<T> {
  readonly name: string;
  /** Whether rows are edges; then two fields are called `in` and `out` in storage. */
  readonly edge?: { readonly in: keyof T & string; readonly out: keyof T & string };
  readonly fields: { readonly [K in keyof T & string]-?: FieldKind };
  /** The key within the table: what of a record names it. */
  key(record: T): string | string[];
}

/** A row as the engine takes and gives it. */
export type Row = Record<string, unknown>;

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
export function moment(date: Date): DateTime {
  const seconds = Math.floor(date.getTime() / 1000);
  const milliseconds = date.getTime() - seconds * 1000;
  return new DateTime([BigInt(seconds), BigInt(milliseconds * 1_000_000)]);
}

/** The row of a whole record. */
export function toRow<T extends object>(table: Table<T>, record: T): Row {
  return { id: new RecordId(table.name, table.key(record)), ...toFields(table, record) };
}

/** The columns of some fields of a record; a field that is there but `undefined` empties its column. */
export function toFields<T extends object>(
  table: Table<T>,
  record: { readonly [K in keyof T]?: T[K] | undefined },
): Row {
  const row: Row = {};
  for (const [field, kind] of Object.entries(table.fields) as [keyof T & string, FieldKind][]) {
    if (!(field in record) || field === 'id') continue;
    const value = record[field];
    row[columnOf(table, field)] = value === undefined ? undefined : encode(kind, value);
  }
  return row;
}

/** The record of a row. */
export function fromRow<T extends object>(table: Table<T>, row: Row): T {
  const record: Row = {};
  for (const [field, kind] of Object.entries(table.fields) as [keyof T & string, FieldKind][]) {
    const value = field === 'id' ? row['id'] : row[columnOf(table, field)];
    if (value !== undefined && value !== null) record[field] = decode(kind, value);
  }
  return record as T;
}

function columnOf<T>(table: Table<T>, field: keyof T & string): string {
  if (field === table.edge?.in) return 'in';
  if (field === table.edge?.out) return 'out';
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function encode(kind: FieldKind, value: unknown): unknown {
  switch (kind) {
    case 'date':
      return moment(value as Date);
    case 'reference':
      return recordId(value as string);
    case 'agent':
      return new RecordId('agent', value as string);
    case 'vector': {
      const vector = value as Float32Array;
      return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
    }
    case 'past':
      return (value as readonly PastBelief[]).map(({ since, until, strength, reinforcedAt }) => ({
        since: moment(since),
        until: moment(until),
        strength,
        reinforced_at: moment(reinforcedAt),
      }));
    default:
      return value;
  }
}

function decode(kind: FieldKind, value: unknown): unknown {
  switch (kind) {
    case 'date':
      return dateOf(value);
    case 'reference':
      return idText(value as RecordId);
    case 'agent':
      return String((value as RecordId).id);
    case 'vector':
      return new Float32Array(value as ArrayBuffer);
    case 'past':
      return (value as readonly Row[]).map(({ since, until, strength, reinforced_at }) => ({
        since: dateOf(since),
        until: dateOf(until),
        strength,
        reinforcedAt: dateOf(reinforced_at),
      }));
    default:
      return value;
  }
}

function dateOf(value: unknown): unknown {
  return value instanceof DateTime ? value.toDate() : value;
}
