/** A hub on a temporary store, as `madeleine serve` starts it, with a token for one agent. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { run } from './run.ts';

/** The command line of this clone. */
export const madeleine: string = join(import.meta.dirname, '../../bin/madeleine.js');

/** A hub that runs. */
export interface Hub {
  readonly folder: string;
  readonly url: string;
  readonly token: string;
  stop(): Promise<void>;
}

/** Starts a hub and makes a token that may write. */
export async function startHub(agent: string): Promise<Hub> {
  const folder = await mkdtemp(join(tmpdir(), 'madeleine-conformance-'));
  const at = ['--at', folder, '--embedder', 'none'];
  const child = spawn(process.execPath, [madeleine, 'serve', ...at], { stdio: ['ignore', 'ignore', 'inherit'] });
  const url = await urlOf(folder, child);
  const made = await run(process.execPath, [madeleine, 'token', 'create', ...at, '--agent', agent, '--scope', 'write']);
  if (made.code !== 0) throw new Error(made.stderr);
  return {
    folder,
    url,
    token: made.stdout.trim(),
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      await rm(folder, { recursive: true });
    },
  };
}

async function urlOf(folder: string, child: ChildProcess): Promise<string> {
  for (let tries = 0; tries < 600 && child.exitCode === null; tries++) {
    const note = await readFile(join(folder, 'hub.json'), 'utf8').catch(() => undefined);
    if (note !== undefined) return (JSON.parse(note) as { readonly url: string }).url;
    await pause(50);
  }
  throw new Error('the hub does not start');
}
