/**
 * Runs constant statements with bound parameters in one space, and turns the engine's errors into
 * ours. It knows nothing of records.
 */
import {
  BoundExcluded,
  NotAllowedError,
  type RecordId,
  RecordIdRange,
  type SurrealSession,
  type SurrealTransaction,
} from 'surrealdb';
import {
  ConflictError,
  type ErrorCode,
  InternalError,
  MadeleineError,
  messageOf,
  UnavailableError,
} from '../domain/errors.ts';
import type { Sharing } from '../domain/sharing.ts';
import type { StoredRow } from './codec.ts';
import { jitter } from './reach-server.ts';
import { ServerConnection } from './server.ts';
import * as statements from './statement.ts';

/** Thrown when another writer was faster: nothing was written, and the same may be decided and tried again. */
export class LostRaceError extends ConflictError {}

/** How long and how often a task is repeated at least that others are faster than. */
const repeatLimitMs = 15_000;
const repeatLimitRaces = 64;
/** The pause before a repetition: drawn from 0 to this, twice as much each time up to the most. */
const firstPauseMs = 4;
const longestPauseMs = 120;

/** Races that are lost before a task asks for its turn: to ask costs less than to try, and a slow process would never win. */
const patientRaces = 1;

/**
 * Repeats a task while others are faster, with full jitter. `isWhole` says whether it has written nothing yet, `reserve`
 * asks for the next turn.
 */
export async function untilFirst<T>(
  task: () => Promise<T>,
  isWhole: () => boolean = () => true,
  reserve: () => Promise<unknown> = () => Promise.resolve(),
): Promise<T> {
  let races = 0;
  const until = performance.now() + repeatLimitMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      if (races >= patientRaces) await reserve();
      return await task();
    } catch (error) {
      races += 1;
      const isLate = races > repeatLimitRaces && performance.now() > until;
      if (!(error instanceof LostRaceError) || !isWhole() || isLate) throw error;
    }
    await jitter(pauseMs);
  }
}

/** How often a transaction is tried that the engine cannot check. */
const checkAttempts = 10;

/** Where statements about one space run. */
export interface SpaceStatements {
  /**
   * Runs a constant statement and answers what each of its parts answers.
   *
   * @throws {ConflictError} when another writer moved the head or the transaction met a conflict.
   * @throws {UnavailableError} STORE_FULL when the disk is full, STORE_CORRUPT when a file is damaged.
   * @throws {InternalError} when the engine refuses what our own checks let through.
   */
  run<Results extends readonly unknown[]>(statement: string, bindings?: Record<string, unknown>): Promise<Results>;

  /** Ends them. */
  close(): Promise<void>;
}

/** One space's session, or its connection to a server. */
export class SpaceDatabase implements SpaceStatements {
  #session: SurrealSession | ServerConnection;
  readonly #onClosed: () => void;
  readonly #running = new Set<Promise<unknown>>();

  constructor(session: SurrealSession | ServerConnection, onClosed: () => void = () => undefined) {
    this.#session = session;
    this.#onClosed = onClosed;
  }

  async run<Results extends readonly unknown[]>(
    statement: string,
    bindings?: Record<string, unknown>,
  ): Promise<Results> {
    return this.#run(statement, bindings, false);
  }

  /**
   * Runs a statement that must not be sent to a server twice.
   *
   * @throws {LostReplyError} when nobody knows whether a server has run it.
   */
  async runOnce<Results extends readonly unknown[]>(
    statement: string,
    bindings?: Record<string, unknown>,
  ): Promise<Results> {
    return this.#run(statement, bindings, true);
  }

