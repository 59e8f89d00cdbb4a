import type { Command } from 'commander';
import { type NamesBenchResult, namesBench } from '../bench/names-bench.ts';
import type { Percentiles } from '../bench/timed-recall.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { wholeNumber } from '../option-values.ts';
import { inTemporaryFolder } from '../temporary-folder.ts';
import { table } from '../text-layout.ts';

interface BenchNamesFlags {
  readonly names?: number;
  readonly characters?: number;
  readonly seed?: number;
}

/** Adds `madeleine bench names`: how fast known names are found in messages. */
export function addBenchNames(bench: Command, io: CommandIo): void {
  const command = bench
    .command('names')
    .summary('how fast known names are found in messages')
    .description(
      'Teaches synthetic names to one agent in a temporary store, then finds them in synthetic messages, and again right after more were learned.',
    )
    .option('--names <count>', 'how many names to learn (default: 100000)', wholeNumber('names', '--names'))
    .option('--characters <count>', 'the length of a message (default: 2000)', wholeNumber('names', '--characters'))
    .option('--seed <number>', 'the seed of names and messages (default: 1)', wholeNumber('names', '--seed'))
    .action(async (flags: BenchNamesFlags) => {
      const context = new CommandContext(io, command);
      const { names = 100_000, characters = 2_000, seed = 1 } = flags;
      if (names < 1 || names > 1_000_000) throw context.refusal(`"--names" must be 1-1000000, got ${names}`);
      if (characters < 1 || characters > 10_000)
        throw context.refusal(`"--characters" must be 1-10000, got ${characters}`);
      const { progress, signal } = context;
      const onProgress = (done: number, total: number): void => progress.show('learning', done, total);
      try {
        const result = await inTemporaryFolder((folder) =>
          namesBench({ names, characters, seed, folder, onProgress, signal }),
        );
        progress.stop();
        await context.print(result, () => render(result));
      } finally {
        progress.stop();
      }
    });
}

function render(result: NamesBenchResult): readonly string[] {
  const times = (name: string, { p50, p95 }: Percentiles): readonly string[] => [name, p50.toFixed(2), p95.toFixed(2)];
  return [
    `${result.names.toLocaleString('en')} names, messages of ${result.characters.toLocaleString('en')} characters with ${result.found} names on average`,
    '',
    ...table(
      ['ms', 'p50', 'p95'],
      [
        times('finding the names in a message', result.matchMs),
        times('finding them right after a new name', result.afterWriteMs),
        times('remembering a new name', result.writeMs),
      ],
      [1, 2],
    ),
    `first finding after opening again: ${result.firstMs.toFixed(2)} ms`,
  ];
}
