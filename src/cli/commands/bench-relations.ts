import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { type RelationScore, type RelationsReport, relationsBench } from '../bench/relations-bench.ts';
import { readRelations } from '../bench/relations-data.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { inTemporaryFolder } from '../temporary-folder.ts';
import { counted, table } from '../text-layout.ts';

/** The labelled sentences that are shipped with the package. */
const shippedSentences = fileURLToPath(new URL('../../../bench/data/relations.json', import.meta.url));

/** Adds `madeleine bench relations`: what is read of how entities stand to each other. */
export function addBenchRelations(bench: Command, io: CommandIo): void {
  const command = bench
    .command('relations')
    .summary('are relations of entities read out of texts')
    .description(
      'Remembers labelled sentences in a temporary store, and counts how many of the relations that they tell of entities are found, and how many of those found are right.',
    )
    .option('--data <file>', 'a file of labelled sentences (default: the one of this package)')
    .action(async (flags: { readonly data?: string }) => {
      const context = new CommandContext(io, command);
      const sentences = await readRelations(flags.data ?? shippedSentences);
      const report = await inTemporaryFolder((folder) => relationsBench(sentences, folder));
      await context.print(report, () => renderReport(report));
    });
}

function renderReport({ halves, misread }: RelationsReport): readonly string[] {
  const rows = halves.flatMap(({ half, predicates, ...all }) => [
    row(half, 'all', all),
    ...Object.entries(predicates).map(([predicate, score]) => row(half, predicate, score)),
  ]);
  const [sentences, silent] = (['sentences', 'silent'] as const).map((name) =>
    halves.reduce((sum, half) => sum + half[name], 0),
  ) as [number, number];
  return [
    `${counted(sentences, 'sentence')}, ${silent} of them tell nothing`,
    '',
    ...table(['half', 'relation', 'precision', 'recall', 'found', 'right', 'expected'], rows, [2, 3, 4, 5, 6]),
    '',
    `misread in tuned: ${misread.length}`,
    ...misread.map(({ sentence, found }) => `  found ${found.join(', ') || 'nothing'}: ${sentence.content}`),
  ];
}

function row(
  half: string,
  what: string,
  { precision, recall, found, right, expected }: RelationScore,
): readonly string[] {
  const shares = [precision, recall].map((share) => (share * 100).toFixed(1));
  return [half, what, ...shares, `${found}`, `${right}`, `${expected}`];
}
