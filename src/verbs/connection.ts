/**
 * The way to one hub: makes requests, tries again where that is safe, and puts answers back into what the library
 * answers. Owns nothing of what verbs mean; which may be repeated stands in their tables.
 *
 * A connection that breaks off leaves open whether the call was carried out. A call is made again then only where
 * doing it twice comes to the same as doing it once: it reads, it says what is to be so, or what it writes has an id.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { z } from 'zod';
import { InternalError, MadeleineError, errorOf, throwIfCancelled } from '../domain/errors.ts';
import type { HubAnswer, HubFetch, HubRequestInit } from './connect-options.ts';
import { errorFrom, problemSchema } from './problem.ts';

/** How a hub is reached. */
export interface ConnectionParts {
  readonly url: string;
  readonly token: string | undefined;
  readonly retryMs: number;
  readonly fetch: HubFetch;
}

/** One request. */
export interface HubRequest {
  /** The verb, as it stands before the colon of an error. */
  readonly operation: string;
  /** With its query. */
  readonly path: string;
  /** JSON, or a stream that is made anew for every attempt; nothing for a GET. */
  readonly body?: string | (() => ReadableStream<Uint8Array>);
  /** When the file of the body was last changed. */
  readonly changedAt?: Date;
  /** What is to be answered. */
  readonly accept: 'application/json' | 'text/event-stream' | 'application/x-ndjson';
  readonly repeatable: boolean;
  readonly signal: AbortSignal | undefined;
  /** Milliseconds after which an attempt counts as lost. @default for ever */
  readonly attemptMs?: number;
}

/** The first pause before another attempt, in milliseconds; each is twice the one before it. */
const firstPauseMs = 25;
const longestPauseMs = 1_000;
/** Requests under way at once, so that one caller with many leaves a hub room for others; the rest wait here. */
const maxAtOnce = 32;

/** The way to one hub. */
export class Connection {
  readonly url: string;
  readonly #parts: ConnectionParts;
  #free: number = maxAtOnce;
  readonly #waiting: (() => void)[] = [];

  constructor(parts: ConnectionParts) {
    this.url = parts.url.replace(/\/+$/, '');
    this.#parts = parts;
  }

  /**
   * Makes a request and reads its answer with `read`, again and again while the hub is away or busy.
   *
   * @throws {MadeleineError} what the hub refuses it with; HUB_UNREACHABLE when there is no answer in time.
   */
  async request<T>(request: HubRequest, read: (response: HubAnswer) => Promise<T>): Promise<T> {
    // A fetch that waits may hold nothing, and the process would end before it says so (measured).
    const hold = setInterval(() => undefined, longestPauseMs);
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((turn) => this.#waiting.push(turn));
    try {
      return await this.#untilAnswered(request, read);
    } finally {
      clearInterval(hold);
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }

  /** Makes a request and answers the lines of its answer as they come; the caller has some of them when it breaks off. */
  async *lines(request: HubRequest): AsyncGenerator<string, void, undefined> {
    const { operation, signal } = request;
    const answer = await this.request(request, async (response) => response);
    try {
      yield* linesOf(answer, signal);
    } catch (error) {
      throwIfCancelled(operation, signal);
      throw this.#told(operation, error);
    }
  }

  async #untilAnswered<T>(request: HubRequest, read: (response: HubAnswer) => Promise<T>): Promise<T> {
    const { operation, signal } = request;
    let until: number | undefined;
    for (let attempt = 1; ; attempt += 1) {
      throwIfCancelled(operation, signal);
      try {
        return await read(await this.#send(request));
      } catch (error) {
        throwIfCancelled(operation, signal);
        const now = performance.now();
        // A call may have taken long before it was lost.
        until ??= now + this.#parts.retryMs;
        const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (attempt - 1));
        if (now + pauseMs > until || !mayRepeat(request, error)) throw this.#told(operation, error);
        await pause(pauseMs, undefined, { ...(signal === undefined ? {} : { signal }) }).catch(() => undefined);
      }
    }
  }

  async #send({ operation, path, body, changedAt, accept, signal: cancel, attemptMs }: HubRequest): Promise<HubAnswer> {
    const { token, fetch } = this.#parts;
    const isJson = typeof body === 'string';
    const limit = attemptMs === undefined ? [] : [AbortSignal.timeout(attemptMs)];
    const signal = limit.length === 0 ? cancel : AbortSignal.any(cancel === undefined ? limit : [cancel, ...limit]);
    const init = {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        accept,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(changedAt === undefined ? {} : { 'last-modified': changedAt.toUTCString() }),
        ...(body === undefined ? {} : { 'content-type': isJson ? 'application/json' : 'application/octet-stream' }),
      },
      redirect: 'error',
      ...(body === undefined ? {} : { body: isJson ? body : body() }),
      // What a stream is sent with; the types of the platform do not know it yet.
      ...(isJson ? {} : { duplex: 'half' }),
      ...(signal === undefined ? {} : { signal }),
    } satisfies HubRequestInit & { duplex?: 'half' };
    const response = await fetch(`${this.url}${path}`, init).catch((cause: unknown) => {
      throw cause instanceof MadeleineError ? cause : new LostConnection(cause);
    });
    if (response.ok) return response;
    throw await refusalIn(operation, response);
  }

  #told(operation: string, error: unknown): unknown {
    if (!(error instanceof LostConnection)) return error;
    const why = codeOf(error) || 'it broke off';
    const done = error.mayBeDone ? '; the call may have been carried out' : '';
    const message = `${operation}: the hub at ${this.url} cannot be reached (${why})${done}.`;
    return errorOf('HUB_UNREACHABLE', message, {
      cause: error,
      details: { url: this.url, mayBeDone: error.mayBeDone },
    });
  }
}

