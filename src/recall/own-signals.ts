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
  /** Whether the query names a speaker, an entity or a date that counts, by which alone a memory can come up. */
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
    const byEntity = query.entities.size > 0 ? weights.entity : 0;
    this.named = byDate + bySpeaker + byEntity > 0;
    // A little more than the sums, since sums in another order may differ in their last bits.
    this.atMostUnnamed = (query.answers > 0 ? weights.answer : 0) + weights.statement + weights.length + 1e-9;
    this.atMost = this.atMostUnnamed + byDate + bySpeaker + byEntity;
  }

  /** Whether a memory is of a date, by a speaker or of an entity that the query names. */
  matches(slot: number): boolean {
    const { speaker, date, entity } = this.#weights;
    return (
      (speaker > 0 && this.speaker(slot) > 0) ||
      (date > 0 && this.date(slot) > 0) ||
      (entity > 0 && this.entity(slot) > 0)
    );
  }

  /** The sum of their contributions to a score. */
  sum(slot: number): number {
    const { date, speaker, entity, statement, answer, length } = this.#weights;
    return (
      this.date(slot) * date +
      this.speaker(slot) * speaker +
      this.entity(slot) * entity +
      this.statement(slot) * statement +
      this.answer(slot) * answer +
      this.length(slot) * length
    );
  }

  date(slot: number): number {
    const { dates } = this.#query;
    if (dates.length === 0) return 0;
    // A fact without a date is of no day: when it was learned says nothing of when it was so.
    const day = Math.floor((this.#memories.occurredAt.values[slot] as number) / dayMs);
    if (Number.isNaN(day)) return 0;
    const known = this.#dateMatches.get(day);
    if (known !== undefined) return known;
    const match = dateMatch(dates, day);
    this.#dateMatches.set(day, match);
    return match;
  }

  speaker(slot: number): number {
    return this.#query.speaker >= 0 && this.#memories.speaker.values[slot] === this.#query.speaker ? 1 : 0;
  }

  /** The share of the named entities that a memory mentions or is about. */
  entity(slot: number): number {
    const { entities } = this.#query;
    if (entities.size === 0) return 0;
    const mentions = this.#memories.mentions[slot] as readonly number[];
    const about = this.#memories.about[slot] as readonly number[];
    let present = 0;
    for (const entity of entities) {
      // Mentions lie in pairs, an entity and the name that is used for it.
      if (about.includes(entity) || mentions.some((number, i) => i % 2 === 0 && number === entity)) present += 1;
    }
    return present / entities.size;
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
