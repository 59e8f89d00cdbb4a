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

/** One transaction: all of it or nothing. */
export interface LedgerWrite {
  readonly insert?: LedgerRecords;
  readonly patches?: readonly LedgerPatch[];
  /** Ids of nodes to delete; their edges go with them. */
  readonly deletes?: readonly string[];
}

/** The ids of the memories, sessions and entities that a write touches, each once. */
export function touchedIds(write: LedgerWrite): readonly string[] {
  const touched = new Set<string>(write.deletes);
  const nodes = ['session', 'entity', 'observation', 'fact'] as const;
  for (const table of nodes) for (const { id } of write.insert?.[table] ?? []) touched.add(id);
  const held = ['embedding', 'believes', 'mentions'] as const;
  for (const table of held) for (const { memory } of write.insert?.[table] ?? []) touched.add(memory);
  for (const { fact } of [...(write.insert?.about ?? []), ...(write.insert?.derived_from ?? [])]) touched.add(fact);
  for (const { observation } of write.insert?.belongs_to ?? []) touched.add(observation);
  const linked = ['follows', 'supersedes', 'supports', 'contradicts', 'similar_to', 'co_activated', 'relates'] as const;
  for (const table of linked) for (const { from, to } of write.insert?.[table] ?? []) touched.add(from).add(to);
  for (const patch of write.patches ?? []) {
    const record = patch.record as { readonly id?: string; readonly memory?: string };
    const id = record.memory ?? record.id;
    if (id !== undefined) touched.add(id);
  }
  return [...touched];
}
