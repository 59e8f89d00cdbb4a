/**
 * How much of the evidence has a reader seen after so many tokens of an answer? An answer is the ranked memories, each
 * whole on a line (`2023-05-08 Ann: I adopted a greyhound.`), or the text of what recall answers, with its headings and
 * its parts, and with long memories shortened.
 */
import type { Command } from 'commander';
import type { ObservationInput, ProfileName } from 'madeleine';
import { profileOption, runs } from '../command-line.ts';
import { type CountTokens, tokenCounter, tokenizerName } from '../count-tokens.ts';
import { counted, percent, table, withInterval } from '../print.ts';
import { bootstrapInterval, type Interval, meanOf, rounded } from '../statistics.ts';
import { TimingEmbedder } from '../timed-recall.ts';
import { runRecall } from './ask.ts';
import { leftOutLine, type RecallData, type RecallQuestion } from './data.ts';
import { readRecallData } from './read-data.ts';

interface BudgetFlags {
  readonly data: string;
  readonly profile?: readonly string[];
}

/** Adds `budget`: how much evidence do the first tokens of an answer hold. */
export function addBudget(program: Command, signal: AbortSignal): void {
  const command = program
    .command('budget')
    .summary('how much evidence do the first tokens hold')
    .description(
      'Asks the same questions as recall and counts how much of the evidence is inside the first 200, 500, 1,000 and 2,000 tokens of the answer.',
    )
    .requiredOption('--data <path>', 'what recall takes')
    .addOption(profileOption('--profile <names>', 'profiles to ask with on the same stores'));
  runs<BudgetFlags>(command, signal, async ({ data: path, profile = ['balanced'] }, context) => {
    const profiles = context.profilesNamed(profile);
    await context.withEmbedder(async (inner, embedderName) => {
      const data = await readRecallData(path);
      const results = await budgetBench({
        ...{ data, profiles, countTokens: await tokenCounter(), folder: context.folder, signal },
        ...{ embedder: new TimingEmbedder(inner), embedderName },
        onProgress: (done, total) => context.show('remembering and asking', done, total),
      });
      if (context.json) context.notice(leftOutLine(data));
      await context.print(results.length === 1 ? results[0] : results, () => budgetTables(data, results));
    });
  });
}

