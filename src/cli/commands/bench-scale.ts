import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { type Embedder, resolveEmbedder } from '../../index.ts';
import { type ScaleBenchResult, scaleBench } from '../bench/scale-bench.ts';
import { SyntheticEmbedder } from '../bench/synthetic-embedder.ts';
import type { Percentiles } from '../bench/timed-recall.ts';
import { TimingEmbedder } from '../bench/timing-embedder.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { repeatedList, wholeNumber } from '../option-values.ts';
import { inTemporaryFolder } from '../temporary-folder.ts';
import { table } from '../text-layout.ts';

interface BenchScaleFlags {
  readonly memories?: readonly string[];
  readonly seed?: number;
}

const defaultSizes = ['1000', '10000', '100000'];
const largestSize = 10_000_000;

/** Adds `madeleine bench scale`: how everything grows with size. */
export function addBenchScale(bench: Command, io: CommandIo): void {
  const command = bench
    .command('scale')
    .summary('how everything grows with size')
    .description(
      'Remembers synthetic memories in temporary stores, recalls, and opens again. Here --embedder also takes synthetic: clustered vectors that cost nothing.',
    )
    .option('--memories <counts>', 'how many memories, one or several sizes (default: 1000,10000,100000)', repeatedList)
    .option('--seed <number>', 'the seed of the memories (default: 1)', wholeNumber('scale', '--seed'))
    .action(async (flags: BenchScaleFlags) => {
      const context = new CommandContext(io, command);
      const synthetic = context.embedderFlag === 'synthetic';
      const { values } = context.config(synthetic ? { embedder: undefined } : {});
      const inner: Embedder = synthetic ? new SyntheticEmbedder() : resolveEmbedder(values.embedder);
      const sizes = (flags.memories ?? defaultSizes).map((text) => sizeOf(text, context));
      const { progress } = context;
      try {
        const results: ScaleBenchResult[] = [];
        await inTemporaryFolder(async (parent) => {
          for (const memories of sizes) {
            const folder = join(parent, `${memories}`);
            await mkdir(folder);
            const embedderName = synthetic ? 'synthetic' : values.embedder;
            const options = {
              memories,
              folder,
              embedderName,
              seed: flags.seed ?? 1,
              profile: values['retrieval.profile'],
            };
            const onProgress = (done: number, total: number): void => progress.show('remembering', done, total);
            const embedder = new TimingEmbedder(inner);
            results.push(await scaleBench({ ...options, embedder, onProgress, signal: context.signal }));
            progress.stop();
            await rm(folder, { recursive: true, force: true });
          }
        });
        await context.print(results, () => renderResults(results));
      } finally {
        progress.stop();
        await inner.close();
      }
    });
}

/** A number of memories, as an option gives it. */
export function sizeOf(text: string, context: CommandContext): number {
  const size = Number(text);
  if (Number.isInteger(size) && size >= 1 && size <= largestSize) return size;
  throw context.refusal(`"--memories" must be whole numbers, 1-${largestSize}, got "${text}"`);
}

function renderResults(results: readonly ScaleBenchResult[]): readonly string[] {
  const times = ({ p50, p95 }: Percentiles): string => `${p50.toFixed(2)} / ${p95.toFixed(2)}`;
  const rows: readonly (readonly [string, (result: ScaleBenchResult) => string])[] = [
    ['memories', (result) => result.memories.toLocaleString('en')],
    ['embedder', (result) => result.embedder],
    ['ingest per second', (result) => result.ingestPerSecond.toFixed(0)],
    ['graph ms', (result) => result.graphMs.toFixed(0)],
    ['recall p50 / p95 ms', (result) => times(result.recallMs)],
    ['with query embedding', (result) => times(result.totalMs)],
    ['first open ms', (result) => `${result.firstOpenMs}`],
    ['open from snapshot ms', (result) => `${result.openMs}`],
    ['open from ledger ms', (result) => `${result.rebuildMs}`],
    ['resident MiB', (result) => `${result.rssMb}`],
    ['resident while filling MiB', (result) => `${result.ingestRssMb}`],
    ['store MiB', (result) => `${result.storeMb}`],
  ];
  const [head, ...rest] = rows.map(([name, cell]) => [name, ...results.map((result) => cell(result))]);
  return table(
    head ?? [],
    rest,
    results.map((_, index) => index + 1),
  );
}
