/**
 * The signals of every document in view, each 0..1. The signals of words and meaning (lexical, semantic, session,
 * episode) are computed for all documents at once. All other signals (`signal-sources.ts`) are computed only for a
 * document that can still come up, those of single words (`word-meaning.ts`) for the first of the ranking by all the
 * others, relevance (`answering.ts`) for the first of that, and evidence (`evidence.ts`) for those of that.
 *
 * `lexical`, `session` and the relative `semantic` are shares of the best in the perspective,
 * filters or not, so that a filter changes none of them.
 */
import type { Signal } from '../domain/signal.ts';
import type { TokenVectors } from '../embed/embedder.ts';
import { largestOf } from '../recall-index/column.ts';
import { lexicalScores } from './lexical-scores.ts';
import { type Profile, type SignalName, type Weights, normalisedWeights, signalNames } from './profiles.ts';
import type { AnalysedQuery } from './query.ts';
import { Relevance, type RelevanceFactors, wordsInView } from './relevance.ts';
import { semanticScores } from './semantic-scores.ts';
import { SignalSources } from './signal-sources.ts';
import { type BelieverView, seen } from './believer-view.ts';
import { type Candidate, SignalsOfFirst, WordMeaning } from './word-meaning.ts';
import type { View } from './view.ts';

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
  readonly tokens: TokenVectors | undefined;
  /** Whether the first memories were read with the question. */
  readonly evidence: boolean;
}

/** Sessions are looked at in this order: first those whose bound is at least this share of the largest. */
const promisingShares = [0.75, 0.5, 0];

/** Scores the documents of a view for one query. Of no use once the next one of its index is made. */
export class Scoring {
  /** Whether the meaning of the query is held against a memory in view. */
  readonly byMeaning: boolean;
  /** Holds the words of the query against those of memories; undefined where they have no vectors. */
  readonly wordMeaning: WordMeaning | undefined;
  readonly #view: View;
  readonly #shown: readonly BelieverView[];
  readonly #weights: Weights;
  readonly #sources: SignalSources;
  readonly #scale: Scale;
  readonly #views: readonly Relevance[];
  /** The weight of lexical, semantic and session together: the most that relevance can be. */
  readonly #relevanceWeight: number;
  readonly #first: SignalsOfFirst = new SignalsOfFirst();

