/** Shows what each signal is worth as a table. */
import type { AblationResult } from '../bench/ablation.ts';
import type { RecallData } from '../bench/recall-data.ts';
import { counted, table } from '../text-layout.ts';
import { leftOutLine, withInterval } from './bench-recall-tables.ts';

const printed = ['recall@10', 'ndcg@10'] as const;

/** The result, as the lines of a text. */
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
