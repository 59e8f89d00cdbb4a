/**
 * The routes of the verbs, one for each row of the library's tables:
 *
 *   POST /v1/spaces/{space}/agents/{agent}/{path}     what an agent's memory does
 *   POST /v1/spaces/{space}/{path}                    what the memory of a space does
 */
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import {
  AgentInTalk,
  type OnProgress,
  type SpaceVerbs,
  type Verb,
  agentVerbs,
  callVerb,
  checked,
  errorOf,
  MadeleineError,
  spaceVerbs,
  tellRefusal,
} from '../index.ts';
import { type Call, type Route, isDefect } from './call.ts';
import { type HttpLimits, readChunks, readJson } from './read-body.ts';
import type { RecallTraces } from './recall-traces.ts';
import { bothEvents, changeEvents, workEvents, type ServerEvent, eventLines } from './server-events.ts';

const agentPath = '/v1/spaces/{space}/agents/{agent}';

const spacePath = '/v1/spaces/{space}';

/** A route that a verb answers. */
export interface VerbRoute extends Route {
  /** The name of the verb in the library. */
  readonly name: string;
  readonly verb: Verb;
}

/** What the routes of verbs are answered from. */
export interface VerbRouteParts {
  /** Opens the memory of a space, or answers the one that is open. */
  readonly memory: (space: string) => Promise<SpaceVerbs>;
  readonly limits: HttpLimits;
  /** Hears what agents recall, and tells the page of it. */
  readonly recalls: RecallTraces;
  /** Hears what goes wrong when the answer has begun already. */
  readonly onError: (error: unknown) => void;
}

/** The routes of all verbs. */
export function verbRoutes({ memory, limits, recalls, onError }: VerbRouteParts): readonly VerbRoute[] {
  const routes = (
    base: string,
    table: Readonly<Record<string, Verb>>,
    memoryOf: (call: Call) => Promise<object>,
  ): readonly VerbRoute[] =>
    Object.entries(table).map(([name, verb]) => ({
      methods: ['POST'],
      path: `${base}/${verb.path}`,
      access: verb.access,
      summary: verb.summary,
      timed: verb.form === 'json',
      name,
      verb,
      handle: async (call) => answerVerb({ memory: await memoryOf(call), name, verb, call, limits, recalls, onError }),
    }));
  return [
    ...routes(agentPath, agentVerbs, async ({ space, agent, identity }) => {
      const found = (await memory(space)).agent(agent);
      // What the page asks is no use of a memory, and nothing that an agent recalled.
      const own = identity?.token === 'page' ? found : recalls.watched(space, found);
      return identity?.with === undefined ? own : new AgentInTalk(own, identity.with);
    }),
    ...routes(spacePath, spaceVerbs, ({ space }) => memory(space)),
  ];
}

/** Characters that are put together before they are sent. */
const chunkLength = 64 * 1024;

/**
 * The body of an answer from its parts, which are made as fast as the caller reads. When making them fails, the
 * connection is cut and `onError` told, so that nobody takes what has come for the whole.
 *
 * @throws whatever the first part fails with: it is made before the answer begins, and so can still be told as a problem.
 */
async function bodyOf(
  parts: AsyncIterable<string | Uint8Array>,
  outgoing: ServerResponse,
  onError: (error: unknown) => void,
): Promise<ReadableStream<Uint8Array>> {
  const iterator = parts[Symbol.asyncIterator]();
  let step = await iterator.next();
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    try {
      if (step.done) return controller.close();
      controller.enqueue(typeof step.value === 'string' ? Buffer.from(step.value) : step.value);
      step = await iterator.next();
    } catch (error) {
      onError(error);
      outgoing.destroy();
      controller.close();
    }
  };
  const cancel = async (): Promise<void> => {
    await iterator.return?.();
  };
  return new ReadableStream<Uint8Array>({ pull, cancel }, { highWaterMark: 0 });
}

