/** Calls the verbs of one memory at a hub: by the rows of their table, whatever they are. */
import { createReadStream } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import { longCallSchema } from '../domain/call-options.ts';
import { InternalError, InvalidArgumentError } from '../domain/errors.ts';
import { checked } from '../domain/input.ts';
import type { OnProgress, Progress } from '../domain/progress.ts';
import type { OpenCalls } from '../domain/open-calls.ts';
import { errorFrom, problemSchema } from './problem.ts';
import type { Verb } from './verb.ts';
import type { HubAnswer } from './connect-options.ts';
import type { Connection, HubRequest } from './connection.ts';
import { LostConnection } from './lost-connection.ts';
import { asItIs, type Repetition, type WireOptions } from './own-ids.ts';
import { eventsOf, jsonOf, linesOf, resultIn } from './read-answer.ts';

/** How many lines come between two words of progress. */
const linesPerProgress = 500;
/** The pause before listening again, in milliseconds. */
const listenAgainMs = 100;

/** What a caller passes beside the options that go over the wire. */
interface Prepared {
  readonly asked: WireOptions;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: OnProgress | undefined;
}

/** What verbs are called with. */
export interface RemoteVerbsParts<Table> {
  readonly connection: Connection;
  readonly calls: OpenCalls;
  /** Such as `/v1/spaces/default`. */
  readonly base: string;
  /** The verbs by name. */
  readonly table: Table;
}

/** What a verb answers. */
type ResultOf<Table, Name extends keyof Table> = Table[Name] extends Verb<infer Result> ? Result : never;

/** The verbs of one memory. */
export class RemoteVerbs<Table extends { readonly [Name in keyof Table]: Verb }> {
  readonly #connection: Connection;
  readonly #calls: OpenCalls;
  readonly #base: string;
  readonly #table: Table;

  constructor({ connection, calls, base, table }: RemoteVerbsParts<Table>) {
    this.#connection = connection;
    this.#calls = calls;
    this.#base = base;
    this.#table = table;
  }

