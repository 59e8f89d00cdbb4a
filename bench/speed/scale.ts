/**
 * How does everything grow with size? Synthetic memories are remembered by one agent, then recalled, and the store is
 * opened again from its snapshot and from its ledger.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { type Embedder, Madeleine, type ProfileName, resolveEmbedder } from 'madeleine';
import { type BenchContext, profileOption, repeatedList, runs, wholeNumber } from '../command-line.ts';
import { fillInBatches } from '../fill-in-batches.ts';
import { resultsSideBySide } from '../print.ts';
import { folderMb, type IndexBytes, onCopy, reopen, residentMb } from '../reopen.ts';
import { type Percentiles, percentiles, rounded } from '../statistics.ts';
import { renderSpaces, spacesBench, type SpacesBenchResult } from './spaces.ts';
import { SyntheticEmbedder, ZipfMemories } from '../synthetic.ts';
import { timedRecall, TimingEmbedder } from '../timed-recall.ts';

interface ScaleFlags {
  readonly memories: readonly string[];
  readonly profile?: readonly string[];
  readonly seed?: number;
  readonly spaces?: readonly string[];
  readonly open?: number;
}

const defaultSizes = ['1000', '10000', '100000'];
const largestSize = 10_000_000;
const memoriesPerSpace = 10;

/** Adds `scale`: how everything grows with size. */
export function addScale(program: Command, signal: AbortSignal): void {
  const command = program
    .command('scale')
    .summary('how everything grows with size')
    .description(
      'Remembers synthetic memories in temporary stores, recalls, and opens again. Here --embedder also takes synthetic: clustered vectors that cost nothing.',
    )
    .option('--memories <counts>', 'how many memories, one or several sizes (default: 1000,10000,100000)', repeatedList)
    .addOption(profileOption('--profile <name>', 'the profile to recall with'))
    .option('--seed <number>', 'the seed of the memories (default: 1)', wholeNumber('scale', '--seed'))
    .option('--spaces <counts>', 'instead: how many small spaces in one process, one or several numbers', repeatedList)
    .option('--open <number>', 'of these, how many stay open (default: 16)', wholeNumber('scale', '--open'));
  runs<Partial<ScaleFlags>>(command, signal, async ({ memories = defaultSizes, ...flags }, context) => {
    if (flags.spaces !== undefined) return measureSpaces(flags, context);
    const asked = { ...flags, memories };
    if (context.embedderFlag === 'synthetic') await measureSizes(asked, context, new SyntheticEmbedder(), 'synthetic');
    else await context.withEmbedder((embedder, name) => measureSizes(asked, context, embedder, name));
  });
}

/** Small spaces have no vectors here: what is measured is what a space costs, not what a vector does. */
async function measureSpaces(
  { spaces = [], open = 16, seed = 1 }: Partial<ScaleFlags>,
  context: BenchContext,
): Promise<void> {
  const results: SpacesBenchResult[] = [];
  for (const count of spaces.map((text) => sizeOf(text, context, '--spaces'))) {
    const embedder = resolveEmbedder('none');
    results.push(await spacesBench({ spaces: count, memories: memoriesPerSpace, open, seed, embedder }, context));
  }
  await context.print(results, () => renderSpaces(results));
}

async function measureSizes(
  { memories: counts, profile: names = ['balanced'], seed = 1 }: ScaleFlags,
  context: BenchContext,
  inner: Embedder,
  embedderName: string,
): Promise<void> {
  const profile = context.oneProfile(names);
  const results: ScaleBenchResult[] = [];
  for (const memories of counts.map((text) => sizeOf(text, context))) {
    const folder = join(context.folder, `${memories}`);
    await mkdir(folder);
    const onProgress = (done: number, total: number): void => context.show('remembering', done, total);
    const embedder = new TimingEmbedder(inner);
    const { signal } = context;
    const options = { memories, folder, embedderName, seed, profile, embedder, onProgress, signal };
    results.push(await scaleBench(options));
    await rm(folder, { recursive: true, force: true });
  }
  await context.print(results, () => renderResults(results));
}

/** A number of memories, as an option gives it. */
export function sizeOf(text: string, context: BenchContext, flag = '--memories'): number {
  const size = Number(text);
  if (Number.isInteger(size) && size >= 1 && size <= largestSize) return size;
  throw context.refusal(`"${flag}" must be whole numbers, 1-${largestSize}, got "${text}"`);
}

function renderResults(results: readonly ScaleBenchResult[]): readonly string[] {
  const times = ({ p50, p95 }: Percentiles): string => `${p50.toFixed(2)} / ${p95.toFixed(2)}`;
  return resultsSideBySide(results, [
    ['memories', (result) => result.memories.toLocaleString('en')],
    ['embedder', (result) => result.embedder],
    ['ingest per second', (result) => result.ingestPerSecond.toFixed(0)],
    ['recall p50 / p95 ms', (result) => times(result.recallMs)],
    ['with query embedding', (result) => times(result.totalMs)],
    ['first open ms', (result) => `${result.firstOpenMs}`],
    ['open from snapshot ms', (result) => `${result.openMs}`],
    ['open from ledger ms', (result) => `${result.rebuildMs}`],
    ['resident MiB', (result) => `${result.rssMb}`],
    ['resident while filling MiB', (result) => `${result.ingestRssMb}`],
    ...(['vectors', 'tokens', 'terms', 'columns', 'rows'] as const).map(
      (part): readonly [string, (result: ScaleBenchResult) => string] => [
        `bytes a memory, ${part}`,
        ({ bytes, memories }) => ((bytes[part] ?? 0) / memories).toFixed(0),
      ],
    ),
    ['store MiB', (result) => `${result.storeMb}`],
  ]);
}

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
  /** Memory that the parts of the index take there, and the rows that are kept. */
  readonly bytes: IndexBytes;
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
    recallMs: percentiles(filled.recallMs),
    embedMs: percentiles(filled.embedMs),
    totalMs: percentiles(filled.recallMs.map((ms, index) => ms + (filled.embedMs[index] ?? 0))),
    firstOpenMs: first.openMs,
    openMs: again.openMs,
    rebuildMs: rebuilt.openMs,
    rssMb: again.rssMb,
    ingestRssMb: filled.ingestRssMb,
    bytes: again.bytes,
    storeMb,
  };
}

interface Filled {
  readonly ingestPerSecond: number;
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
    return { ingestPerSecond, queries, recallMs, embedMs, ingestRssMb: residentMb() };
  } finally {
    await memory.close();
  }
}
