/** Shows what the bench of recall measured as tables. */
import type { Interval } from '../bench/bootstrap.ts';
import { metricNames, type RankingMetrics } from '../bench/ranking-metrics.ts';
import { baseline, type MetricIntervals, type RecallBenchResult, type RecallIntervals } from '../bench/recall-bench.ts';
import type { RecallData } from '../bench/recall-data.ts';
import { counted, table } from '../text-layout.ts';

/** The results of a bench, as the lines of a text. */
export function benchRecallTables(data: RecallData, results: readonly RecallBenchResult[]): readonly string[] {
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

/** What of the data was not asked. */
export function leftOutLine({ withoutEvidence, unresolvedEvidence }: RecallData): string {
  const ids = counted(unresolvedEvidence, 'evidence id that names no memory', 'evidence ids that name no memory');
  return `left out: ${counted(withoutEvidence, 'question')} without evidence, ${ids}`;
}

/** A share 0..1 in per cent with its interval. */
export function withInterval({ mean, low, high }: Interval): string {
  return `${percent(mean)} [${percent(low)}, ${percent(high)}]`;
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

/** A share 0..1 in per cent. */
export function percent(share: number): string {
  return (share * 100).toFixed(1);
}
