import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import {
  type AmbientContext,
  type ChainThought,
  type Constellation,
  type Exploration,
  type ImportReport,
  type ReasoningChain,
  type RecallOptions,
  type RecallResult,
  type RecalledMemory,
  type SpaceVerbs,
  explain,
} from '../../index.ts';
import { CommandContext, type Layout, inTemporaryFolder } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { beliefLines, linkLines, renderSignals } from '../render/render-recall.ts';
import { pathReader } from '../option-values.ts';
import { bar, columnsOf, counted, cut, day, hanging, padEnd, plain, wrap } from '../text-layout.ts';

/** The conversation that is shipped with the package. */
const conversation = fileURLToPath(new URL('../../../demo/conversation.ndjson', import.meta.url));

/** Adds `madeleine demo`: a short conversation, remembered and recalled by two agents. */
export function addDemo(program: Command, io: CommandIo): void {
  const command = program
    .command('demo')
    .summary('a short conversation, remembered and recalled by two agents')
    .description(
      'Imports a short conversation into a store of its own and shows what two agents recall of it. Needs no network.',
    )
    .option(
      '--keep <folder>',
      'Keeps the store in this folder; without it the store is temporary.',
      pathReader('demo', '--keep'),
    )
    .action(async (flags: { readonly keep?: string }) => {
      const context = new CommandContext(io, command);
      const kept = flags.keep === undefined ? undefined : resolve(io.workingFolder, flags.keep);
      const start = performance.now();
      const run = (at: string): Promise<Omit<DemoResult, 'elapsedMs' | 'kept'>> =>
        // A hub would outlive the folder.
        context.withMemory((memory) => show(memory, context.signal), {
          at,
          space: 'default',
          startsHub: false,
          makes: true,
        });
      const shown = kept === undefined ? await inTemporaryFolder(run) : await run(kept);
      const where = flags.keep === undefined ? {} : { kept: flags.keep };
      const result: DemoResult = { ...shown, ...where, elapsedMs: Math.round(performance.now() - start) };
      await context.print(result, () => renderDemo(result, context));
    });
}

async function show(memory: SpaceVerbs, signal: AbortSignal): Promise<Omit<DemoResult, 'elapsedMs' | 'kept'>> {
  const imported = await memory.import({ file: conversation, format: 'ndjson', signal });
  const [lisa, electra] = [memory.agent('lisa'), memory.agent('electra')];
  const both = (agents: readonly (typeof lisa)[], asked: RecallOptions): Promise<DemoResult['sameQuestion']> =>
    // Looking at the demo leaves no trace on it.
    Promise.all(agents.map((agent) => agent.recall({ attention: false, signal, ...asked })));
  return {
    imported,
    sameQuestion: await both([lisa, electra], { query: "How's Luna doing in the cold?", limit: 3 }),
    opinions: await both([lisa, electra], {
      query: 'Should Mark work on a bug late in the evening?',
      types: ['fact'],
      limit: 1,
    }),
    contradiction: await lisa.recall({
      query: "When is Luna's next visit to the vet?",
      limit: 1,
      attention: false,
      signal,
    }),
    universal: await memory
      .agent('system')
      .search({ query: 'Mark, Luna, Seattle, projects', types: ['fact'], limit: 5, signal }),
    ambient: await Promise.all(
      ["How's Luna doing in the cold?", 'That was an annoying startup.'].map(async (message) => ({
        message,
        context: await lisa.ambient({ message, signal }),
      })),
    ),
    explored: await electra.explore({ from: 'src/auth.py', signal }),
    reasoning: await electra.navigate({ id: 'observation:thought-5', signal }),
  };
}

/** What the demo did, in the order in which it is shown. */
interface DemoResult {
  readonly imported: ImportReport;
  /** Recall of one question by each agent. */
  readonly sameQuestion: readonly RecallResult[];
  /** Recall of another question by each agent, facts only: opinions. */
  readonly opinions: readonly RecallResult[];
  /** Recall by Lisa of a question to which she knows two answers. */
  readonly contradiction: Constellation;
  /** What `system` believes, and so everybody recalls. */
  readonly universal: RecallResult;
  /** What messages bring to Lisa's mind before she speaks. */
  readonly ambient: readonly { readonly message: string; readonly context: AmbientContext }[];
  /** What Electra knows around a file. */
  readonly explored: Exploration;
  /** Electra's thoughts about the login bug. */
  readonly reasoning: ReasoningChain;
  /** Where the store was kept. */
  readonly kept?: string;
  readonly elapsedMs: number;
}

