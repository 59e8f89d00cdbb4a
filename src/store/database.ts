/**
 * The one module that talks to the engine: opens a store (embedded, or a server over ws://),
 * gives each space its own session, runs constant statements with bound parameters, and turns
 * the engine's errors into ours. It knows nothing of records.
 */
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Surreal, SurrealSession } from 'surrealdb';
import {
  ConflictError,
  InternalError,
  InvalidArgumentError,
  UnsupportedError,
  UnavailableError,
} from '../domain/errors.ts';
import type { NewId } from '../domain/values.ts';
import { copySpace } from './copy-space.ts';
import { openEngine, openFailure } from './embedded-engine.ts';
import { markedSeq } from './high-water-mark.ts';
import {
  linkMarks,
  makeLedger,
  makeTrial,
  removeLedger,
  removeOtherLedgers,
  useLedger,
  bytesToOpen,
  identityOf,
} from './ledger-folder.ts';
import { SpaceDatabase, SpaceUse, throwAsOurs } from './space-database.ts';
import type { ReadOnlySession } from './space-reader.ts';
import * as statements from './statement.ts';
import { hasOwner, noteOwner, prepareFolder, removeUnfinished } from './store-folder.ts';
import { type ServerAccess, ServerConnection } from './server.ts';

/** How often an opening begins anew when the process that held the store has ended meanwhile. */
const openAttempts = 3;

/**
 * Stores that this process has opened, by real path. The engine keeps a folder's lock until the
 * process ends, so a store that was closed is kept here and handed out again.
 */
const opened = new Map<string, Promise<Database>>();

/** The ledger of each folder that this process tried last: the engine opens none twice. */
const tried = new Map<string, string>();

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

/** A server with a space in each of its databases, and how it is used. */
interface Server {
  readonly url: string;
  readonly access: ServerAccess;
}

/** What belongs to a store in a folder. */
interface EmbeddedParts {
  readonly folder?: string;
  readonly ledger?: string;
  readonly identity?: string | undefined;
  readonly hadOwner?: boolean;
  readonly accept?: () => Promise<void>;
}

/** A store: an engine in this process, or a server. */
export class Database {
  #surreal: Surreal | undefined;
  readonly #server: Server | undefined;
  /** The real folder of an embedded store; a server has none. */
  readonly folder: string | undefined;
  /** Whether a process had opened it before and gone on with it; each space has a mark since. */
  readonly hadOwner: boolean;
  /** The ledger that was made last, whether or not it came into use; a process opens each but once. */
  #ledger: string;
  /** Which folder that is. */
  #identity: string | undefined;
  /** Whether the engine met a full disk: it takes no more writes. */
  #isFull = false;
  #reopening: Promise<void> | undefined;
  readonly #uses = new Map<string, SpaceUse>();
  /** The spaces that are open or opening, by the database that each works with. */
  readonly #spaces = new Map<SpaceDatabase | symbol, string>();
  #rebuilding: Promise<unknown> | undefined;
  #accept: (() => Promise<void>) | undefined;
  #accepting: Promise<void> | undefined;

  private constructor(engine: Surreal | Server, parts: EmbeddedParts = {}) {
    const { folder, ledger = '', identity, hadOwner = false, accept } = parts;
    this.#surreal = 'url' in engine ? undefined : engine;
    this.#server = 'url' in engine ? engine : undefined;
    this.folder = folder;
    this.#ledger = ledger;
    this.#identity = identity;
    this.hadOwner = hadOwner;
    this.#accept = accept;
  }

