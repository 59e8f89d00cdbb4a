/** Where one memory stands in a ranking, though it may be far from its top or outside its filters. */
import type { Perspective } from '../domain/perspective.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import { choiceOf, forEachChoice, precedes, type RankHit, type RankQuery, rank, scored } from './rank.ts';
import { canTilt } from './mood-tilt.ts';
import { seen } from './view.ts';

/** Where a memory stands. */
export interface Place {
  /** Its place from 1; missing when it is outside the filters or has nothing to do with the query. */
  readonly rank?: number;
  /** Whether it is inside the filters. */
  readonly isInside: boolean;
  readonly score: number;
  readonly signals: RankHit['signals'];
  /** How many memories inside the filters have anything to do with the query. */
  readonly total: number;
}

/** The place of a memory in view, all vectors compared; undefined for one that is not in view. */
export function placeOf(index: RecallIndex, perspective: Perspective, asked: RankQuery, id: string): Place | undefined {
  const query = { ...asked, exact: true };
  const { views, scoring } = scored(index, perspective, query);
  const choice = choiceOf(index, views, scoring, id);
  if (choice === undefined) return undefined;
  const slot = index.memories.slot(id);
  const shown = views.filter(({ believer, states }) => states[believer.doc(slot)] === seen.inside);
  const { score } = choice;
  const signals = scoring.signals(choice.place, choice.doc);
  const total = scoring.count();
  let own = 0;
  let before = 0;
  forEachChoice(
    index,
    views,
    scoring,
    () => score,
    (one) => {
      const other = views[one.place]?.believer.slotOf.values[one.doc] as number;
      if (other === slot) own += 1;
      else if (precedes(index, views, one, choice)) before += 1;
    },
  );
  const isInside = shown.length > 0;
  if (own === 0 || !isInside) return { isInside, score, signals, total };
  return tilted(index, perspective, query, id, before) ?? { rank: before + 1, isInside, score, signals, total };
}

/** The place within its block, where a mood puts each block in another order. */
function tilted(
  index: RecallIndex,
  perspective: Perspective,
  query: RankQuery,
  id: string,
  before: number,
): Place | undefined {
  const { tilt, limit } = query;
  if (tilt === undefined || !canTilt(tilt)) return undefined;
  const block = tilt.multiplier * limit;
  const first = Math.floor(before / block) * block;
  for (let offset = first; offset < first + block; offset += limit) {
    const { hits, total } = rank(index, perspective, { ...query, offset });
    const at = hits.findIndex((hit) => hit.id === id);
    const hit = hits[at];
    if (hit === undefined) continue;
    return { rank: offset + at + 1, isInside: true, score: hit.score, signals: hit.signals, total };
  }
  return undefined;
}
