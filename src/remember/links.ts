/**
 * Which memories of a perspective may support or contradict a statement, found by what the index
 * holds of them and without their texts. Only what the believers in view believe is looked at, so
 * that what others keep to themselves changes nothing, not even where the search stops.
 */
import type { Belief, Memory } from '../domain/records.ts';
import { attributeKeysOf } from '../language/parse-statement.ts';
import type { Clause, Statement } from '../language/statement.ts';
import { termsOf } from '../language/words.ts';
import type { BelieverIndex } from '../recall-index/believer-index.ts';
import { type MemoryTable, termNumber } from '../recall-index/memory-table.ts';
import { documentOf } from '../recall-index/posting-lists.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import { claimNumber, claimsNear, claimsOf } from './index-change.ts';

/** Candidates for one memory at the most, the likeliest first. */
const maxCandidates = 8;
/** Candidates for what a memory denies or says has ended, which more may have asserted, in other words. */
const maxDenied = 16;
/** Documents of one claim, or of one term of a denial, that are looked at, the latest first. */
const maxLooked = 64;
/** Terms, the verb among them, that an assertion must share with a memory that is found by one of them. */
const minShared = 2;
/** What being about the same slot counts, in shared terms. */
const sameRow = 100;

/** A statement on its way into a perspective. */
export interface NewStatement {
  /** The id of its memory, which is no candidate for itself. */
  readonly id: string;
  readonly speaker?: string | undefined;
  readonly statement: Statement;
  /** Only what was written before this place in the order of writes is looked at. @default everything */
  readonly before?: number;
}

/** The ids of the memories to compare with, likeliest first. */
export function candidatesFor(
  index: RecallIndex,
  believers: readonly string[],
  { id, speaker, statement, before = Number.POSITIVE_INFINITY }: NewStatement,
): readonly string[] {
  const { memories } = index;
  const own = memories.row(id);
  const likely = new Map<number, number>();
  const denied = new Set<number>();
  for (const believer of believers.flatMap((agent) => index.believer(agent) ?? [])) {
    const look = new Look(believer, memories, { own, before });
    for (const key of attributeKeysOf(statement)) look.byRow(claimNumber(key), likely);
    for (const clause of statement.clauses) {
      if (clause.subject === '') continue;
      look.byTerms(clause, likely);
      if (clause.negated || clause.subject === 'nobody') look.byDenial(clause, speaker, denied);
    }
    for (const { what } of statement.endings) look.byWords(termsOf(what), () => true, denied);
  }
  // Of equals the one that was found first, which is the latest of its believer's.
  const ranked = [...likely].sort(([, first], [, second]) => second - first);
  const chosen = new Set([...ranked.slice(0, maxCandidates).map(([row]) => row), ...denied]);
  return [...chosen].map((row) => memories.ids[row]!);
}

/** One believer's documents, looked through for one memory. */
class Look {
  readonly #believer: BelieverIndex;
  readonly #memories: MemoryTable;
  readonly #own: number;
  readonly #before: number;

  constructor(
    believer: BelieverIndex,
    memories: MemoryTable,
    { own, before }: { readonly own: number; readonly before: number },
  ) {
    this.#believer = believer;
    this.#memories = memories;
    this.#own = own;
    this.#before = before;
  }

