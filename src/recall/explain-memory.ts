/**
 * Why one memory is in an answer, or is not: its place, its signals and the reason in a sentence.
 * Asks the same ranking as `recall`, without its side effects; a mood provider is not asked.
 */
import { z } from 'zod';
import { count, type Fields, record, words } from '../domain/result.ts';
import { type Perspective, archiveThreshold, recallThreshold } from '../domain/belief.ts';
import { NotFoundError } from '../domain/errors.ts';
import { askedOfName } from '../language/answer-forms.ts';
import { explain, explanationRules } from './explain.ts';
import { hydrate } from './constellation.ts';
import { canTilt } from './mood-tilt.ts';
import { type RankHit, type RankQuery, choiceOf, firstChoices, forEachChoice, precedes, rank, scored } from './rank.ts';
import { type CheckedExplain, type RecalledMemory, recalledMemoryRules } from './recall-options.ts';
import { type Found, type RecallParts, answerTo, prepare } from './recall.ts';
import { maxCopies } from '../recall-index/copies.ts';
import { isMergedCopy, successorOf } from './roles.ts';
import type { View } from './view.ts';
import { seen } from './believer-view.ts';
import { comparedMemories, judgedMemories, statedMemories } from './defaults.ts';

/** What has become of a memory in an answer. */
export const explainOutcomes = [
  'shown',
  'brought-in',
  'below',
  'copy',
  'irrelevant',
  'outside',
  'unrelated',
  'faded',
  'withdrawn',
  'later',
] as const;
/**
 * `shown`: it is in the answer. `brought-in`: it is there because it contradicts a memory of the answer. `below`:
 * others rank before it. `copy`: what says the same stands in its place. `irrelevant`: its relevance is below the floor. `outside`: a filter leaves it out.
 * `unrelated`: it has nothing to do with the query. `faded`, `withdrawn`: it is not believed strongly enough, or no
 * longer. `later`: it was not believed yet at the time that was asked about.
 */
export type ExplainOutcome = (typeof explainOutcomes)[number];

const memoryExplanationFields = {
  id: words,
  query: words,
  outcome: z.enum(explainOutcomes),
  /** The outcome in a sentence. */
  reason: words,
  /** Its place among the memories that have to do with the query, from 1; missing when it has none. */
  rank: count.exactOptional(),
  /** How many memories in view have anything to do with the query and pass the filters. */
  total: count,
  /** The memory with its score and signals; missing when it is not in view now. */
  memory: recalledMemoryRules.exactOptional(),
  /** The signals with a sentence each; missing when it is not in view now. */
  explanation: explanationRules.exactOptional(),
};
/** Why a memory is in an answer, or is not. */
export interface MemoryExplanation extends Fields<typeof memoryExplanationFields> {}
export const memoryExplanationRules: z.ZodType<MemoryExplanation> = record(memoryExplanationFields);
/** An outcome in a word and in a sentence. */
type Outcome = Pick<MemoryExplanation, 'outcome' | 'reason'>;

/**
 * Explains one memory.
 *
 * @throws {NotFoundError} when the perspective has no belief in it, whether or not others do.
 */
export async function explainMemory(
  parts: RecallParts,
  perspective: Perspective,
  { id, ...asked }: CheckedExplain,
  signal: AbortSignal | undefined,
): Promise<MemoryExplanation> {
  const prepared = await prepare(parts, perspective, 'explain', asked, signal);
  const { query, view } = prepared;
  if (!view.knows(id)) {
    throw new NotFoundError(
      'NOT_FOUND',
      `explain: no memory "${id}" is in ${perspective.agent}'s view; look it up with search.`,
      { details: { id } },
    );
  }
  const { found, answer } = await answerTo(parts, prepared, { operation: 'explain', signal });
  const said = { id, query: asked.query, total: found.result.total };
  if (!view.sees(id)) return { ...said, ...unseen(view, id) };
  const answered = answer.memories.find((memory) => memory.id === id);
  const place = placeOf(view, query, id);
  const ranked = found.result.memories.findIndex((memory) => memory.id === id);
  const rank = ranked < 0 ? place?.rank : (query.offset ?? 0) + ranked + 1;
  const memory = answered ?? (await read(parts, view, id, place));
  const standing = { rank, total: said.total, isInside: place?.isInside === true };
  return {
    ...said,
    ...(ranked >= 0
      ? { outcome: 'shown', reason: `It is ${numberOf(standing)}.` }
      : answered !== undefined
        ? broughtIn(standing)
        : (copied(view, found, memory, id) ??
          missing(view, query, id, { ...standing, relevance: memory?.relevance ?? 0 }))),
    ...(rank === undefined || !standing.isInside ? {} : { rank }),
    ...(memory === undefined ? {} : { memory, explanation: explain(memory) }),
  };
}