  constructor(view: View, { query, profile, vector, tokens, evidence }: ScoringOptions) {
    const { index, moment, byBeliever: views } = view;
    const { workspace } = index;
    const { believer: agent } = view.perspective;
    this.#view = view;
    this.#shown = views;
    workspace.rewind();
    const byMeaning = vector !== undefined && (profile.weights.semantic ?? 0) > 0;
    const meaning = byMeaning ? semanticScores(index, views, vector, profile, workspace) : undefined;
    this.byMeaning = meaning !== undefined;
    this.wordMeaning = this.byMeaning ? WordMeaning.of(view, query, tokens) : undefined;
    const inPlay = { vectors: this.byMeaning, tokens: this.wordMeaning !== undefined, evidence };
    this.#weights = normalisedWeights(profile, inPlay, query.manners);
    const { lexical, semantic, session } = this.#weights;
    this.#relevanceWeight = lexical + semantic + session;
    const byLinks = this.#weights.link + this.#weights.standing > 0 && index.links.size > 0;
    const linked = byLinks ? view : undefined;
    const use = { agent, views, moment, linked };
    const believers = views.map(({ believer }) => believer);
    const terms = lexical + session > 0 ? query.terms : [];
    const near = lexical + session > 0 ? query.nearTerms : [];
    const words = lexicalScores(believers, terms, { near, profile, memories: index.memories, workspace }).map(
      (scores, place) => wordsInView(scores, views[place]!, workspace),
    );
    this.#scale = {
      lexical: Math.max(0, ...words.map(({ best }) => best)),
      session: Math.max(0, ...words.map(({ sessions }) => largestOf(sessions))),
      semantic: profile.semanticScale === 'relative' ? Math.max(0, ...(meaning ?? []).map(({ best }) => best)) : 1,
    };
    const factors = this.#factors();
    this.#views = views.map(
      (view, place) => new Relevance(view, { words: words[place]!, meaning: meaning?.[place] }, factors, workspace),
    );
    // What memories are worth by themselves is known only now; their links pass it on.
    const passesOn = byLinks && this.#weights.link > 0;
    const relevance = (place: number, document: number): number => this.#share(place, document);
    const context = passesOn ? { ...use, relevance } : use;
    this.#sources = new SignalSources(index, query, context, this.#weights, workspace);
  }

  /** Whether a document has anything to do with the query. */
  isRelevant(place: number, document: number): boolean {
    return this.#views[place]!.matches(document) || this.#sources.relates(this.#row(place, document));
  }

  /** How many memories inside the filters have anything to do with the query. */
  count(): number {
    const counts = this.#shown.map((view, place) => this.#countIn(view, this.#views[place]!));
    return counts.reduce((sum, count) => sum + count, 0) - this.#countTwins();
  }

  /**
   * Calls back for every relevant document of a view inside the filters whose score may reach `floor()`. The sessions
   * that promise most come first, so that the floor is high when the many others are held against it.
   */
  forEachPromising(place: number, floor: () => number, visit: (document: number) => void): void {
    const { states, believer } = this.#shown[place]!;
    const { timelines, alone } = believer.timelines;
    const relevance = this.#views[place]!;
    const sources = this.#sources;
    const episodeFactor = this.#relevanceWeight === 0 ? 0 : this.#weights.episode / this.#relevanceWeight;
    const rows = believer.rowOf.values;
    /** @param episode - the most that its episode can be. */
    const look = (document: number, own: number, episode: number): void => {
      if (states[document] !== seen.inside) return;
      const least = floor();
      const row = rows[document]!;
      if (own + episode * episodeFactor + sources.atMostOf(row) < least || !this.isRelevant(place, document)) return;
      const shared = own + relevance.episode(document) * episodeFactor;
      if (sources.mayReach(least, shared, row, place, document)) visit(document);
    };
    const bounds = relevance.bounds();
    const largest = largestOf(bounds);
    let below = Number.POSITIVE_INFINITY;
    let least = floor();
    for (const share of promisingShares) {
      for (let session = 0; session < bounds.length; session++) {
        const bound = bounds[session]!;
        if (bound < largest * share || bound >= below) continue;
        // The most that episode and signals add to what a memory of the session has of its own.
        const most = bound * episodeFactor + sources.atMostIn(believer.sessionTraits, session);
        if (bound + most < least) continue;
        const documents = timelines[session]!;
        let at = relevance.nextPromising(documents, 0, most, least);
        while (at < documents.length) {
          look(documents[at]!, relevance.of(documents[at]!), bound);
          least = floor();
          at = relevance.nextPromising(documents, at + 1, most, least);
        }
      }
      below = largest * share;
    }
    for (const document of alone) {
      const own = relevance.of(document);
      look(document, own, own);
    }
  }

  /** Whether there is more to say of the first memories: {@link compareWords}. */
  get comparesWords(): boolean {
    return this.#weights.wordMeaning + this.#weights.contextMeaning > 0;
  }

  /** Holds the words of the first memories against those of the query. Their signals and scores have it from then on. */
  compareWords(first: readonly Candidate[]): void {
    for (const [at, meaning] of (this.wordMeaning?.of(first) ?? []).entries()) this.#first.add(first[at]!, meaning);
  }

  /** Whether a signal of the first memories counts: {@link tell}. */
  weighs(name: 'relevance' | 'evidence'): boolean {
    return this.#weights[name] > 0;
  }

  /** Tells one of these of one of the first memories, 0..1. Its signals and score have it from then on. */
  tell(choice: Candidate, name: 'relevance' | 'evidence', value: number): void {
    this.#first.add(choice, { [name]: value });
  }

  /** The sum of the contributions of its signals, in their order; 0..1. */
  score(place: number, document: number): number {
    const { wordMeaning, contextMeaning, relevance, evidence } = this.#first.of(place, document);
    return (
      this.#scoreOfAll(place, document) +
      wordMeaning * this.#weights.wordMeaning +
      contextMeaning * this.#weights.contextMeaning +
      relevance * this.#weights.relevance +
      evidence * this.#weights.evidence
    );
  }

  #scoreOfAll(place: number, document: number): number {
    const weights = this.#weights;
    const sum =
      this.#lexical(place, document) * weights.lexical +
      this.#semantic(place, document) * weights.semantic +
      this.#session(place, document) * weights.session +
      this.#episode(place, document) * weights.episode;
    return this.#sources.addTo(sum, this.#row(place, document), place, document);
  }

  /** What a score is made of. */
  signals(place: number, document: number): readonly Signal[] {
    const row = this.#row(place, document);
    const values: Partial<Record<SignalName, number>> = {
      lexical: this.#lexical(place, document),
      semantic: this.#semantic(place, document),
      session: this.#session(place, document),
      episode: this.#episode(place, document),
      ...this.#first.of(place, document),
    };
    const valueNamed = (name: SignalName): number => values[name] ?? this.#sources.value(name, row, place, document);
    return signalNames.filter((name) => this.#weights[name] > 0).map((name) => this.#signal(name, valueNamed(name)));
  }

  #row(place: number, document: number): number {
    return this.#shown[place]!.believer.rowOf.values[document]!;
  }

  #signal(name: SignalName, value: number): Signal {
    const weight = this.#weights[name];
    return { name, value, weight, contribution: value * weight };
  }

  #lexical(place: number, document: number): number {
    return this.#scale.lexical === 0 ? 0 : this.#views[place]!.lexical[document]! / this.#scale.lexical;
  }

  #semantic(place: number, document: number): number {
    const { semantic } = this.#views[place]!;
    if (semantic.length === 0 || this.#scale.semantic <= 0) return 0;
    return Math.min(1, Math.max(0, semantic[document]! / this.#scale.semantic));
  }

  /** A memory without a session is a session of its own. */
  #session(place: number, document: number): number {
    const { sessionOf, sessions } = this.#views[place]!;
    const session = sessionOf[document]!;
    if (session < 0) return this.#lexical(place, document);
    return this.#scale.session === 0 ? 0 : sessions[session]! / this.#scale.session;
  }

  #episode(place: number, document: number): number {
    return this.#relevanceWeight === 0 ? 0 : Math.min(1, this.#views[place]!.episode(document) / this.#relevanceWeight);
  }

  /** 0..1: how much of lexical, semantic and session a document has. */
  #share(place: number, document: number): number {
    return this.#relevanceWeight === 0 ? 0 : this.#views[place]!.of(document) / this.#relevanceWeight;
  }

  /** Few have nothing in common with the query but a signal that relates them to it. */
  #countIn({ believer, states, inside }: BelieverView, relevance: Relevance): number {
    let count = relevance.countMatching();
    if (count === inside) return count;
    for (const row of this.#sources.relatedRows()) {
      const document = believer.document(row);
      if (document >= 0 && states[document] === seen.inside && !relevance.matches(document)) count++;
    }
    return count;
  }

  /** How often memories count beyond once, since several believers show them; not looked for where most documents are. */
  #countTwins(): number {
    if (this.#shown.length < 2 || this.#view.index.memories.sharedCount === 0) return 0;
    const size = (position: number): number => this.#shown[position]!.states.length;
    const largestFirst = [...this.#shown.keys()].sort((one, other) => size(other) - size(one));
    return largestFirst.slice(1).reduce((sum, position, rank) => {
      return sum + this.#countTwinsOf(position, largestFirst.slice(0, rank + 1));
    }, 0);
  }

  /** The relevant documents of one believer whose memory is relevant through one of some others too. */
  #countTwinsOf(position: number, others: readonly number[]): number {
    const { states } = this.#shown[position]!;
    let count = 0;
    for (let document = 0; document < states.length; document++) {
      if (states[document] !== seen.inside) continue;
      const twins = this.#view.twins(position, document);
      if (twins.length === 0 || !this.isRelevant(position, document)) continue;
      const isCounted = twins.some(
        (other) => others.includes(other) && this.isRelevant(other, this.#view.twin(position, document, other)),
      );
      if (isCounted) count++;
    }
    return count;
  }

  #factors(): RelevanceFactors {
    const { lexical, semantic, session } = this.#weights;
    const factor = (weight: number, best: number): number => (best <= 0 ? 0 : weight / best);
    return {
      lexical: factor(lexical, this.#scale.lexical),
      session: factor(session, this.#scale.session),
      semantic: factor(semantic, this.#scale.semantic),
      alone: factor(session, this.#scale.lexical),
    };
  }
}
