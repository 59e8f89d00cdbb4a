/**
 * The one module that talks to the engine: opens a store (embedded, or a server over ws://),
 * gives each space its own session, runs constant statements with bound parameters, and turns
 * the engine's errors into ours. It knows nothing of records.
 */
import { join } from 'node:path';
import {
  createRemoteEngines,
  type DriverContext,
  Surreal,
  type SurrealSession,
  type SurrealTransaction,
} from 'surrealdb';
import { ConflictError, InternalError, type MadeleineError, UnavailableError } from '../domain/errors.ts';
import { WebSocket as WebSocketOfPackage } from 'ws';
import { embeddedEngine } from './embedded-engine.ts';
import { openFailure } from './open-failure.ts';
import { reachServer } from './reach-server.ts';
import { SpaceUse } from './space-use.ts';
import { noteOwner, prepareFolder } from './store-folder.ts';
import * as statements from './statement.ts';

/** How a server is signed in to. */
export interface Credentials {
  readonly username?: string;
  readonly password?: string;
  /** A token of the server's, instead of a name and a password. */
  readonly token?: string;
}

/** How long opening may take before it counts as failed; a large log takes seconds to replay (measured: 3.3 s). */
const openTimeoutMs = 30_000;

/**
 * Stores that this process has opened, by real path. The engine keeps a folder's lock until the
 * process ends, so a store that was closed is kept here and handed out again.
 */
const opened = new Map<string, Promise<Database>>();

/** A store: an engine in this process, or a server. */
export class Database {
  readonly #surreal: Surreal;
  /** The real folder of an embedded store; a server has none. */
  readonly folder: string | undefined;
  readonly #uses = new Map<string, SpaceUse>();

  private constructor(surreal: Surreal, folder: string | undefined) {
    this.#surreal = surreal;
    this.folder = folder;
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
    const ledger = join(folder, 'ledger');
    const surreal = await settled(folder, (failed) => {
      const engines = {
        rocksdb: (context: DriverContext) => embeddedEngine(`rocksdb://${ledger}?sync=every`, context, failed),
      };
      const client = new Surreal({ engines });
      return { client, connected: client.connect('rocksdb://ledger', { reconnect: false }) };
    });
    await noteOwner(folder, processId);
    await surreal.query(statements.defineNamespace);
    return new Database(surreal, folder);
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
      return new Database(surreal, undefined);
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

  /** The session of one space, made where it is missing. */
  async space(name: string): Promise<SpaceDatabase> {
    const session = await this.#surreal.newSession();
    await session.use({ namespace: 'madeleine' });
    await session.query(statements.defineSpace, { name });
    await session.use({ namespace: 'madeleine', database: name });
    return new SpaceDatabase(session);
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

/** Where statements about one space run. */
export interface SpaceStatements {
  /**
   * Runs a constant statement and answers what each of its parts answers.
   *
   * @throws {ConflictError} when another writer moved the head or the transaction met a conflict.
   * @throws {InternalError} when the engine refuses what our own checks let through.
   */
  run<Results extends readonly unknown[]>(statement: string, bindings?: Record<string, unknown>): Promise<Results>;

  /** Ends them. */
  close(): Promise<void>;
}

/** One space's session. */
export class SpaceDatabase implements SpaceStatements {
  readonly #session: SurrealSession;

  constructor(session: SurrealSession) {
    this.#session = session;
  }

  run<Results extends readonly unknown[]>(statement: string, bindings?: Record<string, unknown>): Promise<Results> {
    return runIn(this.#session, statement, bindings);
  }

  /** The space as it stands now, to read; nobody's writes show in it. */
  async snapshot(): Promise<SpaceStatements> {
    const transaction = await this.#session.beginTransaction();
    return {
      run: (statement, bindings) => runIn(transaction, statement, bindings),
      close: () => transaction.cancel().catch(() => undefined),
    };
  }

  async close(): Promise<void> {
    await this.#session.closeSession().catch(() => undefined);
  }
}

async function runIn<Results extends readonly unknown[]>(
  where: SurrealSession | SurrealTransaction,
  statement: string,
  bindings: Record<string, unknown> = {},
): Promise<Results> {
  const responses = await where.query(statement, bindings).responses();
  const failures = responses.flatMap((response) => (response.success ? [] : [response.error]));
  if (failures.length > 0) throw queryFailure(failures);
  return responses.map((response) => (response.success ? response.result : undefined)) as unknown as Results;
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

function queryFailure(failures: readonly Error[]): Error {
  const texts = failures.map(messageOf);
  const cause = failures[texts.findIndex((text) => !/not executed due to/.test(text))] ?? failures[0];
  const said = messageOf(cause);
  if (/HEAD_MOVED|can be retried/.test(texts.join('\n'))) {
    return new ConflictError('CONFLICT', 'commit: another writer was faster; read again and repeat.', { cause });
  }
  return new InternalError('INTERNAL', `store: the engine refused a statement: ${said}`, { cause });
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