  /**
   * Opens the store in a folder, or connects to a server. Never hangs.
   *
   * @throws {MadeleineError} STORE_LOCKED, STORE_READONLY, STORE_PATH, STORE_CORRUPT, STORE_TIMEOUT or STORE_UNREACHABLE.
   */
  static async open(at: string, access: ServerAccess, processId: number): Promise<Database> {
    if (/^wss?:\/\//.test(at)) return new Database({ url: addressOf(at), access });
    const held = await opened.get(resolve(at))?.catch(() => undefined);
    // Under an open space, what is gone must not be made anew, empty. Without one it is opened as by a new process.
    if (held?.folder !== undefined && held.isMoved && held.#spaces.size === 0) opened.delete(held.folder);
    else held?.checkFolder();
    const folder = await prepareFolder(at);
    const known = opened.get(folder);
    if (known !== undefined) return known;
    const opening = Database.#openFolder(folder, processId);
    opened.set(folder, opening);
    opening.catch(() => opened.delete(folder));
    return opening;
  }

  static async #openFolder(folder: string, processId: number): Promise<Database> {
    for (let attempt = 1; attempt <= openAttempts; attempt += 1) {
      const trial = await makeTrial(folder, tried.get(folder));
      tried.set(folder, trial.name);
      const isTrial = trial.name !== trial.from;
      const drop = (): void => {
        if (!isTrial) return;
        try {
          rmSync(join(folder, trial.name), { recursive: true, force: true });
        } catch {
          // A process whose opening is accepted removes it at the same time; what is left goes with the next acceptance.
        }
      };
      const hadOwner = await hasOwner(folder);
      const surreal = await openEngine(folder, trial.name).catch(async (error: unknown) => {
        const isRefused = await trial.isCurrent();
        drop();
        // Its files may have gone under the engine when another process replaced it.
        if (isRefused || attempt === openAttempts) throw error;
      });
      if (surreal === undefined) continue;
      if (await trial.isCurrent()) {
        // A refused trial goes when the process ends: until then its engine is open.
        process.once('exit', drop);
        const accept = async (): Promise<void> => {
          if (isTrial) await useLedger(folder, trial.name);
          process.off('exit', drop);
          await noteOwner(folder, processId);
          await removeUnfinished(folder);
          await removeOtherLedgers(folder, trial.name);
        };
        const identity = identityOf(folder, trial.name);
        return new Database(surreal, { folder, ledger: trial.name, identity, hadOwner, accept });
      }
      // Another process has changed or replaced it in between. This engine is not closed: it would take the lock with it.
      drop();
    }
    throw await openFailure(folder, new Error('lock file: replaced'));
  }

  /** The folders with marks of an embedded store: its own and that of its ledger. */
  get markFolders(): readonly [string, string] | undefined {
    return this.folder === undefined ? undefined : [this.folder, join(this.folder, this.#ledger)];
  }

  /** Whether the store goes on with what this opening made of it. */
  get isAccepted(): boolean {
    return this.#accept === undefined;
  }

  /**
   * Goes on with what this opening made of the store. Before, nothing in the folder was changed. To be called before
   * the first write is acknowledged, and when an opening has found the store whole.
   */
  async accept(): Promise<void> {
    const accept = this.#accept;
    if (accept === undefined) return;
    this.#accepting ??= accept().then(() => {
      this.#accept = undefined;
    });
    await this.#accepting.finally(() => {
      this.#accepting = undefined;
    });
  }

  /** Whether the store's folder is not the one that was opened. */
  get isMoved(): boolean {
    const { folder } = this;
    return folder !== undefined && identityOf(folder, this.#ledger) !== this.#identity;
  }

  /**
   * Refuses to go on without the store's folder.
   *
   * @throws {UnavailableError} STORE_MOVED when it was moved or deleted: what is written then reaches nobody.
   */
  checkFolder(): void {
    const { folder } = this;
    if (!this.isMoved) return;
    const message = `store: "${folder}" is not the folder that was opened; it was moved or deleted. Nothing was acknowledged.`;
    throw new UnavailableError('STORE_MOVED', message, { details: { at: folder } });
  }

  /** Whether the engine met a full disk. Reads go on; {@link reopen} makes it take writes again. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** Notes that the engine met a full disk. */
  noteFull(): void {
    this.#isFull = this.folder !== undefined;
  }

  /** Goes on with a fresh engine on the same files once the disk has room; until then nothing changes. */
  async reopen(): Promise<void> {
    this.#reopening ??= this.#reopen().finally(() => {
      this.#reopening = undefined;
    });
    await this.#reopening;
  }

  async #reopen(): Promise<void> {
    const { folder } = this;
    if (folder === undefined || this.#rebuilding !== undefined) return;
    this.checkFolder();
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < (await bytesToOpen(folder, this.#ledger))) return;
    const trial = await makeTrial(folder, this.#ledger);
    if (trial.name === trial.from) return;
    // With a lock of its own: closing the engine before this one would let go of a common one.
    rmSync(join(folder, trial.name, 'LOCK'), { force: true });
    try {
      const fresh = new Database(await openEngine(folder, trial.name));
      for (const space of new Set(this.#spaces.values())) {
        const found = await fresh.seqOf(space);
        const acknowledged = (await markedSeq(this.markFolders ?? [], space)) ?? 0;
        if (found < acknowledged) throw new InternalError('INTERNAL', `store: "${space}" came up at write ${found}.`);
      }
      await useLedger(folder, trial.name);
      await this.#moveTo(fresh.#engine);
    } catch (error) {
      await removeLedger(folder, trial.name).catch(() => undefined);
      throw error;
    }
    this.#ledger = trial.name;
    this.#identity = identityOf(folder, trial.name);
    this.#isFull = false;
    // A write that was refused may have come through, or not.
    for (const use of this.#uses.values()) use.share();
    await removeOtherLedgers(folder, trial.name).catch(() => undefined);
  }

  /** Goes on in another engine. */
  async #moveTo(engine: Surreal): Promise<void> {
    const replaced = this.#engine;
    this.#surreal = engine;
    for (const [space, name] of this.#spaces) {
      if (space instanceof SpaceDatabase) await space.moveTo(await this.#session(name));
    }
    await replaced.close();
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
      const server = this.#server;
      const session =
        server === undefined ? await this.#session(name) : await ServerConnection.open(server.url, server.access, name);
      const space: SpaceDatabase = new SpaceDatabase(session, () => this.#spaces.delete(space));
      this.#spaces.set(space, name);
      return space;
    } finally {
      this.#spaces.delete(opening);
    }
  }

  /** The sequence number of the last commit of a space; 0 where there is none. */
  async seqOf(name: string): Promise<number> {
    const space = await this.space(name);
    try {
      await space.run(statements.defineHead);
      const [head] = await space.run<[{ readonly seq: number } | null | undefined]>(statements.headStatement);
      return head?.seq ?? 0;
    } finally {
      await space.close();
    }
  }

  #session(name: string): Promise<SurrealSession> {
    return this.#newSession(name).catch(throwAsOurs);
  }

  async #newSession(name: string): Promise<SurrealSession> {
    const session = await this.#engine.newSession();
    await session.use({ namespace: statements.defaultNamespace });
    await session.query(statements.defineSpace, { name });
    await session.use({ namespace: statements.defaultNamespace, database: name });
    return session;
  }

  /** The engine of an embedded store. */
  get #engine(): Surreal {
    if (this.#surreal === undefined) throw new InternalError('INTERNAL', 'store: a server has no engine here.');
    return this.#surreal;
  }

  /**
   * A session of a space that may only read; whoever takes it closes it.
   *
   * @throws {UnsupportedError} on a server without a user for it.
   */
  async readOnlySession(name: string): Promise<ReadOnlySession> {
    if (this.#server !== undefined) return readOnServer(this.#server, name);
    const session = await this.#session(name);
    const password = randomBytes(32).toString('hex');
    const reader = { namespace: statements.defaultNamespace, database: name, username: 'reader', password };
    await session.query(statements.defineReader(password)).collect().catch(throwAsOurs);
    await session.signin(reader).catch(throwAsOurs);
    const close = async (): Promise<void> => {
      // Closing alone leaves the timer that would renew the token, and with it a process that does not end.
      await session.invalidate().catch(() => undefined);
      await session.closeSession().catch(() => undefined);
    };
    return { run: (task) => task(session), close };
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
    await this.accept();
    const before = this.#ledger;
    this.#ledger = await makeLedger(folder, before);
    const fresh = new Database(await openEngine(folder, this.#ledger));
    try {
      await this.#copyTo(fresh, run);
      await run.finish(fresh);
      await linkMarks(join(folder, before), join(folder, this.#ledger));
      await useLedger(folder, this.#ledger);
    } catch (error) {
      await fresh.#engine.close();
      // What cannot be removed now is removed when the store is opened next.
      await removeLedger(folder, this.#ledger).catch(() => undefined);
      throw error;
    }
    await this.#moveTo(fresh.#engine);
    this.#identity = identityOf(folder, this.#ledger);
    await removeOtherLedgers(folder, this.#ledger);
  }

  async #copyTo(fresh: Database, { operation, newId, at, onProgress, signal }: RebuildRun): Promise<void> {
    const names = await this.#spaceNames().catch(throwAsOurs);
    let rows = 0;
    const onCopied = (count: number): void => {
      rows += count;
      onProgress(rows);
    };
    for (const name of names) {
      const [from, to] = [new SpaceDatabase(await this.#session(name)), new SpaceDatabase(await fresh.#session(name))];
      await copySpace(from, to, { operation, newKey: newId(), at, onCopied, signal });
      await Promise.all([from.close(), to.close()]);
    }
  }

  async #spaceNames(): Promise<readonly string[]> {
    const store = await this.#engine.newSession();
    await store.use({ namespace: statements.defaultNamespace });
    const [{ databases }] = await store.query<[{ databases: Record<string, unknown> }]>(statements.describeStore);
    await store.closeSession();
    return Object.keys(databases);
  }

  /** The version of the embedded engine, or of the server at the last connection. */
  async version(): Promise<string> {
    if (this.#surreal !== undefined) return (await this.#surreal.version().catch(throwAsOurs)).version;
    const [version] = [...this.#spaces.keys()].flatMap((space) =>
      typeof space === 'symbol' || space.server === undefined ? [] : [space.server.version],
    );
    return version ?? 'unknown';
  }
}

/**
 * The address of a server.
 *
 * @throws {InvalidArgumentError} STORE_PATH when it is none, or holds a name or a password, which logs would show.
 */
function addressOf(at: string): string {
  const shown = at.replace(/\/\/[^/]*@/, '//');
  if (shown === at && URL.canParse(at)) return at;
  const said =
    shown === at ? 'be an address with a host; correct it' : 'hold no user; give "username" and "password" instead';
  const message = `open: "at" must ${said}, got ${shown}.`;
  throw new InvalidArgumentError('STORE_PATH', message, { details: { at: shown } });
}

async function readOnServer({ url, access }: Server, space: string): Promise<ReadOnlySession> {
  const { readerUsername: username, readerPassword: password, token: _writes, ...rest } = access;
  if (username === undefined || password === undefined) {
    const message =
      'query: on a server it takes a user who may only read; make one as docs/deploy-server.md says, and name it in "readerUsername" and "readerPassword".';
    throw new UnsupportedError('UNSUPPORTED', message);
  }
  return ServerConnection.open(url, { ...rest, username, password, authLevel: 'database' }, space);
}