  async #run<Results extends readonly unknown[]>(
    statement: string,
    bindings: Record<string, unknown> | undefined,
    isOnce: boolean,
  ): Promise<Results> {
    const session = this.#session;
    const running =
      session instanceof ServerConnection
        ? session.run((client) => runIn<Results>(client, statement, bindings), isOnce)
        : untilChecked(() => runIn<Results>(session, statement, bindings));
    this.#running.add(running);
    try {
      return await running.catch(throwAsOurs);
    } finally {
      this.#running.delete(running);
    }
  }

  /** The space as it stands now, to read; nobody's writes show in it. */
  async snapshot(): Promise<SpaceStatements> {
    const session = this.#session;
    const begun =
      session instanceof ServerConnection
        ? session.run((client) => client.beginTransaction())
        : session.beginTransaction();
    const transaction = await begun.catch(throwAsOurs);
    const within = <T>(task: () => Promise<T>): Promise<T> =>
      session instanceof ServerConnection ? session.run(task, true) : task();
    return {
      run: (statement, bindings) => within(() => runIn<never>(transaction, statement, bindings)).catch(throwAsOurs),
      // On a connection that is gone it throws at once.
      close: () => (async () => transaction.cancel())().catch(() => undefined),
    };
  }

  /** Goes on in another session; settles when nothing runs in the one before any more. */
  async moveTo(session: SurrealSession): Promise<void> {
    const before = this.#session;
    this.#session = session;
    await Promise.allSettled(this.#running);
    await ended(before);
  }

  /** The connection to the server; an engine in this process has none. */
  get server(): ServerConnection | undefined {
    return this.#session instanceof ServerConnection ? this.#session : undefined;
  }

  async close(): Promise<void> {
    this.#onClosed();
    await ended(this.#session);
  }
}

async function ended(session: SurrealSession | ServerConnection): Promise<void> {
  if (session instanceof ServerConnection) await session.close();
  else await session.closeSession().catch(() => undefined);
}

/** The rows of a table in the order of their ids, page by page, after a key. */
export async function* pagesOf<R extends StoredRow>(
  database: SpaceStatements,
  table: string,
  limit: number,
  after?: RecordId['id'],
): AsyncGenerator<readonly R[], void, undefined> {
  let last = after;
  while (true) {
    const range: RecordIdRange = new RecordIdRange(
      table,
      last === undefined ? undefined : new BoundExcluded(last),
      undefined,
    );
    const [rows]: [R[]] = await database.run<[R[]]>(statements.readPage, { range, limit });
    if (rows.length > 0) yield rows;
    if (rows.length < limit) return;
    last = rows.at(-1)?.id.id;
  }
}

async function runIn<Results extends readonly unknown[]>(
  where: SurrealSession | SurrealTransaction,
  statement: string,
  bindings: Record<string, unknown> = {},
): Promise<Results> {
  const responses = await where.query(statement, bindings).responses();
  const failures = responses.flatMap((response) => (response.success ? [] : [response.error]));
  const refused = failures.find((failure) => failure instanceof NotAllowedError);
  if (refused !== undefined) throw refused;
  if (failures.length > 0) throw queryFailure(failures);
  return responses.map((response) => (response.success ? response.result : undefined)) as unknown as Results;
}

/** Runs a transaction again that wrote nothing, since other spaces wrote more meanwhile than the engine's checks look back. */
function untilChecked<T>(run: () => Promise<T>, attempts: number = checkAttempts): Promise<T> {
  return run().catch((error: unknown) => {
    const cause = error instanceof LostRaceError ? messageOf(error.cause) : '';
    if (attempts === 1 || !cause.includes('could not check for conflicts')) throw error;
    return untilChecked(run, attempts - 1);
  });
}

/** Throws what the engine threw as an error of ours, with the engine's as its cause. Nothing else leaves `store/`. */
export function throwAsOurs(error: unknown): never {
  throw error instanceof MadeleineError ? error : queryFailure([error]);
}

function queryFailure(failures: readonly unknown[]): Error {
  const texts = failures.map(messageOf);
  const cause = failures[texts.findIndex((text) => !/not executed due to/.test(text))] ?? failures[0];
  const said = messageOf(cause);
  if (/HEAD_MOVED|can be retried/.test(texts.join('\n'))) {
    return new LostRaceError('CONFLICT', 'commit: another writer was faster; read again and repeat.', { cause });
  }
  const failure = storageFailure(said);
  if (failure !== undefined) return new UnavailableError(failure.code, failure.message, { cause });
  return new InternalError('INTERNAL', 'store: the engine refused a statement.', { cause });
}

/** What the engine says of the disk, as a typed error; undefined when it speaks of something else. */
export function storageFailure(said: string): { readonly code: ErrorCode; readonly message: string } | undefined {
  if (/no space left|disk quota|max allowed space/i.test(said))
    return { code: 'STORE_FULL', message: 'store: the disk is full; nothing was written. Free some space.' };
  if (/corruption|checksum mismatch|bad block/i.test(said)) {
    const message =
      'store: a file of the store is damaged. Write nothing more to it and restore a backup into another folder.';
    return { code: 'STORE_CORRUPT', message };
  }
  return undefined;
}

/** The use of one space by one process. */
export class SpaceUse {
  /** The one queue of all of them. */
  readonly queue: WriterQueue = new WriterQueue();
  /** The policy that is set for an embedded space, once it was read. */
  sharing: Promise<Partial<Sharing>> | undefined;
  #open = 0;
  #shared = false;

  /** Whether one of them must expect that another has written: from the second one on until all are closed. */
  get shared(): boolean {
    return this.#shared;
  }

  /** Expects from now on that another has written. */
  share(): void {
    this.#shared = true;
  }

  /** Counts a ledger that opens. */
  enter(): void {
    this.#open += 1;
    if (this.#open > 1) this.#shared = true;
  }

  /** Counts a ledger that closes. */
  leave(): void {
    this.#open -= 1;
    if (this.#open === 0) this.#shared = false;
  }
}

/** Runs tasks one at a time, in the order in which they came. */
export class WriterQueue {
  #last: Promise<unknown> = Promise.resolve();
  #length = 0;

  /** Tasks that have not ended. */
  get length(): number {
    return this.#length;
  }

  /** Runs a task when all tasks before it have ended, well or badly. */
  run<T>(task: () => Promise<T>): Promise<T> {
    this.#length += 1;
    const result = this.#last.then(task).finally(() => {
      this.#length -= 1;
    });
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Settles when every task so far has ended. */
  async idle(): Promise<void> {
    await this.#last;
  }
}
