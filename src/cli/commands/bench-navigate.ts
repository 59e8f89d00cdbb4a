import type { Command } from 'commander';
import { thoughtsPerRound } from '../bench/long-chain.ts';
import { type NavigateBenchResult, navigateBench } from '../bench/navigate-bench.ts';
import type { Percentiles } from '../bench/timed-recall.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { wholeNumber } from '../option-values.ts';
import { inTemporaryFolder } from '../temporary-folder.ts';
import { table } from '../text-layout.ts';

const defaultThoughts = 1_000;
const mostThoughts = 100_000;

/** Adds `madeleine bench navigate`: how long walking a chain of thought takes. */
export function addBenchNavigate(bench: Command, io: CommandIo): void {
  const command = bench
    .command('navigate')
    .summary('how long walking a chain of thought takes')
    .description(
      'Thinks a long chain in a temporary store, a tenth of it beginning branches and a tenth revisions, and walks it from thoughts drawn by chance.',
    )
    .option(
      '--thoughts <count>',
      `how many thoughts, in tens (default: ${defaultThoughts})`,
      wholeNumber('navigate', '--thoughts'),
    )
    .action(async ({ thoughts = defaultThoughts }: { readonly thoughts?: number }) => {
      const context = new CommandContext(io, command);
      const { progress, signal } = context;
      if (thoughts < thoughtsPerRound || thoughts > mostThoughts || thoughts % thoughtsPerRound !== 0)
        throw context.refusal(`"--thoughts" must be a multiple of ten, 10-${mostThoughts}, got ${thoughts}`);
      const onProgress = (task: string, done: number, total: number): void => progress.show(task, done, total);
      try {
        const result = await inTemporaryFolder((folder) => navigateBench({ thoughts, folder, onProgress, signal }));
        progress.stop();
        await context.print(result, () => rendered(result));
      } finally {
        progress.stop();
      }
    });
}

function rendered(result: NavigateBenchResult): readonly string[] {
  const { thoughts, branches, revisions, walks, thinkMs, navigateMs, textMs, mermaidMs } = result;
  const row = (name: string, { p50, p95 }: Percentiles): readonly string[] => [name, p50.toFixed(2), p95.toFixed(2)];
  return [
    `${thoughts.toLocaleString('en')} thoughts, ${branches} branches, ${revisions} revisions, ${walks} walks`,
    '',
    ...table(
      ['', 'p50 ms', 'p95 ms'],
      [row('think', thinkMs), row('navigate', navigateMs), row('as text', textMs), row('as Mermaid', mermaidMs)],
      [1, 2],
    ),
  ];
}
