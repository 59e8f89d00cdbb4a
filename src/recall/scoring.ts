/**
 * The signals of every document in view, each 0..1. What the query makes of all documents
 * (lexical, semantic, session, episode) is computed at once; what one document shows by itself
 * (date, speaker, statement, answer, length) only when it can still come up.
 *
 * `lexical`, `session` and the relative `semantic` are shares of the best in the perspective,
 * filters or not, so that a filter changes no score.
 */
import type { Signal } from '../domain/signal.ts';
import type { RecallIndex } from '../index/recall-index.ts';
import { episodeSize, fullLength } from './defaults.ts';
import { type LexicalScores, lexicalScores } from './lexical-scores.ts';
import { type Profile, type SignalName, signalNames } from './profiles.ts';
import type { AnalysedQuery } from './query.ts';
import { dateMatch } from './query-dates.ts';
import { semanticScores } from './semantic-scores.ts';
import { seen, type View } from './view.ts';

/** What one view's documents are worth, by document or by timeline. */
interface ViewScores {
  readonly view: View;
  readonly lexical: LexicalScores;
  /** Cosines with the next one's share; empty without a query vector. */
  readonly semantic: Float32Array;
  /** Per timeline: the mean of its best. */
  readonly episodes: Float64Array;
}

type Weights = Readonly<Record<SignalName, number>>;

/** Scores documents of views for one query. */
export class Scoring {
  readonly #index: RecallIndex;
  readonly #query: AnalysedQuery;
  readonly #weights: Weights;
  readonly #names: readonly SignalName[];
  readonly #views: readonly ViewScores[];
  readonly #bestLexical: number;
  readonly #bestSession: number;
  readonly #bestSemantic: number;
  /** The most that date, speaker, statement, answer and length can add to a document. */
  readonly #mostBeside: number;

