/**
 * The connection of one space to a SurrealDB server: signs in, takes the database of the space, and comes back by
 * itself when the server was away. The SDK's own reconnection is off: it sends again whatever had no answer yet, and
 * a commit must never be sent twice without a look at whether it is there.
 */
import {
  type AuthProvider,
  type DriverContext,
  NotAllowedError,
  type RpcRequest,
  Surreal,
  Table,
  WebSocketEngine,
} from 'surrealdb';
import type { WebSocket as WebSocketOfPackage } from 'ws';
import { MadeleineError, messageOf, UnavailableError } from '../domain/errors.ts';
import {
  isLost,
  jitter,
  limited,
  reachServer,
  reachTimeoutMs,
  queueFull,
  refusalOf,
  refuseOld,
  undisturbed,
} from './reach-server.ts';
import * as statements from './statement.ts';

/** Where the user of a server is defined. */
export const authLevels = ['root', 'namespace', 'database'] as const;
/** One of {@link authLevels}. */
export type AuthLevel = (typeof authLevels)[number];

/** How a server is used. */
export interface ServerAccess {
  readonly username?: string;
  readonly password?: string;
  /** A token of the server's, instead of a name and a password. It cannot be renewed here. */
  readonly token?: string;
  /** Where the user is defined. @default 'root' */
  readonly authLevel?: AuthLevel;
  /** The namespace in which each space is a database. @default 'madeleine' */
  readonly namespace?: string;
  /** How long a call waits for a server that is away, in milliseconds. @default 5000 */
  readonly serverWaitMs?: number;
  /** How many calls wait for a server that is away. @default 1000 */
  readonly serverQueue?: number;
  /** A user of the space's database who may only read, for the owner's queries. */
  readonly readerUsername?: string;
  readonly readerPassword?: string;
}

/** What every space of a server is reached with. */
interface ServerOptions extends Pick<ServerAccess, 'username' | 'password' | 'token'> {
  readonly namespace: string;
  readonly authLevel: AuthLevel;
  readonly serverWaitMs: number;
  readonly serverQueue: number;
  /** A `ws://` or `wss://` address. */
  readonly url: string;
}

/** How long a call waits for a server that is away. A restart of the server takes a second or two (measured). */
const defaultWaiting = { serverWaitMs: 5000, serverQueue: 1000 };

/** How often a connection with calls under way is asked whether it is alive. */
const pulseMs = 1000;
/** The pause before an attempt to come back is drawn from 0 to this, twice as much each time up to the most. */
const [firstPauseMs, longestPauseMs] = [50, 2000];

/** The SDK sends a ping every 30 s and does not hear when that fails, which would end the process. */
class PingingEngine extends WebSocketEngine {
  override send<Method extends string, Params extends unknown[] | undefined, Result>(
    request: RpcRequest<Method, Params>,
  ): Promise<Result> {
    const answer = super.send<Method, Params, Result>(request);
    answer.catch(() => undefined);
    return answer;
  }
}

/** A statement may or may not have reached a server that is gone. */
export class LostReplyError extends UnavailableError {}

/** The connection of one space. */
export class ServerConnection {
  readonly #options: ServerOptions;
  readonly #space: string;
  #client: Surreal | undefined;
  #socket: WebSocketOfPackage | undefined;
  #awaySince: number | undefined;
  /** From when on calls wait for it: since it is away, or since the process went on after it stood still. */
  #waitedSince = 0;
  /** When the next attempt to come back begins. */
  #dueAt = Number.POSITIVE_INFINITY;
  #failure: unknown;
  #isClosed = false;
  readonly #waiting = new Set<() => void>();
  readonly #pulse: NodeJS.Timeout;
  /** Calls without an answer. */
  #calls = 0;
  /** The version of the server. */
  version = '';
  /** Hears what is written to a table, and with nothing when the connection is new. */
  #watch: { readonly table: string; readonly hear: (row: Record<string, unknown> | undefined) => void } | undefined;

  private constructor(options: ServerOptions, space: string) {
    this.#options = options;
    this.#space = space;
    this.#pulse = setInterval(() => void this.#checkPulse(), pulseMs).unref();
  }

