/** Shows what the bench of budgets measured as tables. */
import type { Interval } from '../bench/bootstrap.ts';
import type { BudgetBenchResult, BudgetFigures } from '../bench/budget-bench.ts';
import type { RecallData } from '../bench/recall-data.ts';
import { budgets } from '../bench/within-budget.ts';
import { counted, table } from '../text-layout.ts';
import { leftOutLine, percent, withInterval } from './bench-recall-tables.ts';

/** The results of the bench, as the lines of a text. */
export function benchBudgetTables(data: RecallData, results: readonly BudgetBenchResult[]): readonly string[] {
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
