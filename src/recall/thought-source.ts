/**
 * What chains of thought say for a query that asks for alternatives or for revisions: whether a memory
 * is one. Only edges whose two ends are in view count. Other queries have no such signal.
 */
import type { RecallIndex } from '../recall-index/recall-index.ts';
import { laterOnBranch, revisedThought } from './defaults.ts';
import type { Manner } from '../language/query-manner.ts';
import type { SignalSource } from './signal-source.ts';
import { isInView, type View } from './view.ts';

/** The signal thought. */
export function thoughtSource(
  { thoughts }: Pick<RecallIndex, 'thoughts'>,
  views: readonly View[],
  manners: readonly Manner[],
): SignalSource {
  const values = new Map<number, number>();
  const note = (slot: number, value: number): void => {
    values.set(slot, Math.max(value, values.get(slot) ?? 0));
  };
  const [alternatives, revisions] = [manners.includes('alternatives'), manners.includes('revisions')];
  for (const { from, to, type } of alternatives || revisions ? thoughts.edges() : []) {
    const isAsked = (type === 'branch' && alternatives) || (type === 'revision' && revisions);
    if (!isAsked || !isInView(views, from) || !isInView(views, to)) continue;
    note(from, 1);
    if (type === 'revision') note(to, revisedThought);
  }
  for (const [slot, { branch }] of alternatives ? thoughts.entries() : []) {
    if (branch !== undefined) note(slot, laterOnBranch);
  }
  return {
    name: 'thought',
    atMost: Math.max(0, ...values.values()),
    relates: true,
    slots: () => [values.keys()],
    value: (slot) => values.get(slot) ?? 0,
  };
}
