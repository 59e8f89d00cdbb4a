/**
 * Runs constant statements with bound parameters in one space, and turns the engine's errors into
 * ours. It knows nothing of records.
 */
import type { SurrealSession, SurrealTransaction } from 'surrealdb';
import { ConflictError, InternalError } from '../domain/errors.ts';

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
  #session: SurrealSession;
  readonly #onClosed: () => void;
  readonly #running = new Set<Promise<unknown>>();

  constructor(session: SurrealSession, onClosed: () => void = () => undefined) {
    this.#session = session;
    this.#onClosed = onClosed;
  }

  async run<Results extends readonly unknown[]>(
    statement: string,
    bindings?: Record<string, unknown>,
  ): Promise<Results> {
    const running = runIn<Results>(this.#session, statement, bindings);
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  /** The space as it stands now, to read; nobody's writes show in it. */
  async snapshot(): Promise<SpaceStatements> {
    const transaction = await this.#session.beginTransaction();
    return {
      run: (statement, bindings) => runIn(transaction, statement, bindings),
      close: () => transaction.cancel().catch(() => undefined),
    };
  }

  /** Goes on in another session; settles when nothing runs in the one before any more. */
  async moveTo(session: SurrealSession): Promise<void> {
    const before = this.#session;
    this.#session = session;
    await Promise.allSettled(this.#running);
    await before.closeSession().catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#onClosed();
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

/** The use of one space by one process. */
export class SpaceUse {
  /** The one queue of all of them. */
  readonly queue: WriterQueue = new WriterQueue();
  #open = 0;
  #shared = false;

  /** Whether one of them must expect that another has written: from the second one on until all are closed. */
  get shared(): boolean {
    return this.#shared;
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

  /** Runs a task when all tasks before it have ended, well or badly. */
  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#last.then(task);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Settles when every task so far has ended. */
  async idle(): Promise<void> {
    await this.#last;
  }
}
