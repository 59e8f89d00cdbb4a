/**
 * The cosines of the documents in view with the query, each with a share of the next one's in its
 * timeline: what follows a remark is often about it. Exact, over all documents.
 */
import type { VectorColumn } from '../index/vector-column.ts';
import type { Profile } from './profiles.ts';
import type { View } from './view.ts';

/**
 * Per view the score of each document; 0 where it has no vector. Undefined when no document in
 * view has one that the query can be held against: whether others have must make no difference.
 */
export function semanticScores(
  vectors: VectorColumn,
  views: readonly View[],
  query: Float32Array,
  profile: Profile,
): readonly Float32Array[] | undefined {
  const cosines = vectors.cosines(
    query,
    views.map(({ believer }) => believer.slotOf.rows()),
  );
  if (!cosines.some((list) => list.some((cosine) => cosine !== 0))) return undefined;
  if (profile.nextSemantic !== 0) {
    views.forEach(({ believer }, i) => {
      addNext(cosines[i] as Float32Array, believer.timelines.next.values, profile);
    });
  }
  return cosines;
}

function addNext(cosines: Float32Array, next: Int32Array, { nextSemantic }: Profile): void {
  const alone = cosines.slice();
  for (let doc = 0; doc < cosines.length; doc++) {
    const after = next[doc] as number;
    if (after >= 0) cosines[doc] = (alone[doc] as number) + nextSemantic * (alone[after] as number);
  }
}