/** Lines put together, so that not each of them is sent by itself. */
async function* inChunks(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = '';
  for await (const line of lines) {
    chunk += line;
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

/** A verb that is called: everything but its options. */
export interface CalledVerb {
  /** What the verb is a method of: the memory of an agent or of a space. */
  readonly memory: object;
  readonly name: string;
  readonly verb: Verb;
  readonly call: Call;
  readonly limits: HttpLimits;
  readonly recalls: RecallTraces;
  /** Hears what goes wrong when the answer has begun already. */
  readonly onError: (error: unknown) => void;
}

type Options = Readonly<Record<string, unknown>>;

/** Options as a query has them: texts, and `true` or `false` for a flag. */
function optionsIn(query: URLSearchParams, { wireOptions }: Verb): Options {
  const flags = new Set(wireOptions.filter(({ kind }) => kind === 'flag').map(({ name }) => name));
  const isWord = (name: string, text: string): boolean => flags.has(name) && /^(?:true|false)$/.test(text);
  return Object.fromEntries([...query].map(([name, text]) => [name, isWord(name, text) ? text === 'true' : text]));
}

/**
 * Answers a call with what the verb answers.
 *
 * @throws {InvalidArgumentError} when an option breaks a rule.
 */
async function answerVerb(called: CalledVerb): Promise<Response> {
  const { call, limits, name, verb } = called;
  const asked =
    verb.form === 'upload'
      ? optionsIn(call.url.searchParams, verb)
      : await readJson(call.incoming, limits.bodyBytes, call.signal);
  if (!isLeftToVerb(verb, asked)) checked(name, verb.input, asked);
  const options = asked as Options;
  switch (verb.form) {
    case 'json':
      return sendJson(called, await run(called, options));
    case 'long':
      return answerWork(called, (watch) => run(called, { ...options, ...watch }));
    case 'upload':
      return answerUpload(called, options);
    case 'download':
      return answerDownload(called, options);
    case 'events': {
      const signal = AbortSignal.any([call.signal, call.closing]);
      const changes = changeEvents((await run(called, { ...options, signal })) as AsyncIterable<unknown>);
      if (call.identity?.token !== 'page') return eventResponse(called, changes);
      return eventResponse(called, bothEvents(changes, changeEvents(called.recalls.of(call.space, signal), 'recall')));
    }
  }
}

/**
 * Whether the verb itself checks what is asked and says what is wrong with it. Here is checked what only a caller in
 * the process may pass, what is no object, and what goes over the wire in another way than into the verb.
 */
function isLeftToVerb({ form, input }: Verb, asked: unknown): boolean {
  if (form !== 'json') return false;
  if (typeof asked !== 'object' || asked === null || Array.isArray(asked)) return false;
  return Object.keys(asked).every((option) => Object.hasOwn(input.shape, option));
}

const forgets: ReadonlySet<string> = new Set(['forget', 'purge']);

/** Runs the verb; whatever it answers goes through JSON, so it is what the library answers and nothing is copied here. */
async function run({ memory, name, verb, call, recalls }: CalledVerb, options: Options): Promise<unknown> {
  const answer = await callVerb(memory, name, verb, { signal: call.signal, ...options });
  tellRefusal(name, verb, options, answer);
  // No trace keeps what was forgotten.
  if (forgets.has(name) && options['dryRun'] !== true) recalls.clear(call.space);
  return answer;
}

/** Long work tells its progress where the caller reads events, and its result alone where not. */
async function answerWork(
  called: CalledVerb,
  work: (watch: { readonly onProgress?: OnProgress }) => Promise<unknown>,
): Promise<Response> {
  const wantsEvents = called.call.incoming.headers.accept?.includes('text/event-stream') === true;
  if (!wantsEvents) return sendJson(called, await work({}));
  const told = workEvents((onProgress) =>
    work({ onProgress }).catch((error: unknown) => {
      if (isDefect(error)) called.onError(error);
      throw error;
    }),
  );
  return eventResponse(called, told);
}

/** A file that comes in lies in a folder of its own, under the name that the caller gives it, until the work is done. */
async function answerUpload(called: CalledVerb, options: Options): Promise<Response> {
  const { call, limits } = called;
  const folder = await mkdtemp(join(tmpdir(), 'madeleine-http-'));
  const file = join(folder, String(options['file']));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    await writeFile(file, readChunks(call.incoming, limits.uploadBytes, call.signal), { mode: 0o600 });
    const changedAt = new Date(call.incoming.headers['last-modified'] ?? Number.NaN);
    if (!Number.isNaN(changedAt.getTime())) await utimes(file, changedAt, changedAt);
  } catch (error) {
    await remove();
    throw error;
  }
  return answerWork(called, async (watch) => {
    try {
      return await run(called, { ...options, ...watch, file });
    } catch (error) {
      throw inCallersWords(error, file, String(options['file']));
    } finally {
      await remove();
    }
  });
}

/** An error that names the file by the name that the caller gave it. */
function inCallersWords(error: unknown, file: string, name: string): unknown {
  if (!(error instanceof MadeleineError)) return error;
  const { code, message, details, hint, cause } = error;
  const told = 'file' in details ? { ...details, file: name } : details;
  return errorOf(code, message.replaceAll(file, name), { details: told, hint, cause });
}

/** What an export in another form than lines is sent as. */
const contentTypes: Readonly<Record<string, string>> = {
  markdown: 'text/markdown; charset=utf-8',
  mem0: 'application/json',
};

/** A verb that makes lines sends them; one that makes a file sends that. */
async function answerDownload(called: CalledVerb, options: Options): Promise<Response> {
  const { call, name, onError } = called;
  const parts = name === 'backup' ? backupParts(called, options) : exportParts(called, options);
  return new Response(await bodyOf(parts, call.outgoing, onError), {
    headers: { 'content-type': contentTypes[String(options['format'])] ?? 'application/x-ndjson' },
  });
}

async function* exportParts(called: CalledVerb, options: Options): AsyncGenerator<string> {
  yield* inChunks((await run(called, options)) as AsyncIterable<string>);
}

async function* backupParts(called: CalledVerb, options: Options): AsyncGenerator<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'madeleine-http-'));
  const file = join(folder, 'backup.ndjson');
  try {
    await run(called, { ...options, file });
    yield* createReadStream(file) as AsyncIterable<Buffer>;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function eventResponse({ call, onError }: CalledVerb, events: AsyncIterable<ServerEvent>): Promise<Response> {
  return new Response(await bodyOf(eventLines(events), call.outgoing, onError), {
    headers: { 'content-type': 'text/event-stream' },
  });
}

/** Sends a result as it is: a `Response` would lead it through a stream, which every call would pay for. */
function sendJson({ call: { outgoing } }: CalledVerb, value: unknown): Response {
  const body = JSON.stringify(value ?? null);
  outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  outgoing.end(body);
  return RESPONSE_ALREADY_SENT;
}
