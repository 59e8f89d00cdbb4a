/**
 * What does a mood do to recall? The same questions over the same stores without a mood, with a neutral one, with the one
 * that a lexicon infers from the query, and with the mood of what should be found, at several weights.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Mood, ProfileName } from 'madeleine';
import { moodLexicon } from '../internals.ts';
import { counted, percent, table, withInterval } from '../print.ts';
import { type RecallVariant, runRecall } from './ask.ts';
import { leftOutLine, type RecallData, type RecallQuestion } from './data.ts';
import { intervalsOf, type MetricIntervals, measureRanking, type RecallBenchOptions } from './recall.ts';

/** Where the mood of a query comes from. */
export type MoodSource = 'none' | 'neutral' | 'inferred' | 'oracle';

/** The figures of one mood. */
export interface MoodEffectRow {
  /** `inferred` is what the words of the query tell; `oracle` the mean mood of the evidence, which is not known before the answer. */
  readonly mood: MoodSource;
  /** The share of the mood in the score, 0..1. */
  readonly emotionWeight: number;
  readonly intervals: MetricIntervals;
  /** How much better than without a mood, on the same questions. */
  readonly difference: MetricIntervals;
  /** The share 0..1 of questions whose first ten are the same memories in the same order as without a mood. */
  readonly unchanged: number;
}

/** The figures of each mood, over the questions. */
export interface MoodEffectResult {
  readonly data: string;
  readonly profile: ProfileName;
  readonly embedder: string;
  readonly memories: number;
  readonly questions: number;
  /** Questions whose mood is known; the others are asked without one. */
  readonly withMood: number;
  readonly rows: readonly MoodEffectRow[];
}

/** How many memories an answer has: recall's default, for the mood reorders so many times that. */
const limit = 10;
const weights: readonly number[] = [0.1, 0.3, 0.5];
const neutral: Mood = { valence: 0, arousal: 0 };

interface MoodVariant {
  readonly mood: MoodSource;
  readonly emotionWeight: number;
}

/** Measures one profile. */
export async function moodEffect(
  options: Omit<RecallBenchOptions, 'profiles' | 'compare'> & { readonly profile: ProfileName },
): Promise<MoodEffectResult> {
  const { data, profile, embedderName } = options;
  const asked: readonly MoodVariant[] = [
    { mood: 'none', emotionWeight: 0 },
    ...weights.map((emotionWeight): MoodVariant => ({ mood: 'neutral', emotionWeight })),
    ...weights.map((emotionWeight): MoodVariant => ({ mood: 'inferred', emotionWeight })),
    ...weights.map((emotionWeight): MoodVariant => ({ mood: 'oracle', emotionWeight })),
  ];
  const inferMood = await moodLexicon();
  const { measured, memories } = await runRecall({
    ...options,
    tasks: data.tasks,
    variants: asked.map((variant) => variantOf(variant, profile, inferMood)),
    limit,
    measure: ({ question, ranked }) => ({ ...measureRanking(question, ranked), recallMs: 0, ranked }),
  });
  const plain = measured[0] ?? [];
  const questions = data.tasks.flatMap((task) => task.questions);
  return {
    ...{ data: data.name, profile, embedder: embedderName, memories, questions: questions.length },
    withMood: questions.filter(({ evidenceMood }) => evidenceMood !== undefined).length,
    rows: asked.map((variant, index) => {
      const answers = measured[index] ?? [];
      const same = answers.filter(({ ranked }, at) => isDeepStrictEqual(ranked, plain[at]?.ranked));
      return {
        ...variant,
        intervals: intervalsOf(data, answers).micro,
        difference: intervalsOf(data, answers, plain).micro,
        unchanged: same.length / Math.max(1, answers.length),
      };
    }),
  };
}

type InferMood = (text: string) => Mood | undefined;

function variantOf({ mood, emotionWeight }: MoodVariant, profile: ProfileName, inferMood: InferMood): RecallVariant {
  return {
    name: `${mood} ${emotionWeight}`,
    search: (question) => {
      const felt = moodFor(mood, question, inferMood);
      return { profile, ...(felt ? { mood: felt, emotionWeight } : {}) };
    },
  };
}

function moodFor(source: MoodSource, { query, evidenceMood }: RecallQuestion, inferMood: InferMood): Mood | undefined {
  if (source === 'none') return undefined;
  if (source === 'inferred') return inferMood(query);
  return source === 'neutral' ? neutral : evidenceMood;
}

const names: Readonly<Record<MoodSource, string>> = {
  none: 'none',
  neutral: 'neutral',
  inferred: 'inferred from the dialogue',
  oracle: 'of the evidence (oracle)',
};
const printed = ['recall@5', 'recall@10', 'ndcg@10'] as const;

/** The result as the lines of a text. */
export function moodEffectTable(data: RecallData, result: MoodEffectResult): readonly string[] {
  const rows = result.rows.map(({ mood, emotionWeight, intervals, difference, unchanged }) => [
    names[mood],
    mood === 'none' ? '' : `${emotionWeight}`,
    ...printed.map((metric) => withInterval(intervals[metric])),
    ...(mood === 'none' ? ['', ''] : [withInterval(difference['recall@10']), percent(unchanged)]),
  ]);
  const head = ['mood', 'weight', ...printed.map((metric) => `${metric} [95 %]`)];
  return [
    `${result.data}: ${counted(result.memories, 'memory', 'memories')}, ${counted(result.questions, 'question')}, ${result.withMood} with a mood, embedder ${result.embedder}, profile ${result.profile}`,
    leftOutLine(data),
    '',
    ...table([...head, 'recall@10 gained [95 %, paired]', 'unchanged'], rows),
  ];
}
