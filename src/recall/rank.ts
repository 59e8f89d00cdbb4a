/**
 * Ranks what a perspective can see for a query. It decides what is in view, computes signals on one 0..1 scale, weighs
 * them by the profile and takes the best. A mood, if one is given, tilts the order. Every visible memory is considered,
 * so that no filter starves the result. Synchronous and without side effects; texts and constellations are added by
 * others.
 */
import { z } from 'zod';
import { UnavailableError } from '../domain/errors.ts';
import { moodValue } from '../domain/call-options.ts';
import { checked } from '../domain/input.ts';
import { type Quadrant, quadrant, quadrantMoods } from '../domain/belief.ts';
import type { Mood } from '../domain/records.ts';
import { type Fields, moodShape, record } from '../domain/result.ts';
import type { Signal } from '../domain/signal.ts';
import type { TokenVectors } from '../embed/embedder.ts';
import { type AskedOfName, askedOfName } from '../language/answer-forms.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import { answerKinds } from '../recall-index/text-traits.ts';
import { type Ground, type Sifting, nearestOf, sifted } from './answer-model.ts';
import { Answering, type Judged } from './answering.ts';
import { type BelieverView, type Moment, seen, strengthOf, timeOf } from './believer-view.ts';
import { comparedMemories, evidencedMemories, judgedMemories, moodTimeoutMs, statedMemories } from './defaults.ts';
import { type MoodTilt, type Tiltable, canTilt, tiltDepth, tiltedPage } from './mood-tilt.ts';
import type { Profile } from './profiles.ts';
import { type AnalysisOptions, analyseQuery } from './query.ts';
import { Scoring } from './scoring.ts';
import type { View } from './view.ts';

/** What is asked of the index. */
export interface RankQuery extends Omit<AnalysisOptions, 'names'> {
  readonly text: string;
  /** The query's embedding, L2-normalised; without it recall is lexical. */
  readonly vector?: Float32Array;
  /** The vectors of its words. */
  readonly tokens?: TokenVectors;
  /** The embedding of the query without the names that it says. @default `vector` */
  readonly bare?: Float32Array;
  /** How well the first memories answer once they are read with the question, 0..1 by their ids. @default they aren't read */
  readonly evidence?: ReadonlyMap<string, number>;
  /** How many hits at most. */
  readonly limit: number;
  /** How many of the best to skip. @default 0 */
  readonly offset?: number;
  readonly profile: Profile;
  /** The mood by which the best are put in order. @default none */
  readonly tilt?: MoodTilt;
  /** Says for some hits which memories to bring in beside them, whatever the filters. @default none */
  readonly opponentsOf?: (ids: readonly string[]) => readonly string[];
  /** What counts as an answer. @default everything that came up */
  readonly sifting?: Sifting;
}

/** A memory that came up. */
export interface RankHit {
  readonly id: string;
  /** 0..1: the sum of its signals' contributions. */
  readonly score: number;
  readonly signals: readonly Signal[];
  /** 0..1: how likely the memory answers the query, independent of other results. */
  readonly relevance: number;
  /** What the relevance is made of. */
  readonly grounds: readonly Ground[];
  /** The beliefs that let it be seen, with their effective strength. */
  readonly seenThrough: readonly { readonly agent: string; readonly strength: number }[];
}

/** What came up, best first. */
export interface RankResult {
  readonly hits: readonly RankHit[];
  /** What came up where nothing of it answers, best first; a few at most. */
  readonly nearest: readonly RankHit[];
  /** What was brought in beside them, best first. */
  readonly broughtIn: readonly RankHit[];
  /** How many visible memories pass the filters and have anything to do with the query. */
  readonly total: number;
}

/** The views of a perspective, and the scores of their documents. */
export interface Scored {
  readonly views: readonly BelieverView[];
  readonly scoring: Scoring;
  readonly answering: Answering;
  readonly evidence: ReadonlyMap<string, number>;
}