/** Where a memory in view stands. */
interface Standing {
  readonly rank: number | undefined;
  readonly total: number;
  readonly isInside: boolean;
}

function numberOf({ rank, total }: Standing): string {
  return `number ${rank} of the ${total} in view that have to do with the question`;
}

function broughtIn(standing: Standing): Outcome {
  const itself =
    standing.rank === undefined || !standing.isInside ? 'it would not be there' : `it is ${numberOf(standing)}`;
  return {
    outcome: 'brought-in',
    reason: `It is shown because it contradicts a memory of the answer; by itself ${itself}.`,
  };
}

/** What stands in the place of a memory and says the same, if it is for that that it is not in the answer. */
function copied(
  view: View,
  { result, broughtIn: beside }: Found,
  memory: RecalledMemory | undefined,
  id: string,
): Outcome | undefined {
  if (view.repeated[view.index.memories.row(id)] === 1) {
    const reason = `Its source has said the same since; of such copies only the last ${maxCopies} come up.`;
    return { outcome: 'copy', reason };
  }
  const by = memory !== undefined && isMergedCopy(memory) ? successorOf(memory) : undefined;
  if (by === undefined || ![...result.memories, ...beside].some((one) => one.id === by)) return undefined;
  return { outcome: 'copy', reason: `It was merged with ${by}, which says the same and stands in its place.` };
}

/** Why a memory in view is not in the answer. */
function missing(
  view: View,
  query: RankQuery,
  id: string,
  standing: Standing & { readonly relevance: number },
): Outcome {
  if (!standing.isInside) {
    const filters = view.failedFilters(id);
    return { outcome: 'outside', reason: `The question leaves it out by its filters: ${filters.join(', ')}.` };
  }
  if (standing.rank === undefined)
    return { outcome: 'unrelated', reason: 'Nothing of it has to do with the question.' };
  const { offset = 0, limit } = query;
  const { floor = 0 } = query.sifting ?? {};
  if (standing.rank > offset && standing.rank <= offset + limit && standing.relevance < floor) {
    const [relevance, least] = [standing.relevance, floor].map((value) => value.toFixed(2));
    return {
      outcome: 'irrelevant',
      reason: `It is ${numberOf(standing)}, but its relevance is ${relevance}, and an answer begins at ${least}.`,
    };
  }
  const isNear = standing.rank > offset && standing.rank <= offset + limit;
  const rest = isNear
    ? 'when everything is compared; the answer looked at the nearest only'
    : `and the answer shows ${offset + 1} to ${offset + limit}`;
  return { outcome: 'below', reason: `It is ${numberOf(standing)}, ${rest}.` };
}

/** Why a memory that is believed or was is not in view. */
function unseen(view: View, id: string): Outcome {
  const beliefs = view.beliefsIn(id);
  const held = beliefs.filter(({ state }) => state === 'held');
  if (held.length === 0) {
    return beliefs.some(({ state }) => state === 'later')
      ? { outcome: 'later', reason: 'It was not believed yet at the time that the question is about.' }
      : { outcome: 'withdrawn', reason: 'It is not believed any longer.' };
  }
  const strength = Math.max(...held.map((belief) => belief.strength));
  const rest =
    strength < archiveThreshold
      ? `and below ${archiveThreshold} it is archived: only with "archived" it is seen`
      : `and with "faded" down to ${archiveThreshold}`;
  return {
    outcome: 'faded',
    reason: `It has faded to a strength of ${strength.toFixed(2)}; recall sees what is above ${recallThreshold}, ${rest}.`,
  };
}

