/** What one transaction writes. */
import { createHash } from 'node:crypto';
import { type Table, textsIn } from '../domain/field.ts';
import { type TableName, type TableRecords, tables } from '../domain/records.ts';

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

/** What the identifying fields of a record name. */
function namedBy({ record }: LedgerEdge): readonly string[] {
  const { id, memory, from, to } = record as Readonly<Partial<Record<'id' | 'memory' | 'from' | 'to', string>>>;
  const [one] = [memory, id].filter((name) => name !== undefined);
  return one === undefined ? [from, to].filter((name) => name !== undefined) : [one];
}

/** The ids of the memories, sessions and entities that a write touches, each once. */
export function touchedIds(write: LedgerWrite): readonly string[] {
  const inserted = Object.entries(write.insert ?? {}).flatMap(([table, records]) =>
    records.flatMap((record) => textsIn(record, touchedFieldsOf(table as TableName))),
  );
  const patched = [...(write.patches ?? []), ...(write.edgeDeletes ?? [])].flatMap(namedBy);
  return [...new Set([...(write.deletes ?? []), ...inserted, ...patched])];
}

/** The fields with the ids that a record touches: what it is, or what it says something of. */
function touchedFieldsOf(name: TableName): readonly string[] {
  const { touches = [] }: Table = tables[name];
  return touches;
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
