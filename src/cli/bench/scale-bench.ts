/**
 * The bench of size: synthetic memories are remembered by one agent, then recalled, and the store
 * is opened again from its snapshot and from its ledger. Measures through the public API only.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Madeleine, type ProfileName } from '../../index.ts';
import { fillInBatches } from './fill-in-batches.ts';
import { folderMb, residentMb } from './folder-size.ts';
import { onCopy, reopen } from './reopen.ts';
import { type Percentiles, percentiles, rounded, timedRecall } from './timed-recall.ts';
import type { TimingEmbedder } from './timing-embedder.ts';
import { ZipfMemories } from './zipf-memories.ts';

/** What to measure. */
export interface ScaleBenchOptions {
  /** How many memories one agent remembers. */
  readonly memories: number;
  readonly seed: number;
  readonly profile: ProfileName;
  readonly embedder: TimingEmbedder;
  /** What the embedder is called in the results. */
  readonly embedderName: string;
  /** An empty folder for the store. */
  readonly folder: string;
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

/** The figures of one size. */
export interface ScaleBenchResult {
  readonly memories: number;
  readonly profile: ProfileName;
  readonly embedder: string;
  readonly ingestPerSecond: number;
  /** Until the vectors of a large space were in their graph, in the background after the last write; 0 where there is none. */
  readonly graphMs: number;
  /** Without the embedding of the query. */
  readonly recallMs: Percentiles;
  readonly embedMs: Percentiles;
  /** With the embedding of the query. */
  readonly totalMs: Percentiles;
  /** The first opening after the memories were stored: the engine takes its log in. */
  readonly firstOpenMs: number;
  /** Opening in a new process, from the snapshot of the index. */
  readonly openMs: number;
  /** Opening in a new process without a snapshot: the index is made from the ledger. */
  readonly rebuildMs: number;
  /** Resident memory of the process that opened from the snapshot and recalled; without the embedder's model. */
  readonly rssMb: number;
  /** Resident memory of the process that remembered, model and all. */
  readonly ingestRssMb: number;
  readonly storeMb: number;
}

const agent = 'bench';
const space = 'bench';
const queryCount = 200;
/** Queries that are asked first and not counted: a process that has just started is still being compiled. */
const warmUpCount = 50;

/** Runs the bench for one size. */
export async function scaleBench(options: ScaleBenchOptions): Promise<ScaleBenchResult> {
  const { embedder, folder, profile, signal } = options;
  const filled = await fillAndRecall(options);
  const { model, dimension } = embedder;
  const storeMb = await folderMb(folder);
  const [first, again, rebuilt] = await onCopy(folder, async (at) => {
    const asked = { at, space, agent, model, dimension };
    const opened = await reopen({ ...asked, queries: [] }, signal);
    const openedAgain = await reopen({ ...asked, queries: filled.queries }, signal);
    await rm(join(at, 'index'), { recursive: true, force: true });
    return [opened, openedAgain, await reopen({ ...asked, queries: [] }, signal)] as const;
  });
  return {
    memories: options.memories,
    profile,
    embedder: options.embedderName,
    ingestPerSecond: filled.ingestPerSecond,
    graphMs: filled.graphMs,
    recallMs: percentiles(filled.recallMs),
    embedMs: percentiles(filled.embedMs),
    totalMs: percentiles(filled.recallMs.map((ms, index) => ms + (filled.embedMs[index] ?? 0))),
    firstOpenMs: first.openMs,
    openMs: again.openMs,
    rebuildMs: rebuilt.openMs,
    rssMb: again.rssMb,
    ingestRssMb: filled.ingestRssMb,
    storeMb,
  };
}

interface Filled {
  readonly ingestPerSecond: number;
  readonly graphMs: number;
  readonly queries: readonly string[];
  readonly recallMs: readonly number[];
  readonly embedMs: readonly number[];
  readonly ingestRssMb: number;
}

async function fillAndRecall(options: ScaleBenchOptions): Promise<Filled> {
  const { memories: count, embedder, folder, profile, signal } = options;
  const source = new ZipfMemories(options.seed);
  await embedder.warmUp();
  const memory = await Madeleine.open({ at: folder, space, embedder, ...(signal ? { signal } : {}) });
  try {
    const bench = memory.agent(agent);
    const start = performance.now();
    // Queries ask for memories that are spread evenly over the whole.
    const contents = await fillInBatches({ ...options, agent: bench, source, kept: queryCount });
    const ingestMs = performance.now() - start;
    const graphMs = await untilGraphsAreBuilt(memory, signal);
    const queries = contents.map((content) => source.query(content));
    const recallMs: number[] = [];
    const embedMs: number[] = [];
    const ask = { profile, ...(signal ? { signal } : {}) };
    for (const query of queries.slice(0, warmUpCount)) await timedRecall(bench, embedder, { query, ...ask });
    for (const query of queries) {
      const timed = await timedRecall(bench, embedder, { query, ...ask });
      recallMs.push(timed.recallMs);
      embedMs.push(timed.embedMs ?? 0);
    }
    const ingestPerSecond = rounded((count / ingestMs) * 1000, 1);
    return { ingestPerSecond, graphMs, queries, recallMs, embedMs, ingestRssMb: residentMb() };
  } finally {
    await memory.close();
  }
}

/** Waits for the graphs of a large space, which are built in the background; answers how long that took. */
async function untilGraphsAreBuilt(memory: Madeleine, signal: AbortSignal | undefined): Promise<number> {
  const start = performance.now();
  const asked = signal ? { signal } : {};
  if ((await memory.stats(asked)).index.pendingVectors === 0) return 0;
  do await sleep(1000, undefined, asked);
  while ((await memory.stats(asked)).index.pendingVectors > 0);
  return Math.round(performance.now() - start);
}