/** A memory that is not in the answer, with the signals of its place. */
async function read(
  { ledger }: RecallParts,
  view: View,
  id: string,
  place: Place | undefined,
): Promise<RecalledMemory | undefined> {
  const seenThrough = view.beliefsIn(id).filter(({ isSeen }) => isSeen);
  const { score = 0, relevance = 0, signals = [], grounds = [] } = place ?? {};
  const hit = { id, score, relevance, signals, grounds, seenThrough };
  return (await hydrate(ledger, view, [hit]))[0];
}

// Where one memory stands in a ranking, though it may be far from its top or outside its filters.

/** Where a memory stands. */
interface Place extends Pick<RankHit, 'score' | 'relevance' | 'signals' | 'grounds'> {
  /** Its place from 1; missing when it is outside the filters or has nothing to do with the query. */
  readonly rank?: number;
  /** Whether it is inside the filters. */
  readonly isInside: boolean;
  /** How many memories inside the filters have anything to do with the query. */
  readonly total: number;
}

/** The place of a memory in view; undefined for one that is not in view. */
function placeOf(view: View, query: RankQuery, id: string): Place | undefined {
  const { index } = view;
  const parts = scored(view, query);
  const { views, scoring, answering } = parts;
  const row = index.memories.row(id);
  const rowAt = (one: { readonly place: number; readonly document: number }): number =>
    views[one.place]!.believer.rowOf.values[one.document]!;
  const compared = scoring.comparesWords ? comparedMemories : 0;
  const stated = askedOfName(query.text) === undefined ? 0 : statedMemories;
  const judgedFirst = scoring.weighs('relevance') ? judgedMemories : 0;
  const depth = Math.max(compared, judgedFirst, stated, query.evidence?.size ?? 0);
  const first = depth === 0 ? [] : firstChoices(view, query, parts, depth);
  const choice = choiceOf(index, views, scoring, id);
  if (choice === undefined) return undefined;
  const shown = views.filter(({ believer, states }) => states[believer.document(row)] === seen.inside);
  const { place, document } = choice;
  const isInside = shown.length > 0;
  const judged = answering.judge(place, document, scoring.signals(place, document));
  // What a filter keeps out is explained as if it were among the first.
  if (!isInside && scoring.weighs('relevance')) scoring.tell(choice, 'relevance', judged.relevance);
  const score = scoring.score(place, document);
  const said = { score, signals: scoring.signals(place, document), ...judged };
  const total = scoring.count();
  const amongFirst = first.findIndex((one) => rowAt(one) === row);
  if (isInside && amongFirst >= 0)
    return tilted(view, query, id, amongFirst) ?? { rank: amongFirst + 1, isInside, ...said, total };
  let own = 0;
  let before = 0;
  forEachChoice(
    view,
    scoring,
    () => score,
    (one) => {
      if (rowAt(one) === row) own += 1;
      else if (precedes(index, views, one, choice)) before += 1;
    },
  );
  if (own === 0 || !isInside) return { isInside, ...said, total };
  return tilted(view, query, id, before) ?? { rank: before + 1, isInside, ...said, total };
}

/** The place within its block, where a mood puts each block in another order. */
function tilted(view: View, query: RankQuery, id: string, before: number): Place | undefined {
  const { tilt, limit } = query;
  if (tilt === undefined || !canTilt(tilt)) return undefined;
  const block = tilt.multiplier * limit;
  const first = Math.floor(before / block) * block;
  for (let offset = first; offset < first + block; offset += limit) {
    const { hits, total } = rank(view, { ...query, offset });
    const at = hits.findIndex((hit) => hit.id === id);
    const hit = hits[at];
    if (hit === undefined) continue;
    const { score, relevance, signals, grounds } = hit;
    return { rank: offset + at + 1, isInside: true, score, relevance, signals, grounds, total };
  }
  return undefined;
}
