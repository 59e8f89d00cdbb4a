/** What a perspective believes most strongly, whatever the question. */
import type { Perspective } from '../domain/perspective.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import { type Moment, strengthOf, visibility } from './view.ts';

/** The strongest memories in view with their effective strengths; of equals those that are believed since later. */
export function strongest(
  index: RecallIndex,
  { believers }: Perspective,
  moment: Moment,
  most: number,
): ReadonlyMap<string, number> {
  const found = new Map<string, { readonly strength: number; readonly since: number }>();
  for (const agent of believers) {
    const believer = index.believer(agent);
    if (believer === undefined) continue;
    const isVisible = visibility(believer, moment);
    for (let doc = 0; doc < believer.docs; doc++) {
      if (!isVisible(doc)) continue;
      const id = index.memories.ids[believer.slotOf.values[doc] as number] as string;
      const strength = strengthOf(believer, doc, moment);
      if (strength > (found.get(id)?.strength ?? -1)) {
        found.set(id, { strength, since: believer.since.values[doc] as number });
      }
    }
  }
  const order = [...found].sort(
    ([oneId, one], [otherId, other]) =>
      other.strength - one.strength || other.since - one.since || (oneId < otherId ? -1 : 1),
  );
  return new Map(order.slice(0, most).map(([id, { strength }]) => [id, strength]));
}
