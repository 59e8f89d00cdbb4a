/**
 * Copies all rows of a space into the same space of a fresh store, as they are: what was deleted
 * leaves no trace there, neither in the engine's files nor in the change log. Knows tables and ids,
 * and nothing of what rows say.
 */
import { RecordId } from 'surrealdb';
import { InternalError, throwIfCancelled } from '../domain/errors.ts';
import { tableNames } from '../domain/records.ts';
import { type ChangeRow, commitHash, idText, type Row } from './codec.ts';
import { migrate } from './migrate.ts';
import { countRecords, holdToTally } from './tally.ts';
import { pagesOf, type SpaceDatabase } from './space-database.ts';
import * as statements from './statement.ts';

/** How a copy is made. */
export interface CopyRun {
  /** The verb, as it stands before the colon of an error. */
  readonly operation: string;
  /** The key of a space that has none yet. */
  readonly newKey: string;
  readonly at: Date;
  /** Hears how many rows were copied by one more statement. */
  readonly onCopied: (rows: number) => void;
  readonly signal: AbortSignal | undefined;
}

/** Rows that are read and written in one go. */
const pageRows = 500;

/** Copies a space. Nobody may write to it meanwhile. */
export async function copySpace(from: SpaceDatabase, to: SpaceDatabase, run: CopyRun): Promise<void> {
  // As opening it would: then both have the schema of this build.
  await migrate(from, run.newKey, run.at);
  await migrate(to, run.newKey, run.at);
  const [{ tables }] = await from.run<[{ tables: Record<string, string> }]>(statements.describeSpace);
  const names = Object.keys(tables).filter((name) => name !== 'change' && name !== 'head');
  const edges = names.filter((name) => tables[name]?.includes(' TYPE RELATION '));
  const nodes = names.filter((name) => !edges.includes(name));
  const ids = new Set<string>();
  for (const name of nodes) {
    for (const id of await copyTable(from, to, name, statements.insertRows, run)) ids.add(id);
  }
  for (const name of edges) await copyTable(from, to, name, statements.insertEdges, run);
  await copyChanges(from, to, ids, run);
}

/** Copies a table; answers the ids of its rows. */
async function copyTable(
  from: SpaceDatabase,
  to: SpaceDatabase,
  table: string,
  statement: string,
  run: CopyRun,
): Promise<readonly string[]> {
  // What the schema itself has put there, such as the record of its version.
  await to.run(statements.clearTable, { table });
  const ids: string[] = [];
  for await (const rows of pagesOf(from, table, pageRows)) {
    await write(to, statement, rows.map(sendable), run);
    ids.push(...rows.map(({ id }) => idText(id)));
  }
  const counted = tableNames.find((name) => name === table);
  if (counted !== undefined) await holdToTally(from, counted);
  await checkCount(to, table, ids.length, run);
  return ids;
}

/** Writes the change log without the ids of what is gone, each commit tied anew to those before it. */
async function copyChanges(
  from: SpaceDatabase,
  to: SpaceDatabase,
  ids: ReadonlySet<string>,
  run: CopyRun,
): Promise<void> {
  let head: { seq: number; hash: string } | undefined;
  for await (const rows of pagesOf<ChangeRow>(from, 'change', pageRows)) {
    const changes: Row[] = [];
    for (const row of rows) {
      const seq = Number(row.id.id);
      const touched = row.touched.filter((id) => ids.has(id));
      const hash: string = commitHash(head?.hash ?? '', { seq, at: row.at.toDate(), touched });
      head = { seq, hash };
      changes.push({ ...row, touched, hash });
    }
    await write(to, statements.insertRows, changes, run);
  }
  if (head === undefined) return;
  const tally = await countRecords(to, head.seq);
  await to.run(statements.insertRows, { rows: [{ id: new RecordId('head', 'main'), ...head, tally }] });
}

async function write(to: SpaceDatabase, statement: string, rows: readonly Row[], run: CopyRun): Promise<void> {
  throwIfCancelled(run.operation, run.signal);
  await to.run(statement, { rows });
  run.onCopied(rows.length);
}

/** A row as the engine takes it: it gives bytes in a form that it does not take. */
function sendable(row: Row): Row {
  const sent = (value: unknown): unknown => (value instanceof ArrayBuffer ? new Uint8Array(value) : value);
  return Object.fromEntries(Object.entries(row).map(([field, value]) => [field, sent(value)]));
}

async function checkCount(to: SpaceDatabase, table: string, expected: number, run: CopyRun): Promise<void> {
  const [[found]] = await to.run<[[number]]>(statements.countRows, { tables: [table] });
  if (found === expected) return;
  const message = `${run.operation}: ${found} of ${expected} rows of "${table}" were copied; nothing was changed.`;
  throw new InternalError('INTERNAL', message, { details: { table, found, expected } });
}