/** Scores what a perspective sees. Of no use once the next query is scored. */
export function scored(view: View, query: RankQuery): Scored {
  const { index, byBeliever: views } = view;
  const believers = views.map(({ believer }) => believer);
  const analysed = analyseQuery(query.text, index, believers, { ...query, names: view.names });
  const { profile, vector, tokens, bare = vector, evidence = new Map() } = query;
  const scoring = new Scoring(view, { query: analysed, profile, vector, tokens, evidence: evidence.size > 0 });
  const meaning = { vector: scoring.byMeaning ? bare : undefined, words: scoring.wordMeaning };
  return { views, scoring, answering: new Answering(view, analysed, meaning), evidence };
}

/** Ranks the memories in a view for a query. */
export function rank(view: View, query: RankQuery): RankResult {
  const { index, moment } = view;
  const parts = scored(view, query);
  const { views, scoring, answering } = parts;
  const page = { limit: query.limit, offset: query.offset ?? 0 };
  const tilt = query.tilt !== undefined && canTilt(query.tilt) ? query.tilt : undefined;
  const depth = tilt === undefined ? page.offset + page.limit : tiltDepth(page, tilt);
  const best = firstChoices(view, query, parts, depth);
  const detailed = (choice: RankedDocument): ScoredChoice => {
    const signals = scoring.signals(choice.place, choice.document);
    const judged = choice.judged ?? answering.judge(choice.place, choice.document, signals);
    const answers = judged.relevance >= (query.sifting?.floor ?? 0);
    const mood = index.memories.moodOf(rowOf(views, choice));
    return { choice, mood, signals, judged, score: choice.score, answers };
  };
  const shown =
    tilt === undefined ? best.slice(page.offset).map(detailed) : tiltedPage(best.map(detailed), page, inColumns(tilt));
  const found = shown.map((one) => hitOf(index, views, one, moment));
  const hits = query.sifting === undefined ? found : sifted(found, query.sifting);
  const nearest = hits.length > 0 ? [] : nearestOf(found);
  const asked = query.opponentsOf?.(hits.map(({ id }) => id)) ?? [];
  const newcomers = asked.flatMap((id) => choiceOf(index, views, scoring, id) ?? []).map(detailed);
  const all = { limit: newcomers.length, offset: 0 };
  const tilted = tilt === undefined || all.limit === 0 ? newcomers : tiltedPage(newcomers, all, inColumns(tilt));
  const broughtIn = tilted
    .map((one) => hitOf(index, views, one, moment, seen.outside))
    .sort(
      (one, other) =>
        other.score - one.score || view.compareLearned(index.memories.row(one.id), index.memories.row(other.id)),
    );
  return { hits, nearest, broughtIn, total: scoring.count() };
}

/** The document that shows a memory: one inside the filters, one that is relevant, the better one. */
export function choiceOf(
  index: RecallIndex,
  views: readonly BelieverView[],
  scoring: Scoring,
  id: string,
): RankedDocument | undefined {
  const row = index.memories.row(id);
  const choices = views.flatMap(({ believer, states }, place) => {
    const document = row < 0 ? -1 : believer.document(row);
    if (document < 0 || states[document] === seen.not) return [];
    const worth = states[document]! + (scoring.isRelevant(place, document) ? 0.5 : 0);
    return [{ choice: { place, document, score: scoring.score(place, document) }, worth }];
  });
  choices.sort((one, other) => other.worth - one.worth || other.choice.score - one.choice.score);
  return choices[0]?.choice;
}

/**
 * The best choices, best first: every relevant document once, a memory that both believe by its better score. The first
 * {@link comparedMemories} are compared word by word, then the first {@link judgedMemories} are judged, then the first
 * {@link evidencedMemories} have what their reading said; each time they are put in order once more. None of the others
 * passes them, since all of it only adds to a score.
 */