  /** Those that say something of the same slot. */
  byRow(claim: number, likely: Map<number, number>): void {
    for (const row of this.#claimed(claim)) likely.set(row, (likely.get(row) ?? 0) + sameRow);
  }

  /** Those of the same subject that share the terms of an assertion. */
  byTerms(clause: Clause, likely: Map<number, number>): void {
    const terms = new Set(this.#numbers([...clause.terms, clause.verb]));
    if (terms.size === 0) return;
    const objects = new Set(this.#numbers(clause.terms));
    const seen = new Set<number>();
    for (const claim of claimsNear(clause)) {
      for (const row of this.#claimed(claim)) {
        if (seen.has(row)) continue;
        seen.add(row);
        const shared = this.#shared(row, terms);
        const isOfTheSame = objects.size > 0 && this.#shared(row, objects) === clause.terms.size;
        if (isOfTheSame || shared >= Math.min(minShared, terms.size))
          likely.set(row, Math.max(likely.get(row) ?? 0, shared));
      }
    }
  }

  /** Those that have all terms of a denial; of what somebody denies of himself, those that he has said. */
  byDenial(clause: Clause, speaker: string | undefined, denied: Set<number>): void {
    const who = speaker === undefined ? -1 : this.#memories.speakers.find(speaker);
    if (speaker !== undefined && who < 0) return;
    const isTheirs = (row: number): boolean =>
      clause.subject === 'nobody' || this.#memories.speaker.values[row] === who;
    this.byWords(clause.terms, isTheirs, denied);
  }

  /** Those that have all of some words and pass a test. */
  byWords(words: Iterable<string>, passes: (row: number) => boolean, found: Set<number>): void {
    const terms = this.#numbers(words);
    const [rarest] = terms.sort((one, other) => this.#frequency(one) - this.#frequency(other));
    if (rarest === undefined) return;
    const wanted = new Set(terms);
    const postings = this.#believer.postings(rarest);
    let latest = postings.length - 1;
    while (latest >= 0 && this.#isLater(documentOf(postings[latest]!))) latest--;
    const last = Math.max(0, latest + 1 - maxLooked * 4);
    for (let at = latest; at >= last && found.size < maxDenied; at--) {
      const row = this.#held(documentOf(postings[at]!));
      if (row >= 0 && passes(row) && this.#shared(row, wanted) === wanted.size) found.add(row);
    }
  }

  *#claimed(claim: number): IterableIterator<number> {
    let looked = 0;
    for (const document of this.#believer.claims.documents(claim)) {
      if (this.#isLater(document)) continue;
      looked += 1;
      if (looked > maxLooked) return;
      const row = this.#held(document);
      if (row >= 0) yield row;
    }
  }

  /** The row of a document that is believed, or -1. */
  #held(document: number): number {
    const row = this.#believer.rowOf.values[document]!;
    if (
      row === this.#own ||
      this.#isLater(document) ||
      this.#believer.withdrawnAt.values[document] !== Number.POSITIVE_INFINITY
    )
      return -1;
    return row;
  }

  #isLater(document: number): boolean {
    return this.#believer.rowOf.values[document]! >= 0 && this.#believer.position(document) >= this.#before;
  }

  #frequency(term: number): number {
    return this.#believer.postingCount(term);
  }

  /** The terms that the believer's documents use; that others use one too is nothing to go by. */
  #numbers(terms: Iterable<string>): number[] {
    const numbers = Array.from(terms, (term) => this.#memories.vocabulary.find(term));
    return numbers.filter((number) => number >= 0 && this.#frequency(number) > 0);
  }

  #shared(row: number, terms: ReadonlySet<number>): number {
    const { values } = this.#memories.terms;
    const end = this.#memories.termsEnd(row);
    let shared = 0;
    for (let at = this.#memories.termsFrom.values[row]!; at < end; at++) {
      if (terms.has(termNumber(values[at]!))) shared += 1;
    }
    return shared;
  }
}

/** A memory that somebody has come to believe. */
export interface NewlyBelieved {
  readonly believer: string;
  readonly memory: Memory;
  /** That somebody's belief: another's place and source are another's business. */
  readonly belief: Pick<Belief, 'position' | 'provenance'>;
  /** What it was read out of, or was read out of it, which agrees with it and says nothing new; for whom, or for all. @default none */
  readonly sources?: readonly { readonly id: string; readonly believer?: string | undefined }[];
}

/** Earlier memories of one claim that are looked at, the latest first. */
const maxLookedInBatch = 8;

/** What of a batch has been gone through. */
export class LinkBatch {
  readonly #byClaim: Map<number, NewlyBelieved[]> = new Map();
  readonly #all: NewlyBelieved[] = [];

  /** Makes a memory a candidate for those that follow. */
  add(item: NewlyBelieved, statement: Statement): void {
    this.#all.push(item);
    for (const claim of claimsOf(statement)) {
      const items = this.#byClaim.get(claim);
      if (items === undefined) this.#byClaim.set(claim, [item]);
      else items.push(item);
    }
  }

  /** The ids of earlier memories that some believers believe and that may have to do with a statement. */
  near(believers: readonly string[], { memory }: NewlyBelieved, statement: Statement): readonly string[] {
    const found = new Set<string>();
    const seen = ({ believer, memory: { id } }: NewlyBelieved): boolean =>
      id !== memory.id && believers.includes(believer);
    const claims = new Set([...claimsOf(statement), ...statement.clauses.flatMap(claimsNear)]);
    for (const claim of claims) {
      const items = (this.#byClaim.get(claim) ?? []).filter(seen);
      for (const item of items.slice(-maxLookedInBatch).reverse()) found.add(item.memory.id);
    }
    // A denial or an end is of whatever was said, in whichever words; few texts tell one.
    const denies = statement.clauses.some(({ negated, subject }) => negated || subject === 'nobody');
    if (denies || statement.endings.length > 0) for (const item of this.#all.filter(seen)) found.add(item.memory.id);
    return [...found];
  }
}
