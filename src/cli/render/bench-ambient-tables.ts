/** Shows what the bench of ambient memory measured as tables, and its sample as Markdown. */
import type { AmbientBenchResult } from '../bench/ambient-bench.ts';
import type { AmbientShare, ContextShares } from '../bench/ambient-figures.ts';
import { heardAt, type SampleAnswer } from '../bench/ambient-sample.ts';
import type { AmbientScaleResult } from '../bench/ambient-scale.ts';
import { counted, day, plain, table } from '../text-layout.ts';
import { percent } from './bench-recall-tables.ts';

/** What surfaced, as the lines of a text. */
export function ambientTables(result: AmbientBenchResult): readonly string[] {
  const { turns, questions, injections, silence, tokens, latencyMs, injected } = result;
  const context = (name: string, shares: ContextShares): readonly (readonly [string, AmbientShare])[] => [
    [`${name} with context`, shares.all],
    [`${name} that name something known`, shares.naming],
    [`${name} that name more than a speaker`, shares.topical],
  ];
  const rows: readonly (readonly [string, AmbientShare])[] = [
    ...context('turns', turns),
    ...context('questions', questions),
    ['evidence surfaced', questions.evidence],
    ['name of the answer surfaced', questions.entity],
    ['either', questions.either],
    ['neutral prompts with context, tuned', injections.tuned],
    ['neutral prompts with context, held-out', injections['held-out']],
  ];
  return [
    `${counted(result.conversations, 'conversation')}, ${counted(result.memories, 'memory', 'memories')}`,
    '',
    ...table(
      ['', '%', 'messages', 'of'],
      rows.map(([name, { share, count, of }]) => [name, percent(share), `${count}`, `${of}`]),
      [1, 2, 3],
    ),
    '',
    `tokens: mean ${tokens.mean}, p95 ${tokens.p95}, most ${tokens.max}, over budget ${tokens.overBudget}`,
    `latency ms: p50 ${latencyMs.p50}, p95 ${latencyMs.p95}`,
    `nothing said: ${Object.entries(silence)
      .map(([cause, count]) => `${cause} ${count}`)
      .join(', ')}`,
    `surfaced for neutral prompts of tuned: ${injected.length}`,
    ...injected.map(({ prompt, text }) => `  ${plain(prompt)} | ${plain(text)}`),
  ];
}

/** Latency by size, as the lines of a text. */
export function ambientScaleTable(results: readonly AmbientScaleResult[]): readonly string[] {
  const rows: readonly (readonly [string, (result: AmbientScaleResult) => string])[] = [
    ['memories', ({ memories }) => memories.toLocaleString('en')],
    ['entities', ({ entities }) => entities.toLocaleString('en')],
    ['messages', ({ messages }) => `${messages}`],
    ['with context %', ({ withContext }) => percent(withContext)],
    ['over budget', ({ overBudget }) => `${overBudget}`],
    ['p50 / p95 ms', ({ latencyMs: { p50, p95 } }) => `${p50} / ${p95}`],
    ['2,000 characters p50 / p95 ms', ({ longLatencyMs: { p50, p95 } }) => `${p50} / ${p95}`],
    ['recall p50 / p95 ms', ({ recallMs: { p50, p95 } }) => `${p50} / ${p95}`],
  ];
  const [head = [], ...rest] = rows.map(([name, cell]) => [name, ...results.map(cell)]);
  return table(
    head,
    rest,
    results.map((_, index) => index + 1),
  );
}

/** The sample as Markdown. */
export function ambientSampleText(answers: readonly SampleAnswer[]): readonly string[] {
  return [
    '# What ambient memory says',
    '',
    `Printed by \`madeleine bench ambient --sample ${answers.length}\`: messages to the two agents of the demo, who also heard the`,
    `stories of \`bench/data/revision-stories.json\` and slept. It is ${day(heardAt)}.`,
    ...answers.flatMap(({ agent, message, text, silence }, at) => [
      '',
      `${at + 1}. **${agent}** hears: ${plain(message)}`,
      '',
      text === '' ? `   *nothing: ${silence ?? ''}*` : `   > ${plain(text)}`,
    ]),
  ];
}
