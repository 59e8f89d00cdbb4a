/**
 * Late interaction: every word of a query is held against every word of a memory, in meaning. It is worked out for the
 * first memories of the ranking by all other signals, each with its neighbours in the timeline.
 *
 *   x[t] = the largest cosine of the query's token t among those of a memory, at least 0
 *   wordMeaning    = mean of x^2, weighted by sqrt(idf)
 *   contextMeaning = mean of y / (y + 1), weighted by idf; y = x^3 + 0.7 previous^3 + 0.4 before^3 + 0.3 next^3
 *
 * Both count as shares of the best, from the least of those memories on. An idf is that of the token's word among the
 * believers in view.
 */
import type { TokenVectors } from '../embed/embedder.ts';
import { termsOf } from '../language/words.ts';
import type { BelieverIndex } from '../recall-index/believer-index.ts';
import type { QueryTokens } from '../recall-index/token-column.ts';
import { type BelieverView, seen } from './believer-view.ts';
import type { AnalysedQuery } from './query.ts';
import type { View } from './view.ts';

/** A document of the believer at a place. */
export interface Candidate {
  readonly place: number;
  readonly document: number;
}

/** A term of the query, and how much it counts. */
interface WeightedTerm {
  readonly term: string;
  readonly weight: number;
}

/** What the words of a memory mean for a query; both 0..1. */
export interface WordMeanings {
  readonly wordMeaning: number;
  readonly contextMeaning: number;
}

/** The signals that only the first memories of a ranking have, each 0..1. */
interface OfFirst extends WordMeanings {
  readonly relevance: number;
  readonly evidence: number;
}

const ofOthers: OfFirst = { wordMeaning: 0, contextMeaning: 0, relevance: 0, evidence: 0 };

/** Holds them for one query, as they become known. */
export class SignalsOfFirst {
  readonly #known: Map<number, OfFirst>[] = [];

  add({ place, document }: Candidate, more: Partial<OfFirst>): void {
    this.#known[place] ??= new Map();
    this.#known[place].set(document, { ...this.of(place, document), ...more });
  }

  /** All 0 for a memory that is not among the first. */
  of(place: number, document: number): OfFirst {
    return this.#known[place]?.get(document) ?? ofOthers;
  }
}

/** How much a neighbour's words count beside 1 for a memory's own (LoCoMo, development half). */
const previousShare = 0.7;
const beforePreviousShare = 0.4;
const nextShare = 0.3;

/** The meaning of a query, as far as it has one. */
export interface QueryMeaning {
  /** Of the query, where a memory in view has one to hold it against. */
  readonly vector: Float32Array | undefined;
  /** Of its words, where memories in view have theirs. */
  readonly words: WordMeaning | undefined;
}

/** Holds the words of one query against those of memories. */
export class WordMeaning {
  readonly #view: View;
  readonly #query: QueryTokens;
  /** Of each token of the query: the term of its word, and how rare it is. */
  readonly #terms: readonly string[];
  readonly #rarities: readonly number[];
  readonly #closest = new Map<number, Float64Array>();

  private constructor(view: View, query: QueryTokens, terms: readonly string[]) {
    this.#view = view;
    this.#query = query;
    this.#terms = terms;
    const believers = view.byBeliever.map(({ believer }) => believer);
    this.#rarities = terms.map((term) => rarityOf(view.index.memories.vocabulary.find(term), believers));
  }

  /** That of a query; undefined where it has no token to compare, or where many memories of the space have none. */
  static of(
    view: View,
    { named, meant, onlyNames }: AnalysedQuery,
    tokens: TokenVectors | undefined,
  ): WordMeaning | undefined {
    if (tokens === undefined) return undefined;
    const { index } = view;
    const dimension = tokens.values.length / Math.max(1, tokens.words.length);
    // Of nothing but names the words say who is meant, and no more.
    const names = onlyNames ? meant : named;
    const terms = tokens.words.map((word) => termsOf(word)[0]);
    const kept = [...terms.keys()].filter((at) => terms[at] !== undefined && !names.includes(terms[at]));
    const values = new Int8Array(kept.length * dimension);
    kept.forEach((at, place) => {
      values.set(tokens.values.subarray(at * dimension, (at + 1) * dimension), place * dimension);
    });
    const query = index.tokens.prepare(values, kept.length);
    if (query === undefined) return undefined;
    return new WordMeaning(
      view,
      query,
      kept.map((at) => terms[at]!),
    );
  }