function bestChoices(view: View, { scoring, answering, evidence }: Scored, depth: number): readonly RankedDocument[] {
  const order = (one: RankedDocument, other: RankedDocument): boolean =>
    precedes(view.index, view.byBeliever, one, other);
  const compared = scoring.comparesWords ? comparedMemories : 0;
  const judged = scoring.weighs('relevance') ? judgedMemories : 0;
  const evidenced = scoring.weighs('evidence') ? evidencedMemories : 0;
  const choices = new TopChoices(Math.max(depth, compared, judged, evidenced), order);
  forEachChoice(
    view,
    scoring,
    () => choices.worst(),
    (choice) => choices.offer(choice),
  );
  const best = choices.best();
  const inOrder = (first: readonly RankedDocument[]): readonly RankedDocument[] =>
    first
      .map((choice) => ({ ...choice, score: scoring.score(choice.place, choice.document) }))
      .sort((one, other) => (order(one, other) ? -1 : 1));
  const first = best.slice(0, compared);
  scoring.compareWords(first);
  const all = [...inOrder(first), ...best.slice(compared)];
  const foremost = all.slice(0, judged).map((choice): RankedDocument => {
    const { place, document } = choice;
    const said = answering.judge(place, document, scoring.signals(place, document));
    scoring.tell(choice, 'relevance', said.relevance);
    return { ...choice, judged: said };
  });
  const known = [...inOrder(foremost), ...all.slice(judged)];
  const read = known.slice(0, evidenced);
  for (const choice of read) scoring.tell(choice, 'evidence', evidence.get(idOf(view, choice)) ?? 0);
  return [...inOrder(read), ...known.slice(evidenced)].slice(0, depth);
}

/** The first choices for a query, in the order in which they are listed. */
export function firstChoices(
  view: View,
  { text }: Pick<RankQuery, 'text'>,
  parts: Scored,
  depth: number,
): readonly RankedDocument[] {
  const asked = askedOfName(text);
  return asked === undefined ? bestChoices(view, parts, depth) : tellingFirst(view, parts, { asked, depth });
}

/** How much a memory in a row tells of whom it names, for a question by the name alone. */
export function tellingOf({ index: { memories } }: Pick<View, 'index'>, row: number, asked: AskedOfName): number {
  const told = memories.answers.get(row);
  if (asked === 'state') return told & answerKinds.state ? 1 : 0;
  return told & answerKinds.identity ? 2 : told & answerKinds.rule ? 1 : 0;
}

/**
 * The best choices for a question by a name alone. Of what is equally relevant, since it speaks of them, what tells their
 * state (or who they are, and then what lasts) comes first, and what was said last.
 */
function tellingFirst(
  view: View,
  parts: Scored,
  { asked, depth }: { readonly asked: AskedOfName; readonly depth: number },
): readonly RankedDocument[] {
  const { index, byBeliever } = view;
  const known = bestChoices(view, parts, Math.max(depth, statedMemories)).map((choice) => {
    const { place, document } = choice;
    const judged = choice.judged ?? parts.answering.judge(place, document, parts.scoring.signals(place, document));
    const row = rowOf(byBeliever, choice);
    const time = timeOf(byBeliever[place]!.believer, index.memories, row, document);
    const telling = tellingOf(view, row, asked);
    return { choice: { ...choice, judged }, relevance: Math.round(judged.relevance * 100), telling, time };
  });
  return known
    .sort((one, other) => other.relevance - one.relevance || other.telling - one.telling || other.time - one.time)
    .map(({ choice }) => choice)
    .slice(0, depth);
}

/** Calls back once for every relevant document inside the filters whose score may reach `floor()`. */
export function forEachChoice(
  view: View,
  scoring: Scoring,
  floor: () => number,
  visit: (choice: RankedDocument) => void,
): void {
  const { repeated } = view;
  view.byBeliever.forEach(({ believer }, place) => {
    const visitDocument = (document: number): void => {
      if (repeated[believer.rowOf.get(document)] === 1) return;
      if (isBeaten(view, scoring, place, document)) return;
      visit({ place, document, score: scoring.score(place, document) });
    };
    scoring.forEachPromising(place, floor, visitDocument);
  });
}

