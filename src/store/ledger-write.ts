/** What one transaction writes. */
import type { TableName, TableRecords } from './tables.ts';

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

/** The ids that a record of each table touches: what it is, or what it says something of. */
const touchedBy: { readonly [N in TableName]: (record: TableRecords[N]) => readonly string[] } = {
  agent: () => [],
  session: ({ id }) => [id],
  entity: ({ id }) => [id],
  observation: ({ id }) => [id],
  fact: ({ id }) => [id],
  embedding: ({ memory }) => [memory],
  believes: ({ memory }) => [memory],
  mentions: ({ memory }) => [memory],
  about: ({ fact }) => [fact],
  belongs_to: ({ observation }) => [observation],
  derived_from: ({ fact }) => [fact],
  follows: bothEnds,
  supersedes: bothEnds,
  supports: bothEnds,
  contradicts: bothEnds,
  similar_to: bothEnds,
  co_activated: bothEnds,
  relates: ({ memory, ...ends }) => [...(memory === undefined ? [] : [memory]), ...bothEnds(ends)],
  entity_merge: bothEnds,
  sleep_run: () => [],
  past_sleep: () => [],
  undo: ({ id }) => [id],
  tombstone: () => [],
};

function bothEnds({ from, to }: { readonly from: string; readonly to: string }): readonly string[] {
  return [from, to];
}

/** What the identifying fields of a record name. */
function namedBy({ record }: LedgerEdge): readonly string[] {
  const { id, memory, from, to } = record as Readonly<Partial<Record<'id' | 'memory' | 'from' | 'to', string>>>;
  const [one] = [memory, id].filter((name) => name !== undefined);
  return one === undefined ? [from, to].filter((name) => name !== undefined) : [one];
}

/** The ids of the memories, sessions and entities that a write touches, each once. */
export function touchedIds(write: LedgerWrite): readonly string[] {
  const inserted = Object.entries(write.insert ?? {}).flatMap(([table, records]) => {
    const touched = touchedBy[table as TableName] as (record: unknown) => readonly string[];
    return records.flatMap(touched);
  });
  const patched = [...(write.patches ?? []), ...(write.edgeDeletes ?? [])].flatMap(namedBy);
  return [...new Set([...(write.deletes ?? []), ...inserted, ...patched])];
}
