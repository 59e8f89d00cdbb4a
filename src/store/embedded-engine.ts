/** The engine that runs in this process, and what it says when a store does not open as a typed error. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { NodeEngine } from '@surrealdb/node';
import type { ConnectionState, DriverContext, SurrealEngine } from 'surrealdb';
import { type MadeleineError, UnavailableError } from '../domain/errors.ts';
import { hubFile, ownerFile } from './store-folder.ts';

/** The error for what the engine said. */
export async function openFailure(at: string, cause: unknown): Promise<MadeleineError> {
  const said = causeText(cause);
  const options = { cause, details: { at, engine: said } };
  if (/lock file|lock hold by current process/i.test(said)) {
    const pid = await ownerPid(at);
    const hub = await hubAddress(at, pid);
    const who =
      pid === undefined ? 'another process' : `${hub === undefined ? '' : `the hub at ${hub}, `}process ${pid}`;
    return new UnavailableError(
      'STORE_LOCKED',
      `open: the store "${at}" is held by ${who}; stop it, or connect to it.`,
      {
        cause,
        details: { ...options.details, ...(pid === undefined ? {} : { pid }), ...(hub === undefined ? {} : { hub }) },
      },
    );
  }
  if (/permission denied|read-only file system/i.test(said)) {
    return new UnavailableError(
      'STORE_READONLY',
      `open: the store "${at}" is not writable; change its permissions.`,
      options,
    );
  }
  if (/corruption|checksum|MANIFEST|not an sstable/i.test(said)) {
    return new UnavailableError('STORE_CORRUPT', `open: the store "${at}" is damaged; restore a backup.`, options);
  }
  if (/no space left/i.test(said)) {
    return new UnavailableError('STORE_READONLY', `open: the disk of "${at}" is full; free some space.`, options);
  }
  if (/create RocksDB directory|not a directory|no such file/i.test(said)) {
    return new UnavailableError('STORE_PATH', `open: "${at}" cannot be a store's folder; choose another.`, options);
  }
  return new UnavailableError('STORE_CORRUPT', `open: the store "${at}" did not open (${said}); run doctor.`, options);
}

function causeText(cause: unknown): string {
  const parts: string[] = [];
  for (let error: unknown = cause; error instanceof Error && parts.length < 5; error = error.cause)
    parts.push(error.message);
  return parts.length === 0 ? String(cause) : parts.join(': ');
}

async function ownerPid(at: string): Promise<number | undefined> {
  const written = await readFile(join(at, ownerFile), 'utf8').catch(() => '');
  const pid = Number.parseInt(written, 10);
  return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
}

/** Where the owner listens, when it is a hub: it leaves a note beside the store. */
async function hubAddress(at: string, pid: number | undefined): Promise<string | undefined> {
  const written = await readFile(join(at, hubFile), 'utf8').catch(() => '{}');
  try {
    const note = JSON.parse(written) as { readonly url?: unknown; readonly pid?: unknown };
    return typeof note.url === 'string' && note.pid === pid ? note.url : undefined;
  } catch {
    return undefined;
  }
}

/** What the binding's native part exports, as far as it is used here. */
interface NativeBinding {
  readonly NotificationReceiver?: { readonly prototype: { recv: () => Promise<unknown> } };
}

/**
 * An engine on exactly this path (`rocksdb://FOLDER?...`): the SDK's own URL handling would turn a
 * space into `%20`.
 *
 * @param failed hears why opening failed; `connect` itself never settles then
 */
export function embeddedEngine(path: string, context: DriverContext, failed: (cause: unknown) => void): SurrealEngine {
  stopWaitingForNotifications();
  const engine = new NodeEngine(context);
  engine.subscribe('error', failed);
  const open = engine.open.bind(engine);
  engine.open = (state: ConnectionState) => open({ ...state, url: { toString: () => path } as URL });
  // The binding bundles the SDK's types a second time, so its private fields are not the same to the compiler.
  return engine as unknown as SurrealEngine;
}

/**
 * An open engine waits for the next notification of a live query all the time, and this wait keeps
 * the process from ending. There are no live queries here, so it is replaced by one that holds nothing.
 */
function stopWaitingForNotifications(): void {
  for (const [path, loaded] of Object.entries(createRequire(import.meta.url).cache)) {
    if (!/surrealdb-node\.[^/\\]+\.node$/.test(path)) continue;
    const { NotificationReceiver: receiver } = (loaded?.exports ?? {}) as NativeBinding;
    if (receiver !== undefined) receiver.prototype.recv = () => new Promise(() => undefined);
  }
}
