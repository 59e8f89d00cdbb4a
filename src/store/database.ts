/**
 * The one module that talks to the engine: opens a store (embedded, or a server over ws://),
 * gives each space its own session, runs constant statements with bound parameters, and turns
 * the engine's errors into ours. It knows nothing of records.
 */
import { join } from 'node:path';
import { type DriverContext, Surreal, type SurrealSession, createRemoteEngines } from 'surrealdb';
import { WebSocket as WebSocketOfPackage } from 'ws';
import { ConflictError, type MadeleineError, UnavailableError, UnsupportedError } from '../domain/errors.ts';
import type { NewId } from '../domain/values.ts';
import { copySpace } from './copy-space.ts';
import { embeddedEngine, openFailure } from './embedded-engine.ts';
import { ledgerInUse, makeLedger, removeLedger, removeOtherLedgers, useLedger } from './ledger-folder.ts';
import { SpaceDatabase, SpaceUse } from './space-database.ts';
import * as statements from './statement.ts';
import { noteOwner, prepareFolder } from './store-folder.ts';
import { type Credentials, reachServer } from './server.ts';

/** How long opening may take before it counts as failed; a large log takes seconds to replay (measured: 3.3 s). */
const openTimeoutMs = 30_000;

/**
 * Stores that this process has opened, by real path. The engine keeps a folder's lock until the
 * process ends, so a store that was closed is kept here and handed out again.
 */
const opened = new Map<string, Promise<Database>>();

/** How a store is written anew. */
export interface RebuildRun {
  /** The verb, as it stands before the colon of an error. */
  readonly operation: string;
  readonly newId: NewId;
  readonly at: Date;
  /** The last work on the fresh store before it takes the place of the old one. */
  readonly finish: (fresh: Database) => Promise<void>;
  readonly onProgress: (rows: number) => void;
  readonly signal: AbortSignal | undefined;
}

/** A store: an engine in this process, or a server. */
export class Database {
  #surreal: Surreal;
  /** The real folder of an embedded store; a server has none. */
  readonly folder: string | undefined;
  /** The ledger that was made last, whether or not it came into use; a process opens each but once. */
  #ledger: string;
  readonly #uses = new Map<string, SpaceUse>();
  /** The spaces that are open or opening, by the database that each works with. */
  readonly #spaces = new Map<SpaceDatabase | symbol, string>();
  #rebuilding: Promise<unknown> | undefined;

  private constructor(surreal: Surreal, folder?: string, ledger = '') {
    this.#surreal = surreal;
    this.folder = folder;
    this.#ledger = ledger;
  }

  /**
   * Opens the store in a folder, or connects to a server. Never hangs.
   *
   * @throws {MadeleineError} STORE_LOCKED, STORE_READONLY, STORE_PATH, STORE_CORRUPT, STORE_TIMEOUT or STORE_UNREACHABLE.
   */
  static async open(at: string, credentials: Credentials, processId: number): Promise<Database> {
    if (/^wss?:\/\//.test(at)) return Database.#connect(at, credentials);
    const folder = await prepareFolder(at);
    const known = opened.get(folder);
    if (known !== undefined) return known;
    const opening = Database.#openFolder(folder, processId);
    opened.set(folder, opening);
    opening.catch(() => opened.delete(folder));
    return opening;
  }

  static async #openFolder(folder: string, processId: number): Promise<Database> {
    const ledger = await ledgerInUse(folder);
    const surreal = await openEngine(folder, ledger);
    // Another process may have replaced it in between, and then keeps the store for itself.
    if ((await ledgerInUse(folder)) !== ledger) throw await openFailure(folder, new Error('lock file: replaced'));
    await noteOwner(folder, processId);
    await removeOtherLedgers(folder, ledger);
    return new Database(surreal, folder, ledger);
  }

