/**
 * The folder of an embedded store and what lies in it:
 *
 *   ledger/          the engine's files; after a rebuild ledger-2/ and so on, see ledger-folder.ts
 *   ledger-in-use    the name of that folder, once there was a rebuild
 *   marks/SPACE      the last acknowledged sequence number of each space
 *   index/SPACE/     the snapshot of each space's recall index
 *   owner            the pid of the process that holds the store
 *   hub.json         where that process listens, when it is a hub, which writes it itself
 *
 * Everything is 0700 and 0600: memories are private.
 */
import { access, chmod, constants, mkdir, realpath, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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
    throw new InvalidArgumentError(
      'STORE_PATH',
      `open: "at" must be a folder or begin with ws:// or wss://, got ${address}...; correct the address.`,
      { details: { address } },
    );
  }
  if (at.includes('?')) {
    // The engine takes what follows for options and would keep its files elsewhere.
    throw new InvalidArgumentError('STORE_PATH', `open: "at" must hold no "?", got "${at}"; choose another folder.`, {
      details: { at },
    });
  }
  const existing = await stat(at).catch(() => undefined);
  if (existing !== undefined && !existing.isDirectory()) {
    throw new InvalidArgumentError(
      'STORE_PATH',
      `open: "at" must be a folder, but "${at}" is a file; choose a folder.`,
      { details: { at } },
    );
  }
  try {
    await mkdir(at, { recursive: true, mode: 0o700 });
    await access(at, constants.R_OK | constants.W_OK | constants.X_OK);
    if (existing === undefined) await chmod(at, 0o700);
    for (const inner of [await ledgerInUse(at), 'marks', 'index']) {
      await mkdir(join(at, inner), { recursive: true, mode: 0o700 });
    }
  } catch (cause) {
    throw cause instanceof MadeleineError ? cause : folderError(at, cause);
  }
  return realpath(at);
}

/** Notes who holds the store. */
export async function noteOwner(folder: string, pid: number): Promise<void> {
  await writeFile(join(folder, ownerFile), `${pid}\n`, { mode: 0o600 });
}

function folderError(at: string, cause: unknown): Error {
  const code = (cause as NodeJS.ErrnoException).code;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new UnavailableError('STORE_READONLY', `open: the folder "${at}" is not writable; change its permissions.`, {
      cause,
      details: { at },
    });
  }
  return new InvalidArgumentError(
    'STORE_PATH',
    `open: "at" cannot be made a folder, got "${at}" (${code}); choose another.`,
    {
      cause,
      details: { at },
    },
  );
}
