/**
 * What the ledger counts of itself: how many records each table has, and one sum over their ids. It changes in the same
 * transaction as the records and lies in the head. The engine ends the scan of a damaged file early and says nothing,
 * so what reads a whole table compares what it read with this.
 */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { RecordId } from 'surrealdb';
import { UnavailableError } from '../domain/errors.ts';
import { isEdgeName, type TableName, tableNames } from '../domain/records.ts';
import { edgeEnds, type Head, type LedgerWrite, recordId, rowId } from './codec.ts';
import type { SpaceStatements } from './space-database.ts';
import * as statements from './statement.ts';

/** Bytes of a sum: of two million sets of ids no two come to the same one by chance. */
const sumBytes = 8;

/** The records of one table: their number, and the exclusive or of the hashes of their ids, in hexadecimal. */
type Counted = readonly [count: number, sum: string];

/** The records of each table that has some, as the head has them. */
export interface Tally {
  /** The commit that it belongs to; a build that counts nothing leaves an older one behind. */
  readonly seq: number;
  readonly tables: { readonly [N in TableName]?: Counted };
}

/** Counts records by their ids; each must come once. */
export class IdCount {
  readonly #sum = Buffer.alloc(sumBytes);
  #count = 0;

  constructor([count, sum]: Counted = nothing) {
    this.#count = count;
    this.#sum.write(sum, 'hex');
  }

  add(id: RecordId): void {
    this.#change(id, 1);
  }

  remove(id: RecordId): void {
    this.#change(id, -1);
  }

  #change(id: RecordId, by: number): void {
    const hash = createHash('sha256').update(keyText(id)).digest();
    for (let at = 0; at < sumBytes; at += 1) this.#sum[at] = (this.#sum[at] ?? 0) ^ (hash[at] ?? 0);
    this.#count += by;
  }

  get counted(): Counted {
    return [this.#count, this.#sum.toString('hex')];
  }
}

const nothing: Counted = [0, '00'.repeat(sumBytes)];

function keyText({ id }: RecordId): string {
  return typeof id === 'string' ? id : JSON.stringify(id);
}

/** The tally after a write that is to be made on top of another. */
export async function tallyAfter(
  before: Tally,
  write: LedgerWrite,
  database: SpaceStatements,
  seq: number,
): Promise<Tally> {
  const counts = new Map<string, IdCount>(
    Object.entries(before.tables).map(([name, counted]) => [name, new IdCount(counted)]),
  );
  const of = (name: string): IdCount => {
    const count = counts.get(name) ?? new IdCount();
    counts.set(name, count);
    return count;
  };
  const { fresh, gone } = await movedBy(write, database);
  for (const id of fresh) of(id.table.name).add(id);
  for (const id of gone) of(id.table.name).remove(id);
  return { seq, tables: Object.fromEntries([...counts].map(([name, count]) => [name, count.counted])) };
}

/**
 * The records that a write adds, and those of before that it takes away, each once. A commit leaves an edge as it
 * is that is there already or comes twice; of a node it refuses both, so that no edge of a new node can be there.
 * Deletes come last and take edges along.
 */
async function movedBy(
  { insert = {}, deletes = [], edgeDeletes = [] }: LedgerWrite,
  database: SpaceStatements,
): Promise<{ readonly fresh: Iterable<RecordId>; readonly gone: Iterable<RecordId> }> {
  const nodes = deletes.map(recordId);
  const deleted = byKey([...nodes, ...edgeDeletes.map(({ table, record }) => rowId(table, record))]);
  const fresh = new Map<string, RecordId>();
  const edges: RecordId[] = [];
  for (const name of tableNames) {
    for (const record of insert[name] ?? []) {
      const id = rowId(name, record);
      const ends = isEdgeName(name) ? edgeEnds(name, record).map(idKey) : [];
      // Nodes come before the edges that need them.
      if (isEdgeName(name) && !ends.some((end) => fresh.has(end))) edges.push(id);
      const key = idKey(id);
      if (![key, ...ends].some((one) => deleted.has(one))) fresh.set(key, id);
    }
  }
  if (edges.length + deleted.size === 0) return { fresh: fresh.values(), gone: [] };
  type Answer = [(RecordId | null | undefined)[], (RecordId | null | undefined)[][][]];
  const ids = [...byKey([...edges, ...deleted.values()]).values()];
  const [found, around] = await database.run<Answer>(statements.goneWith, { ids, nodes });
  const there = byKey(found);
  for (const key of there.keys()) fresh.delete(key);
  const gone = byKey(around.flat(2));
  for (const [key, id] of there) if (deleted.has(key)) gone.set(key, id);
  return { fresh: fresh.values(), gone: gone.values() };
}

