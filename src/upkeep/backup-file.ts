/**
 * A backup before a change: the whole space as our own export, in a file that only its owner can
 * read, on the disk and read back before anything else happens. `import` restores it.
 */
import { open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ConflictError, InternalError, InvalidArgumentError } from '../domain/errors.ts';
import type { Ledger } from '../store/ledger.ts';
import { type ExportRun, exportLines } from '../transfer/export-lines.ts';
import { fileLines } from '../transfer/file-lines.ts';

/** A backup that was written. */
export interface Backup {
  readonly file: string;
  /** With the header. */
  readonly lines: number;
}

/** Lines that are written in one go. */
const linesPerChunk = 500;

/**
 * Where a backup goes when nobody says: beside the store's folder, or in the working folder for a
 * server's space; named after both and the time.
 */
export function backupFile(folder: string | undefined, space: string, at: Date): string {
  const name = `${basename(folder ?? 'madeleine')}-${space}-${at.toISOString().replace(/[:.]/g, '-')}.ndjson`;
  return folder === undefined ? name : join(dirname(folder), name);
}

/**
 * Writes a backup: beside the file first, so that a file of this name is whole or not there.
 *
 * @throws {ConflictError} when the file is there already.
 * @throws {InvalidArgumentError} when it cannot be written.
 */
export async function writeBackup(ledger: Ledger, file: string, run: ExportRun): Promise<Backup> {
  const partial = `${file}.partial`;
  try {
    await refuseExisting(file);
    await rm(partial, { force: true });
    const lines = await writeDurably(partial, exportLines(ledger, run));
    await verify(partial, lines, run.signal);
    await refuseExisting(file);
    await rename(partial, file);
    await syncFolder(dirname(file));
    return { file, lines };
  } catch (cause) {
    await rm(partial, { force: true }).catch(() => undefined);
    const { code } = cause as NodeJS.ErrnoException;
    if (!/^E[A-Z]+$/.test(code ?? '')) throw cause;
    const message = `migrate: "backup" must be a file that can be written, got "${file}" (${code}); name another.`;
    throw new InvalidArgumentError('INVALID_ARGUMENT', message, { cause });
  }
}

async function refuseExisting(file: string): Promise<void> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (found === undefined) return;
  const message = `migrate: "backup" must be a new file, got "${file}", which is there already; name another or move it away.`;
  throw new ConflictError('CONFLICT', message, { details: { file } });
}

async function writeDurably(path: string, lines: AsyncIterable<string>): Promise<number> {
  const handle = await open(path, 'wx', 0o600);
  let count = 0;
  try {
    let chunk: string[] = [];
    for await (const line of lines) {
      count += 1;
      if (chunk.push(line) < linesPerChunk) continue;
      await handle.writeFile(chunk.join(''));
      chunk = [];
    }
    await handle.writeFile(chunk.join(''));
    await handle.sync();
  } finally {
    await handle.close();
  }
  return count;
}

/** Reads the file back: what is not there cannot be restored. */
async function verify(path: string, lines: number, signal: AbortSignal | undefined): Promise<void> {
  let whole = 0;
  for await (const { problem, text } of fileLines(path, signal)) {
    if (problem === undefined && text.endsWith('}')) whole += 1;
  }
  if (whole === lines) return;
  const message = `migrate: the backup has ${whole} whole lines of ${lines}; nothing was changed.`;
  throw new InternalError('INTERNAL', message, { details: { lines, whole } });
}

/** Makes the renaming durable where folders can be synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