  /** Calls a verb that answers once. */
  async call<Name extends keyof Table & string>(
    operation: Name,
    options: unknown,
    { identify, settle }: Repetition<ResultOf<Table, Name>> = asItIs(),
  ): Promise<ResultOf<Table, Name>> {
    const verb = this.#verb(operation);
    return this.#calls.run(operation, async () => {
      const prepared = this.#prepare(operation, verb, options);
      const request = this.#request(operation, verb, { ...prepared, asked: identify(prepared.asked) });
      return this.#connection.request(request, async (response, attempt) => {
        const json = verb.form === 'long' ? await lastOf(response, prepared.onProgress) : await wholeOf(response);
        return settle(resultIn(operation, verb.result, json), attempt);
      });
    });
  }

  /**
   * Calls a verb that takes a file, which is sent as it is read.
   *
   * @param rules - those of the options with the path of the file.
   */
  async upload<Name extends keyof Table & string>(
    operation: Name,
    rules: z.ZodType<{ readonly file: string }>,
    options: { readonly file: string },
  ): Promise<ResultOf<Table, Name>> {
    const verb = this.#verb(operation);
    return this.#calls.run(operation, async () => {
      const { file } = checked(operation, rules, options);
      const prepared = this.#prepare(operation, verb, { ...options, file: basename(file) });
      await access(file, constants.R_OK).catch((cause: NodeJS.ErrnoException) => {
        const message = `${operation}: cannot read "${file}" (${cause.code}); name a file that is there.`;
        throw new InvalidArgumentError('INVALID_ARGUMENT', message, { cause, details: { file } });
      });
      const query = new URLSearchParams(prepared.asked as Readonly<Record<string, string>>);
      const request = {
        ...this.#request(operation, verb, prepared),
        path: `${this.#pathOf(verb)}?${query}`,
        body: () => Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>,
      };
      return this.#connection.request(request, async (response) =>
        resultIn(operation, verb.result, await lastOf(response, prepared.onProgress)),
      );
    });
  }

  /**
   * Calls a verb that answers a file.
   *
   * @param keep - keeps the lines that come; called again where they broke off.
   */
  async download<Kept>(
    operation: keyof Table & string,
    options: unknown,
    keep: (lines: AsyncIterable<string>, signal: AbortSignal) => Promise<Kept>,
  ): Promise<Kept> {
    const verb = this.#verb(operation);
    return this.#calls.run(operation, async () => {
      const prepared = this.#prepare(operation, verb, options);
      const signal = this.#calls.untilClosed(prepared.signal);
      const request = this.#request(operation, verb, { ...prepared, signal });
      return this.#connection.request(request, (response) =>
        keep(told(linesOf(response), prepared.onProgress), signal),
      );
    });
  }

  /** The lines of a verb that answers them as they are made. */
  lines(operation: keyof Table & string, options: unknown): AsyncIterable<string> {
    const verb = this.#verb(operation);
    this.#calls.check(operation);
    const prepared = this.#prepare(operation, verb, options);
    const answer = this.#answers(this.#request(operation, verb, prepared));
    return this.#calls.each(operation, told(answer, prepared.onProgress));
  }

  async *#answers(request: HubRequest): AsyncGenerator<string, void, undefined> {
    yield* linesOf(await this.#connection.request(request, async (response) => response));
  }

  /** The events of a verb that answers again and again. It listens from the call on, and again where it lost the hub. */
  events<Name extends keyof Table & string>(operation: Name, options: unknown): AsyncIterable<ResultOf<Table, Name>> {
    const verb = this.#verb(operation);
    this.#calls.check(operation);
    const prepared = this.#prepare(operation, verb, options);
    const signal = this.#calls.untilClosed(prepared.signal);
    const request = this.#request(operation, verb, { ...prepared, signal });
    const listen = (): Promise<HubAnswer> => this.#connection.request(request, async (response) => response);
    const first = listen();
    // Whoever reads hears of a failure; where nobody does, nobody has to.
    first.catch(() => undefined);
    return itemsOf(first, listen, signal, (json) => resultIn(operation, verb.result, json));
  }

  #verb<Name extends keyof Table & string>(name: Name): Verb<ResultOf<Table, Name>> {
    return this.#table[name] as unknown as Verb<ResultOf<Table, Name>>;
  }

  #pathOf(verb: Verb): string {
    return `${this.#base}/${verb.path}`;
  }

  /** Checks the options as the library would, so that what is wrong costs no request. */
  #prepare(operation: string, verb: Verb, options: unknown): Prepared {
    const { signal, onProgress, ...others } = (options ?? {}) as WireOptions;
    const isWatched = verb.form !== 'json' && verb.form !== 'events';
    const watch = checked(operation, longCallSchema, { signal, ...(isWatched ? { onProgress } : {}) });
    const asked = isWatched || onProgress === undefined ? others : { ...others, onProgress };
    return {
      asked: checked(operation, verb.input, isOptions(options) ? asked : options) as WireOptions,
      signal: watch.signal,
      onProgress: watch.onProgress,
    };
  }

  #request(operation: string, verb: Verb, { asked, signal }: Prepared): HubRequest {
    const accept = { json: 'application/json', download: 'application/x-ndjson' } as const;
    return {
      operation,
      path: this.#pathOf(verb),
      body: JSON.stringify(asked),
      accept: verb.form === 'json' || verb.form === 'download' ? accept[verb.form] : 'text/event-stream',
      repeatable: verb.repeatable,
      signal: verb.form === 'json' ? signal : this.#calls.untilClosed(signal),
    };
  }
}

/** What is no options object goes to the rules as it is, to be refused by them; none at all are empty ones. */
function isOptions(options: unknown): boolean {
  return options === undefined || (typeof options === 'object' && options !== null && !Array.isArray(options));
}

async function wholeOf(response: HubAnswer): Promise<unknown> {
  const text = await response.text().catch((cause: unknown) => {
    throw new LostConnection(cause);
  });
  return jsonOf(text);
}

/** Lines as they come, with word of how many there were. */
async function* told(
  lines: AsyncIterable<string>,
  onProgress: OnProgress | undefined,
): AsyncGenerator<string, void, undefined> {
  let done = 0;
  for await (const line of lines) {
    yield line;
    done += 1;
    if (done % linesPerProgress === 0) onProgress?.({ task: 'export', unit: 'records', done });
  }
}

/** What long work ended with. */
async function lastOf(response: HubAnswer, onProgress: OnProgress | undefined): Promise<unknown> {
  for await (const { event, data } of eventsOf(response)) {
    if (event === 'progress') onProgress?.(data as Progress);
    else if (event === 'result') return data;
    else if (event === 'problem') throw errorFrom(resultIn('hub', problemSchema, data));
  }
  throw new LostConnection(new InternalError('INTERNAL', 'the answer ended before its result.'));
}

/** The items of one answer after another, until the signal fires. */
async function* itemsOf<Item>(
  first: Promise<HubAnswer>,
  listen: () => Promise<HubAnswer>,
  signal: AbortSignal,
  read: (json: unknown) => Item,
): AsyncGenerator<Item, void, undefined> {
  let next = first;
  try {
    while (true) {
      try {
        for await (const { event, data } of eventsOf(await next)) if (event === 'change') yield read(data);
      } catch (error) {
        if (!(error instanceof LostConnection)) throw error;
      }
      await pause(listenAgainMs, undefined, { signal });
      next = listen();
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
