/**
 * The signals of every document in view, each 0..1. What the words and the meaning of the query
 * make of documents (lexical, semantic, session, and from them the episode) is computed for all at
 * once; what a document shows by itself (date, speaker, statement, answer, length) only when it
 * can still come up.
 *
 * `lexical`, `session` and the relative `semantic` are shares of the best in the perspective,
 * filters or not, so that a filter changes no score.
 */
import type { Signal } from '../domain/signal.ts';
import { dayMs } from '../domain/time.ts';
import type { RecallIndex } from '../index/recall-index.ts';
import { fullLength } from './defaults.ts';
import { type LexicalScores, lexicalScores } from './lexical-scores.ts';
import { type Profile, type SignalName, signalNames } from './profiles.ts';
import type { AnalysedQuery } from './query.ts';
import { dateMatch } from './query-dates.ts';
import { episodesOf, relevanceOf } from './relevance.ts';
import { semanticScores } from './semantic-scores.ts';
import { seen, type View } from './view.ts';
import { normalisedWeights, type Weights } from './weights.ts';
import { Workspace } from './workspace.ts';

/** What one view's documents are worth, by document or by timeline. */
interface ViewScores {
  readonly slots: Int32Array;
  /** The place of each document's timeline, or -1. */
  readonly timelineOf: Int32Array;
  readonly lexical: LexicalScores;
  /** Empty without a query vector. */
  readonly semantic: Float32Array;
  readonly states: Uint8Array;
  /** The weighted sum of lexical, semantic and session. */
  readonly relevance: Float64Array;
  /** By timeline. */
  readonly episodes: Float64Array;
}

/** The largest of each in the perspective, which stand for 1. */
interface Scale {
  readonly lexical: number;
  readonly session: number;
  readonly semantic: number;
}

/** Shared by all queries, one after another: a scoring is of no use once the next one is made. */
const workspace: Workspace = new Workspace();

/** Scores documents of views for one query. */
export class Scoring {
  readonly #index: RecallIndex;
  readonly #query: AnalysedQuery;
  readonly #weights: Weights;
  readonly #scale: Scale;
  readonly #views: readonly ViewScores[];
  /** The weight of lexical, semantic and session together: the most that relevance can be. */
  readonly #relevanceWeight: number;
  /** The most that date, speaker, statement, answer and length can add to a document. */
  readonly #mostBeside: number;
  readonly #dateMatches: Map<number, number> = new Map();

