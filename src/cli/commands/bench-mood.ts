import type { Command } from 'commander';
import { resolveEmbedder } from '../../index.ts';
import { type MoodBenchResult, moodBench } from '../bench/mood-bench.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { inTemporaryFolder } from '../temporary-folder.ts';
import { counted, table } from '../text-layout.ts';

/** Adds `madeleine bench mood`: does what felt alike come first. */
export function addBenchMood(bench: Command, io: CommandIo): void {
  const command = bench
    .command('mood')
    .summary('does what felt alike come first')
    .description(
      'Remembers pairs of memories in the same words that felt opposite, asks in the mood of each, and counts how often the one that felt alike comes first; and whether a neutral mood changes nothing.',
    )
    .requiredOption('--data <file>', 'a JSON file of pairs, such as bench/data/mood-pairs.json')
    .action(async (flags: { readonly data: string }) => {
      const context = new CommandContext(io, command);
      const { values } = context.config();
      const { progress } = context;
      const embedder = resolveEmbedder(values.embedder);
      try {
        const result = await inTemporaryFolder((folder) =>
          moodBench({
            file: flags.data,
            folder,
            embedder,
            embedderName: values.embedder,
            profile: values['retrieval.profile'],
            emotionWeight: values['retrieval.emotion_weight'],
            candidateMultiplier: values['retrieval.candidate_multiplier'],
            onProgress: (done, total) => progress.show('asking', done, total),
            signal: context.signal,
          }),
        );
        progress.stop();
        await context.print(result, () => renderResult(result, context));
      } finally {
        progress.stop();
        await embedder.close();
      }
    });
}

function renderResult(result: MoodBenchResult, { colours }: CommandContext): readonly string[] {
  const { data, memories, questions, embedder, profile, emotionWeight, candidateMultiplier } = result;
  const percent = (share: number): string => (share * 100).toFixed(1);
  return [
    `${colours.bold(data)}: ${counted(memories, 'memory', 'memories')}, ${counted(questions, 'question')}, embedder ${embedder}, profile ${profile}, weight ${emotionWeight}, multiplier ${candidateMultiplier}`,
    '',
    ...table(
      ['share of questions', '%'],
      [
        ['the memory of the mood comes first', percent(result.congruentFirst)],
        ['the same without a mood', percent(result.withoutMood)],
        ['the same with moods inferred from the texts', percent(result.congruentFirstInferred)],
        ['a neutral mood or a weight of 0 changes nothing', percent(result.neutralIdentical)],
      ],
      [1],
    ),
  ];
}