/** Whether another believer shows the memory better; of equals the first believer's stands. */
function isBeaten(view: View, scoring: Scoring, place: number, document: number): boolean {
  return view.twins(place, document).some((other) => {
    const twin = view.twin(place, document, other);
    if (!scoring.isRelevant(other, twin)) return false;
    const difference = scoring.score(place, document) - scoring.score(other, twin);
    return difference < 0 || (difference === 0 && place > other);
  });
}

/** Better score, then later, then as these believers came to hold them. */
export function precedes(
  index: RecallIndex,
  views: readonly BelieverView[],
  first: RankedDocument,
  second: RankedDocument,
): boolean {
  if (first.score !== second.score) return first.score > second.score;
  const [one, two] = [first, second].map(({ place, document }) => {
    const { believer } = views[place]!;
    const row = believer.rowOf.values[document]!;
    return { position: believer.position(document), time: timeOf(believer, index.memories, row, document) };
  }) as [{ position: number; time: number }, { position: number; time: number }];
  return one.time === two.time ? one.position < two.position : one.time > two.time;
}

/** A choice with what its score is made of. */
interface ScoredChoice extends Tiltable {
  readonly choice: RankedDocument;
  readonly judged: Judged;
}

/** With the mood in the precision in which moods are kept, so that the same mood is the same. */
function inColumns(tilt: MoodTilt): MoodTilt {
  const { valence, arousal } = tilt.mood;
  return { ...tilt, mood: { valence: Math.fround(valence), arousal: Math.fround(arousal) } };
}

function idOf({ index, byBeliever }: View, choice: RankedDocument): string {
  return index.memories.ids[rowOf(byBeliever, choice)]!;
}

function rowOf(views: readonly BelieverView[], { place, document }: RankedDocument): number {
  return (views[place] as BelieverView).believer.rowOf.values[document]!;
}

/** @param least - the state that a document must have at least to be told as seen. */
function hitOf(
  index: RecallIndex,
  views: readonly BelieverView[],
  scored: ScoredChoice,
  moment: Moment,
  least: number = seen.inside,
): RankHit {
  const { choice, judged, signals, score } = scored;
  const row = rowOf(views, choice);
  const seenThrough = views.flatMap(({ believer, states }) => {
    const document = believer.document(row);
    if (document < 0 || states[document]! < least) return [];
    return [{ agent: believer.agent, strength: strengthOf(believer, document, moment) }];
  });
  return { id: index.memories.ids[row]!, score, signals, ...judged, seenThrough };
}

// Keeps the best of many choices in a heap whose root is the worst of them.

/** A document of one of the views, with its score. */
export interface RankedDocument {
  /** The place of the view. */
  readonly place: number;
  readonly document: number;
  readonly score: number;
  /** Missing for one that was not among the first that are judged. */
  readonly judged?: Judged;
}

/** The best choices so far. */
class TopChoices {
  readonly #size: number;
  readonly #precedes: (first: RankedDocument, second: RankedDocument) => boolean;
  readonly #heap: RankedDocument[] = [];

  constructor(size: number, precedes: (first: RankedDocument, second: RankedDocument) => boolean) {
    this.#size = size;
    this.#precedes = precedes;
  }

