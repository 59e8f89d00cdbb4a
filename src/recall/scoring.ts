/**
 * The signals of every document in view, each 0..1. What the words and the meaning of the query
 * make of documents (lexical, semantic, session, and from them the episode) is computed for all at
 * once; all other signals (`signal-sources.ts`) only of a document that can still come up.
 *
 * `lexical`, `session` and the relative `semantic` are shares of the best in the perspective,
 * filters or not, so that a filter changes no score.
 */
import type { Signal } from '../domain/signal.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import { candidatesOf, companyOf } from './candidates.ts';
import { type LexicalScores, lexicalScores } from './lexical-scores.ts';
import { LinkedInView, withPartners } from './signals.ts';
import { type Profile, type SignalName, type Weights, normalisedWeights, signalNames } from './profiles.ts';
import type { AnalysedQuery } from './query.ts';
import {
  episodesOf,
  episodesOfSome,
  relevanceAt,
  relevanceOf,
  relevanceOfSome,
  type RelevanceParts,
} from './relevance.ts';
import { type SemanticScores, semanticScores } from './semantic-scores.ts';
import { SignalSources } from './signal-sources.ts';
import { type Moment, seen, twinOf, type BelieverView as View } from './believer-view.ts';
import { Workspace } from '../recall-index/workspace.ts';

/** What one view's documents are worth, by document or by timeline. */
interface ViewScores extends RelevanceParts {
  readonly slots: Int32Array;
  readonly states: Uint8Array;
  /** The weighted sum of lexical, semantic and session. */
  readonly relevance: Float64Array;
  /** By timeline. */
  readonly episodes: Float64Array;
  /** The documents that are scored; absent where all are. */
  readonly candidates?: Int32Array;
}

/** The largest of each in the perspective, which stand for 1. */
interface Scale {
  readonly lexical: number;
  readonly session: number;
  readonly semantic: number;
}

/** What is scored, and how. */
export interface ScoringOptions {
  readonly query: AnalysedQuery;
  readonly profile: Profile;
  readonly vector: Float32Array | undefined;
  /** Whether graphs may be asked; then only candidates are scored. */
  readonly byGraph: boolean;
  /** Whose recall it is. */
  readonly agent: string;
  readonly moment: Moment;
}

/** Shared by all queries, one after another: a scoring is of no use once the next one is made. */
const workspace: Workspace = new Workspace();

/** Scores documents of views for one query. */
export class Scoring {
  readonly #index: RecallIndex;
  readonly #shown: readonly View[];
  readonly #weights: Weights;
  readonly #sources: SignalSources;
  readonly #scale: Scale;
  readonly #views: readonly ViewScores[];
  /** The weight of lexical, semantic and session together: the most that relevance can be. */
  readonly #relevanceWeight: number;
  /** Whether the meaning of most documents was not looked at. */
  readonly #byGraph: boolean;
  readonly #learn: SemanticScores['learn'];

  constructor(index: RecallIndex, views: readonly View[], options: ScoringOptions) {
    const { query, profile, vector, byGraph, agent, moment } = options;
    this.#index = index;
    this.#shown = views;
    workspace.rewind();
    const byMeaning = vector !== undefined && (profile.weights.semantic ?? 0) > 0;
    const meaning = byMeaning ? semanticScores(index, views, vector, profile, byGraph) : undefined;
    this.#weights = normalisedWeights(profile, meaning !== undefined, query.manners);
    const { lexical, semantic, session } = this.#weights;
    this.#relevanceWeight = lexical + semantic + session;
    this.#byGraph = meaning?.learn !== undefined;
    this.#learn = meaning?.learn;
    const byLinks = this.#weights.link + this.#weights.standing > 0 && index.links.size > 0;
    const linked = byLinks ? new LinkedInView(index, agent, views) : undefined;
    const use = { agent, views, moment, linked };
    const bySelf = new SignalSources(index, query, use, this.#weights, workspace);
    const believers = views.map(({ believer }) => believer);
    const terms = lexical + session > 0 ? query.terms : [];
    const words = lexicalScores(believers, terms, { profile, memories: index.memories, workspace });
    this.#scale = {
      lexical: bestOf(views, words),
      session: Math.max(0, ...words.map(({ sessions }) => sessions.reduce((best, score) => Math.max(best, score), 0))),
      semantic: profile.semanticScale === 'relative' ? (meaning?.best ?? 0) : 1,
    };
    const parts = views.map((view, place) => this.#parts(view, place, words[place] as LexicalScores, meaning));
    const likely = this.#byGraph
      ? candidatesOf(views, parts, { sources: bySelf, memories: index.memories, workspace })
      : [];
    const candidates = withPartners(use, likely);
    this.#views = views.map((view, place) => {
      const part = parts[place] as RelevanceParts;
      const chosen = candidates[place];
      return chosen === undefined
        ? scoresOfAll(view, part)
        : scoresOfSome(view, part, chosen, (docs) => meaning?.learn?.(place, docs));
    });
    // What memories are worth by themselves is known only now; their links pass it on.
    const relevance = (place: number, doc: number): number => this.#share(place, doc);
    this.#sources =
      byLinks && this.#weights.link > 0
        ? new SignalSources(index, query, { ...use, relevance }, this.#weights, workspace)
        : bySelf;
  }

