/**
 * Scores one view by the words and the meaning of a query, before any other signal. Each document has the weighted sum
 * of lexical, semantic and session, and each session has its episode. Both are worked out when they are asked for.
 * Bounds by session say where asking is worth it, so that most documents of a large view are never scored.
 */
import type { LexicalScores } from './lexical-scores.ts';
import type { SemanticView } from './semantic-scores.ts';
import { episodeSize } from './defaults.ts';
import { type BelieverView, seen } from './believer-view.ts';
import type { Workspace } from '../recall-index/column.ts';

/** What turns scores into weighted shares of 1: each a weight divided by the best score. */
export interface RelevanceFactors {
  readonly lexical: number;
  readonly session: number;
  readonly semantic: number;
  /** The weight of the session signal by itself, for memories without a session. */
  readonly alone: number;
}

/** The lexical scores of a view, and the largest of what is in view. */
export interface WordsInView extends LexicalScores {
  /** By session. */
  readonly largestBySession: Float64Array;
  readonly best: number;
}

/** Finds the largest lexical scores of what is in view. */
export function wordsInView(scores: LexicalScores, view: BelieverView, workspace: Workspace): WordsInView {
  const largestBySession = workspace.floats(scores.sessions.length);
  return { ...scores, largestBySession, best: findLargest(scores, view, largestBySession) };
}

/** Fills in the largest by session; a function that ends with its loop, which V8 optimises for good. */
function findLargest(
  { documents, found }: LexicalScores,
  { states, believer }: BelieverView,
  largest: Float64Array,
): number {
  const sessionOf = believer.timelines.timelineOf.values;
  let best = 0;
  for (let i = 0; i < found.length; i++) {
    const document = found[i]!;
    const score = documents[document]!;
    const session = sessionOf[document]!;
    if (session < 0 ? score <= best : score <= largest[session]!) continue;
    if (states[document] === seen.not) continue;
    if (session >= 0) largest[session] = score;
    if (score > best) best = score;
  }
  return best;
}

/** An episode that is not worked out yet. */
const unknown = -1;
const noMeaning = new Float32Array(0);

/** The relevance of the documents and sessions of one view. */
export class Relevance {
  /** The lexical score of each document. */
  readonly lexical: Float64Array;
  /** The lexical score of each session. */
  readonly sessions: Float64Array;
  /** The semantic score of each document; empty without vectors. */
  readonly semantic: Float32Array;
  /** The session of each document, or -1. */
  readonly sessionOf: Int32Array;
  readonly #view: BelieverView;
  readonly #states: Uint8Array;
  readonly #words: WordsInView;
  readonly #meaning: SemanticView | undefined;
  readonly #factors: RelevanceFactors;
  readonly #episodes: Float64Array;
  readonly #best: Float64Array = new Float64Array(episodeSize);
  readonly #workspace: Workspace;

  constructor(
    view: BelieverView,
    { words, meaning }: { readonly words: WordsInView; readonly meaning: SemanticView | undefined },
    factors: RelevanceFactors,
    workspace: Workspace,
  ) {
    this.lexical = words.documents;
    this.sessions = words.sessions;
    this.semantic = meaning?.scores ?? noMeaning;
    this.sessionOf = view.believer.timelines.timelineOf.values;
    this.#view = view;
    this.#states = view.states;
    this.#words = words;
    this.#meaning = meaning;
    this.#factors = factors;
    this.#episodes = workspace.floatsToFill(words.sessions.length).fill(unknown);
    this.#workspace = workspace;
  }

  /** The weighted sum of lexical, semantic and session of a document; 0 for what is not in view. */
  of(document: number): number {
    if (this.#states[document] === seen.not) return 0;
    const { lexical, session, semantic, alone } = this.#factors;
    const words = this.lexical[document]!;
    const place = this.sessionOf[document]!;
    const sum = words * lexical + (place < 0 ? words * alone : this.sessions[place]! * session);
    const meaning = this.semantic.length > 0 ? this.semantic[document]! : 0;
    return meaning > 0 ? sum + meaning * semantic : sum;
  }

  /** Where among the documents of one session the next one is that may come to `least` with `most` more; the length for none. */
  nextPromising(documents: readonly number[], from: number, most: number, least: number): number {
    if (from >= documents.length) return documents.length;
    const { lexical, session, semantic } = this.#factors;
    const { lexical: words, semantic: meanings } = this;
    const states = this.#states;
    const shared = this.sessions[this.sessionOf[documents[from]!]!]! * session;
    const byMeaning = meanings.length > 0;
    let at = from;
    for (; at < documents.length; at++) {
      const document = documents[at]!;
      const sum = words[document]! * lexical + shared;
      const meaning = byMeaning ? meanings[document]! : 0;
      const own = meaning > 0 ? sum + meaning * semantic : sum;
      if (own + most >= least && states[document] !== seen.not) break;
    }
    return at;
  }

  /**
   * The mean relevance of the best documents in view of a document's session; one with fewer counts what it has. A
   * document without a session is one by itself.
   */
  episode(document: number): number {
    const session = this.sessionOf[document]!;
    if (session < 0) return this.of(document);
    if (this.#episodes[session] === unknown) this.#episodes[session] = this.#episodeOf(session);
    return this.#episodes[session]!;
  }

  /** Whether a document has words or meaning in common with the query. */
  matches(document: number): boolean {
    if (this.#factors.lexical > 0 && this.lexical[document] !== 0) return true;
    return this.semantic.length > 0 && this.semantic[document] !== 0;
  }

  /** How many documents inside the filters have words or meaning in common with the query. */
  countMatching(): number {
    const states = this.#states;
    let count = this.#meaning?.matching ?? 0;
    if (this.#factors.lexical === 0 || count === this.#view.inside) return count;
    for (const document of this.#words.found) {
      if (states[document] === seen.inside && (this.semantic.length === 0 || this.semantic[document] === 0)) count++;
    }
    return count;
  }

  /** Per session the most that a document in view can have, and with it the episode. */
  bounds(): Float64Array {
    const { lexical, session, semantic } = this.#factors;
    const { largestBySession: words } = this.#words;
    const bounds = this.#workspace.floatsToFill(this.sessions.length);
    const largestMeaning = this.#meaning?.largestBySession;
    for (let place = 0; place < bounds.length; place++) {
      const meaning = largestMeaning === undefined ? 0 : largestMeaning[place]!;
      bounds[place] = words[place]! * lexical + this.sessions[place]! * session + meaning * semantic;
    }
    return bounds;
  }

  #episodeOf(session: number): number {
    const states = this.#states;
    const { timelines } = this.#view.believer.timelines;
    const best = this.#best.fill(0);
    const last = episodeSize - 1;
    let size = 0;
    for (const document of timelines[session]!) {
      if (states[document] === seen.not) continue;
      size++;
      const value = this.of(document);
      if (value <= best[last]!) continue;
      let position = last;
      for (; position > 0 && best[position - 1]! < value; position--) best[position] = best[position - 1]!;
      best[position] = value;
    }
    const sum = best.reduce((total, value) => total + value, 0);
    return sum > 0 ? sum / Math.min(episodeSize, size) : 0;
  }
}
