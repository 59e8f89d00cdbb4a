import type { Command } from 'commander';
import { type HookBenchResult, hookBench } from '../bench/hook-bench.ts';
import type { Percentiles } from '../bench/timed-recall.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { wholeNumber } from '../option-values.ts';
import { inTemporaryFolder } from '../temporary-folder.ts';
import { table } from '../text-layout.ts';

/** Adds `madeleine bench hook`: how long a host waits for the hook of a prompt. */
export function addBenchHook(bench: Command, io: CommandIo): void {
  const command = bench
    .command('hook')
    .summary('how long a host waits for the hook of a prompt')
    .description('Runs the hook of a prompt against a hub on a temporary store, and Node alone beside it.')
    .option('--runs <count>', 'how often to run both (default: 30)', wholeNumber('hook', '--runs'))
    .action(async ({ runs = 30 }: { readonly runs?: number }) => {
      const context = new CommandContext(io, command);
      if (runs < 1 || runs > 10_000) throw context.refusal(`"--runs" must be 1-10000, got ${runs}`);
      const { progress, signal } = context;
      const { embedder } = context.config().values;
      const onProgress = (done: number, total: number): void => progress.show('running', done, total);
      try {
        const result = await inTemporaryFolder((folder) => hookBench({ folder, embedder, runs, onProgress, signal }));
        progress.stop();
        await context.print(result, () => render(result));
      } finally {
        progress.stop();
      }
    });
}

function render({ runs, nodeMs, hookMs, told }: HookBenchResult): readonly string[] {
  const times = (name: string, { p50, p95 }: Percentiles): readonly string[] => [name, p50.toFixed(0), p95.toFixed(0)];
  return [
    `${runs} prompts, ${told} of them with something told in time`,
    '',
    ...table(['ms', 'p50', 'p95'], [times('node alone', nodeMs), times('the hook of a prompt', hookMs)], [1, 2]),
  ];
}
