/** The commands that bring memories up: recall, search, explain, ambient. */
import type { Command } from 'commander';
import type { AmbientContext, AmbientItem, Silence } from '../../index.ts';
import type { Colours, CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import type { ConfigFlags } from '../config/resolve-config.ts';
import { repeatedList } from '../option-values.ts';
import { renderConstellation, renderExplanation, renderRecall, renderSignals } from '../render/render-recall.ts';
import { plain, wrap } from '../text-layout.ts';
import { addAgentCommand, type ReadOptions } from '../verb-command.ts';

/** What recall, search and explain share. */
const recallOptions = {
  limit: '<number> how many memories at most, 1 to 200 (default: 10)',
  profile: '<name> how signals are weighed: balanced, cognitive, semantic or lexical',
  sessions: '<key> only from this session (may be repeated)',
  types: '<type> only of this type, e.g. fact or thought (may be repeated)',
  from: '<date> only what happened at this time or later, ISO 8601',
  to: '<date> only what happened before this time, ISO 8601',
  about: '<name> only what is about this entity (may be repeated)',
  domain: '<domain> only from this area, e.g. personal or project:NAME',
  focusDomain: '<domain> favour what is from this area, e.g. work or project:NAME',
  focusTopic: '<topic> favour what has this topic',
  mood: '<mood> the mood of the moment: valence,arousal, each -1 to 1, or a word such as calm',
  emotionWeight: '<number> the share of the mood in the score, 0 to 1 (default: 0.3)',
  candidateMultiplier: '<number> how many times the limit the mood puts in order, 1 to 5 (default: 2)',
  asOf: '<date> as it was known at this time, ISO 8601',
  validAt: '<date> what was so at this time, ISO 8601',
  faded: 'also what has faded below the threshold',
  archived: 'also what is archived because it has all but faded',
} as const;

const query = '<query...> a question, or some words';
const why = 'show the signals of each memory as bars, with what they say';
const shared = { own: ['focusDomain', 'focusTopic', 'why'], readers: { types: repeatedList }, prepare: recallInput };

/** Adds `madeleine recall`: what an agent remembers about something. */
export function addRecall(program: Command, io: CommandIo): void {
  addAgentCommand(program, io, 'recall', {
    name: 'recall',
    summary: 'what an agent remembers about something',
    description: 'Recalls in the perspective of the agent that --agent names: what it believes, and what is universal.',
    options: { query, 'no attention': 'leave no trace: do not reinforce what is recalled', ...recallOptions, why },
    ...shared,
    print: (result, { context, asked }) => renderConstellation(result, { ...context, why: asked['why'] === true }),
  });
}

/** Adds `madeleine search`: recall that leaves no trace and can be paged through. */
export function addSearch(program: Command, io: CommandIo): void {
  addAgentCommand(program, io, 'search', {
    name: 'search',
    summary: 'look through memories without leaving a trace',
    description: 'Recalls like `recall`, but leaves no trace on what it finds, and can be paged through.',
    options: { query, offset: '<number> how many memories to leave out from the top', ...recallOptions, why },
    ...shared,
    print: (result, { context, asked }) => renderRecall(result, { ...context, why: asked['why'] === true }),
  });
}

/** Adds `madeleine explain`: why a memory is in an answer, or is not. */
export function addExplain(program: Command, io: CommandIo): void {
  addAgentCommand(program, io, 'explain', {
    name: 'explain',
    summary: 'why a memory is in the answer to a question, or is not',
    description:
      'Says of one memory where it stands among the answers to a question, and what each signal makes of it.',
    options: {
      id: '<id> the id of a memory, such as fact:KEY',
      query: '<query...> the question, or some words',
      offset: '<number> how many memories the answer leaves out',
      ...recallOptions,
    },
    ...shared,
    print: (result, { context }) => renderExplanation(result, context),
  });
}

/** The limit and the profile are settings too; two flags make one focus. */
function recallInput(asked: ReadOptions, context: CommandContext): ReadOptions {
  const { limit, profile, focusDomain: domain, focusTopic: topic } = asked;
  // The limit is checked by the verb, whose range it is; the setting refuses a profile that there is not.
  const { values } = context.config({ 'retrieval.profile': profile } as ConfigFlags);
  const focus = { ...(domain === undefined ? {} : { domain }), ...(topic === undefined ? {} : { topic }) };
  return {
    ...asked,
    limit: limit ?? values['retrieval.limit'],
    profile: values['retrieval.profile'],
    ...(Object.keys(focus).length === 0 ? {} : { focus }),
  };
}

/** Adds `madeleine ambient`: what a message brings to mind. */
export function addAmbient(program: Command, io: CommandIo): void {
  addAgentCommand(program, io, 'ambient', {
    name: 'ambient',
    summary: 'what a message brings to mind, as prose',
    description:
      'Prints in a few sentences what the message brings to the mind of the agent that --agent names, and nothing ' +
      'when nothing is worth saying.',
    piped: 'message',
    own: ['why'],
    options: {
      message: '[message] what was said; - or a pipe reads it from standard input',
      session: '<key> the session that the message belongs to',
      exclude: '<text> a text, or the id of a memory, that the context holds (may be repeated)',
      anchors: '<words> what the agent cares about (may be repeated)',
      maxTokens: '<number> tokens at most, 1 to 200 (default: 200)',
      why,
    },
    // The library answers a failure with silence; a person who types a command wants to know of it.
    use: (context) => ({
      onError: (error) => context.notice(error instanceof Error ? error.message : String(error)),
    }),
    isSilent: ({ text }, { context, asked }) => text === '' && !context.json && asked['why'] !== true,
    print: (result, { context, asked }) => renderAmbient(result, { ...context, why: asked['why'] === true }),
  });
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
