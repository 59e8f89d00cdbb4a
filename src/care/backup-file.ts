/**
 * A backup: the whole space as our own export with an end that has its hash, in a file that only
 * its owner can read, on the disk and read back before it gets its name. It shows one moment of
 * the space, whatever is written meanwhile. `restore.ts` makes a space of it again.
 */
import type { z } from 'zod';
import { present } from '../domain/values.ts';
import { count, type Fields, record, words } from '../domain/result.ts';
import { lstat, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ConflictError, InternalError, InvalidArgumentError } from '../domain/errors.ts';
import { type Sharing, storedSharing } from '../domain/sharing.ts';
import { syncFolder } from '../store/ledger-folder.ts';
import { noteUnfinished } from '../store/store-folder.ts';
import type { Ledger } from '../store/ledger.ts';
import { type ExportRun, exportLines } from './export-lines.ts';
import { fileLines } from './file-lines.ts';
import { parseObject } from './read-ndjson.ts';
import { type SpaceHash, SpaceHasher } from './space-hash.ts';
import { endLine, endSchema } from './transfer-record.ts';

const backupFields = {
  file: words,
  /** With the header and the end. */
  lines: count,
  /** The canonical hash of the space, as `hash` tells it. */
  hash: words,
};
/** A backup that was written. */
export interface Backup extends Fields<typeof backupFields> {}
export const backupRules: z.ZodType<Backup> = record(backupFields);

/** What wants a backup: a message begins with the operation and names the option that has the file. */
export interface BackupCaller {
  readonly operation: string;
  readonly option: string;
  /** The folder of the store, which knows of the file until it is whole; a server's space and a client of a hub have none. */
  readonly folder?: string | undefined;
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

/** Writes a backup of a space, as {@link keepBackup} keeps it, and notes in the space that there is one. */
export async function writeBackup(ledger: Ledger, file: string, run: ExportRun, caller: BackupCaller): Promise<Backup> {
  const backup = await keepBackup(file, withEnd(exportLines(ledger, run)), caller, run.signal);
  await ledger.noteBackup(run.exportedAt);
  return backup;
}

/**
 * Keeps the lines of a backup: beside the file first, so that a file of this name is whole or not there.
 *
 * @throws {ConflictError} when the file is there already.
 * @throws {InvalidArgumentError} when it cannot be written.
 */
export async function keepBackup(
  file: string,
  lines: AsyncIterable<string>,
  caller: BackupCaller,
  signal: AbortSignal | undefined,
): Promise<Backup> {
  const partial = `${file}.partial`;
  let forget = async (): Promise<void> => undefined;
  try {
    await refuseExisting(file, caller);
    await rm(partial, { force: true });
    if (caller.folder !== undefined) forget = await noteUnfinished(caller.folder, partial);
    await writeDurably(partial, lines);
    const { records, hash } = await wholeBackup(partial, caller.operation, signal);
    await refuseExisting(file, caller);
    await rename(partial, file);
    await syncFolder(dirname(file));
    await forget();
    return { file, lines: records + 2, hash };
  } catch (cause) {
    await rm(partial, { force: true }).catch(() => undefined);
    await forget().catch(() => undefined);
    const { code } = cause as NodeJS.ErrnoException;
    if (!/^E[A-Z]+$/.test(code ?? '')) throw cause;
    const { operation, option } = caller;
    const message = `${operation}: "${option}" must be a file that can be written, got "${file}" (${code}); name another.`;
    throw new InvalidArgumentError('INVALID_ARGUMENT', message, { cause });
  }
}

/** Puts the end behind the lines of an export. */
async function* withEnd(lines: AsyncIterable<string>): AsyncGenerator<string> {
  const hasher = new SpaceHasher();
  for await (const line of lines) {
    hasher.add(line);
    yield line;
  }
  yield endLine(hasher.result());
}

/**
 * Refuses to write over a file; what is wrong with its folder is told by the writing.
 *
 * @param more - a hint where there is another remedy.
 * @throws {ConflictError} when it is there already.
 */
export async function refuseExisting(
  file: string,
  { operation, option }: { readonly operation: string; readonly option: string },
  more: { readonly hint?: string } = {},
): Promise<void> {
  const isFree = await lstat(file).then(
    () => false,
    () => true,
  );
  if (isFree) return;
  const message = `${operation}: "${option}" must be a new file, got "${file}", which is there already; name another or move it away.`;
  throw new ConflictError('CONFLICT', message, { details: { file }, ...more });
}

async function writeDurably(path: string, lines: AsyncIterable<string>): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    let chunk: string[] = [];
    for await (const line of lines) {
      if (chunk.push(line) < linesPerChunk) continue;
      await handle.writeFile(chunk.join(''));
      chunk = [];
    }
    await handle.writeFile(chunk.join(''));
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Reads the file back: what is not there cannot be restored. */
async function wholeBackup(path: string, operation: string, signal: AbortSignal | undefined): Promise<SpaceHash> {
  const { end, ...read } = await readBackup(path, signal);
  if (read.hash === end?.hash) return read;
  const message = `${operation}: the backup reads otherwise than it was written; nothing was changed.`;
  throw new InternalError('INTERNAL', message, { details: { written: end?.hash, read: read.hash } });
}

/** What a file says and holds. */
export interface ReadBackup extends SpaceHash {
  /** What its end says; missing where the file has none, as when it was cut off, or holds more behind it. */
  readonly end?: SpaceHash;
  /** The policy of sharing that its header has. */
  readonly sharing?: Partial<Sharing>;
  /** Whether it holds the beginning of one, so that it is ours. */
  readonly isBackup: boolean;
}

/** Reads a whole file. A line that cannot be read counts for nothing, so that its hash is another one. */
export async function readBackup(file: string, signal: AbortSignal | undefined): Promise<ReadBackup> {
  const hasher = new SpaceHasher();
  let end: SpaceHash | undefined;
  let isBackup = false;
  let sharing: Partial<Sharing> | undefined;
  for await (const { problem, text } of fileLines(file, signal)) {
    const line = problem === undefined ? parseObject(text) : problem;
    if (typeof line === 'string') continue;
    const { record, ...fields } = line;
    isBackup ||= record === 'header';
    if (record === 'header') sharing = storedSharing.safeParse(fields['sharing']).data;
    end = record === 'end' ? endSchema.safeParse(fields).data : undefined;
    if (record !== 'end') hasher.add(text);
  }
  return present({ ...hasher.result(), end, isBackup, sharing });
}
