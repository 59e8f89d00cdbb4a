/** The engine that runs in this process, and what it says when a store does not open as a typed error. */
import { chmod, readdir, readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import type { NodeEngine } from '@surrealdb/node';
import { type ConnectionState, type DriverContext, Surreal, type SurrealEngine } from 'surrealdb';
import { type MadeleineError, UnavailableError, UnsupportedError } from '../domain/errors.ts';
import { present } from '../domain/values.ts';
import * as statements from './statement.ts';
import { hubFile, ownerFile } from './store-folder.ts';

/** How long opening may take before it counts as failed; a large log takes seconds to replay (measured: 3.3 s). */
const openTimeoutMs = 30_000;

/** The error for what the engine said. */
export async function openFailure(at: string, cause: unknown): Promise<MadeleineError> {
  const said = causeText(cause);
  const options = { cause, details: { at, engine: said } };
  if (/lock file|lock hold by current process/i.test(said)) {
    const pid = await ownerPid(at);
    const hub = await hubAddress(at, pid);
    const who =
      pid === undefined ? 'another process' : `${hub === undefined ? '' : `the hub at ${hub}, `}process ${pid}`;
    const details = present({ ...options.details, pid, hub });
    const message = `open: the store "${at}" is held by ${who}; stop it, or connect to it.`;
    const hint = `\`madeleine stop --at "${resolve(at)}"\` ends the hub; Madeleine.connect("${hub}") speaks to it.`;
    // Where a hub has it, what the engine says of its lock adds nothing but lines.
    return new UnavailableError('STORE_LOCKED', message, { details, ...(hub === undefined ? { cause } : { hint }) });
  }
  if (/permission denied|read-only file system/i.test(said)) {
    const message = `open: the store "${at}" is not writable; change its permissions.`;
    return new UnavailableError('STORE_READONLY', message, options);
  }
  if (/corruption|checksum|MANIFEST|not an sstable/i.test(said)) {
    return new UnavailableError('STORE_CORRUPT', `open: the store "${at}" is damaged; restore a backup.`, options);
  }
  if (/no space left/i.test(said)) {
    return new UnavailableError('STORE_FULL', `open: the disk of "${at}" is full; free some space.`, options);
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

/** What no statement needs: scripts, guests, the network, and functions that wait. */
const capabilities = {
  scripting: false,
  guest_access: false,
  functions: {
    allow: true,
    deny: ['http', 'file', 'sleep', 'crypto::argon2', 'crypto::bcrypt', 'crypto::pbkdf2', 'crypto::scrypt'],
  },
  network_targets: false,
  experimental: false,
};

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
function embeddedEngine(
  Engine: typeof NodeEngine,
  path: string,
  context: DriverContext,
  failed: (cause: unknown) => void,
): SurrealEngine {
  stopWaitingForNotifications();
  const engine = new Engine(context, { capabilities });
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

const mebibyte = 2 ** 20;

/**
 * Bounds what the engine keeps in memory. By itself it takes up to 1 GiB for writes and half of the machine for reads,
 * and replays up to 128 MiB of its log when it opens. On machines with less than 4 GiB it waits for ever after 150 MiB
 * of writes (measured): it keeps what it has written for its checks, and that may fill all that it lets itself have. It
 * goes on as long as the cache is larger than one buffer and than what one transaction writes: 1,000 memories.
 *
 * It reads these settings from the environment, once. Who sets one of them decides all.
 *
 * @returns what takes them away, so that no process inherits them.
 */
function boundMemory(environment: NodeJS.ProcessEnv): () => void {
  const memory = Math.min(process.constrainedMemory?.() || Number.POSITIVE_INFINITY, totalmem());
  const settings = {
    SURREAL_ROCKSDB_WRITE_BUFFER_SIZE: 8 * mebibyte,
    SURREAL_ROCKSDB_MAX_WRITE_BUFFER_NUMBER: 4,
    SURREAL_ROCKSDB_BLOCK_CACHE_SIZE: Math.min(Math.max(Math.floor(memory / 4), 128 * mebibyte), 512 * mebibyte),
  };
  const names = Object.keys(settings);
  if (names.some((name) => environment[name] !== undefined)) return () => undefined;
  for (const [name, value] of Object.entries(settings)) environment[name] = String(value);
  return () => {
    for (const name of names) delete environment[name];
  };
}

/** Loads the engine's native part, which is built for each platform. */
async function loadEngine(): Promise<typeof NodeEngine> {
  try {
    return (await import('@surrealdb/node')).NodeEngine;
  } catch (cause) {
    const place = `${process.platform} ${process.arch}, Node ${process.versions.node}`;
    const message = `open: the engine's native part does not load here (${place}); install Madeleine anew on this system.`;
    const hint =
      'Run npm install on the system that runs the program, with optional dependencies, and copy no node_modules from another. In a bundle, keep madeleine external: docs/deploy.md.';
    throw new UnsupportedError('UNSUPPORTED', message, { cause, hint, details: { engine: causeText(cause) } });
  }
}

/** Opens the engine on a ledger of a store. */
export async function openEngine(folder: string, ledger: string): Promise<Surreal> {
  const path = `rocksdb://${join(folder, ledger)}?sync=every`;
  const Engine = await loadEngine();
  // biome-ignore lint/style/noProcessEnv: the engine reads its settings nowhere else
  const unset = boundMemory(process.env);
  const surreal = await settled(folder, (failed) => {
    const engines = { rocksdb: (context: DriverContext) => embeddedEngine(Engine, path, context, failed) };
    const client = new Surreal({ engines });
    return { client, connected: client.connect('rocksdb://ledger', { reconnect: false }) };
  }).finally(unset);
  const defined = surreal.query(statements.defineNamespace, { name: statements.defaultNamespace }).collect();
  await defined.catch(async (cause: unknown) => {
    throw await openFailure(folder, cause);
  });
  await makePrivate(join(folder, ledger));
  return surreal;
}

/**
 * Takes the engine's files from others: it makes them as the process's umask says. Those that it makes later are kept
 * from others by the folder alone, until the next opening.
 */
async function makePrivate(ledger: string): Promise<void> {
  // Another process that opens the store may have removed this ledger; then it is not the current one, and the caller tries anew.
  const files = await readdir(ledger).catch((error: NodeJS.ErrnoException) => {
    ignoreMissing(error);
    return [];
  });
  for (const file of files) {
    // Files of the engine go while it tidies up; folders are private already.
    const path = join(ledger, file);
    if ((await stat(path).catch(() => undefined))?.isFile() === true) await chmod(path, 0o600).catch(ignoreMissing);
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

/** The engine's answer to opening, its silent failures included, within {@link openTimeoutMs}. */
async function settled(
  at: string,
  start: (failed: (cause: unknown) => void) => { readonly client: Surreal; readonly connected: Promise<unknown> },
): Promise<Surreal> {
  // A failing connect never settles and holds no handle: without a timer of ours Node would just end.
  const hold = setInterval(() => undefined, 1000);
  try {
    let fail: (cause: unknown) => void = () => undefined;
    const failed = new Promise<never>((_resolve, reject) => {
      fail = reject;
    });
    const { client, connected } = start((cause) => fail(cause));
    await Promise.race([connected, failed, openTimeout(at)]);
    return client;
  } catch (cause) {
    throw cause instanceof UnavailableError ? cause : await openFailure(at, cause);
  } finally {
    clearInterval(hold);
  }
}

/** Rejects when opening takes too long. */
function openTimeout(at: string): Promise<never> {
  return new Promise((_resolve, reject) => {
    const message = `open: "${at}" did not answer within ${openTimeoutMs / 1000} s; try again.`;
    setTimeout(() => reject(new UnavailableError('STORE_TIMEOUT', message)), openTimeoutMs).unref();
  });
}
