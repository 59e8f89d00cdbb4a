/** Finds the hub of a store for a hook, with one look at a file; where none runs, one is started for the next time. */
import { setTimeout as pause } from 'node:timers/promises';
import { isAlive, shortRequest } from '../hub/find-hub.ts';
import { readHubNote, readOwnerToken } from '../hub/hub-note.ts';
import type { HookName } from './hook-event.ts';
import type { HookMemory } from './hook-memory.ts';

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

/** The memory at the hub of its store; undefined when none is ready. */
export async function hubForHook(name: HookName, place: HookPlace): Promise<HookMemory | undefined> {
  const { [name]: waitMs } = startWaitMs;
  let memory = await memoryAtHub(place);
  if (memory !== undefined || waitMs === undefined) return memory;
  await startInBackground(place);
  const until = performance.now() + waitMs;
  while (memory === undefined && performance.now() < until) {
    await pause(lookEveryMs);
    memory = await memoryAtHub(place);
  }
  return memory;
}

/** Whether the hub answers shows when it is spoken to. */
async function memoryAtHub({ at, space, agent }: HookPlace): Promise<HookMemory | undefined> {
  const hub = await readHubNote(at);
  if (hub === undefined || !isAlive(hub.pid)) return undefined;
  const token = await readOwnerToken(at);
  return hubMemory({ url: hub.url, token, space, agent });
}

/** Reading the settings and waiting for the hub takes longer than a host waits: a process of its own does. */
async function startInBackground({ at, space, embedder }: HookPlace): Promise<void> {
  if (at.includes('://')) throw new Error(`hooks speak to the hub of a folder, and ${at} is none`);
  const [, script = ''] = process.argv;
  const { spawn } = await import('node:child_process');
  const more = embedder === undefined ? [] : ['--embedder', embedder];
  const args = [script, 'hook', startHubName, '--at', at, '--space', space, ...more];
  const child = spawn(process.execPath, args, { detached: true, windowsHide: true, stdio: 'ignore' });
  child.on('error', () => {});
  child.unref();
}

/** Which memory is meant, and where its hub listens. */
interface HubAddress {
  /** Such as `http://127.0.0.1:20123`. */
  readonly url: string;
  readonly token: string;
  readonly space: string;
  readonly agent: string;
}

/**
 * The memory behind an address, spoken to with plain requests: the least that a hook has to load. The whole of what a
 * memory does over HTTP is `Madeleine.connect`.
 */
function hubMemory({ url, token, space, agent }: HubAddress): HookMemory {
  const base = `${url}/v1/spaces/${encodeURIComponent(space)}/agents/${encodeURIComponent(agent)}`;
  const call = <T>(verb: string, options: unknown): Promise<T> => post(`${base}/${verb}`, token, options) as Promise<T>;
  return {
    name: agent,
    ambient: (options) => call('ambient', options),
    observe: (options) => call('observe', options),
    session: (options) => call('session', options),
    sessions: (options) => call('sessions', options),
    digest: (options) => call('digest', options),
  };
}

async function post(url: string, token: string, options: unknown): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await shortRequest(new URL(url), { method: 'POST', headers, body: JSON.stringify(options) });
  const body = await answer.text();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${body.slice(0, 500)}`);
  return JSON.parse(body === '' ? 'null' : body);
}
