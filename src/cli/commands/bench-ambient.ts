import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { tokenCounter } from '../../index.ts';
import { ambientBench } from '../bench/ambient-bench.ts';
import { readAmbientData } from '../bench/ambient-data.ts';
import { ambientSample, readSampleMessages } from '../bench/ambient-sample.ts';
import { ambientScale, type AmbientScaleResult } from '../bench/ambient-scale.ts';
import { readNeutralPrompts } from '../bench/neutral-prompts.ts';
import { readStories } from '../bench/revision-stories.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { repeatedList, wholeNumber } from '../option-values.ts';
import { ambientSampleText, ambientScaleTable, ambientTables } from '../render/bench-ambient-tables.ts';
import { inTemporaryFolder } from '../temporary-folder.ts';
import { sizeOf } from './bench-scale.ts';

interface BenchAmbientFlags {
  readonly data?: string;
  readonly prompts?: string;
  readonly memories?: readonly string[];
  readonly sample?: number;
  readonly seed?: number;
}

/** What is shipped with the package. */
const shipped = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** Adds `madeleine bench ambient`: what surfaces by itself. */
export function addBenchAmbient(bench: Command, io: CommandIo): void {
  const command = bench
    .command('ambient')
    .summary('what surfaces by itself, and what should not')
    .description(
      'Remembers conversations but for their last two sessions, hears the turns of these, questions and prompts that have nothing to do with them, and counts what surfaces. Or measures by size, or prints a sample.',
    )
    .option('--data <file>', "conversations in the format of LoCoMo's locomo10.json")
    .option('--prompts <file>', 'neutral prompts (default: those of this package)')
    .option(
      '--memories <counts>',
      'instead: latency among so many synthetic memories, one or several sizes',
      repeatedList,
    )
    .option('--seed <number>', 'the seed of the synthetic memories (default: 1)', wholeNumber('ambient', '--seed'))
    .option(
      '--sample <count>',
      'instead: so many messages and what is said, as Markdown',
      wholeNumber('ambient', '--sample'),
    )
    .action(async (flags: BenchAmbientFlags) => {
      const context = new CommandContext(io, command);
      const { data, memories, sample } = flags;
      if ([data, memories, sample].filter((flag) => flag !== undefined).length !== 1) {
        throw context.refusal('one of "--data", "--memories" and "--sample" is needed');
      }
      try {
        await inTemporaryFolder(async (folder) => {
          if (data !== undefined) await printFigures(context, data, flags, folder);
          else if (memories !== undefined) await printScale(context, memories, flags, folder);
          else await printSample(context, sample ?? 0, folder);
        });
      } finally {
        context.progress.stop();
      }
    });
}

async function printFigures(
  context: CommandContext,
  data: string,
  { prompts = shipped('bench/data/neutral-prompts.json') }: BenchAmbientFlags,
  folder: string,
): Promise<void> {
  const { progress, signal } = context;
  const result = await ambientBench({
    tasks: await readAmbientData(data),
    prompts: await readNeutralPrompts(prompts),
    countTokens: await tokenCounter(),
    folder,
    onProgress: (done, total) => progress.show('remembering and hearing', done, total),
    signal,
  });
  progress.stop();
  await context.print(result, () => ambientTables(result));
}

async function printScale(
  context: CommandContext,
  memories: readonly string[],
  { seed = 1 }: BenchAmbientFlags,
  parent: string,
): Promise<void> {
  const { progress, signal } = context;
  const results: AmbientScaleResult[] = [];
  for (const size of memories.map((text) => sizeOf(text, context))) {
    const folder = join(parent, `${size}`);
    await mkdir(folder);
    const onProgress = (done: number, total: number): void => progress.show('remembering', done, total);
    results.push(await ambientScale({ memories: size, seed, folder, onProgress, signal }));
    progress.stop();
    await rm(folder, { recursive: true, force: true });
  }
  await context.print(results, () => ambientScaleTable(results));
}

async function printSample(context: CommandContext, count: number, folder: string): Promise<void> {
  const answers = await ambientSample({
    conversation: shipped('demo/conversation.ndjson'),
    stories: await readStories(shipped('bench/data/revision-stories.json')),
    messages: (await readSampleMessages(shipped('bench/data/ambient-messages.json'))).slice(0, count),
    folder,
    signal: context.signal,
  });
  await context.print(answers, () => ambientSampleText(answers));
}
