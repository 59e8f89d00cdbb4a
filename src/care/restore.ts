/**
 * Makes a space of a backup again: all of it or nothing. What the file holds goes into fresh files of the store. They
 * take the place of those in use once their space has the hash at the end of the backup. So a restore that was killed
 * has changed nothing.
 */
import type { z } from 'zod';
import { type Fields, record, words } from '../domain/result.ts';
import { ConflictError, InvalidArgumentError } from '../domain/errors.ts';
import { systemAgent } from '../domain/records.ts';
import { RecallIndex } from '../recall-index/recall-index.ts';
import { Writer } from '../remember/writer.ts';
import type { Database } from '../store/database.ts';
import { Ledger } from '../store/ledger.ts';
import { hashSpace } from './export-lines.ts';
import { importFile } from './import.ts';
import { importTarget } from './import-target.ts';
import { type ReadBackup, readBackup } from './backup-file.ts';
import { type SpaceHash, spaceHashFields } from './space-hash.ts';
import { transferOrder } from './transfer-record.ts';

const restoreReportFields = {
  file: words,
};
/** What was restored: the records of the backup and their hash, which the space now has. */
export interface RestoreReport extends SpaceHash, Fields<typeof restoreReportFields> {}
export const restoreReportRules: z.ZodType<RestoreReport> = record({ ...spaceHashFields, ...restoreReportFields });
/** A backup that is whole. */
interface WholeBackup extends ReadBackup {
  readonly end: SpaceHash;
}

/** How a backup is restored. */
export interface RestoreRun {
  readonly file: string;
  readonly space: string;
  /** Called again and again with the bytes that are done and the bytes of the file. */
  readonly onProgress: (done: number, total: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Restores a backup into an empty space.
 *
 * @throws {InvalidArgumentError} when the file is no whole backup.
 * @throws {ConflictError} when the space is not empty, or the store is in use beside this.
 */
export async function restoreBackup(writer: Writer, run: RestoreRun): Promise<RestoreReport> {
  const { file } = run;
  const backup = await wholeBackup(run);
  await writer.exclusive(async () => {
    const { ledger } = writer.parts;
    await refuseFull(ledger);
    // An older backup does not say what is set here.
    const sharing = backup.sharing ?? (await ledger.sharing());
    await ledger.rebuild({
      operation: 'restore',
      finish: (fresh) => fill(fresh, writer, run, { ...backup, sharing }),
      onProgress: () => undefined,
      signal: run.signal,
    });
  });
  // Brings the index up to the ledger.
  await writer.exclusive(async () => undefined);
  return { file, ...backup.end };
}

/** A backup, once the whole file comes to what its end says. */
async function wholeBackup({ file, signal }: RestoreRun): Promise<WholeBackup> {
  const read = await readBackup(file, signal).catch((cause: NodeJS.ErrnoException) => {
    if (!/^E[A-Z]+$/.test(cause.code ?? '')) throw cause;
    throw new InvalidArgumentError('INVALID_ARGUMENT', `restore: cannot read "${file}" (${cause.code}).`, { cause });
  });
  const { end, hash, isBackup } = read;
  if (end !== undefined && end.hash === hash) return { ...read, end };
  const what = end === undefined ? 'has no end of a backup' : 'was changed after it was written';
  const message = isBackup
    ? `restore: "${file}" ${what}; restore another backup, or import what is left of this one.`
    : `restore: "${file}" is no backup of Madeleine; name a file that \`madeleine backup\` has written.`;
  throw new InvalidArgumentError('INVALID_ARGUMENT', message, { details: { file } });
}

async function refuseFull(ledger: Ledger): Promise<void> {
  const counts = await ledger.counts();
  const records = transferOrder.reduce((sum, table) => sum + counts[table], 0);
  if (records === 0) return;
  const message = `restore: the space holds ${records} records already; restore into an empty one, or import the file.`;
  throw new ConflictError('CONFLICT', message, { details: { records } });
}

/** Imports the file into the fresh store, and holds the outcome to what it must be. */
async function fill(database: Database, { parts }: Writer, run: RestoreRun, backup: WholeBackup): Promise<void> {
  const { clock, newId, embedder } = parts;
  const { space, file, onProgress, signal } = run;
  const ledger = await Ledger.open({ database, space, clock, newId });
  try {
    const index = new RecallIndex({ dimension: embedder.dimension });
    const writer = new Writer({ ...parts, ledger, index }, () => undefined);
    const target = importTarget(writer, systemAgent);
    await importFile(target, { file, format: 'ndjson', agent: systemAgent, onProgress, signal });
    const { hash } = await hashSpace(ledger, { space, exportedAt: clock(), onProgress: () => undefined, signal });
    if (hash === backup.hash) return await ledger.setSharing(backup.sharing ?? {});
    const message = `restore: "${file}" does not come to its hash again, as when some of it was forgotten here; nothing was changed. Restore it into a new store.`;
    throw new ConflictError('CONFLICT', message, { details: { expected: backup.hash, found: hash } });
  } finally {
    await ledger.close();
  }
}