  constructor(
    index: RecallIndex,
    views: readonly View[],
    query: AnalysedQuery,
    profile: Profile,
    vector: Float32Array | undefined,
  ) {
    this.#index = index;
    this.#query = query;
    const withVectors = vector !== undefined && index.vectors.count > 0;
    this.#weights = normalised(profile, withVectors);
    this.#names = signalNames.filter((name) => this.#weights[name] > 0);
    const lexical = lexicalScores(
      views.map(({ believer }) => believer),
      query.terms,
      profile,
    );
    const semantic = withVectors ? semanticScores(index.vectors, views, vector, profile) : undefined;
    this.#bestLexical = bestOf(views, (i) => (lexical[i] as LexicalScores).docs);
    this.#bestSession = Math.max(0, ...lexical.map(({ sessions }) => largest(sessions)));
    const relative = profile.semanticScale === 'relative';
    this.#bestSemantic = relative && semantic !== undefined ? bestOf(views, (i) => semantic[i] as Float32Array) : 1;
    const none = new Float32Array(0);
    this.#views = views.map((view, i) => {
      const scores = { view, lexical: lexical[i] as LexicalScores, semantic: semantic?.[i] ?? none };
      return { ...scores, episodes: new Float64Array(scores.lexical.sessions.length) };
    });
    if (this.#weights.episode > 0) for (const view of this.#views) this.#fillEpisodes(view);
    this.#mostBeside = this.#besideAtMost();
  }

  /** Whether a document has anything to do with the query. */
  isRelevant(place: number, doc: number): boolean {
    const { lexical, semantic, view } = this.#views[place] as ViewScores;
    if (this.#weights.lexical > 0 && (lexical.docs[doc] as number) > 0) return true;
    const slot = view.believer.slotOf.values[doc] as number;
    if (semantic.length > 0 && this.#index.vectors.has(slot)) return true;
    return (this.#weights.speaker > 0 && this.#speaker(slot) > 0) || (this.#weights.date > 0 && this.#date(slot) > 0);
  }

  /** At least its score, and cheaper. */
  bound(place: number, doc: number): number {
    const { lexical, semantic, session, episode } = this.#weights;
    const view = this.#views[place] as ViewScores;
    return (
      lexical * this.#lexical(view, doc) +
      semantic * this.#semantic(view, doc) +
      session * this.#session(view, doc) +
      episode * this.#episode(view, doc) +
      this.#mostBeside
    );
  }

  /** The weighted sum of its signals, 0..1. */
  score(place: number, doc: number): number {
    let score = 0;
    for (const name of this.#names) score += this.#value(name, place, doc) * this.#weights[name];
    return score;
  }

  /** What its score is made of, in the order of adding. */
  signals(place: number, doc: number): readonly Signal[] {
    return this.#names.map((name) => {
      const value = this.#value(name, place, doc);
      const weight = this.#weights[name];
      return { name, value, weight, contribution: value * weight };
    });
  }

  #value(name: SignalName, place: number, doc: number): number {
    const view = this.#views[place] as ViewScores;
    const { questionShare, answers, length } = this.#index.memories;
    const slot = view.view.believer.slotOf.values[doc] as number;
    switch (name) {
      case 'lexical':
        return this.#lexical(view, doc);
      case 'semantic':
        return this.#semantic(view, doc);
      case 'session':
        return this.#session(view, doc);
      case 'episode':
        return this.#episode(view, doc);
      case 'date':
        return this.#date(slot);
      case 'speaker':
        return this.#speaker(slot);
      case 'statement':
        return 1 - (questionShare.values[slot] as number);
      case 'answer':
        return ((answers.values[slot] as number) & this.#query.answers) === 0 ? 0 : 1;
      case 'length':
        return Math.min(1, Math.log1p(length.values[slot] as number) / Math.log1p(fullLength));
    }
  }

  #lexical({ lexical }: ViewScores, doc: number): number {
    return this.#bestLexical === 0 ? 0 : (lexical.docs[doc] as number) / this.#bestLexical;
  }

  #semantic({ semantic }: ViewScores, doc: number): number {
    if (semantic.length === 0 || this.#bestSemantic <= 0) return 0;
    return Math.min(1, Math.max(0, (semantic[doc] as number) / this.#bestSemantic));
  }

  /** A memory without a session is a session of its own. */
  #session(scores: ViewScores, doc: number): number {
    const place = scores.view.believer.timelines.timelineOf.values[doc] as number;
    if (place < 0) return this.#lexical(scores, doc);
    return this.#bestSession === 0 ? 0 : (scores.lexical.sessions[place] as number) / this.#bestSession;
  }

  #episode(scores: ViewScores, doc: number): number {
    const place = scores.view.believer.timelines.timelineOf.values[doc] as number;
    return place < 0 ? this.#relevance(scores, doc) : (scores.episodes[place] as number);
  }

  #date(slot: number): number {
    const { dates } = this.#query;
    return dates.length === 0 ? 0 : dateMatch(dates, this.#index.memories.occurredAt.values[slot] as number);
  }

  #speaker(slot: number): number {
    return this.#query.speaker >= 0 && this.#index.memories.speaker.values[slot] === this.#query.speaker ? 1 : 0;
  }

  /** What the words and the meaning of the query make of a document, 0..1. */
  #relevance(scores: ViewScores, doc: number): number {
    const { lexical, semantic, session } = this.#weights;
    const sum =
      lexical * this.#lexical(scores, doc) +
      semantic * this.#semantic(scores, doc) +
      session * this.#session(scores, doc);
    return sum / (lexical + semantic + session);
  }

  #fillEpisodes(scores: ViewScores): void {
    const { states, believer } = scores.view;
    believer.timelines.timelines.forEach(({ docs }, place) => {
      const best = new Array<number>(episodeSize).fill(0);
      for (const doc of docs) {
        if (states[doc] === seen.not) continue;
        let value = this.#relevance(scores, doc);
        for (let i = 0; i < episodeSize; i++) {
          const held = best[i] as number;
          if (value <= held) continue;
          best[i] = value;
          value = held;
        }
      }
      const size = Math.min(episodeSize, docs.length);
      scores.episodes[place] = size === 0 ? 0 : best.reduce((sum, value) => sum + value, 0) / size;
    });
  }

  #besideAtMost(): number {
    const { date, speaker, statement, answer, length } = this.#weights;
    const { dates, speaker: named, answers } = this.#query;
    const asked = (dates.length > 0 ? date : 0) + (named >= 0 ? speaker : 0) + (answers > 0 ? answer : 0);
    // A little more than the sum, since floating-point sums in another order may differ in the last bit.
    return asked + statement + length + 1e-9;
  }
}

/** The profile's weights as multiples of 2^-40 that add up to exactly 1, so that no sum of contributions passes 1. */
function normalised(profile: Profile, withVectors: boolean): Weights {
  const raw = (name: SignalName): number =>
    name === 'semantic' && !withVectors ? 0 : Math.max(0, profile.weights[name] ?? 0);
  const total = signalNames.reduce((sum, name) => sum + raw(name), 0);
  const weights = Object.fromEntries(signalNames.map((name) => [name, 0])) as Record<SignalName, number>;
  if (total === 0) return weights;
  const step = 2 ** -40;
  let rest = 1;
  for (const name of signalNames) {
    weights[name] = Math.floor(raw(name) / total / step) * step;
    rest -= weights[name];
  }
  const heaviest = signalNames.reduce((best, name) => (weights[name] > weights[best] ? name : best));
  weights[heaviest] += rest;
  return weights;
}

/** The largest score among the documents in the perspective. */
function bestOf(views: readonly View[], scoresOf: (place: number) => Float64Array | Float32Array): number {
  let best = 0;
  views.forEach(({ states }, place) => {
    const scores = scoresOf(place);
    for (let doc = 0; doc < states.length; doc++) {
      if (states[doc] !== seen.not && (scores[doc] as number) > best) best = scores[doc] as number;
    }
  });
  return best;
}

function largest(values: Float64Array): number {
  let best = 0;
  for (const value of values) best = Math.max(best, value);
  return best;
}
