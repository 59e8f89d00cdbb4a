/** Calls the verbs of one memory at a hub: by the rows of their table, whatever they are. Owns what a second attempt needs. */
import { createReadStream } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { type ImportReport, joinReports } from '../care/import.ts';
import { isFolder, openInput } from '../care/import-input.ts';
import { longCallSchema } from '../domain/call-options.ts';
import { InternalError, InvalidArgumentError } from '../domain/errors.ts';
import { keyOf, type NewId } from '../domain/values.ts';
import { checked } from '../domain/input.ts';
import type { OnProgress, Progress } from '../domain/call-options.ts';
import type { OpenCalls } from '../domain/open-calls.ts';
import type { Receipt } from '../remember/receipt.ts';
import { importSchema } from './long-call-options.ts';
import { errorFrom, problemSchema } from './problem.ts';
import type { Verb } from './verb.ts';
import type { HubAnswer } from './connect-options.ts';
import {
  type Connection,
  type HubRequest,
  LostConnection,
  eventsOf,
  linesOf,
  resultIn,
  wholeOf,
} from './connection.ts';

/** How many lines come between two words of progress. */
const linesPerProgress = 500;
/** The pause before listening again, in milliseconds. */
const listenAgainMs = 100;

/** Options as they go over the wire. */
type WireOptions = Readonly<Record<string, unknown>>;

/** What a caller passes beside the options that go over the wire. */
interface Prepared {
  readonly asked: WireOptions;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: OnProgress | undefined;
}

/** What verbs are called with. */
export interface RemoteVerbsParts {
  readonly connection: Connection;
  readonly calls: OpenCalls;
  /** Such as `/v1/spaces/default`. */
  readonly base: string;
  /** The verbs by name. */
  readonly table: Readonly<Record<string, Verb>>;
  readonly newId: NewId;
}

/** The verbs of one memory. */
export class RemoteVerbs {
  readonly #parts: RemoteVerbsParts;

  constructor(parts: RemoteVerbsParts) {
    this.#parts = parts;
  }

  /** Calls a verb as its method is called, and answers what that answers. */
  invoke(operation: string, given: readonly unknown[]): unknown {
    const { form, subject } = this.#verb(operation);
    const options =
      subject === undefined ? given[0] : { ...(given[1] as WireOptions | undefined), [subject]: given[0] };
    if (form === 'events') return this.#events(operation, options);
    if (form === 'download') return this.#lines(operation, options);
    return form === 'upload' ? this.#upload(operation, options) : this.#call(operation, options);
  }