  /** The score below which nothing gets in; -Infinity while there is room. */
  worst(): number {
    if (this.#heap.length < this.#size) return Number.NEGATIVE_INFINITY;
    return this.#heap[0]?.score ?? Number.POSITIVE_INFINITY;
  }

  /** Takes a choice in if it is among the best. */
  offer(choice: RankedDocument): void {
    const heap = this.#heap;
    if (heap.length < this.#size) {
      heap.push(choice);
      this.#rise(heap.length - 1);
    } else if (heap.length > 0 && this.#precedes(choice, heap[0]!)) {
      heap[0] = choice;
      this.#sink(0);
    }
  }

  /** All that were kept, best first. */
  best(): readonly RankedDocument[] {
    return [...this.#heap].sort((first, second) => (this.#precedes(first, second) ? -1 : 1));
  }

  #rise(from: number): void {
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (!this.#swapIfWorse(at, parent)) return;
      at = parent;
    }
  }

  #sink(from: number): void {
    for (let at = from; ; ) {
      let worst = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < this.#heap.length && this.#isWorse(child, worst)) worst = child;
      }
      if (worst === at || !this.#swapIfWorse(worst, at)) return;
      at = worst;
    }
  }

  #isWorse(first: number, second: number): boolean {
    return this.#precedes(this.#heap[second]!, this.#heap[first]!);
  }

  #swapIfWorse(lower: number, upper: number): boolean {
    if (!this.#isWorse(lower, upper)) return false;
    const heap = this.#heap;
    [heap[lower], heap[upper]] = [heap[upper]!, heap[lower]!];
    return true;
  }
}

// Which mood a recall goes by: the one that the call gives, else what the provider says. A provider is somebody
// else's code, so it may fail, answer nonsense or not answer: recall goes on without a mood then, and says so.

/** Tells an agent's mood of the moment; nothing where it has none. */
export type MoodProvider = (agent: string) => Mood | undefined | Promise<Mood | undefined>;

const moodInUseFields = {
  quadrant: z.enum(Object.keys(quadrantMoods) as Quadrant[]),
  /** Whether the call gave it or the provider told it. */
  source: z.enum(['given', 'provider']),
};
/** The mood that a recall went by. */
export interface MoodInUse extends Mood, Fields<typeof moodInUseFields> {}
export const moodInUseRules: z.ZodType<MoodInUse> = record({ ...moodShape, ...moodInUseFields });
/** How moods bear on recall where a call does not say. */
export interface MoodSettings {
  /** The share of the mood in the score, 0..1. */
  readonly emotionWeight: number;
  /** How many times the limit are put in order by mood, 1..5. */
  readonly candidateMultiplier: number;
  readonly provider?: MoodProvider;
  /** Hears why the provider failed. */
  readonly onError: (error: unknown) => void;
}

/**
 * The mood to go by, if there is one, and what to tell of it; it never fails.
 *
 * @param mayAsk - whether the provider is asked where the call gives no mood.
 */
export async function moodInUse(
  { provider, onError }: MoodSettings,
  agent: string,
  given: Mood | undefined,
  mayAsk: boolean,
): Promise<{ readonly mood?: MoodInUse; readonly notice?: string }> {
  if (given !== undefined) return { mood: { ...given, quadrant: quadrant(given), source: 'given' } };
  if (provider === undefined || !mayAsk) return {};
  try {
    const answer = await inTime(provider, agent);
    if (answer === undefined) return {};
    const mood = moodOf(answer);
    return { mood: { ...mood, quadrant: quadrant(mood), source: 'provider' } };
  } catch (error) {
    const reason = error instanceof ProviderFault ? error.message : 'failed';
    const message = `recall: the mood provider ${reason}.`;
    onError(new UnavailableError('MOOD_UNAVAILABLE', message, { details: { agent }, cause: error }));
    return { notice: `The mood provider ${reason}, so recall went on without a mood.` };
  }
}

/** Why an answer of the provider is of no use, in words that are ours and so may be shown. */
class ProviderFault extends Error {}

async function inTime(provider: MoodProvider, agent: string): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ProviderFault(`did not answer within ${moodTimeoutMs} ms`)), moodTimeoutMs);
  });
  try {
    return await Promise.race([provider(agent), late]);
  } finally {
    clearTimeout(timer);
  }
}

function moodOf(answer: unknown): Mood {
  try {
    return checked('recall', moodValue, answer);
  } catch (cause) {
    throw new ProviderFault('answered with what is no mood', { cause });
  }
}
