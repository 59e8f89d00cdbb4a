/**
 * What a memory shows of itself for a query, whoever believes it: when it happened, who said it,
 * whether it states or asks, the kind of answer it has, how long it is. Each 0..1.
 */
import { dayMs } from '../domain/time.ts';
import type { MemoryTable } from '../index/memory-table.ts';
import { fullLength } from './defaults.ts';
import type { AnalysedQuery } from './query.ts';
import { dateMatch } from './query-dates.ts';
import type { Weights } from './weights.ts';

/** By the number of terms, up to the one that fills the signal. */
const lengthSignal = Float64Array.from(
  { length: fullLength + 1 },
  (_, terms) => Math.log1p(terms) / Math.log1p(fullLength),
);

/** Signals by slot for one query. */
export class OwnSignals {
  /** The most that they can add to a score. */
  readonly atMost: number;
  /** The most that they can add to the score of a memory that does not match what the query names. */
  readonly atMostUnnamed: number;
  /** Whether the query names a speaker or a date that counts, by which alone a memory can come up. */
  readonly named: boolean;
  readonly #memories: MemoryTable;
  readonly #query: AnalysedQuery;
  readonly #weights: Weights;
  readonly #dateMatches: Map<number, number> = new Map();

  constructor(memories: MemoryTable, query: AnalysedQuery, weights: Weights) {
    this.#memories = memories;
    this.#query = query;
    this.#weights = weights;
    const byDate = query.dates.length > 0 ? weights.date : 0;
    const bySpeaker = query.speaker >= 0 ? weights.speaker : 0;
    this.named = byDate + bySpeaker > 0;
    // A little more than the sums, since sums in another order may differ in their last bits.
    this.atMostUnnamed = (query.answers > 0 ? weights.answer : 0) + weights.statement + weights.length + 1e-9;
    this.atMost = this.atMostUnnamed + byDate + bySpeaker;
  }

  /** Whether a memory is of a date or by a speaker that the query names. */
  matches(slot: number): boolean {
    return (this.#weights.speaker > 0 && this.speaker(slot) > 0) || (this.#weights.date > 0 && this.date(slot) > 0);
  }

  /** The sum of their contributions to a score. */
  sum(slot: number): number {
    const { date, speaker, statement, answer, length } = this.#weights;
    return (
      this.date(slot) * date +
      this.speaker(slot) * speaker +
      this.statement(slot) * statement +
      this.answer(slot) * answer +
      this.length(slot) * length
    );
  }

  date(slot: number): number {
    const { dates } = this.#query;
    if (dates.length === 0) return 0;
    const day = Math.floor((this.#memories.occurredAt.values[slot] as number) / dayMs);
    const known = this.#dateMatches.get(day);
    if (known !== undefined) return known;
    const match = dateMatch(dates, day);
    this.#dateMatches.set(day, match);
    return match;
  }

  speaker(slot: number): number {
    return this.#query.speaker >= 0 && this.#memories.speaker.values[slot] === this.#query.speaker ? 1 : 0;
  }

  statement(slot: number): number {
    return 1 - (this.#memories.questionShare.values[slot] as number);
  }

  answer(slot: number): number {
    return ((this.#memories.answers.values[slot] as number) & this.#query.answers) === 0 ? 0 : 1;
  }

  length(slot: number): number {
    return lengthSignal[Math.min(fullLength, this.#memories.length.values[slot] as number)] as number;
  }
}
