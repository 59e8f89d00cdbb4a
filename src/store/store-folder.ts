/**
 * The folder of an embedded store and what lies in it:
 *
 *   ledger-2/        the engine's files, under a new number after each opening and rebuild, see ledger-folder.ts
 *   ledger-in-use    the name of that folder; without it `ledger`
 *   marks/SPACE      the last acknowledged sequence number of each space; ledger-2/marks/SPACE has it once more
 *   index/SPACE/     the snapshot of each space's recall index
 *   owner            the pid of the process that holds the store
 *   unfinished-HASH  the path of a file outside of the store that is being written, such as a backup
 *   hub.json         where that process listens, when it is a hub, which writes it itself
 *
 * Everything is 0700 and 0600: memories are private.
 */
import { createHash } from 'node:crypto';
import { access, chmod, constants, mkdir, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { InvalidArgumentError, MadeleineError, UnavailableError } from '../domain/errors.ts';
import { ledgerInUse } from './ledger-folder.ts';

/** The file that names the owner of a store. */
export const ownerFile = 'owner';

/** The note of the hub that holds a store. */
export const hubFile = 'hub.json';

/** Makes the folder where it is missing, private, and answers its real path. */
export async function prepareFolder(at: string): Promise<string> {
  const [address] = /^[a-z][a-z\d+.-]*:\/\//i.exec(at) ?? [];
  if (address !== undefined) {
    const message = `open: "at" must be a folder or begin with ws:// or wss://, got ${address}...; correct the address.`;
    throw new InvalidArgumentError('STORE_PATH', message, { details: { address } });
  }
  if (at.includes('?')) {
    // The engine takes what follows for options and would keep its files elsewhere.
    const message = `open: "at" must hold no "?", got "${at}"; choose another folder.`;
    throw new InvalidArgumentError('STORE_PATH', message, { details: { at } });
  }
  await makeFolder(at);
  const folder = resolve(at);
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    for (const inner of [await ledgerInUse(folder), 'marks', 'index']) {
      await mkdir(join(folder, inner), { recursive: true, mode: 0o700 });
    }
  } catch (cause) {
    throw cause instanceof MadeleineError ? cause : folderError(at, cause);
  }
  return realpath(folder);
}

/** What lies where a store may be. */
export type PlaceContents = 'missing' | 'empty' | 'a store' | 'other files';

/** What an opening leaves in its folder, by names that hardly anything else has, and the note of a hub that serves it. */
const marksStore = /^(?:ledger-(?:\d+|in-use)|marks|owner|hub\.json)$/;
/** What it leaves beside these. */
const ofStore = /^(?:ledger|index)$/;
/** What a hub leaves before it opens the store, and what systems leave in any folder. */
const ofNobody = /^(?:hub[.-].*|lost\+found|\.DS_Store|\.gitkeep|\.gitignore)$/;

/** Looks whether a store is in a folder, and whether one can be made there without mixing it with what is not its own. */
export async function contentsOf(at: string): Promise<PlaceContents> {
  const found = await readdir(resolve(at)).catch(({ code }: NodeJS.ErrnoException) =>
    // What is no folder, or cannot be looked at, is told by the opening.
    code === 'ENOENT' ? 'missing' : 'a store',
  );
  if (typeof found === 'string') return found;
  const names = found.filter((name) => marksStore.test(name) || !ofNobody.test(name));
  if (names.length === 0) return 'empty';
  return names.some((name) => marksStore.test(name)) || names.every((name) => ofStore.test(name))
    ? 'a store'
    : 'other files';
}

/**
 * Makes a store's folder where it is missing, private.
 *
 * @throws {InvalidArgumentError} STORE_PATH where it cannot be one.
 * @throws {UnavailableError} STORE_READONLY where it may not be made.
 */
export async function makeFolder(at: string): Promise<void> {
  // `a/b/../c` is `a/c` here, whether or not there is a `b`.
  const folder = resolve(at);
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory() === true) return;
  if (found !== undefined) {
    const message = `open: "at" must be a folder, but "${at}" is a file; choose a folder.`;
    throw new InvalidArgumentError('STORE_PATH', message, { details: { at } });
  }
  try {
    await makeMissing(folder);
    await chmod(folder, 0o700);
  } catch (cause) {
    throw folderError(at, cause);
  }
}

/** From the first folder that is there on: Node's recursive `mkdir` never ends where a system has no room for any, as in /proc. */
async function makeMissing(folder: string): Promise<void> {
  const isMade = await mkdir(folder, { mode: 0o700 }).then(
    () => true,
    async (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST' && (await stat(folder)).isDirectory()) return true;
      const above = dirname(folder);
      if (error.code !== 'ENOENT' || (await stat(above).catch(() => undefined)) !== undefined) throw error;
      await makeMissing(above);
      return false;
    },
  );
  if (!isMade) await makeMissing(folder);
}

/** Notes who holds the store. */
export async function noteOwner(folder: string, pid: number): Promise<void> {
  await writeFile(join(folder, ownerFile), `${pid}\n`, { mode: 0o600 });
}

/** Whether a process has ever noted that it holds the store. */
export async function hasOwner(folder: string): Promise<boolean> {
  return (await stat(join(folder, ownerFile)).catch(() => undefined)) !== undefined;
}

const unfinishedNote = /^unfinished-[\da-f]{16}$/;
const unfinishedFile = /\.partial$/;

/**
 * Notes a file outside of the store that is not whole yet, so that the next opening removes it where this process is
 * killed. Its name ends in `.partial`.
 *
 * @returns what takes the note back.
 */
export async function noteUnfinished(folder: string, file: string): Promise<() => Promise<void>> {
  const path = resolve(file);
  const note = join(folder, `unfinished-${createHash('sha256').update(path).digest('hex').slice(0, 16)}`);
  await writeFile(note, path, { mode: 0o600 });
  return () => rm(note, { force: true });
}

/** Removes what a killed process was writing outside of the store. To be called by who holds the store. */
export async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!unfinishedNote.test(name)) continue;
    const file = await readFile(join(folder, name), 'utf8');
    // What cannot be removed, on a disk that is gone, keeps no store shut.
    if (unfinishedFile.test(file)) await rm(file, { force: true }).catch(() => undefined);
    await rm(join(folder, name), { force: true });
  }
}

function folderError(at: string, cause: unknown): Error {
  const code = (cause as NodeJS.ErrnoException).code;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    const message = `open: the folder "${at}" is not writable; change its permissions.`;
    return new UnavailableError('STORE_READONLY', message, { cause, details: { at } });
  }
  const message = `open: "at" cannot be made a folder, got "${at}" (${code}); choose another.`;
  return new InvalidArgumentError('STORE_PATH', message, { cause, details: { at } });
}
