/** Finds the hub that serves a store, and nothing that only looks like it, and speaks to it. Loads nothing of the engine. */
import { createRequire } from 'node:module';
import type { HubAnswer, HubRequestInit } from '../../index.ts';
import { type HubNote, readHubNote } from './hub-note.ts';

/** An import would read all that the module exports, and so load `fetch` too: 40 of 97 ms of a command on Node 24. */
const { Agent, get, request }: typeof import('node:http') = createRequire(import.meta.url)('node:http');

/** How long a hub may take to say that it is ready; one that takes longer is not there for a caller that waits. */
const answerMs = 2000;

/** The hub of the store in a folder; undefined when none runs, or none that is ready. */
export async function findHub(folder: string): Promise<HubNote | undefined> {
  const note = await readHubNote(folder);
  // Another program may have the port of a killed hub. It must not get the token, so the process counts first.
  return note !== undefined && isAlive(note.pid) && (await isReady(note.url)) ? note : undefined;
}

/** Whether a process runs, of any account. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** By `node:http`, which is there at once, where the first `fetch` of a process takes tens of milliseconds. */
function isReady(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const call = get(`${url}/readyz`, { agent: false, timeout: answerMs }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    call.on('timeout', () => call.destroy());
    call.on('error', () => resolve(false));
    call.on('close', () => resolve(false));
  });
}

/** Below the five seconds after which a hub closes a connection that nothing comes on, so that none is used that is closing. */
const keptMs = 4_000;
const agent = new Agent({ keepAlive: true, timeout: keptMs });

/** Makes a short request, as `fetch` would. */
export function shortRequest(url: URL, init: HubRequestInit): Promise<HubAnswer> {
  const { body, method = 'GET', headers = {}, signal } = init;
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method, headers, signal: signal ?? undefined }, (answer) => {
      const { statusCode: status = 500 } = answer;
      let told = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        told += part;
      });
      answer.on('error', reject).on('end', () => {
        resolve({ ok: status >= 200 && status < 300, status, url: url.href, body: null, text: async () => told });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
