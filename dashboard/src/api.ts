/**
 * Calls the verbs of the memory over HTTP, with the cookie of the session. Everything that the page knows and does goes
 * through here, and so through verbs that the library and the command line have too.
 */
import { type ReadonlySignal, signal } from '@preact/signals';
import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream';
import type { AgentVerbs, SpaceVerbs } from 'madeleine';
import { problemWords } from './problem-words.ts';
import type { AgentAnswer, AgentVerb, OptionsOf, SpaceAnswer, SpaceVerb } from './wire.ts';

/** What went wrong, in words for the reader of the page. */
export class Problem extends Error {
  override readonly name = 'Problem';
  /** Such as `NOT_FOUND`; `OFFLINE` when the hub did not answer. */
  readonly code: string;
  /** What to do about it. */
  readonly hint: string | undefined;

  constructor(code: string, message: string, hint?: string) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

const signedOut = signal(false);
const signIns = signal(0);
/** Whether the hub has refused a call since nobody is signed in any more. */
export const isSignedOut: ReadonlySignal<boolean> = signedOut;
/** Goes up whenever somebody has signed in again: what was refused meanwhile is asked again. */
export const timesSignedIn: ReadonlySignal<number> = signIns;

/** Notes that somebody is signed in again. */
export function noteSignedIn(): void {
  signedOut.value = false;
  signIns.value += 1;
}

/** Calls a verb of an agent's memory. */
export function callAgent<Name extends AgentVerb>(
  place: { readonly space: string; readonly agent: string },
  verb: Name,
  options: OptionsOf<AgentVerbs, Name>,
  signal?: AbortSignal,
): Promise<AgentAnswer<Name>> {
  const { space, agent } = place;
  return call(`${pathOf(space)}/agents/${encodeURIComponent(agent)}/${kebab(verb)}`, options, signal);
}

/** Calls a verb of a space's memory. */
export function callSpace<Name extends SpaceVerb>(
  space: string,
  verb: Name,
  options: OptionsOf<SpaceVerbs, Name>,
  signal?: AbortSignal,
): Promise<SpaceAnswer<Name>> {
  return call(`${pathOf(space)}/${kebab(verb)}`, options, signal);
}

/** Makes a request of the page's own origin; whatever is no success is thrown as a {@link Problem}. */
export async function request(path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(path, { credentials: 'same-origin', ...init }).catch((error: unknown) => {
    if (init.signal?.aborted) throw error;
    throw new Problem('OFFLINE', ...problemWords('OFFLINE', ''));
  });
  if (response.ok) return response;
  const problem = await problemIn(response);
  if (problem.code === 'UNAUTHORIZED' && path !== sessionPath) signedOut.value = true;
  throw problem;
}

/** The path at which the page signs in and out. */
export const sessionPath = '/v1/page/session';

/** The path of the verbs of a space. */
export function pathOf(space: string): string {
  return `/v1/spaces/${encodeURIComponent(space)}`;
}

/** Posts options as JSON, and answers what comes back as JSON. */
export async function call<Answer>(path: string, options: object, signal?: AbortSignal): Promise<Answer> {
  const response = await request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(options),
    ...(signal === undefined ? {} : { signal }),
  });
  return (await response.json()) as Answer;
}

/** Reads what comes as server-sent events. */
export function eventsIn(response: Response): ReadableStreamDefaultReader<EventSourceMessage> | undefined {
  return response.body?.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader();
}

async function problemIn(response: Response): Promise<Problem> {
  const told: unknown = await response.json().catch(() => undefined);
  const { code = 'UNKNOWN', detail = '' } = (told ?? {}) as { readonly code?: string; readonly detail?: string };
  return new Problem(code, ...problemWords(code, detail));
}

/** A verb's part of a path. */
function kebab(verb: string): string {
  return verb.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
