/** `recall`: the command, and its figures as tables. */
import type { Command } from 'commander';
import { profileNames } from 'madeleine';
import { type BenchContext, profileOption, runs } from '../command-line.ts';
import { counted, percent, table, withInterval } from '../print.ts';
import { TimingEmbedder } from '../timed-recall.ts';
import { ablation, ablationTable } from './ablation.ts';
import { leftOutLine, type RecallData } from './data.ts';
import { moodEffect, moodEffectTable } from './mood-effect.ts';
import { readRecallData } from './read-data.ts';
import {
  baseline,
  type MetricIntervals,
  metricNames,
  type RankingMetrics,
  recallBench,
  type RecallBenchResult,
  type RecallIntervals,
} from './recall.ts';

interface RecallFlags {
  readonly data: string;
  readonly profile?: readonly string[];
  readonly compare?: true;
  readonly mood?: true;
  readonly ablate?: true;
}

/** Adds `recall`: does recall find the evidence. */
export function addRecall(program: Command, signal: AbortSignal): void {
  const command = program
    .command('recall')
    .summary('does recall find the evidence')
    .description(
      'Remembers conversations with known evidence in temporary stores, asks their questions, and counts how much of the evidence comes back.',
    )
    .requiredOption(
      '--data <path>',
      "a file in the format of LoCoMo's locomo10.json, or a folder of BEAM or MADial-Bench",
    )
    .addOption(
      profileOption(
        '--profile <names>',
        'profiles to ask with on the same stores (may be repeated, or separated by commas)',
      ),
    )
    .option('--compare', 'all profiles, with 95 % confidence intervals and what each gains over BM25')
    .option(
      '--mood',
      'one profile without a mood, with a neutral one, and with that of the evidence, where the data has moods',
    )
    .option('--ablate', 'one profile whole, and with each of its signals left out in turn');
  runs(command, signal, measure);
}

async function measure(flags: RecallFlags, context: BenchContext): Promise<void> {
  const compare = flags.compare === true;
  // A model that reads takes a second a question, so it is compared where it is named.
  const quick = profileNames.filter((name) => name !== 'thorough');
  const profiles = context.profilesNamed(flags.profile ?? (compare ? quick : ['balanced']));
  const alone = (['compare', 'ablate', 'mood'] as const).filter((name) => flags[name]);
  if (alone.length > 1) throw context.refusal(`"--${alone.join('" and "--')}" go one at a time`);
  const one = alone.find((name) => name !== 'compare');
  if (one && profiles.length > 1) throw context.refusal(`"--${one}" takes one profile at a time`);
  await context.withEmbedder(async (inner, embedderName) => {
    const data = await readRecallData(flags.data);
    if (flags.mood && !hasMoods(data)) throw context.refusal(`"--mood" needs data with moods, got "${flags.data}"`);
    const { folder, signal } = context;
    const onProgress = (done: number, total: number): void => context.show('remembering and asking', done, total);
    const shared = { data, folder, embedder: new TimingEmbedder(inner), embedderName, onProgress, signal };
    const [profile = 'balanced'] = profiles;
    const print = async (result: unknown, text: () => readonly string[]): Promise<void> => {
      if (context.json) context.notice(leftOutLine(data));
      await context.print(result, text);
    };
    if (flags.mood) {
      const result = await moodEffect({ ...shared, profile });
      await print(result, () => moodEffectTable(data, result));
    } else if (flags.ablate) {
      const result = await ablation({ ...shared, profile });
      await print(result, () => ablationTable(data, result));
    } else {
      const results = await recallBench({ ...shared, profiles, compare });
      await print(results.length === 1 ? results[0] : results, () => recallTables(data, results));
    }
  });
}

function hasMoods({ tasks }: RecallData): boolean {
  return tasks.some(({ questions }) => questions.some(({ evidenceMood }) => evidenceMood !== undefined));
}

/** The results as the lines of a text. */
function recallTables(data: RecallData, results: readonly RecallBenchResult[]): readonly string[] {
  const [first] = results;
  if (first === undefined) return [];
  const times = results.map(({ profile, recallMs, embedMs }) => [
    profile,
    `${recallMs.p50.toFixed(2)} / ${recallMs.p95.toFixed(2)}`,
    `${embedMs.p50.toFixed(2)} / ${embedMs.p95.toFixed(2)}`,
  ]);
  return [
    `${data.name}: ${counted(first.memories, 'memory', 'memories')}, ${counted(first.questions, 'question')}, embedder ${first.embedder}`,
    leftOutLine(data),
    '',
    ...metricsTable(data, results),
    ...sidesLines(results),
    ...intervalsTable(data, results),
    ...differencesTable(data, results),
    '',
    ...table(['profile', 'recall p50 / p95 ms', 'query embedding p50 / p95 ms'], times),
    '',
    `ingest ${first.ingestPerSecond} memories/s, open ${first.openMs} ms, resident ${first.rssMb} MiB, stores ${first.storeMb} MiB`,
  ];
}

function metricsTable(data: RecallData, results: readonly RecallBenchResult[]): readonly string[] {
  const rows = results.flatMap(({ profile, ...result }) =>
    rowsOf(data, result).map(([name, metrics]) => [
      profile,
      name,
      ...metricNames.map((metric) => percent(metrics[metric])),
    ]),
  );
  return table(
    ['profile', 'questions of', ...metricNames],
    rows,
    metricNames.map((_, index) => index + 2),
  );
}

function sidesLines(results: readonly RecallBenchResult[]): readonly string[] {
  const rows = results.flatMap(({ profile, bothSides }) =>
    bothSides === undefined ? [] : [[profile, percent(bothSides)]],
  );
  return rows.length === 0 ? [] : ['', ...table(['profile', 'both sides of a contradiction in 10'], rows, [1])];
}

const printed = ['recall@5', 'recall@10', 'ndcg@10'] as const;

function intervalsTable(data: RecallData, results: readonly RecallBenchResult[]): readonly string[] {
  const rows = results.flatMap(({ profile, intervals }) => intervalRows(data, profile, intervals));
  const head = ['profile', 'questions of', ...printed.map((metric) => `${metric} [95 %]`)];
  return rows.length === 0 ? [] : ['', ...table(head, rows)];
}

function differencesTable(data: RecallData, results: readonly RecallBenchResult[]): readonly string[] {
  const rows = results.flatMap(({ profile, difference }) => intervalRows(data, profile, difference));
  const head = [`less ${baseline}`, 'questions of', ...printed.map((metric) => `${metric} [95 %, paired]`)];
  return rows.length === 0 ? [] : ['', ...table(head, rows)];
}

function intervalRows(
  data: RecallData,
  profile: string,
  intervals: RecallIntervals | undefined,
): readonly (readonly string[])[] {
  if (intervals === undefined) return [];
  return rowsOf<MetricIntervals>(data, intervals).map(([name, metrics]) => [
    profile,
    name,
    ...printed.map((metric) => withInterval(metrics[metric])),
  ]);
}

/** The micro mean, the macro mean, and each group, with what they are called. */
function rowsOf<M = RankingMetrics>(
  { labels, groups }: RecallData,
  of: { readonly micro: M; readonly macro: M; readonly categories: Readonly<Record<string, M>> },
): readonly (readonly [string, M])[] {
  return [
    [labels.micro, of.micro],
    [labels.macro, of.macro],
    ...groups.flatMap(({ key, name }): readonly (readonly [string, M])[] => {
      const metrics = of.categories[key];
      return metrics === undefined ? [] : [[name, metrics]];
    }),
  ];
}
