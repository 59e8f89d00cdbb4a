import type { Command } from 'commander';
import type {
  AmbientContext,
  AmbientItem,
  AmbientOptions,
  ExplainOptions,
  Mood,
  RecallOptions,
  SearchOptions,
  Silence,
} from '../../index.ts';
import { type Colours, CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import type { ConfigFlags } from '../config/resolve-config.ts';
import { decimal, moodValue, repeated, repeatedList, wholeNumber } from '../option-values.ts';
import { renderConstellation, renderExplanation, renderRecall, renderSignals } from '../render/render-recall.ts';
import { plain, wrap } from '../text-layout.ts';
import { contentFrom } from './remember.ts';

/** Adds `madeleine recall`: what an agent remembers about something. */
export function addRecall(program: Command, io: CommandIo): void {
  const command = program
    .command('recall')
    .summary('what an agent remembers about something')
    .description('Recalls in the perspective of the agent that --agent names: what it believes, and what is universal.')
    .argument('<query...>', 'a question, or some words')
    .option('--no-attention', 'leave no trace: do not reinforce what is recalled');
  addWhyFlag(addRecallFlags(command)).action(
    async (words: readonly string[], flags: RecallFlags & { attention: boolean }) => {
      const context = new CommandContext(io, command);
      const input = recallInputOf(context, words.join(' '), flags);
      // The library checks every value: what an option holds need not be of its type.
      const result = await context.withAgent((agent) => agent.recall(input as unknown as RecallOptions));
      await context.print(result, () => renderConstellation(result, { ...context, why: flags.why === true }));
    },
  );
}

/** Adds `madeleine search`: recall that leaves no trace and can be paged through. */
export function addSearch(program: Command, io: CommandIo): void {
  const command = program
    .command('search')
    .summary('look through memories without leaving a trace')
    .description('Recalls like `recall`, but leaves no trace on what it finds, and can be paged through.')
    .argument('<query...>', 'a question, or some words')
    .option('--offset <number>', 'how many memories to leave out from the top', wholeNumber('search', '--offset'));
  addWhyFlag(addRecallFlags(command)).action(
    async (words: readonly string[], flags: RecallFlags & { offset?: number }) => {
      const context = new CommandContext(io, command);
      const input = recallInputOf(context, words.join(' '), flags);
      // The library checks every value: what an option holds need not be of its type.
      const result = await context.withAgent((agent) => agent.search(input as unknown as SearchOptions));
      await context.print(result, () => renderRecall(result, { ...context, why: flags.why === true }));
    },
  );
}

/** Adds `madeleine explain`: why a memory is in an answer, or is not. */
export function addExplain(program: Command, io: CommandIo): void {
  const command = program
    .command('explain')
    .summary('why a memory is in the answer to a question, or is not')
    .description(
      'Says of one memory where it stands among the answers to a question, and what each signal makes of it.',
    )
    .argument('<id>', 'the id of a memory, such as fact:KEY')
    .argument('<query...>', 'the question, or some words')
    .option('--offset <number>', 'how many memories the answer leaves out', wholeNumber('explain', '--offset'));
  addRecallFlags(command).action(async (id: string, words: readonly string[], flags: RecallFlags) => {
    const context = new CommandContext(io, command);
    const input = { ...recallInputOf(context, words.join(' '), flags), id };
    // The library checks every value: what an option holds need not be of its type.
    const result = await context.withAgent((agent) => agent.explain(input as unknown as ExplainOptions));
    await context.print(result, () => renderExplanation(result, context));
  });
}

interface AmbientFlags {
  readonly session?: string;
  readonly exclude?: readonly string[];
  readonly anchor?: readonly string[];
  readonly maxTokens?: number;
  readonly why?: boolean;
}

/** Adds `madeleine ambient`: what a message brings to mind. */
export function addAmbient(program: Command, io: CommandIo): void {
  const command = program
    .command('ambient')
    .summary('what a message brings to mind, as prose')
    .description(
      'Prints in a few sentences what the message brings to the mind of the agent that --agent names, and nothing ' +
        'when nothing is worth saying.',
    )
    .argument('[message]', 'what was said; - or a pipe reads it from standard input')
    .option('--session <key>', 'the session that the message belongs to')
    .option('--exclude <text>', 'a text, or the id of a memory, that the context holds (may be repeated)', repeated)
    .option('--anchor <words>', 'what the agent cares about (may be repeated)', repeated)
    .option('--max-tokens <number>', 'tokens at most, 1 to 200 (default: 200)', wholeNumber('ambient', '--max-tokens'));
  addWhyFlag(command).action(async (argument: string | undefined, flags: AmbientFlags) => {
    const context = new CommandContext(io, command);
    const message = await contentFrom(context, argument, 'message');
    const { anchor: anchors, why = false, ...asked } = flags;
    const options: AmbientOptions = {
      message,
      ...asked,
      ...(anchors === undefined ? {} : { anchors }),
      signal: context.signal,
    };
    // The library answers a failure with silence; whoever types a command wants to know of it.
    const result = await context.withAgent((agent) => agent.ambient(options), {
      onError: (error) => context.notice(error instanceof Error ? error.message : String(error)),
    });
    const isSaid = context.json || why || result.text !== '';
    if (isSaid) await context.print(result, () => renderAmbient(result, { ...context, why }));
  });
}

// The options that recall and search share.

/** The shared options as commander reads them. */
interface RecallFlags {
  readonly limit?: number;
  readonly profile?: string;
  readonly session?: readonly string[];
  readonly type?: readonly string[];
  readonly from?: string;
  readonly to?: string;
  readonly about?: readonly string[];
  readonly domain?: string;
  readonly focusDomain?: string;
  readonly focusTopic?: string;
  readonly mood?: Mood;
  readonly emotionWeight?: number;
  readonly candidateMultiplier?: number;
  readonly asOf?: string;
  readonly faded?: boolean;
  readonly archived?: boolean;
  readonly validAt?: string;
  readonly why?: boolean;
}

/** Adds the shared options to a command. */
function addRecallFlags(command: Command): Command {
  const name = command.name();
  return command
    .option(
      '--limit <number>',
      'how many memories at most, 1 to 200 (default: 10)',
      wholeNumber(command.name(), '--limit'),
    )
    .option('--profile <name>', 'how signals are weighed: balanced, cognitive, semantic or lexical')
    .option('--session <key>', 'only from this session (may be repeated)', repeated)
    .option('--type <type>', 'only of this type, e.g. fact or thought (may be repeated)', repeatedList)
    .option('--from <date>', 'only what happened at this time or later, ISO 8601')
    .option('--to <date>', 'only what happened before this time, ISO 8601')
    .option('--about <name>', 'only what is about this entity (may be repeated)', repeated)
    .option('--domain <domain>', 'only from this area, e.g. personal or project:NAME')
    .option('--focus-domain <domain>', 'favour what is from this area, e.g. work or project:NAME')
    .option('--focus-topic <topic>', 'favour what has this topic')
    .option(
      '--mood <mood>',
      'the mood of the moment: valence,arousal, each -1 to 1, or a word such as calm',
      moodValue(name, '--mood'),
    )
    .option(
      '--emotion-weight <number>',
      'the share of the mood in the score, 0 to 1 (default: 0.3)',
      decimal(name, '--emotion-weight'),
    )
    .option(
      '--candidate-multiplier <number>',
      'how many times the limit the mood puts in order, 1 to 5 (default: 2)',
      wholeNumber(name, '--candidate-multiplier'),
    )
    .option('--as-of <date>', 'as it was known at this time, ISO 8601')
    .option('--valid-at <date>', 'what was so at this time, ISO 8601')
    .option('--faded', 'also what has faded below the threshold')
    .option('--archived', 'also what is archived because it has all but faded');
}

/** Adds the option of those commands that can show signals or not. */
function addWhyFlag(command: Command): Command {
  return command.option('--why', 'show the signals of each memory as bars, with what they say');
}

/** What the shared options say, under the library's names; it checks the values. */
function recallInputOf(context: CommandContext, query: string, flags: RecallFlags): Record<string, unknown> {
  const { limit, profile, session, type, focusDomain, focusTopic, why: _, ...filters } = flags;
  // The limit is checked by the verb, whose range it is; the profile is a setting.
  const settings = { 'retrieval.profile': profile } as ConfigFlags;
  const { values } = context.config(settings);
  return {
    query,
    ...filters,
    limit: limit ?? values['retrieval.limit'],
    profile: values['retrieval.profile'],
    sessions: session,
    types: type,
    focus: focusOf(focusDomain, focusTopic),
    signal: context.signal,
  };
}

function focusOf(domain: string | undefined, topic: string | undefined): Record<string, string> | undefined {
  if (domain === undefined && topic === undefined) return undefined;
  return { ...(domain === undefined ? {} : { domain }), ...(topic === undefined ? {} : { topic }) };
}

/** How it is shown. */
export interface RenderAmbientOptions {
  readonly colours: Colours;
  /** Columns to lay out for. */
  readonly width: number;
  /** Whether to show the inside too. */
  readonly why: boolean;
}

/** Each cause of silence in words. */
const causes: Readonly<Record<Silence, string>> = {
  off: 'ambient memory is turned off',
  'no-names': 'the message names nothing that is known',
  'nothing-relevant': 'nothing that is known of it is worth saying',
  'already-there': 'all that is worth saying is in the context already',
  'over-budget': 'no sentence fits the budget',
  cancelled: 'the call was cancelled',
  failed: 'it failed',
};

/** What each signal says of a memory. */
const meanings: Readonly<Record<string, string>> = {
  closeness: 'How closely it belongs to the message.',
  recency: 'How lately it happened or was said.',
  frequency: 'How often it came up.',
  trust: 'How far its source is trusted.',
  novelty: 'How lately it was learned.',
  anchors: 'How much the agent cares about it.',
  sentiment: 'How strongly it was felt.',
};

/** The prose alone, or with the inside after it. */
function renderAmbient(result: AmbientContext, options: RenderAmbientOptions): readonly string[] {
  const prose = result.text === '' ? [] : [plain(result.text)];
  if (!options.why) return prose;
  const { colours, width } = options;
  const { names, silence, tokens, latencyMs, items } = result;
  const known = names.length === 0 ? 'no names' : names.map(plain).join(', ');
  const how = silence === undefined ? `${tokens} tokens` : causes[silence];
  return [
    ...prose.flatMap((text) => wrap(text, width)),
    colours.dim(`knows ${known}; ${how}; ${latencyMs.toFixed(1)} ms`),
    ...items.flatMap((item) => ['', ...renderItem(item, options)]),
  ];
}

function renderItem(item: AmbientItem, { colours, width }: RenderAmbientOptions): readonly string[] {
  const signals = item.signals.map((signal) => ({ ...signal, sentence: meanings[signal.name] ?? '' }));
  const explained = { memory: item.memory, score: item.score, signals, summary: '' };
  return [
    ...wrap(plain(item.sentence), width).map((line) => colours.bold(line)),
    colours.dim(`${item.score.toFixed(3)}  ${item.memory}`),
    ...wrap(`from ${plain(item.path)}`, width - 2).map((line) => `  ${line}`),
    ...renderSignals(explained, { colours, width: width - 2 }).map((line) => `  ${line}`),
  ];
}
