/**
 * Does recall find the evidence? Memories of known data are remembered, their questions are asked, and the evidence that
 * comes back is counted.
 */
import { join } from 'node:path';
import type { ProfileName } from 'madeleine';
import { folderMb, onCopy, reopen, residentMb } from '../reopen.ts';
import { bootstrapInterval, type Interval, meanOf, type Percentiles, percentiles, rounded } from '../statistics.ts';
import type { TimingEmbedder } from '../timed-recall.ts';
import { benchAgent, benchSpace, runRecall } from './ask.ts';
import type { RecallData, RecallQuestion } from './data.ts';

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

/** The metrics of one ranking, or their means over several; all 0..1. */
export interface RankingMetrics {
  /** Share of the evidence among the first 5. */
  readonly 'recall@5': number;
  readonly 'recall@10': number;
  readonly 'recall@20': number;
  /** Normalised discounted cumulative gain within the first 10, each piece of evidence worth 1. */
  readonly 'ndcg@10': number;
  /** One over the rank of the first evidence within the first 20; 0 without. */
  readonly mrr: number;
}

/** The names of the metrics, in the order in which they are printed. */
export const metricNames: readonly (keyof RankingMetrics)[] = ['recall@5', 'recall@10', 'recall@20', 'ndcg@10', 'mrr'];

/** The deepest rank that any metric reads. */
export const deepestRank = 20;

/**
 * The metrics of one ranking.
 *
 * @param evidence - what should be found; at least one.
 * @param ranked - what was found, best first, each once.
 */
export function rankingMetrics(evidence: ReadonlySet<string>, ranked: readonly string[]): RankingMetrics {
  const hits = ranked.slice(0, deepestRank).map((id) => evidence.has(id));
  const recallAt = (k: number): number => hits.slice(0, k).filter(Boolean).length / evidence.size;
  const gains = hits.slice(0, 10).map((hit, index) => (hit ? discount(index) : 0));
  const ideal = Array.from({ length: Math.min(10, evidence.size) }, (_, index) => discount(index));
  const first = hits.indexOf(true);
  return {
    'recall@5': recallAt(5),
    'recall@10': recallAt(10),
    'recall@20': recallAt(20),
    'ndcg@10': sum(gains) / sum(ideal),
    mrr: first < 0 ? 0 : 1 / (first + 1),
  };
}

/** The mean of several; 0 in every metric for none. */
export function meanMetrics(all: readonly RankingMetrics[]): RankingMetrics {
  const mean = (name: keyof RankingMetrics): number => meanOf(all.map((metrics) => metrics[name]));
  return Object.fromEntries(metricNames.map((name) => [name, mean(name)])) as unknown as RankingMetrics;
}

function discount(index: number): number {
  return 1 / Math.log2(index + 2);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
