/** The commands that bring memories up: recall, search, explain, ambient. */
import type { AmbientContext, AmbientItem, Silence } from '../../index.ts';
import type { CommandContext, Layout } from '../command-context.ts';
import { repeatedList } from '../option-values.ts';
import { renderConstellation, renderExplanation, renderRecall, renderSignals } from '../render/render-recall.ts';
import { plain, wrap } from '../text-layout.ts';
import { agentCommands, type ReadOptions } from '../verb-command.ts';

/** What recall, search and explain share. */
const recallOptions = {
  limit: '<number> How many memories at most. Default: 10.',
  minRelevance: '<number> Leaves out what is less likely to answer. Default: 0.07.',
  profile: '<name> How signals are weighed. Default: `balanced`.',
  sessions: '<key> Only from this session.',
  types: '<type> Only of this type. Several may be separated by commas.',
  from: '<date> Only what happened at this time or later.',
  to: '<date> Only what happened before this time.',
  about: '<name> Only what mentions or is about this entity.',
  domain: '<domain> Only from this area, e.g. `personal` or `project:NAME`.',
  tags: '<tag> Only what has this tag.',
  focusDomain:
    '<domain> Favours what is from this area; the rest still comes up. A project that the query names needs no such option.',
  focusTopic: '<topic> Favours what has this topic.',
  mood: '<mood> The mood of the moment, as for `observe`: what felt alike comes up. A neutral mood changes nothing.',
  emotionWeight: '<number> The share of the mood in the score: 0 is none, 1 is nothing else. Default: 0.3.',
  candidateMultiplier: '<number> How many times the limit the mood puts in order. Default: 2.',
  asOf: '<date> As it was believed at this time.',
  validAt: '<date> What was so at this time: facts that were valid then, and what had happened by then.',
  faded: 'Also what has faded below the threshold.',
  archived: 'Also what is archived because it has all but faded.',
} as const;

const maxTokens = '<number> How many tokens the memories may take; what comes after is left out. Default: no bound.';
const query = '<query...> A question, or some words.';
const offset = '<number> How many memories the answer leaves out from the top. Default: 0.';
const anyRelevance = recallOptions.minRelevance.replace('0.07', '0');
const why =
  'Shows the id of each memory, what it is about, who believes it, and the five signals that carry it as bars, each with a sentence, and what the others add: together it is the score.';
const shared = { own: ['focusDomain', 'focusTopic', 'why'], readers: { types: repeatedList }, prepare: recallInput };

/** The commands that bring memories up. */
export const recallCommands = agentCommands({
  recall: {
    summary: 'what an agent remembers about something',
    description: 'Recalls in the perspective of the agent that --agent names: what it believes, and what is universal.',
    options: {
      query,
      ...recallOptions,
      maxTokens,
      why,
      used: '<id> A memory of an earlier answer that was of use: it is strengthened, as what is recalled is.',
      'no attention': 'Leaves no trace: reinforces and counts nothing.',
    },
    ...shared,
    print: (result, { context, asked }) => renderConstellation(result, { ...context, why: asked['why'] === true }),
  },
  search: {
    summary: 'look through memories without leaving a trace',
    description: 'Recalls like `recall`, but leaves no trace on what it finds, and can be paged through.',
    options: { query, offset, ...recallOptions, maxTokens, minRelevance: anyRelevance, why },
    ...shared,
    print: (result, { context, asked }) => renderRecall(result, { ...context, why: asked['why'] === true }),
  },
  explain: {
    summary: 'why a memory is in the answer to a question, or is not',
    description:
      'Says of one memory where it stands among the answers to a question, and what each signal makes of it.',
    options: {
      id: '<id> The id of a memory, such as `fact:KEY`.',
      query,
      offset,
      ...recallOptions,
    },
    ...shared,
    print: (result, { context }) => renderExplanation(result, context),
  },
  ambient: {
    summary: 'what a message brings to mind, as prose',
    description:
      'Prints in a few sentences what the message brings to the mind of the agent that --agent names, and nothing ' +
      'when nothing is worth saying.',
    piped: 'message',
    own: ['why'],
    options: {
      message: '[message] What was said; `-` or a pipe reads it from standard input.',
      session: '<key> The session that the message belongs to.',
      exclude: '<text> A text, or the id of a memory, that the context holds already.',
      anchors:
        "<words> What the agent cares about: related memories surface sooner. Default: the setting `ambient.anchors`, else what the agent's own memories speak of most.",
      maxTokens: '<number> Tokens at most. Default: 200.',
      why: 'Shows the names, the tokens, and each memory with its sentence, its path and its signals.',
    },
    // The library answers a failure with silence; a person who types a command wants to know of it.
    use: (context) => ({
      onError: (error) => context.notice(error instanceof Error ? error.message : String(error)),
    }),
    isSilent: ({ text }, { context, asked }) => text === '' && !context.json && asked['why'] !== true,
    print: (result, { context, asked }) => renderAmbient(result, { ...context, why: asked['why'] === true }),
  },
});

/** The limit and the profile are settings too; two flags make one focus. */
function recallInput(asked: ReadOptions, context: CommandContext): ReadOptions {
  const { limit, profile, focusDomain: domain, focusTopic: topic } = asked;
  // Both go with the call and are checked by the verb: a hub need not run with them.
  const { values } = context.config();
  const focus = { ...(domain === undefined ? {} : { domain }), ...(topic === undefined ? {} : { topic }) };
  return {
    ...asked,
    limit: limit ?? values['retrieval.limit'],
    profile: profile ?? values['retrieval.profile'],
    ...(Object.keys(focus).length === 0 ? {} : { focus }),
  };
}

interface AmbientLayout extends Layout {
  /** Whether to show the inside too. */
  readonly why: boolean;
}

const causes: Readonly<Record<Silence, string>> = {
  off: 'ambient memory is turned off',
  'no-names': 'the message names nothing that is known',
  'nothing-relevant': 'nothing that is known of it is worth saying',
  'already-there': 'all that is worth saying is in the context already',
  'over-budget': 'no sentence fits the budget',
  cancelled: 'the call was cancelled',
  failed: 'it failed',
};

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
function renderAmbient(result: AmbientContext, options: AmbientLayout): readonly string[] {
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

function renderItem(item: AmbientItem, { colours, width }: AmbientLayout): readonly string[] {
  const signals = item.signals.map((signal) => ({ ...signal, sentence: meanings[signal.name] ?? '' }));
  const explained = { memory: item.memory, score: item.score, signals, relevance: 0, relevant: '', summary: '' };
  return [
    ...wrap(plain(item.sentence), width).map((line) => colours.bold(line)),
    colours.dim(`${item.score.toFixed(3)}  ${item.memory}`),
    ...wrap(`from ${plain(item.path)}`, width - 2).map((line) => `  ${line}`),
    ...renderSignals(explained, { colours, width: width - 2, most: signals.length }).map((line) => `  ${line}`),
  ];
}
