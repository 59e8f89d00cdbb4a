/**
 * The hub of a store, as any program meets it: started by `madeleine serve`, found by the note `hub.json` that it leaves
 * in the folder of the store, and let in by the token in `hub.token`.
 */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { projectFile } from '../data-file.ts';

/** Where a hub listens, and the process that it is. */
export interface Hub {
  readonly url: string;
  readonly pid: number;
}

/** The command line of Madeleine. */
export const executable: string = projectFile('bin/madeleine.js');

/** Starts the hub of a store and settles when it is ready; where one runs already, that one is answered. */
export async function startHub(at: string, embedder: string): Promise<Hub> {
  const args = [executable, 'serve', '--at', at, '--embedder', embedder, '--json'];
  const child = spawn(process.execPath, args, { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('error', reject);
    child.once('close', (code) => reject(new Error(`the hub of "${at}" ended with ${code}`)));
  });
  // It outlives this bench, which ends it by its pid.
  child.unref();
  return JSON.parse(line);
}

/** The token of a store's owner, which its hub has made by the time that it is ready. */
export async function ownerToken(at: string): Promise<string> {
  return (await readFile(join(at, 'hub.token'), 'utf8')).trim();
}

/** Kills the hub of a store, when there is one that is ready, as a power cut would. */
export async function killHub(at: string): Promise<void> {
  const hub = await hubNote(at);
  if (hub !== undefined && isAlive(hub.pid) && (await isReady(hub.url))) process.kill(hub.pid, 'SIGKILL');
}

/** Whether a process runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The note of a hub; it is there from the moment the hub listens, and a hub that was killed leaves a stale one. */
async function hubNote(at: string): Promise<Hub | undefined> {
  try {
    return JSON.parse(await readFile(join(at, 'hub.json'), 'utf8'));
  } catch {
    return undefined;
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    return false;
  }
}
