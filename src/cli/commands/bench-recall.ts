import type { Command } from 'commander';
import { type ProfileName, profileNames, resolveEmbedder } from '../../index.ts';
import { metricNames, type RankingMetrics } from '../bench/ranking-metrics.ts';
import { type RecallBenchReport, type RecallBenchResult, recallBench } from '../bench/recall-bench.ts';
import { TimingEmbedder } from '../bench/timing-embedder.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { repeatedList } from '../option-values.ts';
import { inTemporaryFolder } from '../temporary-folder.ts';
import { counted, table } from '../text-layout.ts';

interface BenchRecallFlags {
  readonly data: string;
  readonly profile?: readonly string[];
}

/** Adds `madeleine bench recall`: does recall find the evidence. */
export function addBenchRecall(bench: Command, io: CommandIo): void {
  const command = bench
    .command('recall')
    .summary('does recall find the evidence')
    .description(
      'Remembers the conversations of a LoCoMo file in temporary stores, asks its questions, and counts how much of the evidence comes back.',
    )
    .requiredOption('--data <file>', "a file in the format of LoCoMo's locomo10.json")
    .option(
      '--profile <names>',
      'profiles to compare on the same stores (may be repeated, or separated by commas)',
      repeatedList,
    )
    .action(async (flags: BenchRecallFlags) => {
      const context = new CommandContext(io, command);
      const { values } = context.config();
      const profiles = (flags.profile ?? [values['retrieval.profile']]).map((name) => profileNamed(name, context));
      const inner = resolveEmbedder(values.embedder);
      const { progress } = context;
      try {
        const report = await inTemporaryFolder((folder) =>
          recallBench({
            file: flags.data,
            profiles: [...new Set(profiles)],
            embedder: new TimingEmbedder(inner),
            embedderName: values.embedder,
            folder,
            onProgress: (done, total) => progress.show('remembering and asking', done, total),
            signal: context.signal,
          }),
        );
        progress.stop();
        const { results } = report;
        if (context.json) context.notice(leftOut(report));
        await context.print(results.length === 1 ? results[0] : results, () => renderReport(report, context));
      } finally {
        progress.stop();
        await inner.close();
      }
    });
}

function profileNamed(name: string, context: CommandContext): ProfileName {
  const known = profileNames.find((profile) => profile === name);
  if (known !== undefined) return known;
  throw context.refusal(`"--profile" must be one of ${profileNames.join(', ')}, got "${name}"`);
}

const categoryNames: Readonly<Record<string, string>> = {
  '1': '1 multi-hop',
  '2': '2 temporal',
  '3': '3 open-domain',
  '4': '4 single-hop',
  '5': '5 adversarial',
};

function renderReport(report: RecallBenchReport, { colours }: CommandContext): readonly string[] {
  const [first] = report.results;
  if (first === undefined) return [];
  const { data, embedder, memories, questions } = first;
  const right = metricNames.map((_, index) => index + 2);
  const rows = report.results.flatMap((result) => rowsOf(result));
  const times = report.results.map((result) => [
    result.profile,
    `${result.recallMs.p50.toFixed(2)} / ${result.recallMs.p95.toFixed(2)}`,
    `${result.embedMs.p50.toFixed(2)} / ${result.embedMs.p95.toFixed(2)}`,
  ]);
  return [
    `${colours.bold(data)}: ${counted(memories, 'memory', 'memories')}, ${counted(questions, 'question')}, embedder ${embedder}`,
    leftOut(report),
    '',
    ...table(['profile', 'questions of', ...metricNames], rows, right),
    '',
    ...table(['profile', 'recall p50 / p95 ms', 'query embedding p50 / p95 ms'], times),
    '',
    `ingest ${first.ingestPerSecond} memories/s, open ${first.openMs} ms, resident ${first.rssMb} MiB, stores ${first.storeMb} MiB`,
  ];
}

function rowsOf({ profile, micro, macro, categories }: RecallBenchResult): readonly (readonly string[])[] {
  const row = (name: string, metrics: RankingMetrics): readonly string[] => [
    profile,
    name,
    ...metricNames.map((metric) => (metrics[metric] * 100).toFixed(1)),
  ];
  return [
    row('1 to 4 (micro)', micro),
    row('all five (macro)', macro),
    ...Object.entries(categories).map(([category, metrics]) => row(categoryNames[category] ?? category, metrics)),
  ];
}

function leftOut({ withoutEvidence, unresolvedEvidence }: RecallBenchReport): string {
  const ids = counted(unresolvedEvidence, 'evidence id that names no turn', 'evidence ids that name no turn');
  return `left out: ${counted(withoutEvidence, 'question')} without evidence, ${ids}`;
}
