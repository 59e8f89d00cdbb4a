/**
 * The bench of budgets: how much of the evidence a reader has seen after so many tokens of an answer.
 * An answer is the ranked memories, each whole on a line (`2023-05-08 Ann: I adopted a greyhound.`), or
 * the text of what recall answers, with its headings and its parts, and with long memories shortened.
 */
import { type CountTokens, type ObservationInput, type ProfileName, tokenizerName } from '../../index.ts';
import { bootstrapInterval, type Interval } from './bootstrap.ts';
import type { RecallData, RecallQuestion } from './recall-data.ts';
import { runRecall } from './run-recall.ts';
import { rounded } from './timed-recall.ts';
import type { TimingEmbedder } from './timing-embedder.ts';

import { type AnswerPiece, budgets, keysWithin, shareFound } from './within-budget.ts';

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
    memories: rounded(mean(inGroups(micro).map(({ memories }) => memories)), 1),
    mostPossible: mean(inGroups(micro).map(({ mostPossible }) => mostPossible)),
  };
}

function meanTokens(stores: ReadonlySet<ReadonlyMap<string, number>>): number {
  return rounded(mean([...stores].flatMap((tokens) => [...tokens.values()])), 1);
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((total, value) => total + value, 0) / values.length;
}
