/** Hubs that are started on one store at the same moment: does exactly one of them win? */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { HubNote } from '../hub/hub-note.ts';
import { executable } from '../hub/start-hub.ts';

/** How often hubs are started. */
export interface DoorsStartsOptions {
  readonly at: string;
  readonly rounds: number;
  /** Hubs that are started at once. */
  readonly starts: number;
  readonly onProgress?: (done: number, total: number) => void;
}

/** What became of it. */
export interface DoorsStartsResult {
  readonly rounds: number;
  readonly starts: number;
  /** Rounds after which one hub served, and all others had named it and ended well. */
  readonly oneWinner: number;
}

/** Starts hubs at once, again and again; the winner of each round is killed, so that the next finds a stale note. */
export async function doorsStarts({ at, rounds, starts, onProgress }: DoorsStartsOptions): Promise<DoorsStartsResult> {
  let oneWinner = 0;
  for (let round = 0; round < rounds; round += 1) {
    if (await hasOneWinner(at, starts)) oneWinner += 1;
    onProgress?.(round + 1, rounds);
  }
  return { rounds, starts, oneWinner };
}

async function hasOneWinner(at: string, starts: number): Promise<boolean> {
  const args = [executable, 'serve', '--at', at, '--embedder', 'none', '--json'];
  const children = Array.from({ length: starts }, () =>
    spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] }),
  );
  const told = await Promise.all(children.map(firstLine));
  const [pid, ...others] = new Set(told.map((line) => (line === '' ? 0 : (JSON.parse(line) as HubNote).pid)));
  const winner = children.find((child) => child.pid === pid);
  const losers = children.filter((child) => child !== winner);
  const codes = await Promise.all(losers.map(ended));
  const serves = winner?.exitCode === null;
  for (const child of children) child.kill('SIGKILL');
  if (winner !== undefined) await ended(winner);
  return serves && others.length === 0 && codes.every((code) => code === 0);
}

/** What a hub says first: where it listens, or where another does; nothing when it ends without a word. */
function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    if (child.stdout !== null) createInterface({ input: child.stdout }).once('line', resolve);
    child.once('close', () => resolve(''));
  });
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve(child.exitCode);
    else child.once('exit', resolve);
  });
}
