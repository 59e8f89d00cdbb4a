/** Shows what a mood does to recall as a table. */
import type { MoodEffectResult, MoodSource } from '../bench/mood-effect.ts';
import type { RecallData } from '../bench/recall-data.ts';
import { counted, table } from '../text-layout.ts';
import { leftOutLine, percent, withInterval } from './bench-recall-tables.ts';

const names: Readonly<Record<MoodSource, string>> = {
  none: 'none',
  neutral: 'neutral',
  inferred: 'inferred from the dialogue',
  oracle: 'of the evidence (oracle)',
};
const printed = ['recall@5', 'recall@10', 'ndcg@10'] as const;

/** The result, as the lines of a text. */
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