  static async #connect(url: string, credentials: Credentials): Promise<Database> {
    // What an address says before an @ are a name and a password: they belong in no message.
    const shown = url.replace(/\/\/[^/]*@/, '//');
    // Node has a WebSocket of its own from version 22 on.
    const websocketImpl = globalThis.WebSocket ?? (WebSocketOfPackage as unknown as typeof WebSocket);
    const surreal = new Surreal({ engines: createRemoteEngines(), websocketImpl });
    // As with a folder: a connection that fails may hold no handle, and Node would just end.
    const hold = setInterval(() => undefined, 1000);
    try {
      await reachServer(url);
      const connected = surreal.connect(url, { reconnect: true });
      await Promise.race([connected, timeout(shown)]);
      if (credentials.token !== undefined) await surreal.authenticate(credentials.token);
      else if (credentials.username !== undefined) {
        await surreal.signin({ username: credentials.username, password: credentials.password ?? '' });
      }
      await surreal.query(statements.defineNamespace);
      return new Database(surreal);
    } catch (cause) {
      // Not waited for: closing a connection that never came about does not settle.
      void surreal.close().catch(() => undefined);
      throw new UnavailableError(
        'STORE_UNREACHABLE',
        `open: the server at ${shown} cannot be used (${messageOf(cause)}); check it.`,
        {
          cause,
          details: { at: shown },
        },
      );
    } finally {
      clearInterval(hold);
    }
  }

  /** What the ledgers of one space in this process share. */
  useOf(space: string): SpaceUse {
    const use = this.#uses.get(space) ?? new SpaceUse();
    this.#uses.set(space, use);
    return use;
  }

  /** The database of one space, made where it is missing. */
  async space(name: string): Promise<SpaceDatabase> {
    while (this.#rebuilding !== undefined) await this.#rebuilding;
    const opening = Symbol(name);
    this.#spaces.set(opening, name);
    try {
      const space: SpaceDatabase = new SpaceDatabase(await this.#session(name), () => this.#spaces.delete(space));
      this.#spaces.set(space, name);
      return space;
    } finally {
      this.#spaces.delete(opening);
    }
  }

  async #session(name: string): Promise<SurrealSession> {
    const session = await this.#surreal.newSession();
    await session.use({ namespace: 'madeleine' });
    await session.query(statements.defineSpace, { name });
    await session.use({ namespace: 'madeleine', database: name });
    return session;
  }

  /**
   * Writes every space anew into fresh files, goes on with those, and removes the old ones. Killed
   * at any moment, the store opens as it was or as it is afterwards. May be called by the only one
   * who has a space of this store open.
   *
   * @throws {UnsupportedError} on a server.
   * @throws {ConflictError} when the store is in use beside that.
   */
  async rebuild(run: RebuildRun): Promise<void> {
    const { folder } = this;
    if (folder === undefined) {
      const message = `${run.operation}: a server keeps its files itself; this takes a store in a folder.`;
      throw new UnsupportedError('UNSUPPORTED', message);
    }
    if (this.#rebuilding !== undefined || this.#spaces.size > 1) {
      const message = `${run.operation}: more than one memory of the store is open in its process; close the others first, and end a hub with \`madeleine stop\`.`;
      throw new ConflictError('CONFLICT', message, { details: { spaces: [...this.#spaces.values()] } });
    }
    const rebuilding = this.#rebuild(folder, run);
    this.#rebuilding = rebuilding.catch(() => undefined);
    try {
      await rebuilding;
    } finally {
      this.#rebuilding = undefined;
    }
  }

  async #rebuild(folder: string, run: RebuildRun): Promise<void> {
    this.#ledger = await makeLedger(folder, this.#ledger);
    const fresh = new Database(await openEngine(folder, this.#ledger));
    try {
      await this.#copyTo(fresh, run);
      await run.finish(fresh);
      await useLedger(folder, this.#ledger);
    } catch (error) {
      await fresh.#surreal.close();
      // What cannot be removed now is removed when the store is opened next.
      await removeLedger(folder, this.#ledger).catch(() => undefined);
      throw error;
    }
    const before = this.#surreal;
    this.#surreal = fresh.#surreal;
    for (const [space, name] of this.#spaces) {
      if (space instanceof SpaceDatabase) await space.moveTo(await this.#session(name));
    }
    await before.close();
    await removeOtherLedgers(folder, this.#ledger);
  }

  async #copyTo(fresh: Database, { operation, newId, at, onProgress, signal }: RebuildRun): Promise<void> {
    const store = await this.#surreal.newSession();
    await store.use({ namespace: 'madeleine' });
    const [{ databases }] = await store.query<[{ databases: Record<string, unknown> }]>(statements.describeStore);
    await store.closeSession();
    let rows = 0;
    const onCopied = (count: number): void => {
      rows += count;
      onProgress(rows);
    };
    for (const name of Object.keys(databases)) {
      const [from, to] = [new SpaceDatabase(await this.#session(name)), new SpaceDatabase(await fresh.#session(name))];
      await copySpace(from, to, { operation, newKey: newId(), at, onCopied, signal });
      await Promise.all([from.close(), to.close()]);
    }
  }

  /** The version of the server or of the embedded engine. */
  async version(): Promise<string> {
    return (await this.#surreal.version()).version;
  }

  /** Ends the connection to a server; an embedded store stays with the process. */
  async close(): Promise<void> {
    if (this.folder === undefined) await this.#surreal.close();
  }
}

/** Opens the engine on one ledger of a store. */
async function openEngine(folder: string, ledger: string): Promise<Surreal> {
  const path = `rocksdb://${join(folder, ledger)}?sync=every`;
  const surreal = await settled(folder, (failed) => {
    const engines = { rocksdb: (context: DriverContext) => embeddedEngine(path, context, failed) };
    const client = new Surreal({ engines });
    return { client, connected: client.connect('rocksdb://ledger', { reconnect: false }) };
  });
  await surreal.query(statements.defineNamespace);
  return surreal;
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
    await Promise.race([connected, failed, timeout(at)]);
    return client;
  } catch (cause) {
    throw isOurs(cause) ? cause : await openFailure(at, cause);
  } finally {
    clearInterval(hold);
  }
}

function timeout(at: string): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => {
      reject(
        new UnavailableError(
          'STORE_TIMEOUT',
          `open: "${at}" did not answer within ${openTimeoutMs / 1000} s; try again.`,
        ),
      );
    }, openTimeoutMs).unref();
  });
}

function isOurs(cause: unknown): cause is MadeleineError {
  return cause instanceof UnavailableError;
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
