/**
 * What is each signal of a profile worth? The same questions over the same stores with the whole profile, and with one
 * signal after the other left out.
 */
import { join } from 'node:path';
import type { ProfileName, SignalWeights } from 'madeleine';
import { counted, table, withInterval } from '../print.ts';
import { rounded } from '../statistics.ts';
import { type RecallVariant, runRecall } from './ask.ts';
import { leftOutLine, type RecallData, type RecallTask } from './data.ts';
import { deepestRank, intervalsOf, type MetricIntervals, measureRanking, type RecallBenchOptions } from './recall.ts';

/** What leaving one signal out does. */
export interface AblatedSignal {
  readonly signal: string;
  /** Its share in the whole profile, 0..1. */
  readonly weight: number;
  /** How much the whole profile is better than the rest, on the same questions; below 0 where the signal does harm. */
  readonly lost: MetricIntervals;
}

/** The figures of a profile and of each signal in it, over the questions. */
export interface AblationResult {
  readonly data: string;
  readonly profile: ProfileName;
  readonly embedder: string;
  readonly memories: number;
  readonly questions: number;
  readonly whole: MetricIntervals;
  /** The heaviest first. */
  readonly signals: readonly AblatedSignal[];
}

type AblationOptions = Omit<RecallBenchOptions, 'profiles' | 'compare'> & { readonly profile: ProfileName };

/** Measures one profile; one of a single signal has nothing to be left out. */
export async function ablation(options: AblationOptions): Promise<AblationResult> {
  const { data, profile, embedderName } = options;
  const signals = await signalsOf(options);
  const variants = [variantOf(profile), ...signals.map(({ name }) => variantOf(profile, name))];
  const { measured, memories } = await runRecall({
    ...options,
    tasks: data.tasks,
    variants: signals.length > 1 ? variants : variants.slice(0, 1),
    limit: deepestRank,
    measure: ({ question, ranked }) => ({ ...measureRanking(question, ranked), recallMs: 0 }),
  });
  const [whole = [], ...without] = measured;
  return {
    ...{ data: data.name, profile, embedder: embedderName, memories, questions: whole.length },
    whole: intervalsOf(data, whole).micro,
    signals: without.map((answers, index) => ({
      signal: signals[index]?.name ?? '',
      weight: rounded(signals[index]?.weight ?? 0, 4),
      lost: intervalsOf(data, whole, answers).micro,
    })),
  };
}

function variantOf(profile: ProfileName, without?: string): RecallVariant {
  const search = (): { readonly profile: ProfileName } => ({ profile });
  if (without === undefined) return { name: profile, search };
  const weights = { [without]: 0 } as SignalWeights;
  return { name: `${profile} without ${without}`, open: { profile, weights }, search: () => ({}) };
}

/** The signals that a profile has with this embedder, as a single answer shows them. */
async function signalsOf(
  options: AblationOptions,
): Promise<readonly { readonly name: string; readonly weight: number }[]> {
  const probe: RecallTask = {
    memories: [{ key: 'probe', observation: { content: 'a probe' } }],
    questions: [{ query: 'a probe', group: 'probe', evidence: ['probe'] }],
  };
  const { measured } = await runRecall({
    tasks: [probe],
    variants: [variantOf(options.profile)],
    limit: 1,
    embedder: options.embedder,
    folder: join(options.folder, 'probe'),
    measure: ({ memories }) => memories[0]?.signals ?? [],
    ...(options.signal ? { signal: options.signal } : {}),
  });
  return (measured[0]?.[0] ?? [])
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight);
}

const printed = ['recall@10', 'ndcg@10'] as const;

/** The result as the lines of a text. */
export function ablationTable(data: RecallData, result: AblationResult): readonly string[] {
  const { profile, embedder, memories, questions, whole, signals } = result;
  const rows = signals.map(({ signal, weight, lost }) => [
    signal,
    weight.toFixed(4),
    ...printed.map((metric) => withInterval(lost[metric])),
  ]);
  return [
    `${data.name}: ${counted(memories, 'memory', 'memories')}, ${counted(questions, 'question')}, embedder ${embedder}, profile ${profile}, ${data.labels.micro}`,
    leftOutLine(data),
    printed.map((metric) => `${metric} ${withInterval(whole[metric])}`).join(', '),
    '',
    ...table(['without', 'weight', ...printed.map((metric) => `${metric} lost [95 %, paired]`)], rows, [1]),
  ];
}