  /** Makes sure that the meaning of a document is known, which where graphs answer was looked at for candidates only. */
  learn(place: number, doc: number): void {
    if (this.#learn === undefined) return;
    this.#learn(place, Int32Array.of(doc));
    const scores = this.#views[place] as ViewScores;
    scores.relevance[doc] = relevanceAt(scores, doc);
  }

  /** Whether a document has anything to do with the query, by what is known of it. */
  isRelevant(place: number, doc: number): boolean {
    const { lexical, semantic, slots } = this.#views[place] as ViewScores;
    if (this.#weights.lexical > 0 && (lexical[doc] as number) > 0) return true;
    if (semantic.length > 0 && semantic[doc] !== 0) return true;
    return this.#sources.relates(slots[doc] as number);
  }

  /** How many memories inside the filters have anything to do with the query. */
  count(): number {
    const counts = this.#views.map((scores, place) => this.#countIn(scores, place));
    return counts.reduce((sum, count) => sum + count, 0) - this.#countTwins();
  }

  /** Calls back for every relevant document of a view inside the filters whose score may reach `floor()`. */
  forEachPromising(place: number, floor: () => number, visit: (doc: number) => void): void {
    const { states, relevance, timelineOf, episodes, candidates, slots } = this.#views[place] as ViewScores;
    const episodeFactor = this.#relevanceWeight === 0 ? 0 : this.#weights.episode / this.#relevanceWeight;
    const most = this.#sources.atMost;
    let least = floor() - most;
    const count = candidates === undefined ? states.length : candidates.length;
    for (let i = 0; i < count; i++) {
      const doc = candidates === undefined ? i : (candidates[i] as number);
      if (states[doc] !== seen.inside) continue;
      const own = relevance[doc] as number;
      const session = timelineOf[doc] as number;
      const shared = own + (session < 0 ? own : (episodes[session] as number)) * episodeFactor;
      if (shared < least || !this.isRelevant(place, doc)) continue;
      if (!this.#sources.mayReach(least + most, shared, slots[doc] as number, place, doc)) continue;
      visit(doc);
      least = floor() - most;
    }
  }

  /** The sum of the contributions of its signals, in their order; 0..1. */
  score(place: number, doc: number): number {
    const scores = this.#views[place] as ViewScores;
    const slot = scores.slots[doc] as number;
    const weights = this.#weights;
    const sum =
      this.#lexical(scores, doc) * weights.lexical +
      this.#semantic(scores, doc) * weights.semantic +
      this.#session(scores, doc) * weights.session +
      this.#episode(scores, doc) * weights.episode;
    return this.#sources.addTo(sum, slot, place, doc);
  }

  /** What a score is made of. */
  signals(place: number, doc: number): readonly Signal[] {
    const scores = this.#views[place] as ViewScores;
    const slot = scores.slots[doc] as number;
    const values: Partial<Record<SignalName, number>> = {
      lexical: this.#lexical(scores, doc),
      semantic: this.#semantic(scores, doc),
      session: this.#session(scores, doc),
      episode: this.#episode(scores, doc),
    };
    const valueNamed = (name: SignalName): number => values[name] ?? this.#sources.value(name, slot, place, doc);
    return signalNames.filter((name) => this.#weights[name] > 0).map((name) => this.#signal(name, valueNamed(name)));
  }

  #signal(name: SignalName, value: number): Signal {
    const weight = this.#weights[name];
    return { name, value, weight, contribution: value * weight };
  }

  #lexical({ lexical }: ViewScores, doc: number): number {
    return this.#scale.lexical === 0 ? 0 : (lexical[doc] as number) / this.#scale.lexical;
  }

  #semantic({ semantic }: ViewScores, doc: number): number {
    if (semantic.length === 0 || this.#scale.semantic <= 0) return 0;
    return Math.min(1, Math.max(0, (semantic[doc] as number) / this.#scale.semantic));
  }

  /** A memory without a session is a session of its own. */
  #session(scores: ViewScores, doc: number): number {
    const place = scores.timelineOf[doc] as number;
    if (place < 0) return this.#lexical(scores, doc);
    return this.#scale.session === 0 ? 0 : (scores.sessions[place] as number) / this.#scale.session;
  }

  #episode({ timelineOf, relevance, episodes }: ViewScores, doc: number): number {
    const place = timelineOf[doc] as number;
    const sum = place < 0 ? (relevance[doc] as number) : (episodes[place] as number);
    return this.#relevanceWeight === 0 ? 0 : Math.min(1, sum / this.#relevanceWeight);
  }

  /** 0..1: how much of lexical, semantic and session a document has. */
  #share(place: number, doc: number): number {
    const { relevance } = this.#views[place] as ViewScores;
    return this.#relevanceWeight === 0 ? 0 : (relevance[doc] as number) / this.#relevanceWeight;
  }

  #countIn({ states, lexical, semantic, slots }: ViewScores, place: number): number {
    if (this.#byGraph && this.#index.vectors.count === this.#index.size) return (this.#shown[place] as View).inside;
    const byWords = this.#weights.lexical > 0;
    const byMeaning = semantic.length > 0;
    let count = 0;
    for (let doc = 0; doc < states.length; doc++) {
      if (states[doc] !== seen.inside) continue;
      if (byWords && lexical[doc] !== 0) count++;
      else if (byMeaning && (semantic[doc] !== 0 || (this.#byGraph && this.#hasMeaning(place, doc)))) count++;
      else if (this.#sources.relates(slots[doc] as number)) count++;
    }
    return count;
  }

  /** Memories that are relevant in both views, looked for in the smaller one. */
  #countTwins(): number {
    if (this.#views.length < 2 || this.#index.memories.sharedCount === 0) return 0;
    const place = (this.#shown[0] as View).states.length <= (this.#shown[1] as View).states.length ? 0 : 1;
    const { states } = this.#views[place] as ViewScores;
    const isRelevant = (view: number, doc: number): boolean =>
      this.isRelevant(view, doc) || (this.#byGraph && this.#hasMeaning(view, doc));
    let count = 0;
    for (let doc = 0; doc < states.length; doc++) {
      if (states[doc] !== seen.inside) continue;
      const twin = twinOf(this.#shown, this.#index.memories, place, doc);
      if (twin >= 0 && isRelevant(place, doc) && isRelevant(1 - place, twin)) count++;
    }
    return count;
  }

  /** Whether a document or the next one has a vector, for those whose meaning was not looked at. */
  #hasMeaning(place: number, doc: number): boolean {
    const { slots } = this.#views[place] as ViewScores;
    const { vectors } = this.#index;
    if (vectors.has(slots[doc] as number)) return true;
    const next = (this.#shown[place] as View).believer.timelines.next.values[doc] as number;
    return next >= 0 && vectors.has(slots[next] as number);
  }

  #parts({ believer }: View, place: number, lexical: LexicalScores, semantic?: SemanticScores): RelevanceParts {
    const { lexical: words, semantic: meaning, session } = this.#weights;
    const factor = (weight: number, best: number): number => (best <= 0 ? 0 : weight / best);
    return {
      lexical: lexical.docs,
      found: lexical.found,
      sessions: lexical.sessions,
      semantic: semantic?.byView[place] ?? new Float32Array(0),
      known: semantic?.known?.[place] ?? new Int32Array(0),
      timelineOf: believer.timelines.timelineOf.values,
      lexicalFactor: factor(words, this.#scale.lexical),
      sessionFactor: factor(session, this.#scale.session),
      mostBySession: session,
      semanticFactor: factor(meaning, this.#scale.semantic),
      aloneFactor: factor(session, this.#scale.lexical),
    };
  }
}

function scoresOfAll({ believer, states }: View, parts: RelevanceParts): ViewScores {
  const relevance = relevanceOf(parts, states, workspace);
  const episodes = episodesOf(relevance, states, parts.timelineOf, parts.sessions.length, workspace);
  return { ...parts, slots: believer.slotOf.values, states, relevance, episodes };
}

function scoresOfSome(
  view: View,
  parts: RelevanceParts,
  candidates: Int32Array,
  learn: (docs: Int32Array) => void,
): ViewScores {
  const company = companyOf(view, candidates, workspace);
  learn(company.docs);
  const relevance = relevanceOfSome(parts, company, view.states, workspace);
  const episodes = episodesOfSome(relevance, company, view.believer.timelines, workspace);
  return { ...parts, slots: view.believer.slotOf.values, states: view.states, relevance, episodes, candidates };
}

/** The largest lexical score among the documents in the perspective. */
function bestOf(views: readonly View[], words: readonly LexicalScores[]): number {
  let best = 0;
  views.forEach(({ states }, place) => {
    const { docs, found } = words[place] as LexicalScores;
    for (let i = 0; i < found.length; i++) {
      const doc = found[i] as number;
      if ((docs[doc] as number) > best && states[doc] !== seen.not) best = docs[doc] as number;
    }
  });
  return best;
}
