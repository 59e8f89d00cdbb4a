/** The terms of a query as answers are held against them, and what the terms of one memory are to them. */
import { dayMs } from '../domain/time.ts';
import { rarityOf } from '../language/common-words.ts';
import { dateMatch } from '../language/dates.ts';
import { liesIn } from '../language/periods.ts';
import { isKindWord } from '../language/query-wording.ts';
import { termNumber } from '../recall-index/memory-table.ts';
import { answerKinds } from '../recall-index/text-traits.ts';
import type { GroundName } from './answer-model.ts';
import { lackingShare, leastRarity, rarerBy, shortFormFrom } from './defaults.ts';
import { readingsOf } from './near-terms.ts';
import { type AnalysedQuery, contentOf } from './query.ts';
import type { View } from './view.ts';

/** A term of a query. */
export interface QueryTerm {
  readonly term: string;
  /** In the vocabulary; several where forms of the word are read as another. */
  readonly numbers: readonly number[];
  /** Above 0: how much it counts. */
  readonly weight: number;
  /** Whether a memory of the believers in view has it. */
  readonly isKnown: boolean;
}

/** The terms that say what a query asks for. */
export function queryTermsOf(view: View, query: AnalysedQuery): readonly QueryTerm[] {
  const { vocabulary } = view.index.memories;
  const isHeld = (found: readonly number[]): boolean =>
    view.byBeliever.some(({ believer }) => found.some((number) => believer.postingCount(number) > 0));
  return contentOf(query).map((term) => {
    const numbers = readingsOf(term, { vocabulary, isHeld, query });
    return { term, numbers, isKnown: isHeld(numbers), weight: leastRarity + (isKindWord(term) ? 0 : rarityOf(term)) };
  });
}

/** The terms that documents of a view have of their own, each read once for one query. */
export class OwnTerms {
  readonly #view: View;
  readonly #terms: readonly QueryTerm[];
  /** By row. */
  readonly #own = new Map<number, ReadonlySet<number>>();
  readonly #held = new Map<number, Uint8Array>();

  constructor(view: View, terms: readonly QueryTerm[]) {
    this.#view = view;
    this.#terms = terms;
  }

  /** Numbers of the terms of a document, by the place of its believer. */
  termsOf(place: number, document: number): ReadonlySet<number> {
    const { memories } = this.#view.index;
    const row = this.#rowOf(place, document);
    if (row < 0) return none;
    const known = this.#own.get(row);
    if (known !== undefined) return known;
    const own = new Set<number>();
    const end = memories.termsEnd(row);
    for (let at = memories.termsFrom.get(row); at < end; at++) own.add(termNumber(memories.terms.values[at]!));
    this.#own.set(row, own);
    return own;
  }

