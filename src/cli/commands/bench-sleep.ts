import type { Command } from 'commander';
import { resolveEmbedder } from '../../index.ts';
import { type SleepBenchResult, sleepBench } from '../bench/sleep-bench.ts';
import type { Percentiles } from '../bench/timed-recall.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { wholeNumber } from '../option-values.ts';
import { inTemporaryFolder } from '../temporary-folder.ts';
import { counted, table } from '../text-layout.ts';

interface BenchSleepFlags {
  readonly observations?: number;
  readonly seed?: number;
}

const defaultObservations = 10_000;
const mostObservations = 1_000_000;

/** Adds `madeleine bench sleep`: how long sleep takes, and recall meanwhile. */
export function addBenchSleep(bench: Command, io: CommandIo): void {
  const command = bench
    .command('sleep')
    .summary('how long sleep takes, and recall meanwhile')
    .description('Tells synthetic days to four agents in a temporary store, sleeps, and recalls all the while.')
    .option(
      '--observations <count>',
      `how many observations (default: ${defaultObservations})`,
      wholeNumber('sleep', '--observations'),
    )
    .option('--seed <number>', 'the seed of the days (default: 1)', wholeNumber('sleep', '--seed'))
    .action(async ({ observations = defaultObservations, seed = 1 }: BenchSleepFlags) => {
      const context = new CommandContext(io, command);
      const { progress, signal } = context;
      if (observations < 1 || observations > mostObservations)
        throw context.refusal(`"--observations" must be 1-${mostObservations}, got ${observations}`);
      const embedderName = context.config().values.embedder;
      const embedder = resolveEmbedder(embedderName);
      const onProgress = (task: string, done: number, total: number): void => progress.show(task, done, total);
      try {
        const result = await inTemporaryFolder((folder) =>
          sleepBench({ observations, seed, embedder, embedderName, folder, onProgress, signal }),
        );
        progress.stop();
        await context.print(result, () => renderResult(result));
      } finally {
        progress.stop();
        await embedder.close();
      }
    });
}

function renderResult(result: SleepBenchResult): readonly string[] {
  const { observations, agents, embedder, seconds, steps, again, awakeMs, asleepMs, recalls } = result;
  const times = ({ p50, p95 }: Percentiles): string => `${p50.toFixed(1)} / ${p95.toFixed(1)} ms`;
  const rows = steps.map(({ step, seconds: took, lookedAt, changed, counts }) => [
    step,
    took.toFixed(2),
    lookedAt.toLocaleString('en'),
    changed.toLocaleString('en'),
    Object.entries(counts)
      .map(([what, count]) => `${what}: ${count.toLocaleString('en')}`)
      .join(', '),
  ]);
  return [
    `${counted(observations, 'observation')} of ${counted(agents, 'agent')}, embedder ${embedder}: slept ${seconds.toFixed(1)} s`,
    '',
    ...table(['step', 's', 'looked at', 'changed', ''], rows, [1, 2, 3]),
    '',
    `once more: ${again.seconds.toFixed(1)} s, ${again.changed.toLocaleString('en')} changed`,
    `recall p50 / p95 awake ${times(awakeMs)}, asleep ${times(asleepMs)} (${counted(recalls, 'recall')})`,
  ];
}
