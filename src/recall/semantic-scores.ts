/**
 * The cosines of the documents in view with the query, each with a share of the next one's in its
 * timeline: what follows a remark is often about it. Exact, over all documents.
 */
import type { VectorColumn } from '../index/vector-column.ts';
import type { Profile } from './profiles.ts';
import type { View } from './view.ts';

/** Per view the score of each document; 0 where it has no vector. */
export function semanticScores(
  vectors: VectorColumn,
  views: readonly View[],
  query: Float32Array,
  profile: Profile,
): readonly Float32Array[] {
  return views.map(({ believer }) => {
    const cosines = vectors.cosines(query, believer.slotOf.rows());
    if (profile.nextSemantic === 0) return cosines;
    const next = believer.timelines.next.values;
    return cosines.map((cosine, doc) => {
      const after = next[doc] as number;
      return after < 0 ? cosine : cosine + profile.nextSemantic * (cosines[after] as number);
    });
  });
}