/** What to measure. */
export interface BudgetBenchOptions {
  readonly data: RecallData;
  readonly profiles: readonly ProfileName[];
  readonly countTokens: CountTokens;
  readonly embedder: TimingEmbedder;
  /** What the embedder is called in the results. */
  readonly embedderName: string;
  /** An empty folder for the stores. */
  readonly folder: string;
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

/** `ranked`: the memories of a search, whole, as lines; `text`: the text of a constellation. */
export type AnswerForm = 'ranked' | 'text';

/** The figures of one profile and one form of its answers. */
export interface BudgetBenchResult {
  readonly data: string;
  readonly profile: ProfileName;
  readonly form: AnswerForm;
  readonly embedder: string;
  readonly tokenizer: string;
  readonly questions: number;
  /** Mean over all memories that were remembered, as lines of an answer. */
  readonly tokensPerMemory: number;
  readonly budgets: readonly BudgetFigures[];
}

/** The figures of one budget; shares are 0..1. */
export interface BudgetFigures {
  readonly tokens: number;
  /** The share of the evidence whose line ends inside the budget, over the questions. */
  readonly micro: Interval;
  /** The same as the mean of the groups' means. */
  readonly macro: Interval;
  readonly categories: Readonly<Record<string, Interval>>;
  /** Mean number of memories inside the budget. */
  readonly memories: number;
  /** What a ranking with all evidence first, the shortest before the others, would have for `micro` in whole lines. */
  readonly mostPossible: number;
}

interface Asked {
  readonly group: string;
  readonly budgets: readonly {
    readonly share: number;
    readonly memories: number;
    readonly mostPossible: number;
  }[];
}

const forms: readonly AnswerForm[] = ['ranked', 'text'];
/** Enough memories to fill the largest budget unless they are very short. */
const limit = 100;

/** Runs the bench; a result for each profile and form. */
export async function budgetBench(options: BudgetBenchOptions): Promise<readonly BudgetBenchResult[]> {
  const { data, countTokens, embedderName } = options;
  const tokens = memoryTokens(options);
  const asked = options.profiles.flatMap((profile) => forms.map((form) => ({ profile, form })));
  const { measured } = await runRecall({
    ...options,
    tasks: data.tasks,
    variants: asked.map(({ profile, form }) => ({
      name: `${profile} ${form}`,
      search: () => ({ profile }),
      asText: form === 'text',
    })),
    limit,
    measure: ({ question, ranked, lines }) => {
      const told = lines?.map(({ key, text }) => ({ ...(key ? { key } : {}), tokens: countTokens(text) }));
      return askedOf(question, tokens.get(question) ?? new Map(), told ?? ranked);
    },
  });
  return asked.map(({ profile, form }, index) => ({
    ...{ data: data.name, profile, form, embedder: embedderName, tokenizer: tokenizerName },
    questions: measured[index]?.length ?? 0,
    tokensPerMemory: meanTokens(new Set(tokens.values())),
    budgets: budgets.map((_, place) => figuresOf(data, measured[index] ?? [], place)),
  }));
}

/** A memory as a line of an answer. */
export function memoryLine({ occurredAt, speaker, content }: ObservationInput): string {
  const date = occurredAt === undefined ? '' : `${new Date(occurredAt).toISOString().slice(0, 10)} `;
  const who = speaker === undefined ? '' : `${speaker}: `;
  return `${date}${who}${content.replace(/\s+/g, ' ').trim()}`;
}

/** For each question the tokens of every memory of its store, by key; questions of one store share a map. */
function memoryTokens({
  data,
  countTokens,
}: BudgetBenchOptions): ReadonlyMap<RecallQuestion, ReadonlyMap<string, number>> {
  return new Map(
    data.tasks.flatMap(({ memories, questions }) => {
      const tokens = new Map(memories.map(({ key, observation }) => [key, countTokens(memoryLine(observation))]));
      return questions.map((question): [RecallQuestion, ReadonlyMap<string, number>] => [question, tokens]);
    }),
  );
}

function askedOf(
  { group, evidence }: RecallQuestion,
  tokens: ReadonlyMap<string, number>,
  told: readonly (string | AnswerPiece)[],
): Asked {
  const piecesOf = (keys: readonly string[]): readonly AnswerPiece[] =>
    keys.map((key) => ({ key, tokens: tokens.get(key) ?? 0 }));
  const answer = told.flatMap((piece) => (typeof piece === 'string' ? piecesOf([piece]) : piece));
  const best = piecesOf(evidence).toSorted((one, other) => one.tokens - other.tokens);
  return {
    group,
    budgets: budgets.map((budget) => {
      const inside = keysWithin(answer, budget);
      return {
        share: shareFound(evidence, inside),
        memories: inside.length,
        mostPossible: shareFound(evidence, keysWithin(best, budget)),
      };
    }),
  };
}

function figuresOf({ groups }: RecallData, asked: readonly Asked[], place: number): BudgetFigures {
  const inGroups = (keys: readonly string[]): readonly NonNullable<Asked['budgets'][number]>[] =>
    asked.flatMap((one) => (keys.includes(one.group) ? (one.budgets[place] ?? []) : []));
  const sharesOf = (keys: readonly string[]): readonly number[] => inGroups(keys).map(({ share }) => share);
  const micro = groups.filter(({ inMicro }) => inMicro).map(({ key }) => key);
  return {
    tokens: budgets[place] ?? 0,
    micro: bootstrapInterval([sharesOf(micro)]),
    macro: bootstrapInterval(groups.map(({ key }) => sharesOf([key]))),
    categories: Object.fromEntries(groups.map(({ key }) => [key, bootstrapInterval([sharesOf([key])])])),
    memories: rounded(meanOf(inGroups(micro).map(({ memories }) => memories)), 1),
    mostPossible: meanOf(inGroups(micro).map(({ mostPossible }) => mostPossible)),
  };
}

function meanTokens(stores: ReadonlySet<ReadonlyMap<string, number>>): number {
  return rounded(meanOf([...stores].flatMap((tokens) => [...tokens.values()])), 1);
}

/** The budgets that are printed, in tokens. */
export const budgets: readonly number[] = [200, 500, 1000, 2000];

/** A piece of an answer. */
export interface AnswerPiece {
  /** Of the memory that it tells; a heading has none. */
  readonly key?: string;
  readonly tokens: number;
}

/** The keys of the memories that stand whole inside the first tokens of an answer, in order. */
export function keysWithin(pieces: readonly AnswerPiece[], budget: number): readonly string[] {
  const keys: string[] = [];
  let spent = 0;
  for (const { key, tokens } of pieces) {
    spent += tokens;
    if (spent > budget) break;
    if (key !== undefined) keys.push(key);
  }
  return keys;
}

/** The share 0..1 of the evidence that is among some keys. */
export function shareFound(evidence: readonly string[], keys: readonly string[]): number {
  const found = new Set(keys);
  return evidence.filter((key) => found.has(key)).length / evidence.length;
}

function budgetTables(data: RecallData, results: readonly BudgetBenchResult[]): readonly string[] {
  const [first] = results;
  if (first === undefined) return [];
  const rows = results.flatMap((result) => rowsOf(data, result));
  return [
    `${data.name}: ${counted(first.questions, 'question')}, embedder ${first.embedder}, ${first.tokensPerMemory} tokens a memory, counted by ${first.tokenizer}`,
    leftOutLine(data),
    '',
    ...table(['profile', 'answer', 'evidence inside', ...budgets.map((tokens) => `${tokens} tokens`)], rows),
  ];
}

function rowsOf(
  { labels, groups }: RecallData,
  { profile, form, budgets: figures }: BudgetBenchResult,
): readonly (readonly string[])[] {
  const row = (name: string, cell: (figure: BudgetFigures) => string): readonly string[] => [
    profile,
    form,
    name,
    ...figures.map(cell),
  ];
  const shares = (name: string, interval: (figure: BudgetFigures) => Interval | undefined): readonly string[] =>
    row(name, (figure) => {
      const found = interval(figure);
      return found === undefined ? '' : withInterval(found);
    });
  return [
    shares(labels.micro, ({ micro }) => micro),
    row('  at the most', ({ mostPossible }) => percent(mostPossible)),
    row('  memories inside', ({ memories }) => memories.toFixed(1)),
    shares(labels.macro, ({ macro }) => macro),
    ...groups.map(({ key, name }) => shares(name, ({ categories }) => categories[key])),
  ];
}
