/**
 * Which folder of a store holds the engine's files. A new store begins with `ledger`. An opening or a rebuild makes
 * `ledger-2` and so on beside it, and one renaming of the file `ledger-in-use` makes that the one in use. Whatever else
 * is called so is left over from a process that was killed, or was replaced.
 *
 * The engine replays its log while it opens and deletes it, whole or damaged. So an opening works on a trial: hard links
 * of the ledger's files in a folder of their own. The engine never changes a file that it finds; it makes new ones and
 * deletes names. A refused opening leaves the ledger as it was, byte for byte. The lock file is one inode in all of
 * these folders, so the engine's own lock keeps two processes apart.
 */
import { statSync } from 'node:fs';
import { link, mkdir, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UnavailableError } from '../domain/errors.ts';
import { marksFolder } from './high-water-mark.ts';

const pointer = 'ledger-in-use';
const first = 'ledger';
const ledgerName = /^ledger(-\d+)?$/;
const lockFile = 'LOCK';
/** What the engine writes about itself, and no opening needs. */
const engineDiary = /^LOG/;
/** Files that hold records. */
const recordFile = /^\d+\.(log|sst|blob)$/;
/** What a file system answers that has no hard links. */
const noLinks = /^(EPERM|ENOTSUP|EOPNOTSUPP|ENOSYS|EXDEV|EMLINK)$/;

/**
 * The name of the folder in use; that of the first where there is none yet.
 *
 * @throws {UnavailableError} STORE_CORRUPT when the folder that is named is missing, or nothing says which it is.
 */
export async function ledgerInUse(folder: string): Promise<string> {
  const named = await readPointer(folder);
  const name = named ?? first;
  const there = await ledgersIn(folder);
  if (there.includes(name) || (named === undefined && there.length === 0)) return name;
  // Its owner has replaced it in between.
  if ((await readPointer(folder)) !== named) return ledgerInUse(folder);
  const message = `open: the store "${folder}" has no ledger in "${name}"; put its files back, or restore a backup into another folder.`;
  throw new UnavailableError('STORE_CORRUPT', message, { details: { at: folder, ledger: name } });
}

async function readPointer(folder: string): Promise<string | undefined> {
  const named = await readFile(join(folder, pointer), 'utf8').catch(() => undefined);
  return named?.trim();
}

/** A ledger that an opening works on until it is accepted. */
export interface TrialLedger {
  readonly name: string;
  /** The ledger in use that it was made from; the same one when the engine has to work there. */
  readonly from: string;
  /** Whether its files are still those of the ledger in use; another process may have changed them. */
  isCurrent(): Promise<boolean>;
}

/**
 * Makes the trial of the ledger in use, of a later number than one that this process has opened before. A ledger without files needs none, and a file system without hard links gets none.
 *
 * @throws {UnavailableError} STORE_CORRUPT when the ledger has records and lacks the file that names them.
 */