  /**
   * 0..1: how near in meaning some terms of the query are to what some documents say, each by the closest word of any;
   * 0 where none of the terms was compared.
   */
  nearness(place: number, documents: readonly number[], terms: readonly WeightedTerm[]): number {
    const shown = this.#view.byBeliever[place]!;
    const all = documents.map((document) => this.#closestTo(shown, document));
    let [sum, total] = [0, 0];
    for (const { term, weight } of terms) {
      const tokens = [...this.#terms.keys()].filter((token) => this.#terms[token] === term);
      if (tokens.length === 0) continue;
      const closest = tokens.map((token) => Math.max(...all.map((one) => one[token]!)));
      sum += (weight * closest.reduce((added, one) => added + one, 0)) / tokens.length;
      total += weight;
    }
    return total === 0 ? 0 : sum / total;
  }

  /** What the words of some memories mean, scaled among them, in their order. */
  of(candidates: readonly Candidate[]): readonly WordMeanings[] {
    const raw = candidates.map((candidate) => this.#meaningsOf(candidate));
    const words = scaled(raw.map(({ wordMeaning }) => wordMeaning));
    const contexts = scaled(raw.map(({ contextMeaning }) => contextMeaning));
    return candidates.map((_, at) => ({ wordMeaning: words[at]!, contextMeaning: contexts[at]! }));
  }

  #meaningsOf({ place, document }: Candidate): WordMeanings {
    const shown = this.#view.byBeliever[place]!;
    const { previous, next } = shown.believer.timelines;
    const before = previous.get(document);
    const own = this.#closestTo(shown, document);
    const around = [
      { share: previousShare, closest: this.#closestTo(shown, before) },
      { share: beforePreviousShare, closest: this.#closestTo(shown, before < 0 ? -1 : previous.get(before)) },
      { share: nextShare, closest: this.#closestTo(shown, next.get(document)) },
    ];
    let [words, roots, context, rarities] = [0, 0, 0, 0];
    this.#rarities.forEach((rarity, token) => {
      const root = Math.sqrt(rarity);
      words += root * own[token]! ** 2;
      roots += root;
      const sum = around.reduce((total, { share, closest }) => total + share * closest[token]! ** 3, own[token]! ** 3);
      context += (rarity * sum) / (sum + 1);
      rarities += rarity;
    });
    return { wordMeaning: words / roots, contextMeaning: context / rarities };
  }

  #closestTo({ believer, states }: BelieverView, document: number): Float64Array {
    const row = document < 0 || states[document] === seen.not ? -1 : believer.rowOf.get(document);
    const known = this.#closest.get(row);
    if (known !== undefined) return known;
    const closest = this.#view.index.tokens.closest(this.#query, row);
    this.#closest.set(row, closest);
    return closest;
  }
}

/** How rare a term is, by its number, among the documents of some believers; above 0. */
function rarityOf(number: number, believers: readonly BelieverIndex[]): number {
  let [count, holding] = [0, 0];
  for (const believer of believers) {
    count += believer.count;
    if (number >= 0) holding += believer.postingCount(number);
  }
  return Math.log((count + 1) / (holding + 0.5));
}

/** From 0 for the least to 1 for the most; all 0 where they are the same. */
function scaled(values: readonly number[]): readonly number[] {
  const least = values.reduce((low, value) => Math.min(low, value), Number.POSITIVE_INFINITY);
  const most = values.reduce((high, value) => Math.max(high, value), 0);
  return values.map((value) => (most > least ? (value - least) / (most - least) : 0));
}
