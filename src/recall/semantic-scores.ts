/**
 * The cosines of the documents in view with the query, each with a share of the next one's in its timeline: what
 * follows a remark is often about it. Every vector in view is compared.
 */
import type { Embedder } from '../embed/embedder.ts';
import type { BelieverIndex } from '../recall-index/believer-index.ts';
import { largestOf, type Workspace } from '../recall-index/column.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import { type BelieverView, seen } from './believer-view.ts';
import type { Profile } from './profiles.ts';
import type { View } from './view.ts';

/** What the query vector makes of one view. */
export interface SemanticView {
  /** By document; 0 where it has no vector. */
  readonly scores: Float32Array;
  /** By session: the largest of its documents in view; at least 0. */
  readonly largestBySession: Float64Array;
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
  const { timelines, next, timelineOf } = believer.timelines;
  believer.stretches ??= stretchesOf(believer);
  const scores = workspace.singlesToFill(rowOf.length);
  // The last one is that of the documents without a session.
  const largest = workspace.floats(timelines.length + 1);
  const matching = fillScores(
    { rowOf, cosines, states, scores, largest, next: next.values, timelineOf: timelineOf.values },
    believer.stretches,
    nextSemantic,
  );
  return { scores, largestBySession: largest, matching, best: largestOf(largest) };
}

/**
 * Where stretches begin, and where the last one ends. The documents of a stretch follow one another in number, in row
 * and in their timeline, as most do, or have none: they are gone through without looking anything up.
 */
function stretchesOf({ rowOf, timelines }: BelieverIndex): Int32Array {
  const rows = rowOf.rows();
  const next = timelines.next.values;
  const timelineOf = timelines.timelineOf.values;
  const starts: number[] = [];
  for (let document = 0; document < rows.length; document++) {
    const before = document - 1;
    const isNext =
      document > 0 && (next[before] === document || (timelineOf[before]! < 0 && timelineOf[document]! < 0));
    if (!isNext || rows[before]! < 0 || rows[document] !== rows[before]! + 1) starts.push(document);
  }
  return Int32Array.from([...starts, rows.length]);
}

const { inside, not: notSeen } = seen;

/** What scores are made of, and what is made. */
interface Filling {
  readonly rowOf: Int32Array;
  /** By row; the last rows may have none yet. */
  readonly cosines: Float32Array;
  readonly states: Uint8Array;
  /** By document, its next one in its timeline, or -1. */
  readonly next: Int32Array;
  readonly timelineOf: Int32Array;
  /** By document. */
  readonly scores: Float32Array;
  /** The largest score in view of each session, and of the documents without one. */
  readonly largest: Float64Array;
}

/** Goes through all stretches; answers how many documents inside the filters have a score. */
function fillScores(filling: Filling, stretches: Int32Array, nextSemantic: number): number {
  let matching = 0;
  for (let stretch = 1; stretch < stretches.length; stretch++) {
    matching += fillStretch(filling, stretches[stretch - 1]!, stretches[stretch]! - 1, nextSemantic);
  }
  return matching;
}

/**
 * Goes through a stretch from its end, so that the cosine of the next document is at hand. It is a function of its own,
 * which ends with its loop: V8 compiles a short one that is called often better than a long loop that runs.
 */
function fillStretch(
  { rowOf, cosines, states, next, timelineOf, scores, largest }: Filling,
  first: number,
  last: number,
  nextSemantic: number,
): number {
  const timeline = timelineOf[first]!;
  const share = timeline < 0 ? 0 : nextSemantic;
  const follower = next[last]!;
  // Its rows follow one another: with the first and the last all of them have a place among the cosines.
  const offset = rowOf[first]! - first;
  const isWhole = rowOf[first]! >= 0 && last + offset < cosines.length;
  let following = follower < 0 ? 0 : cosineAt(cosines, rowOf[follower]!);
  let best = 0;
  let matching = 0;
  for (let document = last; document >= first; document--) {
    const own = isWhole ? cosines[document + offset]! : cosineAt(cosines, document + offset);
    const score = Math.fround(own + share * following);
    following = own;
    scores[document] = score;
    const state = states[document]!;
    if (score !== 0 && state === inside) matching++;
    if (score > best && state !== notSeen) best = score;
  }
  const place = timeline < 0 ? largest.length - 1 : timeline;
  if (best > largest[place]!) largest[place] = best;
  return matching;
}

function cosineAt(cosines: Float32Array, row: number): number {
  return row >= 0 && row < cosines.length ? cosines[row]! : 0;
}

/** A row in view, and the cosine of its vector with another. */
interface NearRow {
  readonly row: number;
  readonly similarity: number;
}

/** The rows in view whose vectors lie nearest to one, the nearest first; equals as they were learned. */
export function nearestRows(
  view: View,
  vector: Float32Array,
  { least, limit, mayBe }: { readonly least: number; readonly limit: number; readonly mayBe: (row: number) => boolean },
): readonly NearRow[] {
  const rows = Int32Array.from(view.rows());
  const cosines = view.index.vectors.cosines(vector, [rows]);
  const similarityOf = (row: number): number => Math.min(1, cosines[row] ?? 0);
  // A space may have a hundred thousand rows: few of them are left before they become a list.
  return Array.from(
    rows.filter((row) => similarityOf(row) >= least && mayBe(row)),
    (row) => ({ row, similarity: similarityOf(row) }),
  )
    .sort((one, other) => other.similarity - one.similarity || view.compareLearned(one.row, other.row))
    .slice(0, limit);
}

/** The first of some rows that pass a test. The others aren't tested: who tells what takes long to see. */
export function firstOf(
  rows: readonly { readonly row: number }[],
  test: (row: number) => boolean,
  most: number,
): readonly number[] {
  const found: number[] = [];
  for (const { row } of rows) {
    if (found.length === most) break;
    if (test(row)) found.push(row);
  }
  return found;
}

/**
 * Above this share of memories without a vector, recall is lexical: a ranking in which most
 * memories cannot score on meaning is worse than one in which none does.
 */
const maxMissingVectors = 0.1;

/** Whether so many memories lack what some have that recall does better without. */
export function lacksMany({ size }: RecallIndex, { count: held }: { readonly count: number }): boolean {
  return size - held > size * maxMissingVectors;
}

/** Tells at every recall whether it uses vectors, and what to say of it: once, when they are first left out. */
export function vectorUse(
  index: RecallIndex,
  { model, dimension }: Embedder,
): () => { readonly use: boolean; readonly notice?: string } {
  let told = false;
  return () => {
    if (dimension === 0) return { use: false };
    const missing = index.size - index.vectors.count;
    const use = !lacksMany(index, index.vectors);
    if (missing === 0 || told) return { use };
    told = true;
    const how = use ? 'they are recalled by their words' : 'recall goes by words';
    return {
      use,
      // Without numbers, which would count what others remember.
      notice: `Some memories have no vector of ${model}, so ${how} until reindex has run.`,
    };
  };
}

/** How near some memories are to one in meaning, 0..1; of what has no vector it is not known, so they count as near. */
export function likenessTo(
  { index: { memories, vectors } }: View,
  { id }: { readonly id: string },
  others: readonly { readonly id: string }[],
): readonly number[] {
  const rows = Int32Array.from(others, (other) => memories.row(other.id));
  const vector = vectors.vectorAt(memories.row(id));
  const cosines = vector === undefined ? [] : vectors.cosinesOf(vector, rows);
  return Array.from(rows, (row, at) => (vector === undefined || !vectors.has(row) ? 1 : cosines[at]!));
}
