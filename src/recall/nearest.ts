/**
 * The documents of large views that graphs know to be nearest to a query vector, with those that
 * the graphs do not hold yet; or nothing, where the exact search has to answer: no graph, too many
 * vectors beside it, or too few of the nearest visible and inside the filters.
 */
import type { RecallIndex } from '../recall-index/recall-index.ts';
import { inEightBits } from '../recall-index/vector-column.ts';
import { besideGraphs, candidatesPerView, leastShare, nearestPerView } from './defaults.ts';
import { seen, type View } from './view.ts';

/** Per view its documents nearest to the query, in no order; undefined where graphs cannot tell. */
export function nearest(
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