export async function makeTrial(folder: string, after?: string): Promise<TrialLedger> {
  const from = await ledgerInUse(folder);
  const files = await engineFiles(join(folder, from));
  if (files.some((file) => recordFile.test(file)) && !files.includes('CURRENT')) {
    const message = `open: the store "${folder}" lacks "${join(from, 'CURRENT')}"; put it back, or restore a backup.`;
    throw new UnavailableError('STORE_CORRUPT', message, { details: { at: folder, ledger: from } });
  }
  const inPlace = inUse(folder, from);
  if (!files.includes('CURRENT')) return after === undefined ? inPlace : inUse(folder, await beginAfter(folder, after));
  const name = await newFolder(folder, after ?? from);
  const [source, trial] = [join(folder, from), join(folder, name)];
  try {
    // The one lock of all of them.
    if (!files.includes(lockFile)) await (await open(join(source, lockFile), 'a', 0o600)).close();
    const before = await shapeOf(source);
    for (const file of await engineFiles(source)) await link(join(source, file), join(trial, file));
    await linkMarks(source, trial);
    const lock = await stat(join(source, lockFile));
    const isCurrent = async (): Promise<boolean> =>
      (await ledgerInUse(folder)) === from &&
      (await shapeOf(source)) === before &&
      (await stat(join(trial, lockFile))).ino === lock.ino;
    return { name, from, isCurrent: () => isCurrent().catch(() => false) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // An owner has replaced the ledger meanwhile, or has removed this folder as left over. By now it may be that of
    // another process, so it is left to the next opening that is accepted.
    if (code === 'EEXIST' || code === 'ENOENT') return makeTrial(folder, name);
    await removeLedger(folder, name);
    if (noLinks.test(code ?? '')) return inPlace;
    throw error;
  }
}

/** The ledger in use as its own trial. */
function inUse(folder: string, name: string): TrialLedger {
  return { name, from: name, isCurrent: async () => (await ledgerInUse(folder)) === name };
}

/** Begins a store whose first ledgers this process has opened, before they were deleted. */
async function beginAfter(folder: string, after: string): Promise<string> {
  const name = await makeLedger(folder, after);
  await useLedger(folder, name);
  return name;
}

/** Gives a ledger the marks of another one; a mark is the same file in both. */
export async function linkMarks(from: string, to: string): Promise<void> {
  const spaces = await readdir(join(from, marksFolder)).catch(() => []);
  if (spaces.length > 0) await mkdir(join(to, marksFolder), { recursive: true, mode: 0o700 });
  for (const space of spaces) {
    await link(join(from, marksFolder, space), join(to, marksFolder, space)).catch(ignoreExisting);
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

async function engineFiles(path: string): Promise<readonly string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile() && !engineDiary.test(entry.name)).map(({ name }) => name);
}

/**
 * What the files of a ledger look like from outside. Their times do not count: the engine frees the room behind the end
 * of a log that it finds, which leaves every byte as it was (measured).
 */
async function shapeOf(path: string): Promise<string> {
  const shapes: string[] = [];
  for (const file of await engineFiles(path)) {
    const { ino, size } = await stat(join(path, file));
    shapes.push(`${file} ${ino} ${size}`);
  }
  return shapes.sort().join('\n');
}

/** Makes an empty folder whose number no other one has. */
async function newFolder(folder: string, after: string): Promise<string> {
  const taken = [after, ...(await ledgersIn(folder))].map(numberOf);
  for (let number = Math.max(...taken) + 1; ; number += 1) {
    const name = `${first}-${number}`;
    const isMade = await mkdir(join(folder, name), { mode: 0o700 }).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return false;
        throw error;
      },
    );
    if (isMade) return name;
  }
}

function numberOf(name: string): number {
  return Number(name.split('-')[1] ?? 1);
}

/** Makes an empty folder for the ledger that comes after another one, or after one that failed. */
export async function makeLedger(folder: string, after: string): Promise<string> {
  const name = await newFolder(folder, after);
  await syncFolder(folder);
  return name;
}

/** Makes a ledger the one in use: after this the store opens with it, before with the one before. */
export async function useLedger(folder: string, name: string): Promise<void> {
  await syncFolder(join(folder, name));
  await syncFolder(folder);
  const path = join(folder, pointer);
  const draft = `${path}.draft`;
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(`${name}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, path);
  await syncFolder(folder);
}

/** Removes every ledger but the one in use. */
export async function removeOtherLedgers(folder: string, used: string): Promise<void> {
  for (const name of await ledgersIn(folder)) if (name !== used) await removeLedger(folder, name);
}

/**
 * Removes a ledger that is not in use.
 *
 * @throws {UnavailableError} STORE_READONLY when the system does not let it go.
 */
export async function removeLedger(folder: string, name: string): Promise<void> {
  const path = join(folder, name);
  await rm(path, { recursive: true, force: true, maxRetries: 5 }).catch((cause: NodeJS.ErrnoException) => {
    const message = `store: "${path}" is not in use any more and cannot be removed (${cause.code}); remove it, or open the store again.`;
    throw new UnavailableError('STORE_READONLY', message, { cause, details: { path } });
  });
  await syncFolder(folder);
}

async function ledgersIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => ledgerName.test(name));
}

/**
 * Which folder a ledger is, whatever it is called; undefined where there is none. Asked for at every write, so at once:
 * another thread takes longer to begin.
 */
export function identityOf(folder: string, ledger: string): string | undefined {
  try {
    const { dev, ino } = statSync(join(folder, ledger));
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}

/** How many bytes the disk of a ledger has to have free so that the engine can open it: twice its log and some more. */
export async function bytesToOpen(folder: string, ledger: string): Promise<number> {
  let bytes = 2 ** 20;
  for (const file of await engineFiles(join(folder, ledger))) {
    if (file.endsWith('.log')) bytes += 2 * (await stat(join(folder, ledger, file))).size;
  }
  return bytes;
}

/** Syncs a folder, where the system can. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
