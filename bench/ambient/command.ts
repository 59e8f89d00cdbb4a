/** `ambient`: the command, its figures as tables, and its sample as Markdown. */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { type BenchContext, repeatedList, runs, wholeNumber } from '../command-line.ts';
import { tokenCounter } from '../count-tokens.ts';
import { projectFile } from '../data-file.ts';
import { counted, percent, plain, resultsSideBySide, table } from '../print.ts';
import { ownStories, readStories } from '../recall/revisions.ts';
import { sizeOf } from '../speed/scale.ts';
import { ambientBench, type AmbientBenchResult, readAmbientData, readNeutralPrompts } from './conversations.ts';
import type { AmbientShare, ContextShares } from './figures.ts';
import { ambientSample, heardAt, readSampleMessages, type SampleAnswer } from './sample.ts';
import { ambientScale, type AmbientScaleResult } from './scale.ts';

interface AmbientFlags {
  readonly data?: string;
  readonly prompts?: string;
  readonly memories?: readonly string[];
  readonly sample?: number;
  readonly seed?: number;
}

/** Adds `ambient`: what surfaces by itself. */
export function addAmbient(program: Command, signal: AbortSignal): void {
  const command = program
    .command('ambient')
    .summary('what surfaces by itself, and what should not')
    .description(
      'Remembers conversations but for their last two sessions, hears the turns of these, questions and prompts that have nothing to do with them, and counts what surfaces. Or measures by size, or prints a sample.',
    )
    .option('--data <file>', "conversations in the format of LoCoMo's locomo10.json")
    .option('--prompts <file>', 'neutral prompts (default: those of the benches)')
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
    );
  runs<AmbientFlags>(command, signal, async (flags, context) => {
    const { data, memories, sample } = flags;
    if ([data, memories, sample].filter((flag) => flag !== undefined).length !== 1) {
      throw context.refusal('one of "--data", "--memories" and "--sample" is needed');
    }
    if (data !== undefined) await measureConversations(context, data, flags);
    else if (memories !== undefined) await measureSizes(context, memories, flags);
    else await printSample(context, sample ?? 0);
  });
}

async function measureConversations(
  context: BenchContext,
  data: string,
  { prompts = projectFile('bench/data/neutral-prompts.json') }: AmbientFlags,
): Promise<void> {
  const { folder, signal } = context;
  const result = await ambientBench({
    tasks: await readAmbientData(data),
    prompts: await readNeutralPrompts(prompts),
    countTokens: await tokenCounter(),
    folder,
    onProgress: (done, total) => context.show('remembering and hearing', done, total),
    signal,
  });
  await context.print(result, () => conversationTables(result));
}

async function measureSizes(
  context: BenchContext,
  memories: readonly string[],
  { seed = 1 }: AmbientFlags,
): Promise<void> {
  const { signal } = context;
  const results: AmbientScaleResult[] = [];
  for (const size of memories.map((text) => sizeOf(text, context))) {
    const folder = join(context.folder, `${size}`);
    await mkdir(folder);
    const onProgress = (done: number, total: number): void => context.show('remembering', done, total);
    results.push(await ambientScale({ memories: size, seed, folder, onProgress, signal }));
    await rm(folder, { recursive: true, force: true });
  }
  await context.print(results, () => scaleTable(results));
}

async function printSample(context: BenchContext, count: number): Promise<void> {
  const { folder, signal } = context;
  const messages = await readSampleMessages(projectFile('bench/data/ambient-messages.json'));
  const answers = await ambientSample({
    conversation: projectFile('demo/conversation.ndjson'),
    stories: await readStories(ownStories),
    messages: messages.slice(0, count),
    folder,
    signal,
  });
  await context.print(answers, () => sampleText(answers));
}

function conversationTables(result: AmbientBenchResult): readonly string[] {
  const { turns, questions, injections, silence, tokens, latencyMs, injected } = result;
  const context = (name: string, shares: ContextShares): readonly (readonly [string, AmbientShare])[] => [
    [`${name} with context`, shares.all],
    [`${name} that name something known`, shares.naming],
    [`${name} that name more than a speaker`, shares.topical],
  ];
  const rows: readonly (readonly [string, AmbientShare])[] = [
    ...context('turns', turns),
    ...context('questions', questions),
    ['evidence surfaced', questions.evidence],
    ['name of the answer surfaced', questions.entity],
    ['either', questions.either],
    ['neutral prompts with context, tuned', injections.tuned],
    ['neutral prompts with context, held-out', injections['held-out']],
  ];
  return [
    `${counted(result.conversations, 'conversation')}, ${counted(result.memories, 'memory', 'memories')}`,
    '',
    ...table(
      ['', '%', 'messages', 'of'],
      rows.map(([name, { share, count, of }]) => [name, percent(share), `${count}`, `${of}`]),
      [1, 2, 3],
    ),
    '',
    `tokens: mean ${tokens.mean}, p95 ${tokens.p95}, most ${tokens.max}, over budget ${tokens.overBudget}`,
    `latency ms: p50 ${latencyMs.p50}, p95 ${latencyMs.p95}`,
    `nothing said: ${Object.entries(silence)
      .map(([cause, count]) => `${cause} ${count}`)
      .join(', ')}`,
    `surfaced for neutral prompts of tuned: ${injected.length}`,
    ...injected.map(({ prompt, text }) => `  ${plain(prompt)} | ${plain(text)}`),
  ];
}

function scaleTable(results: readonly AmbientScaleResult[]): readonly string[] {
  return resultsSideBySide(results, [
    ['memories', ({ memories }) => memories.toLocaleString('en')],
    ['entities', ({ entities }) => entities.toLocaleString('en')],
    ['messages', ({ messages }) => `${messages}`],
    ['with context %', ({ withContext }) => percent(withContext)],
    ['over budget', ({ overBudget }) => `${overBudget}`],
    ['p50 / p95 ms', ({ latencyMs: { p50, p95 } }) => `${p50} / ${p95}`],
    ['2,000 characters p50 / p95 ms', ({ longLatencyMs: { p50, p95 } }) => `${p50} / ${p95}`],
    ['recall p50 / p95 ms', ({ recallMs: { p50, p95 } }) => `${p50} / ${p95}`],
  ]);
}

/** The sample as Markdown. */
function sampleText(answers: readonly SampleAnswer[]): readonly string[] {
  return [
    '# What ambient memory says',
    '',
    `Printed by \`npm run --silent bench -- ambient --sample ${answers.length}\`: messages to the two agents of the demo, who also heard the`,
    `stories of \`bench/data/revision-stories.json\` and slept. It is ${day(heardAt)}.`,
    ...answers.flatMap(({ agent, message, text, silence }, at) => [
      '',
      `${at + 1}. **${agent}** hears: ${plain(message)}`,
      '',
      text === '' ? `   *nothing: ${silence ?? ''}*` : `   > ${plain(text)}`,
    ]),
  ];
}

/** A day as people write it, in UTC: `12 Jan 2026`. */
function day(date: Date): string {
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
}