/** A hub that is busy or about to end has not begun with the call. */
function mayRepeat({ repeatable }: HubRequest, error: unknown): boolean {
  if (error instanceof LostConnection) return repeatable || !error.mayBeDone;
  return error instanceof MadeleineError && (error.code === 'BUSY' || error.code === 'CLOSED');
}

/** Codes of a connection that never came about: nobody heard the request. */
const unheard: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** The connection was lost before the answer had come whole. */
export class LostConnection extends Error {
  /** Whether the request may have been heard, and so may have been carried out. */
  readonly mayBeDone: boolean;

  constructor(cause: unknown) {
    super('the connection was lost', { cause });
    this.mayBeDone = !unheard.has(codeOf(cause));
  }
}

/** The system's word for what went wrong, from wherever in the chain of causes it stands. */
function codeOf(error: unknown): string {
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: readonly unknown[] };
  if (typeof code === 'string') return code;
  if (error instanceof Error && error.name === 'TimeoutError') return 'no answer in time';
  // A name with several addresses fails with what went wrong at each of them.
  const inner = cause ?? errors?.[0];
  return inner === undefined || inner === null ? '' : codeOf(inner);
}

// Reads what a hub answers: results, events, lines and problems.

/** One event of a hub; its data is JSON. */
export interface HubEvent {
  readonly event: string | undefined;
  readonly data: unknown;
}

/** What a proxy answers for a hub that it cannot reach, or that died under the call. */
const proxyStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/** The error that an answer tells of. */
async function refusalIn(operation: string, response: HubAnswer): Promise<MadeleineError | LostConnection> {
  const problem = problemSchema.safeParse(await wholeOf(response));
  if (problem.success) return errorFrom(problem.data);
  if (proxyStatuses.has(response.status)) {
    const cause = Object.assign(new Error(`a proxy answered ${response.status}`), { code: `HTTP ${response.status}` });
    return new LostConnection(cause);
  }
  const message = `${operation}: "${response.url}" answered ${response.status}, which is no answer of a hub; check the address.`;
  return errorOf('HUB_UNREACHABLE', message, { details: { status: response.status } });
}

/**
 * What a verb answers, from the JSON of the wire.
 *
 * @throws {InternalError} when it is something else.
 */
export function resultIn<Result>(operation: string, schema: z.ZodType<Result>, json: unknown): Result {
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const message = `${operation}: the hub answered what this version cannot read; use the same version on both sides.`;
  throw new InternalError('INTERNAL', message, { cause: parsed.error });
}

/** The JSON of a whole answer, or undefined for what is none. */
export async function wholeOf(response: HubAnswer): Promise<unknown> {
  const text = await response.text().catch((cause: unknown) => {
    throw new LostConnection(cause);
  });
  return jsonOf(text);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The parts of a body as they come; a body that breaks off is a lost connection. */
async function* partsOf<Part>(body: ReadableStream<Part> | undefined): AsyncGenerator<Part, void, undefined> {
  const reader = body?.getReader();
  if (reader === undefined) return;
  try {
    while (true) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw new LostConnection(cause);
      });
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/**
 * The text of a body. It breaks off with the signal, which `fetch` alone would not see to: it holds the signal of an
 * answer that has begun weakly, and forgets it when the memory is next cleaned.
 */
function textOf({ body }: HubAnswer, signal: AbortSignal | undefined): ReadableStream<string> | undefined {
  return body?.pipeThrough(new TextDecoderStream(), signal === undefined ? {} : { signal });
}

/** The lines of a body, each with its end. */
export async function* linesOf(
  answer: HubAnswer,
  signal: AbortSignal | undefined,
): AsyncGenerator<string, void, undefined> {
  let rest = '';
  for await (const part of partsOf(textOf(answer, signal))) {
    const lines = (rest + part).split('\n');
    rest = lines.pop()!;
    for (const line of lines) yield `${line}\n`;
  }
  if (rest !== '') yield rest;
}

/** The events of a body. */
export async function* eventsOf(
  answer: HubAnswer,
  signal: AbortSignal | undefined,
): AsyncGenerator<HubEvent, void, undefined> {
  const events = textOf(answer, signal)?.pipeThrough(new EventSourceParserStream());
  for await (const { event, data } of partsOf(events)) yield { event, data: jsonOf(data) };
}
