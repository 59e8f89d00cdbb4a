/**
 * Which folder of a store holds the engine's files. A new store begins with `ledger`; a rebuild
 * fills `ledger-2` and so on beside it, and one renaming of the file `ledger-in-use` makes that the
 * one in use. Whatever else is called so is left over from a rebuild that was killed, or was replaced.
 */
import { mkdir, open, readFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { UnavailableError } from '../domain/errors.ts';

const pointer = 'ledger-in-use';
const first = 'ledger';
const ledgerName = /^ledger(-\d+)?$/;

/**
 * The name of the folder in use; that of the first where there is none yet.
 *
 * @throws {UnavailableError} STORE_CORRUPT when the folder that is named is missing, or nothing says which it is.
 */
export async function ledgerInUse(folder: string): Promise<string> {
  const named = await readFile(join(folder, pointer), 'utf8').catch(() => undefined);
  const name = named?.trim() ?? first;
  const there = await ledgersIn(folder);
  if (there.includes(name) || (named === undefined && there.length === 0)) return name;
  const message = `open: the store "${folder}" has no ledger in "${name}"; put its files back, or restore a backup into another folder.`;
  throw new UnavailableError('STORE_CORRUPT', message, { details: { at: folder, ledger: name } });
}

/** Makes an empty folder for the ledger that comes after another one, or after one that failed. */
export async function makeLedger(folder: string, after: string): Promise<string> {
  const name = `${first}-${Number(after.split('-')[1] ?? 1) + 1}`;
  await rm(join(folder, name), { recursive: true, force: true });
  await mkdir(join(folder, name), { mode: 0o700 });
  await syncFolder(folder);
  return name;
}

/** Makes a ledger the one in use: after this the store opens with it, before with the one before. */
export async function useLedger(folder: string, name: string): Promise<void> {
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

/** Syncs a folder, where the system can. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
