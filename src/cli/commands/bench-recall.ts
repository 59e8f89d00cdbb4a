import type { Command } from 'commander';
import { type ProfileName, profileNames, resolveEmbedder } from '../../index.ts';
import { readRecallData } from '../bench/read-recall-data.ts';
import { type AblationResult, ablation } from '../bench/ablation.ts';
import { type MoodEffectResult, moodEffect } from '../bench/mood-effect.ts';
import { type RecallBenchResult, recallBench } from '../bench/recall-bench.ts';
import type { RecallData } from '../bench/recall-data.ts';
import { TimingEmbedder } from '../bench/timing-embedder.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { repeatedList } from '../option-values.ts';
import { ablationTable } from '../render/ablation-table.ts';
import { benchRecallTables, leftOutLine } from '../render/bench-recall-tables.ts';
import { moodEffectTable } from '../render/mood-effect-table.ts';
import { inTemporaryFolder } from '../temporary-folder.ts';

interface BenchRecallFlags {
  readonly data: string;
  readonly profile?: readonly string[];
  readonly compare?: true;
  readonly mood?: true;
  readonly ablate?: true;
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
    .option(
      '--mood',
      'one profile without a mood, with a neutral one, and with that of the evidence, where the data has moods',
    )
    .option('--ablate', 'one profile whole, and with each of its signals left out in turn')
    .action(async (flags: BenchRecallFlags) => {
      const context = new CommandContext(io, command);
      const { values } = context.config();
      const compare = flags.compare === true;
      const named = flags.profile ?? (compare ? profileNames : [values['retrieval.profile']]);
      const profiles = profilesNamed(named, context);
      const alone = (['compare', 'ablate', 'mood'] as const).filter((name) => flags[name]);
      if (alone.length > 1) throw context.refusal(`"--${alone.join('" and "--')}" go one at a time`);
      const one = alone.find((name) => name !== 'compare');
      if (one && profiles.length > 1) throw context.refusal(`"--${one}" takes one profile at a time`);
      const inner = resolveEmbedder(values.embedder);
      const { progress } = context;
      try {
        const data = await readRecallData(flags.data);
        if (flags.mood && !hasMoods(data)) throw context.refusal(`"--mood" needs data with moods, got "${flags.data}"`);
        await inTemporaryFolder(async (folder) => {
          const shared = {
            ...{ data, folder, embedder: new TimingEmbedder(inner), embedderName: values.embedder },
            onProgress: (done: number, total: number): void => progress.show('remembering and asking', done, total),
            signal: context.signal,
          };
          const [profile = values['retrieval.profile']] = profiles;
          if (flags.mood) await printMoodEffect(data, await moodEffect({ ...shared, profile }), context);
          else if (flags.ablate) await printAblation(data, await ablation({ ...shared, profile }), context);
          else await printResults(data, await recallBench({ ...shared, profiles, compare }), context);
        });
      } finally {
        progress.stop();
        await inner.close();
      }
    });
}

function hasMoods({ tasks }: RecallData): boolean {
  return tasks.some(({ questions }) => questions.some(({ evidenceMood }) => evidenceMood !== undefined));
}

async function printMoodEffect(data: RecallData, result: MoodEffectResult, context: CommandContext): Promise<void> {
  context.progress.stop();
  if (context.json) context.notice(leftOutLine(data));
  await context.print(result, () => moodEffectTable(data, result));
}

async function printAblation(data: RecallData, result: AblationResult, context: CommandContext): Promise<void> {
  context.progress.stop();
  if (context.json) context.notice(leftOutLine(data));
  await context.print(result, () => ablationTable(data, result));
}

async function printResults(
  data: RecallData,
  results: readonly RecallBenchResult[],
  context: CommandContext,
): Promise<void> {
  context.progress.stop();
  if (context.json) context.notice(leftOutLine(data));
  await context.print(results.length === 1 ? results[0] : results, () => benchRecallTables(data, results));
}

/** The profiles of these names, each once. */
export function profilesNamed(names: readonly string[], context: CommandContext): readonly ProfileName[] {
  return [...new Set(names)].map((name) => {
    const known = profileNames.find((profile) => profile === name);
    if (known !== undefined) return known;
    throw context.refusal(`"--profile" must be one of ${profileNames.join(', ')}, got "${name}"`);
  });
}