/** The ids that there are, by a text that each alone has. */
function byKey(ids: readonly (RecordId | null | undefined)[]): Map<string, RecordId> {
  return new Map(ids.flatMap((id) => (id === null || id === undefined ? [] : [[idKey(id), id]])));
}

function idKey(id: RecordId): string {
  return `${id.table.name}:${keyText(id)}`;
}

/** Counts the records of a space. */
export async function countRecords(database: SpaceStatements, seq: number): Promise<Tally> {
  const tables: { [N in TableName]?: Counted } = {};
  const [inUse] = await database.run<[TableName[]]>(statements.tablesInUse, { tables: tableNames });
  for (const name of inUse) {
    const { ids } = await idsOf(database, name);
    if (ids.length > 0) tables[name] = countedOf(ids);
  }
  return { seq, tables };
}

/**
 * Holds what was read of a table to what the ledger counts. What others wrote meanwhile is taken for no damage.
 *
 * @throws {UnavailableError} STORE_CORRUPT when records are missing.
 */
export async function holdToTally(database: SpaceStatements, name: TableName, read?: Counted): Promise<void> {
  if (read !== undefined) {
    const expected = tallyIn(await readHead(database))?.tables[name] ?? nothing;
    if (isDeepStrictEqual(read, expected)) return;
  }
  // Both at one moment.
  const { ids, tally } = await idsOf(database, name);
  const [kept, keptSum] = tally?.tables[name] ?? nothing;
  const [found, foundSum] = countedOf(ids);
  if (tally === undefined || (found === kept && foundSum === keptSum)) return;
  throw missing(name, found, kept);
}

/** Holds numbers of records to a tally. */
export function holdToCounts(read: { readonly [N in TableName]?: number }, { tables }: Tally): void {
  for (const name of tableNames) {
    const [found, [kept]] = [read[name], tables[name] ?? nothing];
    if (found !== undefined && found !== kept) throw missing(name, found, kept);
  }
}

function missing(name: TableName, found: number, expected: number): UnavailableError {
  const message = `store: ${found} of ${expected} records of "${name}" can be read; a file of the store is damaged. Nothing was changed. Write nothing more to it and restore a backup into another folder.`;
  return new UnavailableError('STORE_CORRUPT', message, { details: { table: name, found, expected } });
}

/** The last commit, with what the ledger counts there unless a build wrote it that counts nothing. */
export interface TalliedHead extends Head {
  readonly tally?: Tally;
}

/** Reads the last commit. */
export async function readHead(database: SpaceStatements): Promise<TalliedHead> {
  const [row] = await database.run<[TalliedHead | null | undefined]>(statements.headStatement);
  return row ?? { seq: 0, hash: '' };
}

/** What the ledger counts at a commit that was read; counted anew where that does not say it. */
export async function tallyAt(database: SpaceStatements, head: TalliedHead): Promise<Tally> {
  const known = tallyIn(head);
  if (known !== undefined) return known;
  const tally = await countRecords(database, head.seq);
  if (head.seq > 0) await database.run(statements.writeTally, { tally });
  return tally;
}

function tallyIn(head: TalliedHead | null | undefined): Tally | undefined {
  return head?.tally?.seq === head?.seq ? head?.tally : undefined;
}

async function idsOf(
  database: SpaceStatements,
  table: TableName,
): Promise<{ readonly ids: readonly RecordId[]; readonly tally: Tally | undefined }> {
  type Answer = { readonly head: TalliedHead | null | undefined; readonly ids: readonly RecordId[] };
  const [{ head, ids }] = await database.run<[Answer]>(statements.readIds, { table });
  return { ids, tally: tallyIn(head) };
}

function countedOf(ids: readonly RecordId[]): Counted {
  const count = new IdCount();
  for (const id of ids) count.add(id);
  return count.counted;
}
