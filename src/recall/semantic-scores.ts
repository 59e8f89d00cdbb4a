/**
 * The cosines of the documents in view with the query, each with a share of the next one's in its
 * timeline: what follows a remark is often about it. Either exact over all documents, or, where
 * graphs answer for large views, of the nearest ones and of whatever else is asked for.
 */
import type { RecallIndex } from '../recall-index/recall-index.ts';
import { inEightBits } from '../recall-index/vector-column.ts';
import { besideGraphs, candidatesPerView, leastShare, nearestPerView } from './defaults.ts';
import type { Profile } from './profiles.ts';
import { type BelieverView as View, seen } from './believer-view.ts';

/** What the query vector makes of views. */
export interface SemanticScores {
  /** Per view the score of each document; 0 where it has no vector, or is not known yet. */
  readonly byView: readonly Float32Array[];
  /** The largest of what is visible; at least 0. */
  readonly best: number;
  /** Per view the documents whose scores are known at first; absent where all are. */
  readonly known?: readonly Int32Array[];
  /** Makes the scores of some documents of a view known; absent where all are. */
  readonly learn?: (place: number, docs: Int32Array) => void;
}

/**
 * The scores of views. Undefined when no document in view has a vector that the query can be held
 * against: whether others have must make no difference.
 */
export function semanticScores(
  index: RecallIndex,
  views: readonly View[],
  query: Float32Array,
  profile: Profile,
  byGraph: boolean,
): SemanticScores | undefined {
  const near = byGraph ? nearest(index, views, query) : undefined;
  return near === undefined ? allScores(index, views, query, profile) : nearScores(index, views, query, profile, near);
}

function allScores(
  { vectors }: RecallIndex,
  views: readonly View[],
  query: Float32Array,
  profile: Profile,
): SemanticScores | undefined {
  const byView = vectors.cosines(
    query,
    views.map(({ believer }) => believer.slotOf.rows()),
  );
  if (!byView.some((list) => list.some((cosine) => cosine !== 0))) return undefined;
  let best = 0;
  views.forEach(({ believer, states }, place) => {
    const scores = byView[place] as Float32Array;
    if (profile.nextSemantic !== 0) addNext(scores, believer.timelines.next.values, profile);
    for (let doc = 0; doc < states.length; doc++) {
      if ((scores[doc] as number) > best && states[doc] !== seen.not) best = scores[doc] as number;
    }
  });
  return { byView, best };
}

function addNext(cosines: Float32Array, next: Int32Array, { nextSemantic }: Profile): void {
  const alone = cosines.slice();
  for (let doc = 0; doc < cosines.length; doc++) {
    const after = next[doc] as number;
    if (after >= 0) cosines[doc] = (alone[doc] as number) + nextSemantic * (alone[after] as number);
  }
}

/** The nearest documents and those that they follow, since a share of theirs is added to these. */
function nearScores(
  { vectors }: RecallIndex,
  views: readonly View[],
  query: Float32Array,
  { nextSemantic }: Profile,
  near: readonly Int32Array[],
): SemanticScores {
  const byView = views.map(({ states }) => new Float32Array(states.length));
  const learn = (place: number, docs: Int32Array): void => {
    const { slotOf, timelines } = (views[place] as View).believer;
    const slots = new Int32Array(docs.length * 2).fill(-1);
    docs.forEach((doc, i) => {
      slots[2 * i] = slotOf.values[doc] as number;
      const after = timelines.next.values[doc] as number;
      if (after >= 0) slots[2 * i + 1] = slotOf.values[after] as number;
    });
    const [cosines] = vectors.cosines(query, [slots]) as readonly [Float32Array];
    const scores = byView[place] as Float32Array;
    docs.forEach((doc, i) => {
      scores[doc] = (cosines[2 * i] as number) + nextSemantic * (cosines[2 * i + 1] as number);
    });
  };
  let best = 0;
  const known = views.map(({ believer, states }, place) => {
    const found = near[place] as Int32Array;
    const before =
      nextSemantic === 0 ? [] : Array.from(found, (doc) => believer.timelines.previous.values[doc] as number);
    const docs = Int32Array.from(new Set([...found, ...before.filter((doc) => doc >= 0)]));
    learn(place, docs);
    const scores = byView[place] as Float32Array;
    for (const doc of docs) {
      if ((scores[doc] as number) > best && states[doc] !== seen.not) best = scores[doc] as number;
    }
    return docs;
  });
  return { byView, best, known, learn };
}

/** Per view its documents nearest to the query, in no order; undefined where graphs cannot tell. */
function nearest(
  { graphs, vectors }: RecallIndex,
  views: readonly View[],
  query: Float32Array,
): readonly Int32Array[] | undefined {
  graphs.giveWay();
  if (!graphs.pays || query.length !== vectors.dimension) return undefined;
  const beside = views.map(({ believer }) => graphs.of(believer)?.pending.size ?? believer.docs);
  if (beside.reduce((sum, count) => sum + count, 0) > besideGraphs) return undefined;
  const { values } = inEightBits(query);
  const lists: Int32Array[] = [];
  for (const view of views) {
    const list = nearestOf(view, graphs.of(view.believer), values);
    if (list === undefined) return undefined;
    lists.push(list);
  }
  return lists;
}

type Graph = NonNullable<ReturnType<RecallIndex['graphs']['of']>>;

function nearestOf(
  { believer, states, inside }: View,
  graph: Graph | undefined,
  query: Int8Array,
): Int32Array | undefined {
  if (graph === undefined) return Int32Array.from({ length: believer.docs }, (_, doc) => doc);
  // So few are all scored; the nearest then only say what is the best in view.
  const few = inside <= candidatesPerView;
  const share = few ? 1 : inside / states.length;
  if (share < leastShare) return undefined;
  const found = graph.nearest(query, Math.ceil(nearestPerView / share));
  const least = Math.min(nearestPerView / 4, graph.size);
  const left = few ? seen.outside : seen.inside;
  let survivors = 0;
  for (const doc of found) if ((states[doc] as number) >= left) survivors++;
  if (survivors < least) return undefined;
  return Int32Array.from([...found, ...graph.pending]);
}
