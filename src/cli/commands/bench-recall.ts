import type { Command } from 'commander';
import { type ProfileName, profileNames, resolveEmbedder } from '../../index.ts';
import { readRecallData } from '../bench/read-recall-data.ts';
import { recallBench } from '../bench/recall-bench.ts';
import { TimingEmbedder } from '../bench/timing-embedder.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { repeatedList } from '../option-values.ts';
import { benchRecallTables, leftOutLine } from '../render/bench-recall-tables.ts';
import { inTemporaryFolder } from '../temporary-folder.ts';

interface BenchRecallFlags {
  readonly data: string;
  readonly profile?: readonly string[];
  readonly compare?: true;
}

/** Adds `madeleine bench recall`: does recall find the evidence. */
export function addBenchRecall(bench: Command, io: CommandIo): void {
  const command = bench
    .command('recall')
    .summary('does recall find the evidence')
    .description(
      'Remembers conversations with known evidence in temporary stores, asks their questions, and counts how much of the evidence comes back.',
    )
    .requiredOption(
      '--data <path>',
      "a file in the format of LoCoMo's locomo10.json, or a folder of BEAM or MADial-Bench",
    )
    .option(
      '--profile <names>',
      'profiles to ask with on the same stores (may be repeated, or separated by commas)',
      repeatedList,
    )
    .option('--compare', 'all profiles, with 95 % confidence intervals and what each gains over BM25')
    .action(async (flags: BenchRecallFlags) => {
      const context = new CommandContext(io, command);
      const { values } = context.config();
      const compare = flags.compare === true;
      const named = flags.profile ?? (compare ? profileNames : [values['retrieval.profile']]);
      const profiles = profilesNamed(named, context);
      const inner = resolveEmbedder(values.embedder);
      const { progress } = context;
      try {
        const data = await readRecallData(flags.data);
        const results = await inTemporaryFolder((folder) =>
          recallBench({
            data,
            profiles,
            compare,
            embedder: new TimingEmbedder(inner),
            embedderName: values.embedder,
            folder,
            onProgress: (done, total) => progress.show('remembering and asking', done, total),
            signal: context.signal,
          }),
        );
        progress.stop();
        if (context.json) context.notice(leftOutLine(data));
        await context.print(results.length === 1 ? results[0] : results, () => benchRecallTables(data, results));
      } finally {
        progress.stop();
        await inner.close();
      }
    });
}

/** The profiles of these names, each once. */
export function profilesNamed(names: readonly string[], context: CommandContext): readonly ProfileName[] {
  return [...new Set(names)].map((name) => {
    const known = profileNames.find((profile) => profile === name);
    if (known !== undefined) return known;
    throw context.refusal(`"--profile" must be one of ${profileNames.join(', ')}, got "${name}"`);
  });
}
