/**
 * Runs queries that only read, one at a time, in a session that may only read. Makes plain values of what the engine
 * answers: JSON has all of them.
 *
 * A query runs in no transaction of ours that could be cancelled: in one, engine 3.0.2 takes the LIMIT before the ORDER
 * BY (measured). By itself, the engine runs a statement that only reads in a transaction that only reads.
 */
import { DateTime, RecordId, ServerError, type SurrealSession } from 'surrealdb';
import { InvalidArgumentError, messageOf, throwIfCancelled, UnavailableError } from '../domain/errors.ts';
import { parseIsoDate } from '../domain/input.ts';
import { isEdgeName } from '../domain/records.ts';
import { idText, momentOf, recordId } from './codec.ts';
import { queriedTables } from './read-only-query.ts';
import { throwAsOurs, WriterQueue } from './space-database.ts';
import * as statements from './statement.ts';

/** One query. */
export interface ReadRun {
  /** An expression as `readOnlyQuery` makes it. */
  readonly expression: string;
  readonly bindings: Readonly<Record<string, unknown>>;
  /** Whether bytes are answered as arrays of numbers. @default as Base64 */
  readonly vectors: boolean;
  readonly limit: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** What a query found. */
export interface ReadAnswer {
  readonly rows: readonly unknown[];
  /** Whether there were more rows than the limit. */
  readonly truncated: boolean;
}

/** A session that may only read. */
export interface ReadOnlySession {
  run<T>(task: (session: Pick<SurrealSession, 'query'>) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** How much longer than the engine we wait, before a query counts as one that the engine does not stop. */
const patienceMs = 500;

/** What may read one space. */
export class SpaceReader {
  readonly #open: () => Promise<ReadOnlySession>;
  readonly #queue = new WriterQueue();
  #session: ReadOnlySession | undefined;

  /** @param open - opens a session that may only read. */
  constructor(open: () => Promise<ReadOnlySession>) {
    this.#open = open;
  }

  /**
   * Runs a query.
   *
   * @throws {InvalidArgumentError} when the engine refuses it.
   * @throws {UnavailableError} STORE_TIMEOUT when it takes too long, or waits too long for the one before.
   */
  async run(run: ReadRun): Promise<ReadAnswer> {
    const end = AbortSignal.any([
      AbortSignal.timeout(run.timeoutMs + patienceMs),
      ...(run.signal === undefined ? [] : [run.signal]),
    ]);
    const ended = new Promise<never>((_resolve, reject) => {
      end.addEventListener('abort', () => reject(end.reason), { once: true });
    });
    const answer = this.#queue.run(async () => {
      end.throwIfAborted();
      return this.#session === undefined
        ? this.#attempt(run)
        : this.#attempt(run).catch((error) => this.#again(run, error));
    });
    try {
      return await Promise.race([answer, ended]);
    } catch (error) {
      throwIfCancelled('query', run.signal);
      throw failureOf(error, run);
    }
  }

  /** Ends its session; the next query opens another. */
  async close(): Promise<void> {
    await this.#queue.idle();
    await this.#drop();
  }

  /** A session may have ended since the last query: its store was written anew, or the server was away. */
  async #again(run: ReadRun, error: unknown): Promise<ReadAnswer> {
    if (error instanceof ServerError && error.kind !== 'NotAllowed') throw error;
    await this.#drop();
    return this.#attempt(run);
  }

  async #drop(): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    await session?.close();
  }

  async #attempt({ expression, bindings, vectors, limit, timeoutMs }: ReadRun): Promise<ReadAnswer> {
    this.#session ??= await this.#open();
    const statement = statements.ownersQuery(expression, limit + 1, timeoutMs);
    const responses = await this.#session.run((session) => session.query(statement, toBindings(bindings)).responses());
    const failed = responses.find((response) => !response.success);
    if (failed?.success === false) throw failed.error;
    const last = responses.at(-1);
    const found: unknown = last?.success === true ? last.result : [];
    const rows: readonly unknown[] = Array.isArray(found) ? found : [found];
    return { rows: rows.slice(0, limit).map((row) => plainValue(row, vectors)), truncated: rows.length > limit };
  }
}

function failureOf(error: unknown, { timeoutMs }: ReadRun): unknown {
  const isLate = error instanceof DOMException || /exceeded the timeout/.test(messageOf(error));
  if (isLate) {
    const message = `query: it took longer than ${timeoutMs} ms; ask for less, or allow more with "timeoutMs".`;
    return new UnavailableError('STORE_TIMEOUT', message, { cause: error, details: { timeoutMs } });
  }
  if (!(error instanceof ServerError)) return throwAsOurs(error);
  const told = messageOf(error);
  const [first = ''] = told.split('\n');
  // The bracket behind the query is ours, and nobody typed it.
  const isEnd = /\| \) LIMIT \d+ TIMEOUT/.test(told);
  const said = isEnd ? first.replace('Unexpected token `)`', 'Unexpected end of the query') : first;
  const message = `query: the engine refused it: ${said}; correct the query.`;
  return new InvalidArgumentError('INVALID_ARGUMENT', message, { cause: error, details: { option: 'sql' } });
}

const idPattern = new RegExp(`^(?:${queriedTables.filter((name) => !isEdgeName(name)).join('|')}):.`, 'su');

function toBindings(bindings: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(bindings).map(([name, value]) => [name, bound(value)]));
}

/** A date and time as JSON writes it. */
const momentPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** A value as the engine takes it: ids of records become record ids, dates its own. */
function bound(value: unknown): unknown {
  if (typeof value === 'string') {
    if (idPattern.test(value)) return recordId(value);
    const moment = momentPattern.test(value) ? parseIsoDate(value) : undefined;
    return moment === undefined ? value : momentOf(moment);
  }
  if (value instanceof Date) return momentOf(value);
  if (Array.isArray(value)) return value.map(bound);
  return typeof value === 'object' && value !== null ? toBindings({ ...value }) : value;
}

function plainValue(value: unknown, vectors: boolean): unknown {
  if (value === null || typeof value !== 'object') return typeof value === 'bigint' ? String(value) : value;
  if (value instanceof RecordId) {
    return typeof value.id === 'string'
      ? idText(value)
      : `${value.table.name}:${JSON.stringify(plainValue(value.id, vectors))}`;
  }
  if (value instanceof DateTime) return value.toDate().toISOString();
  if (value instanceof ArrayBuffer) {
    return vectors && value.byteLength % 4 === 0
      ? Array.from(new Float32Array(value))
      : Buffer.from(value).toString('base64');
  }
  if (Array.isArray(value) || value instanceof Set) return [...value].map((one) => plainValue(one, vectors));
  const isPlain = [Object.prototype, null].includes(Object.getPrototypeOf(value));
  if (!isPlain) return String(value);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plainValue(one, vectors)]));
}
