import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { resolveEmbedder } from '../../index.ts';
import { readStories } from '../bench/revision-stories.ts';
import { type RevisionsTelling, revisionsBench, type ToldStory } from '../bench/revisions-bench.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { inTemporaryFolder } from '../temporary-folder.ts';
import { counted, table } from '../text-layout.ts';

/** The stories that are shipped with the package. */
const shippedStories = fileURLToPath(new URL('../../../bench/data/revision-stories.json', import.meta.url));
/** How often mistakes are told before they are corrected: once, and as often as repeating might make them true. */
const tellings = [1, 5];

/** Adds `madeleine bench revisions`: does a correction answer after sleep. */
export function addBenchRevisions(bench: Command, io: CommandIo): void {
  const command = bench
    .command('revisions')
    .summary('does a correction answer after sleep')
    .description(
      'Tells stories in which somebody says something false and corrects it later, sleeps without a language model, and asks. Counts how often the correction is the answer and the mistake is none, also when the mistake is told five times.',
    )
    .option('--stories <file>', 'a file of stories (default: the one of this package)')
    .action(async ({ stories: file = shippedStories }: { readonly stories?: string }) => {
      const context = new CommandContext(io, command);
      const { values } = context.config();
      const { progress, signal } = context;
      const embedder = resolveEmbedder(values.embedder);
      try {
        const stories = await readStories(file);
        const told = await inTemporaryFolder(async (folder) => {
          const found: RevisionsTelling[] = [];
          for (const times of tellings) {
            const onProgress = (done: number, total: number): void => progress.show('telling', done, total);
            found.push(await revisionsBench({ stories, times, folder, embedder, onProgress, signal }));
          }
          return found;
        });
        progress.stop();
        const result = { embedder: values.embedder, stories: stories.length, tellings: told };
        await context.print(result, () => rendered(told, values.embedder));
      } finally {
        progress.stop();
        await embedder.close();
      }
    });
}

function rendered(told: readonly RevisionsTelling[], embedder: string): readonly string[] {
  const rows = told.flatMap(({ scores }) =>
    scores.map(({ split, times, stories, corrected, mistaken, marked }) => [
      split,
      `${times}`,
      `${stories}`,
      ...[corrected, marked, mistaken].map((count) => `${count} (${percent(count, stories)} %)`),
    ]),
  );
  const missed = told.flatMap(({ times, told: stories }) =>
    stories.filter(isMissed).map((story) => ({ times, story })),
  );
  const gained = told[0]?.told.filter(({ confidence }, at) =>
    told.some(({ told: other }) => (other[at]?.confidence ?? 0) > confidence),
  );
  return [
    `${counted(told[0]?.told.length ?? 0, 'story', 'stories')}, embedder ${embedder}`,
    '',
    ...table(
      ['split', 'times told', 'stories', 'correction is primary', 'mistake is marked', 'mistake is primary'],
      rows,
      [1, 2, 3, 4, 5],
    ),
    '',
    `mistakes that gained confidence by being repeated: ${gained?.length ?? 0}`,
    `missed in dev: ${missed.filter(({ story: { story } }) => story.split === 'dev').length}`,
    ...missed.flatMap(({ times, story: { story, answer } }) =>
      story.split === 'dev' ? [`  told ${times} times, ${answer}: ${story.mistaken} | ${story.corrected}`] : [],
    ),
  ];
}

function isMissed({ answer, isMarked, isMistakenPrimary }: ToldStory): boolean {
  return answer !== 'corrected' || isMistakenPrimary || !isMarked;
}

function percent(count: number, of: number): string {
  return ((count / Math.max(1, of)) * 100).toFixed(1);
}
