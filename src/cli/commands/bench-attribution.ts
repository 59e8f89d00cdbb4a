import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { type AttributionReport, type AttributionScore, attributionBench } from '../bench/attribution-bench.ts';
import { readAttribution } from '../bench/attribution-data.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { inTemporaryFolder } from '../temporary-folder.ts';
import { counted, table } from '../text-layout.ts';

/** The labelled sentences that are shipped with the package. */
const shippedSentences = fileURLToPath(new URL('../../../bench/data/attribution.json', import.meta.url));

/** Adds `madeleine bench attribution`: who comes to believe what was said. */
export function addBenchAttribution(bench: Command, io: CommandIo): void {
  const command = bench
    .command('attribution')
    .summary('who comes to believe what was said')
    .description(
      'Remembers labelled sentences in a temporary store, sleeps by the rules, and counts how often what they state went to the right believer, or to nobody where there is nothing to believe.',
    )
    .option('--data <file>', 'a file of labelled sentences (default: the one of this package)')
    .action(async (flags: { readonly data?: string }) => {
      const context = new CommandContext(io, command);
      const sentences = await readAttribution(flags.data ?? shippedSentences);
      const report = await inTemporaryFolder((folder) => attributionBench(sentences, folder));
      await context.print(report, () => renderReport(report));
    });
}

function renderReport({ halves, misjudged }: AttributionReport): readonly string[] {
  const rows = halves.flatMap(({ half, promoted, left, kinds, by, ...all }) => [
    row(half, 'all', all),
    row(half, 'somebody is to believe', promoted),
    row(half, 'nobody is to believe', left),
    row(half, 'right kind', kinds),
    ...Object.entries(by).map(([is, score]) => row(half, is, score)),
  ]);
  const sentences = halves.reduce((sum, half) => sum + half.sentences, 0);
  return [
    counted(sentences, 'sentence'),
    '',
    ...table(['half', 'sentences', 'right %', 'right', 'of'], rows, [2, 3, 4]),
    '',
    `misjudged in tuned: ${misjudged.length}`,
    ...misjudged.map(({ sentence, found }) => {
      const believers = found.map(({ believer, content }) => `${believer} (${content})`).join(', ') || 'nobody';
      return `  ${sentence.believer ?? 'nobody'}, found ${believers}: ${sentence.observed.content}`;
    }),
  ];
}

function row(half: string, what: string, { share, right, sentences }: AttributionScore): readonly string[] {
  return [half, what, (share * 100).toFixed(1), `${right}`, `${sentences}`];
}
