import type { Command } from 'commander';
import { resolveEmbedder, tokenCounter } from '../../index.ts';
import { budgetBench } from '../bench/budget-bench.ts';
import { readRecallData } from '../bench/read-recall-data.ts';
import { TimingEmbedder } from '../bench/timing-embedder.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { repeatedList } from '../option-values.ts';
import { benchBudgetTables } from '../render/bench-budget-tables.ts';
import { leftOutLine } from '../render/bench-recall-tables.ts';
import { inTemporaryFolder } from '../temporary-folder.ts';
import { profilesNamed } from './bench-recall.ts';

interface BenchBudgetFlags {
  readonly data: string;
  readonly profile?: readonly string[];
}

/** Adds `madeleine bench budget`: how much evidence do the first tokens of an answer hold. */
export function addBenchBudget(bench: Command, io: CommandIo): void {
  const command = bench
    .command('budget')
    .summary('how much evidence do the first tokens hold')
    .description(
      'Asks the same questions as bench recall and counts how much of the evidence is inside the first 200, 500, 1,000 and 2,000 tokens of the answer.',
    )
    .requiredOption('--data <path>', 'what bench recall takes')
    .option('--profile <names>', 'profiles to ask with on the same stores', repeatedList)
    .action(async (flags: BenchBudgetFlags) => {
      const context = new CommandContext(io, command);
      const { values } = context.config();
      const profiles = profilesNamed(flags.profile ?? [values['retrieval.profile']], context);
      const inner = resolveEmbedder(values.embedder);
      const { progress } = context;
      try {
        const data = await readRecallData(flags.data);
        const countTokens = await tokenCounter();
        const results = await inTemporaryFolder((folder) =>
          budgetBench({
            ...{ data, profiles, countTokens, folder },
            embedder: new TimingEmbedder(inner),
            embedderName: values.embedder,
            onProgress: (done, total) => progress.show('remembering and asking', done, total),
            signal: context.signal,
          }),
        );
        progress.stop();
        if (context.json) context.notice(leftOutLine(data));
        await context.print(results.length === 1 ? results[0] : results, () => benchBudgetTables(data, results));
      } finally {
        progress.stop();
        await inner.close();
      }
    });
}