const scoreColumns = 6;
const noteColumns = 14;
const shownNodes = 8;

function renderDemo(demo: DemoResult, options: Layout): readonly string[] {
  const { sameQuestion, opinions, contradiction, universal, ambient, explored, reasoning } = demo;
  const [first] = sameQuestion;
  return [
    ...heading('Two agents, one memory', options),
    ...paragraph(introduction(demo), options),
    ...heading(`One question, two perspectives: "${first?.query ?? ''}"`, options),
    ...sameQuestion.flatMap((result) => perspective(result, sameQuestion, options)),
    ...heading("Why Lisa's first answer came up", options),
    ...why(first?.memories[0], options),
    ...heading(`Each has a view of its own: "${opinions[0]?.query ?? ''}"`, options),
    ...opinions.flatMap((result) => perspective(result, opinions, options)),
    ...heading(`Both sides of a contradiction: "${contradiction.query}"`, options),
    ...bothSides(contradiction, options),
    ...heading('What is universal: every agent recalls it', options),
    ...universal.memories.flatMap((memory) => entry(memory, options)),
    ...heading('What comes to mind before Lisa speaks, without a question', options),
    ...ambient.flatMap(({ message, context }) => comesToMind(message, context, options)),
    ...heading(`What Electra knows around ${explored.from.join(', ')}`, options),
    ...explored.nodes.slice(1, 1 + shownNodes).flatMap(({ label, path }) => around(label, path, options)),
    ...heading('How Electra found the login bug', options),
    ...reasoning.thoughts.flatMap((thought) => thinking(thought, reasoning, options)),
    '',
    ...next(demo, options),
  ];
}

function introduction({ imported, kept, elapsedMs }: DemoResult): string {
  const done = imported.stored === 0 ? 'are there already' : 'were imported';
  const where = kept === undefined ? 'a temporary store' : kept;
  return [
    'Mark has moved to Seattle with his old cat Luna. Lisa helps him at home, Electra with his code.',
    `${counted(imported.lines, 'line')} of their conversations ${done}, in ${where}. All of this took`,
    `${(elapsedMs / 1000).toFixed(1)} seconds, without a network and without a language model.`,
  ].join(' ');
}

function heading(text: string, { colours, width }: Layout): readonly string[] {
  const title = cut(plain(text), width - 4);
  return ['', `${colours.bold(title)} ${colours.dim('─'.repeat(Math.max(0, width - columnsOf(title) - 1)))}`];
}

function paragraph(text: string, { width }: Layout): readonly string[] {
  return wrap(text, width);
}

/** One agent's recall, each memory marked with who may recall it. */
function perspective(result: RecallResult, all: readonly RecallResult[], options: Layout): readonly string[] {
  const { colours } = options;
  const others = all.filter((other) => other !== result);
  const hidden = result.memories.filter(
    (memory) => !isUniversal(memory) && !others.some((other) => other.memories.some(({ id }) => id === memory.id)),
  );
  const name = capital(result.agent);
  const rest = others.map((other) => capital(other.agent)).join(' and ');
  const count = result.memories.length;
  const which = hidden.length === count ? '' : `${hidden.length} of ${count} `;
  return [
    `${colours.cyan(colours.bold(name))} ${colours.dim(`recalls, ${which}hidden from ${rest}:`)}`,
    ...result.memories.flatMap((memory) => entry(memory, options)),
  ];
}

/** A memory in one or two lines, with its score as a bar and who believes it. */
function entry(memory: RecalledMemory, { colours, width }: Layout): readonly string[] {
  const note = isUniversal(memory) ? 'universal' : `only ${capital(memory.believers[0]?.agent ?? '')}`;
  const textWidth = width - scoreColumns - noteColumns - 4;
  return wrap(saidBy(memory), textWidth).map((line, index) =>
    index === 0
      ? `  ${colours.green(bar(memory.score, scoreColumns))}  ${padEnd(line, textWidth)}${colours.dim(note.padStart(noteColumns))}`
      : `${' '.repeat(scoreColumns + 4)}${line}`,
  );
}

