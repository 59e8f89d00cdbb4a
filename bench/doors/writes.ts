/**
 * Many processes on one store. They write through every door while the hub is killed: is anything lost that was
 * acknowledged, or there twice? And hubs that are started at the same moment: does exactly one of them win?
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { Madeleine } from 'madeleine';
import { projectFile } from '../data-file.ts';
import { executable, type Hub, killHub, ownerToken, startHub } from './hub.ts';
import type { HubWriterTask } from './hub-writer.ts';
import { StdioClient } from './stdio-client.ts';

/** How much is written. */
export interface DoorsWritesOptions {
  /** The store, which must be fresh. */
  readonly at: string;
  /** Memories that each process writes. */
  readonly writes: number;
  /** The same for the command line, where each is a process of its own. @default the same */
  readonly commandWrites?: number;
  /** How often the hub is killed. */
  readonly kills: number;
  /** Hears how many writes were acknowledged. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** What became of it. */
export interface DoorsWritesResult {
  readonly processes: number;
  readonly acknowledged: number;
  readonly kills: number;
  /** Acknowledged, and not there. */
  readonly lost: number;
  /** There more than once. */
  readonly duplicates: number;
  readonly seconds: number;
}

type Acknowledge = (id: string) => void;
type Writer = (agent: string, contents: readonly string[], at: string, acknowledge: Acknowledge) => Promise<void>;

const processOptions = (at: string, agent: string): readonly string[] => [
  '--at',
  at,
  '--embedder',
  'none',
  '--agent',
  agent,
];

const byMcp: Writer = async (agent, contents, at, acknowledge) => {
  const client = await StdioClient.start(processOptions(at, agent));
  for (const content of contents) acknowledge(String((await client.call('add_memory', { content }))['id']));
  await client.close();
};

const byCommand: Writer = async (agent, contents, at, acknowledge) => {
  for (const content of contents) {
    const args = [executable, 'observe', content, '--json', ...processOptions(at, agent)];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    acknowledge((JSON.parse(stdout) as { readonly id: string }).id);
  }
};

const byLibrary: Writer = async (agent, contents, at, acknowledge) => {
  const hub = await startHub(at, 'none');
  const token = await ownerToken(at);
  const task: HubWriterTask = { url: hub.url, token, agent, contents };
  const program = projectFile('dist-bench/doors/hub-writer.js');
  const child = spawn(process.execPath, [program, JSON.stringify(task)], { stdio: ['ignore', 'pipe', 'inherit'] });
  createInterface({ input: child.stdout }).on('line', acknowledge);
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`the writer ${agent} ended with ${code}`);
};

/** Eight processes at any time. */
const writers: readonly Writer[] = [byMcp, byMcp, byMcp, byLibrary, byLibrary, byLibrary, byCommand, byCommand];

/** Writes by all of them at once, and counts what is there afterwards. */
export async function doorsWrites(options: DoorsWritesOptions): Promise<DoorsWritesResult> {
  const { at, writes, commandWrites = writes, kills, onProgress } = options;
  const start = performance.now();
  const contents = writers.map((writer, place) =>
    Array.from({ length: writer === byCommand ? commandWrites : writes }, (_, note) => `writer-${place} note-${note}`),
  );
  const total = contents.flat().length;
  const ids = new Set<string>();
  let killed = 0;
  const acknowledge = (id: string): void => {
    ids.add(id);
    onProgress?.(ids.size, total);
    if (killed < kills && ids.size >= ((killed + 1) * total) / (kills + 2)) {
      killed += 1;
      void killHub(at);
    }
  };
  await startHub(at, 'none');
  await Promise.all(writers.map((write, place) => write(`writer-${place}`, contents[place] ?? [], at, acknowledge)));
  const seconds = (performance.now() - start) / 1000;
  const there = await contentsById(at);
  const told = [...there.values()].filter((content) => content.startsWith('writer-'));
  return {
    processes: writers.length,
    acknowledged: ids.size,
    kills: killed,
    lost:
      [...ids].filter((id) => !there.has(id)).length + contents.flat().filter((text) => !told.includes(text)).length,
    duplicates: told.length - new Set(told).size,
    seconds,
  };
}

async function contentsById(at: string): Promise<ReadonlyMap<string, string>> {
  const hub = await startHub(at, 'none');
  const token = await ownerToken(at);
  const memory = await Madeleine.connect(hub.url, { token });
  const found = new Map<string, string>();
  for await (const line of memory.export()) {
    const { record, id, content } = JSON.parse(line) as Readonly<Record<string, string>>;
    if (record === 'observation') found.set(String(id), String(content));
  }
  await memory.close();
  return found;
}

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
  const [pid, ...others] = new Set(told.map((line) => (line === '' ? 0 : (JSON.parse(line) as Hub).pid)));
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