  /** Calls a verb that answers once. */
  async #call(operation: string, options: unknown): Promise<unknown> {
    const verb = this.#verb(operation);
    const { calls, connection, newId } = this.#parts;
    return calls.run(operation, async () => {
      const prepared = this.#prepare(operation, verb, options);
      const own = new OwnIds(verb.ownIds, newId);
      const request = this.#request(operation, verb, { ...prepared, asked: own.give(prepared.asked) });
      return connection.request(request, async (response) => {
        const json = verb.form === 'long' ? await lastOf(response, prepared, request) : await wholeOf(response);
        return own.settle(resultIn(operation, verb.result, json));
      });
    });
  }

  /** Calls a verb that takes a file; of a folder every file is sent, one after another. */
  async #upload(operation: string, options: unknown): Promise<unknown> {
    const { calls } = this.#parts;
    return calls.run(operation, async () => {
      const { file } = checked(operation, this.#verb(operation).options, options) as { readonly file: string };
      if (operation !== 'import' || !(await isFolder(file))) return this.#send(operation, options, file);
      const asked = checked(operation, importSchema, options);
      const { format, files } = await openInput(file, asked.format, asked.signal);
      const reports: ImportReport[] = [];
      for (const { path } of files) {
        const own = { ...(options as WireOptions), format };
        reports.push((await this.#send(operation, own, path)) as ImportReport);
      }
      return joinReports(reports);
    });
  }

  /** Sends a file as it is read. */
  async #send(operation: string, options: unknown, file: string): Promise<unknown> {
    const verb = this.#verb(operation);
    const prepared = this.#prepare(operation, verb, { ...(options as WireOptions), file: basename(file) });
    await access(file, constants.R_OK).catch((cause: NodeJS.ErrnoException) => {
      const message = `${operation}: cannot read "${file}" (${cause.code}); name a file that is there.`;
      throw new InvalidArgumentError('INVALID_ARGUMENT', message, { cause, details: { file } });
    });
    const query = new URLSearchParams(prepared.asked as Readonly<Record<string, string>>);
    const asked = this.#request(operation, verb, prepared);
    const request = {
      ...asked,
      path: `${asked.path}?${query}`,
      changedAt: (await stat(file)).mtime,
      body: () => Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>,
    };
    return this.#parts.connection.request(request, async (response) =>
      resultIn(operation, verb.result, await lastOf(response, prepared, request)),
    );
  }

  /**
   * Calls a verb that answers a file.
   *
   * @param keep - keeps the lines that come; called again where they broke off.
   */
  async download<Kept>(
    operation: string,
    options: unknown,
    keep: (lines: AsyncIterable<string>, signal: AbortSignal) => Promise<Kept>,
  ): Promise<Kept> {
    const verb = this.#verb(operation);
    const { calls, connection } = this.#parts;
    return calls.run(operation, async () => {
      const prepared = this.#prepare(operation, verb, options);
      const signal = calls.untilClosed(prepared.signal);
      const request = this.#request(operation, verb, prepared);
      const lines = (response: HubAnswer) => told(linesOf(response, signal), prepared.onProgress);
      return connection.request(request, (response) => keep(lines(response), signal));
    });
  }

  /** The lines of a verb that answers them as they are made. */
  #lines(operation: string, options: unknown): AsyncIterable<string> {
    const verb = this.#verb(operation);
    const { calls, connection } = this.#parts;
    calls.check(operation);
    const prepared = this.#prepare(operation, verb, options);
    const request = this.#request(operation, verb, prepared);
    return calls.each(operation, told(connection.lines(request), prepared.onProgress));
  }

  /** The events of a verb that answers again and again. It listens from the call on, and again where it lost the hub. */
  #events(operation: string, options: unknown): AsyncIterable<unknown> {
    const verb = this.#verb(operation);
    const { calls, connection } = this.#parts;
    calls.check(operation);
    const prepared = this.#prepare(operation, verb, options);
    const signal = calls.untilClosed(prepared.signal);
    const request = this.#request(operation, verb, prepared);
    const listen = (): Promise<HubAnswer> => connection.request(request, async (response) => response);
    const first = listen();
    // Whoever reads hears of a failure; where nobody does, nobody has to.
    first.catch(() => undefined);
    return itemsOf(first, listen, signal, (json) => resultIn(operation, verb.result, json));
  }

  #verb(name: string): Verb {
    return this.#parts.table[name]!;
  }

  /** Checks the options as the library would, so that what is wrong costs no request. */
  #prepare(operation: string, verb: Verb, options: unknown): Prepared {
    const { signal, onProgress, ...others } = (options ?? {}) as WireOptions;
    const isWatched = verb.form !== 'json' && verb.form !== 'events';
    const watch = checked(operation, longCallSchema, { signal, ...(isWatched ? { onProgress } : {}) });
    const asked = isWatched || onProgress === undefined ? others : { ...others, onProgress };
    return {
      asked: { ...verb.meant(checked(operation, verb.input, isOptions(options) ? asked : options)) },
      signal: watch.signal,
      onProgress: watch.onProgress,
    };
  }

  #request(operation: string, verb: Verb, { asked, signal }: Prepared): HubRequest {
    const accept = { json: 'application/json', download: 'application/x-ndjson' } as const;
    return {
      operation,
      path: `${this.#parts.base}/${verb.path}`,
      body: JSON.stringify(asked),
      accept: verb.form === 'json' || verb.form === 'download' ? accept[verb.form] : 'text/event-stream',
      repeatable: verb.repeatable,
      signal: verb.form === 'json' ? signal : this.#parts.calls.untilClosed(signal),
    };
  }
}

/** What is no options object goes to the rules as it is, to be refused by them; none at all are empty ones. */
function isOptions(options: unknown): boolean {
  return options === undefined || (typeof options === 'object' && options !== null && !Array.isArray(options));
}

/** Ids for what is to be written, made here, so that a call that is made twice writes once and answers as if it was the first. */
class OwnIds {
  readonly #what: Verb['ownIds'];
  readonly #newId: NewId;
  readonly #given = new Set<string>();

  constructor(what: Verb['ownIds'], newId: NewId) {
    this.#what = what;
    this.#newId = newId;
  }

  /** The options with what a second call needs to be the same. */
  give(asked: WireOptions): WireOptions {
    if (this.#what === undefined) return asked;
    if (this.#what === 'session') return { id: this.#newId(), ...asked };
    if (this.#what === 'memory') return this.#identified(asked);
    const all = asked[this.#what] as readonly WireOptions[];
    return { ...asked, [this.#what]: all.map((one) => this.#identified(one)) };
  }

  /** What to make of the answer to an attempt, which may be another than the first. */
  settle(result: unknown): unknown {
    if (this.#given.size === 0) return result;
    if (this.#what === 'memory') return this.#settled(result as Receipt);
    const { receipts, ...rest } = result as { readonly receipts: readonly Receipt[] };
    return { receipts: receipts.map((receipt) => this.#settled(receipt)), ...rest };
  }

  /** A memory that is believed again has its id already. */
  #identified(asked: WireOptions): WireOptions {
    if (asked['id'] !== undefined || asked['memory'] !== undefined) return asked;
    const id = this.#newId();
    this.#given.add(id);
    return { ...asked, id };
  }

  /** Nobody else has the id: what is there already is there by an earlier attempt. */
  #settled(receipt: Receipt): Receipt {
    if (receipt.outcome !== 'merged' || !this.#given.has(keyOf(receipt.id))) return receipt;
    const { reason: _thereAlready, ...rest } = receipt;
    return { ...rest, outcome: 'stored' };
  }
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
async function lastOf(response: HubAnswer, { onProgress }: Prepared, { signal }: HubRequest): Promise<unknown> {
  for await (const { event, data } of eventsOf(response, signal)) {
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
        for await (const { event, data } of eventsOf(await next, signal)) if (event === 'change') yield read(data);
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
