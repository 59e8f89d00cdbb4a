/** Hands an event to the hub of a store, which is found with one look at a file; where none runs, one is started, and takes it then. */
import { setTimeout as pause } from 'node:timers/promises';
import { findHub, isAlive, shortRequest } from '../hub/find-hub.ts';
import { readHubNote, readOwnerToken } from '../hub/hub-note.ts';
import { once } from 'node:events';
import { type HookAnswer, type HookName, hooksPath } from './hook-event.ts';

/** Which memory a hook speaks to. */
export interface HookPlace {
  /** The folder of the store. */
  readonly at: string;
  readonly space: string;
  readonly agent: string;
  /** For a hub that has to be started. */
  readonly embedder?: string;
}

/** The word that stands in the place of a hook's name where only the hub is to be started. */
export const startHubName = 'start-hub';

/** How long a hook waits for a hub that starts. Uses of tools and answers, of which there are many, start none. */
const startWaitMs: Readonly<Partial<Record<HookName, number>>> = { 'session-start': 1400, 'user-prompt': 0 };
const lookEveryMs = 50;

/**
 * What the hub of a store answers to an event.
 *
 * @throws {Error} when no hub is ready in time, or it refuses the event.
 */
export async function answerOfHub(name: HookName, place: HookPlace, event: string): Promise<Partial<HookAnswer>> {
  const { [name]: waitMs } = startWaitMs;
  const url = await runningHub(place);
  try {
    if (url !== undefined) return await tellHub(url, place, event);
  } catch (error) {
    // A hub that was killed leaves its note, and its number may be another process's by now.
    if (waitMs === undefined || (error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') throw error;
  }
  return tellHub(await startedHub(place, event, waitMs), place, event);
}

/** Hands an event to the hub that listens at an address. */
export async function tellHub(
  url: string,
  { at, space, agent }: HookPlace,
  event: string,
): Promise<Partial<HookAnswer>> {
  const asked = new URL(`${url}${hooksPath}?${new URLSearchParams({ space, agent })}`);
  const headers = { authorization: `Bearer ${await readOwnerToken(at)}`, 'content-type': 'application/json' };
  const answer = await shortRequest(asked, { method: 'POST', headers, body: event });
  const body = await answer.text();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${body.slice(0, 500)}`);
  return JSON.parse(body) as Partial<HookAnswer>;
}

/** Where the hub listens that is started, as soon as it is ready. */
async function startedHub(place: HookPlace, event: string, waitMs: number | undefined): Promise<string> {
  const none = `no hub of ${JSON.stringify(place.at)} is ready`;
  if (waitMs === undefined) throw new Error(`${none}; so nothing was observed`);
  await startInBackground(place, event);
  const until = performance.now() + waitMs;
  while (performance.now() < until) {
    await pause(lookEveryMs);
    const hub = await findHub(place.at);
    if (hub !== undefined) return hub.url;
  }
  throw new Error(`${none}; one is starting, and takes the event then`);
}

/** Where the hub listens by its note. Whether it answers shows when it is spoken to. */
async function runningHub({ at }: HookPlace): Promise<string | undefined> {
  const hub = await readHubNote(at);
  return hub !== undefined && isAlive(hub.pid) ? hub.url : undefined;
}

/** Reading the settings and waiting for the hub takes longer than a host waits: a process of its own does. */
async function startInBackground({ at, space, agent, embedder }: HookPlace, event: string): Promise<void> {
  if (at.includes('://')) throw new Error(`hooks speak to the hub of a folder, and ${at} is none`);
  const [, script = ''] = process.argv;
  const { spawn } = await import('node:child_process');
  const more = embedder === undefined ? [] : ['--embedder', embedder];
  const args = [script, 'hook', startHubName, '--at', at, '--space', space, '--agent', agent, ...more];
  const child = spawn(process.execPath, args, {
    detached: true,
    windowsHide: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.on('error', () => {});
  child.unref();
  child.stdin.end(event);
  await once(child.stdin, 'finish');
}
