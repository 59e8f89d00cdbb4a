/**
 * Many processes write to one store at the same time through every door, while its hub is killed: is anything lost
 * that was acknowledged, or there twice?
 */
import { execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Madeleine } from '../../index.ts';
import { findHub } from '../hub/find-hub.ts';
import { readOwnerToken } from '../hub/hub-note.ts';
import { executable, startHub } from '../hub/start-hub.ts';
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
  const hub = await startHub(at);
  const token = await readOwnerToken(at);
  const task: HubWriterTask = { url: hub.url, token, agent, contents };
  const program = fileURLToPath(new URL('../../../dist/cli/bench/hub-writer.js', import.meta.url));
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
  await startHub(at, { embedder: 'none' });
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

/** Kills the hub of a store, when there is one, as a power cut would. */
export async function killHub(at: string): Promise<void> {
  const hub = await findHub(at);
  if (hub !== undefined) process.kill(hub.pid, 'SIGKILL');
}

async function contentsById(at: string): Promise<ReadonlyMap<string, string>> {
  const hub = await startHub(at, { embedder: 'none' });
  const token = await readOwnerToken(at);
  const memory = await Madeleine.connect(hub.url, { token });
  const found = new Map<string, string>();
  for await (const line of memory.export()) {
    const { record, id, content } = JSON.parse(line) as Readonly<Record<string, string>>;
    if (record === 'observation') found.set(String(id), String(content));
  }
  await memory.close();
  return found;
}
