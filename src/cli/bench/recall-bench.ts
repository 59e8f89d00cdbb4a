/**
 * The bench of recall: memories of known data are remembered, their questions are asked, and the
 * evidence that comes back is counted. Measures through the public API only.
 */
import { join } from 'node:path';
import type { ProfileName } from '../../index.ts';
import { bootstrapInterval, type Interval } from './bootstrap.ts';
import { folderMb, residentMb } from './folder-size.ts';
import { deepestRank, meanMetrics, metricNames, type RankingMetrics, rankingMetrics } from './ranking-metrics.ts';
import type { RecallData, RecallQuestion } from './recall-data.ts';
import { onCopy, reopen } from './reopen.ts';
import { benchAgent, benchSpace, runRecall } from './run-recall.ts';
import { type Percentiles, percentiles, rounded } from './timed-recall.ts';
import type { TimingEmbedder } from './timing-embedder.ts';

/** What to measure. */
export interface RecallBenchOptions {
  readonly data: RecallData;
  readonly profiles: readonly ProfileName[];
  /** Whether to add intervals, and the differences to {@link baseline}, which is asked in any case then. */
  readonly compare: boolean;
  readonly embedder: TimingEmbedder;
  /** What the embedder is called in the results. */
  readonly embedderName: string;
  /** An empty folder for the stores. */
  readonly folder: string;
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

/** An interval for each metric. */
export type MetricIntervals = Readonly<Record<keyof RankingMetrics, Interval>>;

/** Intervals over the questions, over the groups' means, and within each group. */
export interface RecallIntervals {
  readonly micro: MetricIntervals;
  readonly macro: MetricIntervals;
  readonly categories: Readonly<Record<string, MetricIntervals>>;
}

/** The figures of one profile; shares are 0..1. */
export interface RecallBenchResult {
  readonly data: string;
  readonly profile: ProfileName;
  readonly embedder: string;
  readonly memories: number;
  /** Questions that were asked: those with evidence. */
  readonly questions: number;
  /** Means over the questions; of LoCoMo, those of categories 1 to 4. */
  readonly micro: RankingMetrics;
  /** Means of the groups' means. */
  readonly macro: RankingMetrics;
  /** Per group of questions: a category of LoCoMo, an ability of BEAM. */
  readonly categories: Readonly<Record<string, RankingMetrics>>;
  /** Of questions about a contradiction, the share with every side among the first 10; where there are such. */
  readonly bothSides?: number;
  readonly intervals?: RecallIntervals;
  /** How much better than {@link baseline} on the same questions. */
  readonly difference?: RecallIntervals;
  readonly ingestPerSecond: number;
  /** Without the embedding of the query. */
  readonly recallMs: Percentiles;
  readonly embedMs: Percentiles;
  /** Mean over the stores, each opened for the first time after the bench in a process of its own, without the embedder's model. */
  readonly openMs: number;
  readonly rssMb: number;
  /** All stores together. */
  readonly storeMb: number;
}

/** Plain BM25, which others are compared with. */
export const baseline: ProfileName = 'lexical';

/** What is measured of one question. */
export interface AskedQuestion {
  readonly group: string;
  readonly metrics: RankingMetrics;
  readonly bothSides?: boolean;
  readonly recallMs: number;
  readonly embedMs?: number;
}

/** Runs the bench; one result for each profile. */
export async function recallBench(options: RecallBenchOptions): Promise<readonly RecallBenchResult[]> {
  const { data, compare, embedderName, folder } = options;
  const profiles = [...new Set([...(compare ? [baseline] : []), ...options.profiles])];
  const { measured, memories, ingestMs } = await runRecall({
    ...options,
    tasks: data.tasks,
    variants: profiles.map((profile) => ({ name: profile, search: () => ({ profile }) })),
    limit: deepestRank,
    measure: ({ question, ranked, memories: _, ...times }) => ({ ...measureRanking(question, ranked), ...times }),
  });
  const shared = {
    ingestPerSecond: rounded((memories / ingestMs) * 1000, 1),
    rssMb: residentMb(),
    storeMb: await folderMb(folder),
    openMs: await meanOpenMs(options),
  };
  return profiles.map((profile, index) => {
    const asked = measured[index] ?? [];
    return {
      ...{ data: data.name, profile, embedder: embedderName, memories, questions: asked.length },
      ...means(data, asked),
      ...bothSidesOf(asked),
      ...(compare ? { intervals: intervalsOf(data, asked) } : {}),
      ...(compare && index > 0 ? { difference: intervalsOf(data, asked, measured[0]) } : {}),
      ...{ ingestPerSecond: shared.ingestPerSecond, recallMs: percentiles(asked.map(({ recallMs }) => recallMs)) },
      ...{ embedMs: percentiles(asked.flatMap(({ embedMs }) => embedMs ?? [])), openMs: shared.openMs },
      ...{ rssMb: shared.rssMb, storeMb: shared.storeMb },
    };
  });
}

/** What a ranking is worth for a question. */
export function measureRanking(
  { group, evidence, sides }: RecallQuestion,
  ranked: readonly string[],
): Pick<AskedQuestion, 'group' | 'metrics' | 'bothSides'> {
  const first = new Set(ranked.slice(0, 10));
  return {
    group,
    metrics: rankingMetrics(new Set(evidence), ranked),
    ...(sides ? { bothSides: sides.every((side) => side.some((key) => first.has(key))) } : {}),
  };
}

/** Intervals of every metric; with `before`, of the differences to it on the same questions. */
export function intervalsOf(
  { groups }: RecallData,
  asked: readonly AskedQuestion[],
  before?: readonly AskedQuestion[],
): RecallIntervals {
  const valuesOf = (metric: keyof RankingMetrics, wanted: (group: string) => boolean): readonly number[] =>
    asked.flatMap(({ group, metrics }, index) =>
      wanted(group) ? [metrics[metric] - (before?.[index]?.metrics[metric] ?? 0)] : [],
    );
  const each = (values: (metric: keyof RankingMetrics) => readonly (readonly number[])[]): MetricIntervals =>
    Object.fromEntries(
      metricNames.map((metric) => [metric, bootstrapInterval(values(metric))]),
    ) as unknown as MetricIntervals;
  const micro = new Set(groups.filter(({ inMicro }) => inMicro).map(({ key }) => key));
  const within = (metric: keyof RankingMetrics, key: string): readonly number[] =>
    valuesOf(metric, (group) => group === key);
  return {
    micro: each((metric) => [valuesOf(metric, (group) => micro.has(group))]),
    macro: each((metric) => groups.map(({ key }) => within(metric, key))),
    categories: Object.fromEntries(groups.map(({ key }) => [key, each((metric) => [within(metric, key)])])),
  };
}

function means(
  { groups }: RecallData,
  asked: readonly AskedQuestion[],
): Pick<RecallBenchResult, 'micro' | 'macro' | 'categories'> {
  const meanOf = (keys: readonly string[]): RankingMetrics =>
    meanMetrics(asked.filter(({ group }) => keys.includes(group)).map(({ metrics }) => metrics));
  const categories = Object.fromEntries(groups.map(({ key }) => [key, meanOf([key])]));
  return {
    micro: meanOf(groups.filter(({ inMicro }) => inMicro).map(({ key }) => key)),
    macro: meanMetrics(Object.values(categories)),
    categories,
  };
}

function bothSidesOf(asked: readonly AskedQuestion[]): Pick<RecallBenchResult, 'bothSides'> {
  const found = asked.flatMap(({ bothSides }) => bothSides ?? []);
  return found.length === 0 ? {} : { bothSides: found.filter(Boolean).length / found.length };
}

async function meanOpenMs({ data, folder, embedder, signal }: RecallBenchOptions): Promise<number> {
  const { model, dimension } = embedder;
  let total = 0;
  for (const place of data.tasks.keys()) {
    const opened = await onCopy(join(folder, `${place}`), (at) =>
      reopen({ at, space: benchSpace, agent: benchAgent, model, dimension, queries: [] }, signal),
    );
    total += opened.openMs;
  }
  return Math.round(total / Math.max(1, data.tasks.length));
}