  constructor(
    index: RecallIndex,
    views: readonly View[],
    query: AnalysedQuery,
    profile: Profile,
    vector: Float32Array | undefined,
  ) {
    this.#index = index;
    this.#query = query;
    const byMeaning = vector !== undefined && (profile.weights.semantic ?? 0) > 0;
    const semantic = byMeaning ? semanticScores(index.vectors, views, vector, profile) : undefined;
    this.#weights = normalisedWeights(profile, semantic !== undefined);
    const { lexical: words, semantic: meaning, session } = this.#weights;
    this.#relevanceWeight = words + meaning + session;
    const believers = views.map(({ believer }) => believer);
    workspace.rewind();
    const lexical = lexicalScores(believers, words + session > 0 ? query.terms : [], profile, workspace);
    this.#scale = {
      lexical: bestOf(views, (place) => lexical[place]?.docs),
      session: Math.max(
        0,
        ...lexical.map(({ sessions }) => sessions.reduce((best, score) => Math.max(best, score), 0)),
      ),
      semantic: profile.semanticScale === 'relative' ? bestOf(views, (place) => semantic?.[place]) : 1,
    };
    this.#views = views.map((view, place) =>
      this.#viewScores(view, lexical[place] as LexicalScores, semantic?.[place]),
    );
    this.#mostBeside = this.#besideAtMost();
  }

  /** Whether a document has anything to do with the query. */
  isRelevant(place: number, doc: number): boolean {
    const { lexical, semantic, slots } = this.#views[place] as ViewScores;
    if (this.#weights.lexical > 0 && (lexical.docs[doc] as number) > 0) return true;
    if (semantic.length > 0 && semantic[doc] !== 0) return true;
    const slot = slots[doc] as number;
    return (this.#weights.speaker > 0 && this.#speaker(slot) > 0) || (this.#weights.date > 0 && this.#date(slot) > 0);
  }

  /**
   * Calls back for every relevant document of a view inside the filters whose score may reach
   * `floor()`; answers how many relevant ones there are.
   */
  forEachPromising(
    place: number,
    skip: (doc: number) => boolean,
    floor: () => number,
    visit: (doc: number) => void,
  ): number {
    const scores = this.#views[place] as ViewScores;
    const { states, relevance, lexical, semantic, timelineOf, episodes } = scores;
    const words = lexical.docs;
    const byWords = this.#weights.lexical > 0;
    const byMeaning = semantic.length > 0;
    const beside = this.#query.speaker >= 0 || this.#query.dates.length > 0;
    const episodeFactor = this.#relevanceWeight === 0 ? 0 : this.#weights.episode / this.#relevanceWeight;
    let total = 0;
    let least = floor() - this.#mostBeside;
    for (let doc = 0; doc < states.length; doc++) {
      if (states[doc] !== seen.inside) continue;
      const found = (byWords && (words[doc] as number) > 0) || (byMeaning && semantic[doc] !== 0);
      if (!found && !(beside && this.isRelevant(place, doc))) continue;
      if (skip(doc)) continue;
      total++;
      const own = relevance[doc] as number;
      const session = timelineOf[doc] as number;
      if (own + (session < 0 ? own : (episodes[session] as number)) * episodeFactor < least) continue;
      visit(doc);
      least = floor() - this.#mostBeside;
    }
    return total;
  }

  /** The sum of the contributions of its signals, in their order; 0..1. */
  score(place: number, doc: number): number {
    const scores = this.#views[place] as ViewScores;
    const slot = scores.slots[doc] as number;
    const weights = this.#weights;
    return (
      this.#lexical(scores, doc) * weights.lexical +
      this.#semantic(scores, doc) * weights.semantic +
      this.#session(scores, doc) * weights.session +
      this.#episode(scores, doc) * weights.episode +
      this.#date(slot) * weights.date +
      this.#speaker(slot) * weights.speaker +
      this.#statement(slot) * weights.statement +
      this.#answer(slot) * weights.answer +
      this.#length(slot) * weights.length
    );
  }

  /** What a score is made of. */
  signals(place: number, doc: number): readonly Signal[] {
    const scores = this.#views[place] as ViewScores;
    const slot = scores.slots[doc] as number;
    const values: Weights = {
      lexical: this.#lexical(scores, doc),
      semantic: this.#semantic(scores, doc),
      session: this.#session(scores, doc),
      episode: this.#episode(scores, doc),
      date: this.#date(slot),
      speaker: this.#speaker(slot),
      statement: this.#statement(slot),
      answer: this.#answer(slot),
      length: this.#length(slot),
    };
    return signalNames.filter((name) => this.#weights[name] > 0).map((name) => this.#signal(name, values[name]));
  }

  #signal(name: SignalName, value: number): Signal {
    const weight = this.#weights[name];
    return { name, value, weight, contribution: value * weight };
  }

  #lexical({ lexical }: ViewScores, doc: number): number {
    return this.#scale.lexical === 0 ? 0 : (lexical.docs[doc] as number) / this.#scale.lexical;
  }

  #semantic({ semantic }: ViewScores, doc: number): number {
    if (semantic.length === 0 || this.#scale.semantic <= 0) return 0;
    return Math.min(1, Math.max(0, (semantic[doc] as number) / this.#scale.semantic));
  }

  /** A memory without a session is a session of its own. */
  #session(scores: ViewScores, doc: number): number {
    const place = scores.timelineOf[doc] as number;
    if (place < 0) return this.#lexical(scores, doc);
    return this.#scale.session === 0 ? 0 : (scores.lexical.sessions[place] as number) / this.#scale.session;
  }

  #episode({ timelineOf, relevance, episodes }: ViewScores, doc: number): number {
    const place = timelineOf[doc] as number;
    const sum = place < 0 ? (relevance[doc] as number) : (episodes[place] as number);
    return this.#relevanceWeight === 0 ? 0 : Math.min(1, sum / this.#relevanceWeight);
  }

  #date(slot: number): number {
    const { dates } = this.#query;
    if (dates.length === 0) return 0;
    const day = Math.floor((this.#index.memories.occurredAt.values[slot] as number) / dayMs);
    const known = this.#dateMatches.get(day);
    if (known !== undefined) return known;
    const match = dateMatch(dates, day);
    this.#dateMatches.set(day, match);
    return match;
  }

  #speaker(slot: number): number {
    return this.#query.speaker >= 0 && this.#index.memories.speaker.values[slot] === this.#query.speaker ? 1 : 0;
  }

  #statement(slot: number): number {
    return 1 - (this.#index.memories.questionShare.values[slot] as number);
  }

  #answer(slot: number): number {
    return ((this.#index.memories.answers.values[slot] as number) & this.#query.answers) === 0 ? 0 : 1;
  }

  #length(slot: number): number {
    return Math.min(1, Math.log1p(this.#index.memories.length.values[slot] as number) / Math.log1p(fullLength));
  }

  #viewScores(
    { believer, states }: View,
    lexical: LexicalScores,
    semantic: Float32Array = new Float32Array(0),
  ): ViewScores {
    const timelineOf = believer.timelines.timelineOf.values;
    const { lexical: words, semantic: meaning, session } = this.#weights;
    const factor = (weight: number, best: number): number => (best <= 0 ? 0 : weight / best);
    const parts = {
      lexical: lexical.docs,
      sessions: lexical.sessions,
      semantic,
      timelineOf,
      lexicalFactor: factor(words, this.#scale.lexical),
      sessionFactor: factor(session, this.#scale.session),
      semanticFactor: factor(meaning, this.#scale.semantic),
      aloneFactor: factor(session, this.#scale.lexical),
    };
    const relevance = relevanceOf(parts, states, workspace);
    const episodes = episodesOf(relevance, states, timelineOf, lexical.sessions.length, workspace);
    return { slots: believer.slotOf.values, states, timelineOf, lexical, semantic, relevance, episodes };
  }

  #besideAtMost(): number {
    const { date, speaker, statement, answer, length } = this.#weights;
    const { dates, speaker: named, answers } = this.#query;
    const asked = (dates.length > 0 ? date : 0) + (named >= 0 ? speaker : 0) + (answers > 0 ? answer : 0);
    // A little more than the sum, since sums in another order may differ in their last bits.
    return asked + statement + length + 1e-9;
  }
}

/** The largest score among the documents in the perspective. */
function bestOf(views: readonly View[], scoresOf: (place: number) => Float64Array | Float32Array | undefined): number {
  let best = 0;
  views.forEach(({ states }, place) => {
    const scores = scoresOf(place) ?? [];
    for (let doc = 0; doc < scores.length; doc++) {
      if (states[doc] !== seen.not && (scores[doc] as number) > best) best = scores[doc] as number;
    }
  });
  return best;
}
