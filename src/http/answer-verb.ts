/** Runs one verb for a call and answers in the form that its row names. */
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { callVerb, checked, type OnProgress, type Verb } from '../index.ts';
import { bodyOf, inChunks } from './answer-stream.ts';
import type { Call } from './call.ts';
import { isDefect } from './http-refusal.ts';
import type { HttpLimits } from './limits.ts';
import { readChunks, readJson } from './read-body.ts';
import { changeEvents, eventLines, type ServerEvent, workEvents } from './server-events.ts';

/** A verb that is called: everything but its options. */
export interface CalledVerb {
  /** What the verb is a method of: the memory of an agent or of a space. */
  readonly memory: object;
  readonly name: string;
  readonly verb: Verb;
  readonly call: Call;
  readonly limits: HttpLimits;
  /** Hears what goes wrong when the answer has begun already. */
  readonly onError: (error: unknown) => void;
}

type Options = Readonly<Record<string, unknown>>;

/**
 * Answers a call with what the verb answers.
 *
 * @throws {InvalidArgumentError} when an option breaks a rule.
 */
export async function answerVerb(called: CalledVerb): Promise<Response> {
  const { call, limits, name, verb } = called;
  const asked =
    verb.form === 'upload'
      ? Object.fromEntries(call.url.searchParams)
      : await readJson(call.incoming, limits.bodyBytes, call.signal);
  checked(name, verb.input, asked);
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
      return eventResponse(called, changeEvents((await run(called, { ...options, signal })) as AsyncIterable<unknown>));
    }
  }
}

/** Runs the verb; whatever it answers goes through JSON, so it is what the library answers and nothing is copied here. */
async function run({ memory, name, verb, call }: CalledVerb, options: Options): Promise<unknown> {
  return callVerb(memory, name, verb, { signal: call.signal, ...options });
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
  } catch (error) {
    await remove();
    throw error;
  }
  return answerWork(called, async (watch) => {
    try {
      return await run(called, { ...options, ...watch, file });
    } finally {
      await remove();
    }
  });
}

/** A verb that makes lines sends them; one that makes a file sends that. */
async function answerDownload(called: CalledVerb, options: Options): Promise<Response> {
  const { call, name, onError } = called;
  const parts = name === 'backup' ? backupParts(called, options) : exportParts(called, options);
  return new Response(await bodyOf(parts, call.outgoing, onError), {
    headers: { 'content-type': 'application/x-ndjson' },
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
