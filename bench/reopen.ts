/**
 * Opens a store in a process of its own and says how long that took. It has to be a copy: the engine holds a folder as
 * long as the process lives that has opened it. Also the program of that process, and how large stores and processes are.
 */
import { execFile } from 'node:child_process';
import { cp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Madeleine } from 'madeleine';
import { percentiles, type Percentiles } from './statistics.ts';
import { SyntheticEmbedder } from './synthetic.ts';
import { timedRecall, TimingEmbedder } from './timed-recall.ts';

/** What to open, and what to ask there. */
export interface ReopenOptions {
  readonly at: string;
  readonly space: string;
  readonly agent: string;
  /** Of the embedder that the store was filled with; vectors are read, but the model is not loaded. */
  readonly model: string;
  readonly dimension: number;
  /** Queries to recall once it is open; their vectors are synthetic. */
  readonly queries: readonly string[];
}

/** Bytes of memory by what they are for. */
export type IndexBytes = Readonly<Record<string, number>>;

/** What opening took. */
export interface ReopenResult {
  readonly openMs: number;
  /** Resident memory after the queries. */
  readonly rssMb: number;
  /** Memory that the parts of the index take, and the rows that are kept. */
  readonly bytes: IndexBytes;
  readonly recallMs: Percentiles;
}

/** Does the work on a copy of a closed store, which is removed whatever becomes of it. */
export async function onCopy<T>(at: string, work: (copy: string) => Promise<T>): Promise<T> {
  const copy = `${at}-copy`;
  await stillness(at);
  try {
    await cp(at, copy, { recursive: true });
    return await work(copy);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** Waits until the engine, which goes on in this process, has tidied up a closed store. */
async function stillness(at: string): Promise<void> {
  for (let [before, now] = ['', await shapeOf(at)]; before !== now; [before, now] = [now, await shapeOf(at)])
    await pause(1000);
}

async function shapeOf(at: string): Promise<string> {
  return (await readdir(at, { recursive: true })).join('\n');
}

/** Opens a store in another process, asks, and closes it. */
export async function reopen(options: ReopenOptions, signal?: AbortSignal): Promise<ReopenResult> {
  const program = fileURLToPath(import.meta.url);
  const args = [...process.execArgv, program, JSON.stringify(options)];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    maxBuffer: 16 * 1024 * 1024,
    ...(signal ? { signal } : {}),
  });
  return JSON.parse(stdout) as ReopenResult;
}

async function openAndAsk(options: ReopenOptions): Promise<ReopenResult> {
  const { at, space, model, dimension } = options;
  const embedder = new TimingEmbedder(new SyntheticEmbedder(model, dimension));
  const start = performance.now();
  const memory = await Madeleine.open({ at, space, embedder: dimension === 0 ? 'none' : embedder });
  const openMs = performance.now() - start;
  const agent = memory.agent(options.agent);
  const times: number[] = [];
  for (const query of options.queries) times.push((await timedRecall(agent, embedder, { query })).recallMs);
  const rssMb = residentMb();
  const { index, rows } = await memory.stats();
  await memory.close();
  const bytes = { ...index.bytes, rows: rows.bytes };
  return { openMs: Math.round(openMs), rssMb, bytes, recallMs: percentiles(times) };
}

const mebibyte = 1024 * 1024;

/** The size of all files below a folder in MiB, to a tenth. */
export async function folderMb(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(file.parentPath, file.name))).size));
  return inMb(sizes.reduce((total, size) => total + size, 0));
}

/** The resident memory of this process in MiB, to a tenth. */
export function residentMb(): number {
  return inMb(process.memoryUsage().rss);
}

function inMb(bytes: number): number {
  return Math.round((bytes / mebibyte) * 10) / 10;
}

if (process.argv[1] !== undefined && fileURLToPath(import.meta.url) === process.argv[1]) {
  const result = await openAndAsk(JSON.parse(process.argv[2] ?? '{}') as ReopenOptions);
  process.stdout.write(JSON.stringify(result), () => process.exit(0));
}