  textsOf(place: number, document: number): readonly string[] {
    return Array.from(this.termsOf(place, document), (one) => this.#view.index.memories.vocabulary.text(one));
  }

  /** Of each of the query's terms, 1 where a document holds it. */
  heldBy(place: number, document: number): Uint8Array {
    const row = this.#rowOf(place, document);
    const known = this.#held.get(row);
    if (known !== undefined) return known;
    const own = this.termsOf(place, document);
    const held = Uint8Array.from(this.#terms, ({ numbers }) => (numbers.some((number) => own.has(number)) ? 1 : 0));
    this.#held.set(row, held);
    return held;
  }

  /** Whether a document holds all of the query's terms beside some, at least two. */
  holdsAllBut(place: number, document: number, but: readonly string[]): boolean {
    const held = this.heldBy(place, document);
    const others = this.#terms.flatMap(({ term }, at) => (but.includes(term) ? [] : [held[at]!]));
    return others.length > 1 && !others.includes(0);
  }

  /** Marks which of the query's terms some documents hold. */
  mark(held: Uint8Array, place: number, documents: readonly number[]): void {
    for (const document of documents) {
      const more = this.heldBy(place, document);
      for (let at = 0; at < held.length; at++) held[at]! |= more[at]!;
    }
  }

  #rowOf(place: number, document: number): number {
    return this.#view.byBeliever[place]!.believer.rowOf.get(document);
  }
}

const none: ReadonlySet<number> = new Set();

/** Whether one of some terms is the beginning of a term, or begins with it: "retro" for a "retrospective". */
export function hasFormOf(own: readonly string[], term: string): boolean {
  const begins = (one: string, other: string): boolean => one.length >= shortFormFrom && other.startsWith(one);
  return own.some((one) => begins(one, term) || begins(term, one));
}

/** Whether a query says "Q4" or "v2" and a memory, in its place, "Q3" or "v1". */
export function hasOtherNumber(content: readonly string[], ownTerms: () => readonly string[]): boolean {
  const numbered = content.filter((term) => /^[a-z]+\d+$/.test(term));
  if (numbered.length === 0) return false;
  const own = ownTerms();
  return numbered.some(
    (term) => !own.includes(term) && own.some((one) => one.replace(/\d+$/, '') === term.replace(/\d+$/, '')),
  );
}

type Values = Readonly<Record<GroundName, number>>;

/** Whether a query asks for what somebody has, whether they are so, or what their sister does, and a memory speaks of no such thing or person. */
export function isUnheld(query: AnalysedQuery, values: Values): boolean {
  const { own, near, told, toldNear, toldOfOther, untold, otherOfFamily } = values;
  const { asksToHave, asksWhether, relatives } = query;
  return (
    (asksWhether && untold > 0 && own === 0) ||
    (asksToHave && near + told + toldNear + toldOfOther === 0) ||
    (relatives.terms.length > 0 && otherOfFamily > 0)
  );
}

/** Without vectors: whether nothing of what a query asks for is said in or near a memory, in any words. */
export function isUnsaid(query: AnalysedQuery, { near, told, toldNear, date, missing, rareNear }: Values): boolean {
  // "Did I see an owl?" is not answered by whatever else was seen.
  if (query.asksWhether && missing > rareNear + rarerBy) return true;
  const isTold = told + toldNear > 0 && query.relatives.terms.length === 0;
  return near + date === 0 && !isTold;
}

/** Whether a memory states something with every word of a query, and of whom it names. */
export function hasAllWords(
  { ofStrangers }: AnalysedQuery,
  { own, statement, otherSubject }: Values,
  terms: readonly QueryTerm[],
): boolean {
  return terms.length > 1 && own > 0.999 && statement > 0 && otherSubject === 0 && !ofStrangers;
}

/** Whether a memory states something, of whom a query names. */
export function isStated({ otherSubject, statement }: Values): boolean {
  return otherSubject === 0 && statement > 0;
}

/** Whether something is owed or lent the other way than a query asks for; `told` are bits of `answerKinds`. */
export function isOfOtherDebt({ debts }: AnalysedQuery, told: number): boolean {
  const ofMemory = told & (answerKinds.ownDebt | answerKinds.othersDebt);
  return ofMemory !== 0 && debts !== 0 && (ofMemory & debts) === 0;
}

/**
 * What is left of the relevance of a memory, where a query asks for what happened at a time, and it is of another one and
 * tells none of it. A note is of its own day; in a talk that is only so where the query asks for whatever was said then.
 */
export function timeShareOf({ boundTo }: AnalysedQuery, row: number, time: number, isTalk: boolean): number {
  if (boundTo === undefined || (isTalk && !boundTo.isWithin) || boundTo.spokenOf.has(row)) return 1;
  const isThen = liesIn(time, boundTo.period) || dateMatch(boundTo.dates, Math.floor(time / dayMs)) === 1;
  return isThen ? 1 : lackingShare;
}

/**
 * Whether a query asks when, where, how long or how many something is, and no time, place or number is told; `told` are bits
 * of `answerKinds`. Who has "a cat and a dog" tells how many pets.
 */
export function lacksAnswer(query: AnalysedQuery, told: number, says: (term: string) => boolean): boolean {
  const { asksWhenIs, asksWhereIs, asksHowLong, counted } = query;
  const { time, clock, number, occasion, place, spot } = answerKinds;
  const tells = (kinds: number): boolean => (told & kinds) !== 0;
  return (
    (asksWhenIs && !tells(time | clock | occasion)) ||
    (asksWhereIs && !tells(place | spot)) ||
    (asksHowLong && !tells(time | clock | occasion | number)) ||
    (counted.length > 0 && !tells(number) && !counted.some(says))
  );
}