  /**
   * Connects, signs in and takes the space's database, which is made where the user may.
   *
   * @throws {UnavailableError} STORE_UNREACHABLE, or STORE_REFUSED when the server does not let the user in.
   * @throws {UnsupportedError} UNSUPPORTED when the server is too old.
   */
  static async open(url: string, access: ServerAccess, space: string): Promise<ServerConnection> {
    const defaults = { namespace: statements.defaultNamespace, authLevel: 'root', ...defaultWaiting } as const;
    const connection = new ServerConnection({ ...defaults, ...access, url }, space);
    try {
      connection.#client = await connection.#connect();
      await connection.#makeDatabase(connection.#client);
      return connection;
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  /** How many calls wait for it while it is away. */
  get queueLimit(): number {
    return this.#options.serverQueue;
  }

  /** How long the server has been away, in milliseconds; 0 while it is there. */
  get awayMs(): number {
    return this.#awaySince === undefined ? 0 : performance.now() - this.#awaySince;
  }

  /**
   * Runs a task on the session, once the server is there. What was only read or defined is done anew after the server
   * was away; `isOnce` is for what must not be.
   *
   * @throws {LostReplyError} when a task that is done once had no answer.
   * @throws {UnavailableError} STORE_UNREACHABLE when the server was away for too long, STORE_REFUSED when it lets nobody in.
   */
  async run<T>(task: (client: Surreal) => Promise<T>, isOnce = false): Promise<T> {
    while (true) {
      const client = this.#client ?? (await this.#back());
      this.#calls += 1;
      try {
        return await task(client);
      } catch (error) {
        const isExpired = error instanceof NotAllowedError && /Expired/.test(JSON.stringify(error.details));
        if (isExpired) this.#lose(client, error);
        else if (!isLost(error)) throw refusalOf(error, this.#options, this.#space) ?? error;
        else if (isOnce) throw new LostReplyError('STORE_UNREACHABLE', this.#said('left without an answer'));
      } finally {
        this.#calls -= 1;
      }
    }
  }

  /** Tells what is written to a table by a live query, taken up again on each new connection. It may lose rows. */
  watch(table: string, hear: (row: Record<string, unknown> | undefined) => void): void {
    this.#watch = { table, hear };
    if (this.#client !== undefined) void this.#listen(this.#client);
  }

  async #listen(client: Surreal): Promise<void> {
    const { table, hear } = this.#watch ?? {};
    if (table === undefined || hear === undefined) return;
    hear(undefined);
    try {
      const live = await client.live(new Table(table));
      live.subscribe(({ value }) => hear(value));
    } catch {
      // A cluster or a user without live queries: who watches looks anyway.
    }
  }

  /** Lets go of the server. Safe to call twice. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#pulse);
    this.#wake();
    const [client, socket] = [this.#client, this.#socket];
    this.#client = undefined;
    // A server that is gone answers no farewell.
    if (client !== undefined) await limited(client.close(), pulseMs).catch(() => undefined);
    socket?.terminate();
  }

  /** Waits until the server is back. */
  async #back(): Promise<Surreal> {
    this.#noticeStandstill();
    const until = this.#waitedSince + this.#options.serverWaitMs;
    while (this.#client === undefined) {
      if (this.#isClosed) throw new UnavailableError('STORE_UNREACHABLE', this.#said('closed'));
      const left = until - performance.now();
      const isRefused = this.#failure instanceof MadeleineError && this.#failure.code === 'STORE_REFUSED';
      if (isRefused) throw this.#failure;
      if (this.#waiting.size >= this.queueLimit) throw queueFull(this.queueLimit);
      if (left <= 0) throw new UnavailableError('STORE_UNREACHABLE', this.#said('away'), { cause: this.#failure });
      await new Promise<void>((resolve) => {
        const timer = setTimeout(done, left);
        const waiting = this.#waiting;
        function done(): void {
          clearTimeout(timer);
          waiting.delete(done);
          resolve();
        }
        waiting.add(done);
      });
    }
    return this.#client;
  }

  /** A process may stand still, as that of a function between two calls does: it has not tried meanwhile. */
  #noticeStandstill(): void {
    if (performance.now() - this.#dueAt <= pulseMs) return;
    this.#waitedSince = performance.now();
    this.#dueAt = Number.POSITIVE_INFINITY;
  }

  #wake(): void {
    for (const wake of [...this.#waiting]) wake();
  }

  #said(what: string): string {
    return `store: the server at ${this.#options.url} is ${what}; start it, or call again when it is back.`;
  }

  /** A connection is gone, or of no use any more. */
  #lose(client: Surreal, reason: unknown): void {
    if (client !== this.#client) return;
    this.#client = undefined;
    this.#failure = reason;
    // Not closed: the SDK then forgets its calls, and they would never settle.
    this.#socket?.terminate();
    if (this.#isClosed) return;
    this.#awaySince = performance.now();
    this.#waitedSince = this.#awaySince;
    void this.#comeBack();
  }

  async #comeBack(): Promise<void> {
    for (let pauseMs = firstPauseMs; !this.#isClosed; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      try {
        const client = await this.#connect();
        if (this.#isClosed) return void client.close().catch(() => undefined);
        this.#client = client;
        this.#awaySince = undefined;
        this.#wake();
        void this.#listen(client);
        return;
      } catch (error) {
        this.#failure = error;
        // Who is refused waits in vain.
        if (error instanceof MadeleineError && error.code === 'STORE_REFUSED') this.#wake();
      }
      // Nobody's process is kept alive for a server that nobody waits for.
      this.#dueAt = performance.now() + pauseMs;
      await jitter(pauseMs, false);
      this.#noticeStandstill();
      this.#dueAt = Number.POSITIVE_INFINITY;
    }
  }

  /** A connection that hangs never says so: it is asked. */
  async #checkPulse(): Promise<void> {
    const client = this.#client;
    if (client === undefined || this.#calls === 0) return;
    const limit = limited(client.version(), reachTimeoutMs);
    await limit.catch((error: unknown) => this.#lose(client, error));
  }

  async #connect(): Promise<Surreal> {
    const { url, namespace, authLevel } = this.#options;
    const sockets: WebSocketOfPackage[] = [];
    // The SDK keeps to itself why a socket did not open.
    let fail: (cause: unknown) => void = () => undefined;
    const failed = new Promise<never>((_resolve, reject) => {
      fail = reject;
    });
    failed.catch(() => undefined);
    const { WebSocket: SocketOfPackage } = await import('ws');
    class Socket extends SocketOfPackage {
      constructor(address: string, protocol: string) {
        super(address, protocol);
        sockets.push(this);
        this.once('error', fail);
      }
    }
    // The package's own types of a socket and those of the web differ in names alone.
    const engine = (context: DriverContext): WebSocketEngine => new PingingEngine(context);
    const client = new Surreal({
      engines: { ws: engine, wss: engine },
      websocketImpl: Socket as unknown as typeof WebSocket,
    });
    // A connection that fails may hold no handle, and Node would just end.
    const hold = setInterval(() => undefined, 1000);
    try {
      await reachServer(url);
      const authentication = this.#authentication();
      const session = { namespace, database: this.#space };
      const connected = client.connect(url, {
        reconnect: false,
        ...(authLevel === 'database' ? session : {}),
        ...(authentication === undefined ? {} : { authentication }),
      });
      await limited(Promise.race([connected, failed]), reachTimeoutMs);
      const { version } = await limited(client.version(), reachTimeoutMs);
      this.version = version;
      refuseOld(version);
      // A server makes what is asked for and missing: who asks at once with another is in its way.
      await undisturbed(async () => await limited(client.use(session), reachTimeoutMs));
      this.#socket = sockets.at(-1);
      client.subscribe('disconnected', () => this.#lose(client, new Error('the connection ended')));
      return client;
    } catch (cause) {
      for (const socket of sockets) socket.terminate();
      void client.close().catch(() => undefined);
      if (cause instanceof MadeleineError) throw cause;
      const refusal = refusalOf(cause, this.#options, this.#space);
      if (refusal !== undefined) throw refusal;
      const message = `open: the server at ${url} cannot be used (${messageOf(cause)}); check it.`;
      throw new UnavailableError('STORE_UNREACHABLE', message, { cause, details: { at: url } });
    } finally {
      clearInterval(hold);
    }
  }

  #authentication(): AuthProvider | undefined {
    const { authLevel, namespace, token, username, password = '' } = this.#options;
    if (token !== undefined) return token;
    if (username === undefined) return undefined;
    if (authLevel === 'database') return { namespace, database: this.#space, username, password };
    return authLevel === 'namespace' ? { namespace, username, password } : { username, password };
  }

  /** Makes the database of the space, where the user may; where not, the administrator has made it. */
  async #makeDatabase(client: Surreal): Promise<void> {
    const { namespace } = this.#options;
    const define = async (statement: string, name: string): Promise<void> => {
      await undisturbed(async () => await client.query(statement, { name })).catch((error: unknown) => {
        if (!(error instanceof NotAllowedError)) throw error;
      });
    };
    await define(statements.defineNamespace, namespace);
    await undisturbed(async () => await client.use({ namespace }));
    await define(statements.defineSpace, this.#space);
    await undisturbed(async () => await client.use({ namespace, database: this.#space }));
  }
}
