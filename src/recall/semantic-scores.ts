/**
 * The cosines of the documents in view with the query, each with a share of the next one's in its
 * timeline: what follows a remark is often about it. Every vector in view is compared.
 */
import type { RecallIndex } from '../recall-index/recall-index.ts';
import type { Profile } from './profiles.ts';
import { type BelieverView, seen } from './believer-view.ts';
import type { Workspace } from '../recall-index/column.ts';

/** What the query vector makes of one view. */
export interface SemanticView {
  /** By document; 0 where it has no vector. */
  readonly scores: Float32Array;
  /** By session: the largest of its documents in view; at least 0. */
  readonly largestBySession: Float32Array;
  /** How many documents inside the filters have a score. */
  readonly matching: number;
  /** The largest of what is in view; at least 0. */
  readonly best: number;
}

/**
 * The scores of views. Undefined when no document in view has a vector that the query can be held
 * against: whether others have must make no difference.
 */
export function semanticScores(
  { vectors }: RecallIndex,
  views: readonly BelieverView[],
  query: Float32Array,
  { nextSemantic }: Profile,
  workspace: Workspace,
): readonly SemanticView[] | undefined {
  const rows = views.map(({ believer }) => believer.slotOf.rows());
  const cosines = vectors.cosines(query, rows);
  const alone = rows.map((rowOf) => cosinesOf(rowOf, cosines, workspace));
  if (!alone.some((list) => list.some((cosine) => cosine !== 0))) return undefined;
  return views.map((view, place) => semanticView(view, alone[place]!, nextSemantic, workspace));
}

/** By document; the last rows may have no vector yet. */
function cosinesOf(rowOf: Int32Array, cosines: Float32Array, workspace: Workspace): Float32Array {
  const alone = workspace.singlesToFill(rowOf.length);
  for (let doc = 0; doc < alone.length; doc++) {
    const row = rowOf[doc]!;
    alone[doc] = row >= 0 && row < cosines.length ? cosines[row]! : 0;
  }
  return alone;
}

function semanticView(
  { believer, states }: BelieverView,
  alone: Float32Array,
  nextSemantic: number,
  workspace: Workspace,
): SemanticView {
  const next = believer.timelines.next.values;
  const sessionOf = believer.timelines.timelineOf.values;
  const sessions = believer.timelines.timelines.length;
  const scores = nextSemantic === 0 ? alone : workspace.singlesToFill(alone.length);
  // The last one is that of the documents without a session.
  const largest = new Float32Array(sessions + 1);
  let matching = 0;
  for (let doc = 0; doc < alone.length; doc++) {
    const after = next[doc]!;
    scores[doc] = nextSemantic === 0 || after < 0 ? alone[doc]! : alone[doc]! + nextSemantic * alone[after]!;
    const score = scores[doc]!;
    if (score !== 0 && states[doc] === seen.inside) matching++;
    const session = sessionOf[doc]! < 0 ? sessions : sessionOf[doc]!;
    if (score > largest[session]! && states[doc] !== seen.not) largest[session] = score;
  }
  const best = largest.reduce((most, score) => Math.max(most, score), 0);
  return { scores, largestBySession: largest, matching, best };
}