/** What answers and what contradicts it, each marked with the other. */
function bothSides(found: Constellation, options: Layout): readonly string[] {
  const { colours, width } = options;
  const told = [...found.primary, ...found.contradicting];
  const numbers = new Map(told.map(({ id }, place) => [id, place + 1]));
  return told.flatMap((memory, place) => [
    ...hanging(`  ${place + 1}  `, saidBy(memory), width),
    ...linkLines(memory, numbers).map((line) => `     ${colours.yellow(line)}`),
  ]);
}

/** What a memory says, by whom and when where somebody said it. */
function saidBy({ content, occurredAt, speaker }: RecalledMemory): string {
  return plain(`${speaker === undefined ? '' : `${speaker}, ${day(occurredAt)}: `}${content}`);
}

function why(memory: RecalledMemory | undefined, options: Layout): readonly string[] {
  if (memory === undefined) return [];
  const { colours, width } = options;
  const lines = wrap(plain(memory.content), width - 4).map((line) => `    ${line}`);
  return [
    ...lines,
    ...beliefLines(memory, options, 4),
    ...renderSignals(explain(memory), { colours, width: width - 4 }).map((line) => `    ${line}`),
    `    ${colours.dim(`The contributions add up to its score, ${memory.score.toFixed(3)}.`)}`,
  ];
}

function comesToMind(message: string, { text, names }: AmbientContext, { colours, width }: Layout): readonly string[] {
  const silence = names.length === 0 ? 'nothing: it names nothing that she knows' : 'nothing worth saying';
  return [
    colours.cyan(`Mark: ${message}`),
    ...(text === '' ? [`  ${colours.dim(`(${silence})`)}`] : wrap(plain(text), width - 4).map((line) => `  ${line}`)),
  ];
}

function around(label: string, path: string, { colours, width }: Layout): readonly string[] {
  return [
    ...hanging('  • ', plain(label), width),
    ...wrap(plain(path), width - 6).map((line) => `      ${colours.dim(line)}`),
  ];
}

/** A thought, with what it revises or where it branches off, and why. */
function thinking(thought: ChainThought, chain: ReasoningChain, { colours, width }: Layout): readonly string[] {
  const { content, follows, isCurrent, number = 0, revisedBy } = thought;
  const label =
    revisedBy !== undefined ? `${number} revised` : follows?.type === 'branch' ? `${number} branch` : `${number}`;
  const before = chain.thoughts.find(({ id }) => id === follows?.id)?.number ?? 0;
  const how = { next: '', branch: `another way after ${before}`, revision: `in the place of ${before}` }[
    follows?.type ?? 'next'
  ];
  const why = follows?.reason === undefined ? how : `${how}: ${follows.reason}`;
  const indent = ' '.repeat(13);
  return [
    ...wrap(plain(content), width - 13).map((line, at) => {
      const text = isCurrent ? line : colours.dim(line);
      return at === 0 ? `  ${colours.cyan(label.padEnd(9))}  ${text}` : `${indent}${text}`;
    }),
    ...(how === '' ? [] : wrap(plain(`(${why})`), width - 13).map((line) => `${indent}${colours.yellow(line)}`)),
  ];
}

function next({ kept }: DemoResult, { colours }: Layout): readonly string[] {
  const at = kept ?? './luna';
  const ask = `madeleine recall "What helps Luna?" --agent lisa --why --at ${at}`;
  return kept === undefined
    ? [`Keep it:     ${colours.bold(`madeleine demo --keep ${at}`)}`, `Then ask it: ${colours.bold(ask)}`]
    : [`Ask it:      ${colours.bold(ask)}`, `As Electra:  ${colours.bold(ask.replace('lisa', 'electra'))}`];
}

function isUniversal(memory: RecalledMemory): boolean {
  return memory.believers.some((believer) => believer.agent === 'system');
}

function capital(name: string): string {
  return plain(name.charAt(0).toUpperCase() + name.slice(1));
}
