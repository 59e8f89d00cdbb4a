/**
 * From a write to what undoes it, and from that to the write that does. Knows records by their
 * tables and fields alone; what they mean is the business of their writers.
 */
import { isDeepStrictEqual } from 'node:util';
import type { RecordFields } from '../domain/field.ts';
import { groupBy } from '../domain/values.ts';
import type { InversePatch, KeptFields } from '../domain/upkeep-records.ts';
import { undoableTables } from '../domain/vocabulary.ts';
import type { LedgerReader } from '../store/ledger-reader.ts';
import type { LedgerEdge, LedgerPatch, LedgerRecords, LedgerWrite } from '../store/codec.ts';
import { type TableName, type TableRecords, tables } from '../domain/records.ts';

type UndoableTable = InversePatch['table'];

/** A write of which every part can be undone. */
export interface UndoableWrite {
  readonly insert?: { readonly [N in UndoableTable]?: readonly TableRecords[N][] };
  readonly patches?: readonly Extract<LedgerPatch, { readonly table: UndoableTable }>[];
  readonly edgeDeletes?: readonly Extract<LedgerEdge, { readonly table: UndoableTable }>[];
}

/** A change that stays as it is now. */
export interface KeptChange {
  readonly change: InversePatch;
  /** `changed`: the record has changed since; `gone`: it is no more, or what it joined. */
  readonly because: 'changed' | 'gone';
}

/** What undoing some changes comes to. */
export interface Undoing {
  readonly write: LedgerWrite;
  readonly kept: readonly KeptChange[];
}

/** What undoes a write, read before it is committed. */
export async function inversePatches(ledger: LedgerReader, write: UndoableWrite): Promise<readonly InversePatch[]> {
  const { insert = {}, patches = [], edgeDeletes = [] } = write;
  const inserted = undoableTables.flatMap((table) =>
    (insert[table] ?? []).map((record): InversePatch => ({ table, record: inJson(record), after: {} })),
  );
  const found = await presentOf(ledger, [...patches, ...edgeDeletes]);
  const before = found.map((record) => inJson(record ?? {}));
  const patched = patches.map(({ table, record, set }, place): InversePatch => {
    const fields = only(before[place] ?? {}, Object.keys(set));
    return { table, record: inJson(record), before: fields, after: inJson(set) };
  });
  const deleted = edgeDeletes.map(({ table, record }, place): InversePatch => {
    return { table, record: inJson(record), before: before[patches.length + place] ?? {} };
  });
  return [...inserted, ...patched, ...deleted];
}

/**
 * What undoes some changes at a moment. A record that has changed since, or is gone, stays as it
 * is: what was done later counts for more.
 *
 * @param isThere - whether a memory is still there.
 */
export async function undoing(
  ledger: LedgerReader,
  changes: readonly InversePatch[],
  isThere: (memory: string) => boolean,
  at: Date,
): Promise<Undoing> {
  const found = await presentOf(ledger, changes);
  const insert: Partial<Record<TableName, object[]>> = {};
  const patches: LedgerPatch[] = [];
  const edgeDeletes: LedgerEdge[] = [];
  const kept: KeptChange[] = [];
  for (const [place, change] of changes.entries()) {
    const { table, record, before, after } = change;
    const because = obstacle(change, found[place], isThere);
    if (because !== undefined) {
      kept.push({ change, because });
    } else if (after === undefined) {
      const records = insert[table] ?? [];
      insert[table] = [...records, fromJson(table, before ?? {})];
    } else if (before !== undefined) {
      patches.push(patchOf(table, record, { ...emptied(after), ...fromJson(table, before) }));
    } else if ('undoneAt' in tables[table].fields) {
      patches.push(patchOf(table, record, { undoneAt: at }));
    } else {
      edgeDeletes.push({ table, record } as LedgerEdge);
    }
  }
  return { write: { insert: insert as LedgerRecords, patches, edgeDeletes }, kept };
}

/** Why a change cannot be undone; undefined where it can. */
function obstacle(
  { record, before, after }: InversePatch,
  present: object | undefined,
  isThere: (memory: string) => boolean,
): KeptChange['because'] | undefined {
  if (after === undefined) {
    if (present !== undefined) return 'changed';
    const ends = [record['from'], record['to']].filter((end) => typeof end === 'string');
    return ends.every(isThere) ? undefined : 'gone';
  }
  if (present === undefined) return 'gone';
  const now = inJson(present);
  if (before === undefined) return 'undoneAt' in now ? 'changed' : undefined;
  return isDeepStrictEqual(only(now, Object.keys({ ...before, ...after })), after) ? undefined : 'changed';
}

/** The records as they are now that some parts of a write name, each in its place. */
async function presentOf(
  ledger: LedgerReader,
  parts: readonly { readonly table: UndoableTable; readonly record: object }[],
): Promise<readonly (object | undefined)[]> {
  const found: (object | undefined)[] = parts.map(() => undefined);
  const placed = parts.map(({ table, record }, place) => ({ table, record, place }));
  for (const [table, items] of groupBy(placed, (item) => item.table)) {
    const records = await ledger.named(
      table,
      items.map(({ record }) => record),
    );
    for (const [at, { place }] of items.entries()) found[place] = records[at];
  }
  return found;
}

function patchOf(table: UndoableTable, record: object, set: object): LedgerPatch {
  return { table, record, set } as LedgerPatch;
}

function inJson(fields: object): KeptFields {
  return JSON.parse(JSON.stringify(fields));
}

/** Fields as the ledger takes them. */
function fromJson(table: UndoableTable, fields: KeptFields): Record<string, unknown> {
  const known: RecordFields = tables[table].fields;
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [
      field,
      known[field]?.kept === 'date' ? new Date(value as string) : value,
    ]),
  );
}

function only(fields: KeptFields, names: readonly string[]): KeptFields {
  return Object.fromEntries(names.flatMap((name) => (name in fields ? [[name, fields[name]]] : [])));
}

function emptied(fields: KeptFields): Record<string, undefined> {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, undefined]));
}
