/** Shows why one memory is in an answer, or is not: the reason, the memory, and all of its signals. */
import type { MemoryExplanation } from '../../index.ts';
import type { Colours } from '../command-context.ts';
import { plain, wrap } from '../text-layout.ts';
import { renderMemory } from './render-recall.ts';
import { renderSignals } from './render-signals.ts';

/** How an explanation is shown. */
export interface RenderExplanationOptions {
  readonly colours: Colours;
  readonly width: number;
}

/** An explanation as lines for a terminal. */
export function renderExplanation(
  { id, query, outcome, reason, rank, memory, explanation }: MemoryExplanation,
  { colours, width }: RenderExplanationOptions,
): readonly string[] {
  const shown = outcome === 'shown' || outcome === 'brought-in';
  const verdict = shown ? colours.green('recalled') : colours.yellow('not recalled');
  const head = [
    `${colours.bold(plain(id))} is ${verdict} ${colours.dim(`for "${plain(query)}"`)}`,
    ...wrap(reason, width),
  ];
  if (memory === undefined || explanation === undefined) return head;
  const numbers = new Map([[memory.id, rank ?? 0]]);
  return [
    ...head,
    '',
    ...renderMemory(memory, numbers, { colours, width, why: false }),
    '',
    ...wrap(explanation.summary, width),
    ...renderSignals(explanation, { colours, width, silent: true }),
  ];
}
