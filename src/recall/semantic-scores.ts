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
  const rows = views.map(({ believer }) => believer.rowOf.rows());
  const cosines = vectors.cosines(query, rows);
  const meanings = views.map((view, position) => semanticView(view, rows[position]!, cosines, nextSemantic, workspace));
  return meanings.some(({ scores }) => scores.some((score) => score !== 0)) ? meanings : undefined;
}

function semanticView(
  { believer, states }: BelieverView,
  rowOf: Int32Array,
  cosines: Float32Array,
  nextSemantic: number,
  workspace: Workspace,
): SemanticView {
  const { timelineOf, timelines, next } = believer.timelines;
  const scores = workspace.singlesToFill(rowOf.length);
  addNext(rowOf, cosines, next.values, nextSemantic, scores);
  // The last one is that of the documents without a session.
  const largest = new Float32Array(timelines.length + 1);
  const matching = measure(scores, states, timelineOf.values, largest);
  const best = largest.reduce((max, score) => Math.max(max, score), 0);
  return { scores, largestBySession: largest, matching, best };
}

// The loops over all documents are functions of their own that end with the loop: V8 optimises a long loop while it
// runs, without what follows it, and falls back to the interpreter at its end, for every query anew.

/** Fills in the scores; the last rows may have no vector yet. */
function addNext(
  rowOf: Int32Array,
  cosines: Float32Array,
  next: Int32Array,
  share: number,
  scores: Float32Array,
): void {
  for (let document = 0; document < scores.length; document++) {
    const row = rowOf[document]!;
    const after = next[document]!;
    const rowAfter = after < 0 ? -1 : rowOf[after]!;
    const own = row >= 0 && row < cosines.length ? cosines[row]! : 0;
    const beside = rowAfter >= 0 && rowAfter < cosines.length ? cosines[rowAfter]! : 0;
    scores[document] = own + share * beside;
  }
}

/** Fills in the largest score in view of each session, and counts the scores of documents inside the filters. */
function measure(scores: Float32Array, states: Uint8Array, sessionOf: Int32Array, largest: Float32Array): number {
  const without = largest.length - 1;
  let matching = 0;
  for (let document = 0; document < scores.length; document++) {
    const score = scores[document]!;
    if (score !== 0 && states[document] === seen.inside) matching++;
    const session = sessionOf[document]! < 0 ? without : sessionOf[document]!;
    if (score > largest[session]! && states[document] !== seen.not) largest[session] = score;
  }
  return matching;
}
