/**
 * What one believer knows: its documents (a document is a memory as this believer believes it),
 * its edges, its lexicon, its timelines, its speakers and names. Recall reads the indexes of the
 * believers in view and of nobody else, so that no statistic carries another's private words.
 *
 *   doc -> slot of the memory; strength, reinforcedAt, halfLifeDays, permanent, since, trust,
 *          accesses, lastAccessedAt, withdrawnAt
 *   term -> [doc * 256 + frequency, ...]     own terms only: context is added when asked
 */
import { recallThreshold, timeOfFalling } from '../domain/belief-strength.ts';
import { BelieverNames } from './believer-names.ts';
import { type Column, byteColumn, float64Column, int32Column } from './column.ts';
import type { IndexedBelief, IndexedPast } from './entry.ts';
import { type MemoryTable, termFrequency, termNumber } from './memory-table.ts';
import { Timelines } from './timelines.ts';

/** Slots in one page of the map from slots to documents. */
const pageSlots = 1_024;

/** Everything of one believer. */
export class BelieverIndex {
  readonly agent: string;
  readonly timelines: Timelines;
  /** Documents by what they claim. */
  readonly claims: ClaimChains = new ClaimChains();
  /** The slot of each document; -1 where the memory was forgotten. */
  readonly slotOf: Column<Int32Array<ArrayBuffer>> = int32Column();
  /** The terms of each document's own. */
  readonly length: Column<Int32Array<ArrayBuffer>> = int32Column();
  readonly strength: Column<Float64Array<ArrayBuffer>> = float64Column();
  readonly reinforcedAt: Column<Float64Array<ArrayBuffer>> = float64Column();
  readonly halfLifeDays: Column<Float64Array<ArrayBuffer>> = float64Column();
  readonly permanent: Column<Uint8Array<ArrayBuffer>> = byteColumn();
  readonly since: Column<Float64Array<ArrayBuffer>> = float64Column();
  /** How far its source is trusted, 0..1. */
  readonly trust: Column<Float64Array<ArrayBuffer>> = float64Column();
  /** How often recall brought the memory up through this belief. */
  readonly accesses: Column<Int32Array<ArrayBuffer>> = int32Column();
  /** When it last did; NaN for never. */
  readonly lastAccessedAt: Column<Float64Array<ArrayBuffer>> = float64Column();
  /** Infinity while it is believed. */
  readonly withdrawnAt: Column<Float64Array<ArrayBuffer>> = float64Column();
  /**
   * When the effective strength falls to the recall threshold, for a quick look: Infinity for
   * never, -Infinity for what is withdrawn or forgotten.
   */
  readonly visibleUntil: Column<Float64Array<ArrayBuffer>> = float64Column();
  /** Until when this believer holds it to have been so: few documents have it. */
  readonly validTo: Map<number, number> = new Map();
  /** Earlier times in which a document was believed: few have them. */
  readonly past: Map<number, readonly IndexedPast[]> = new Map();
  /** Documents by the number of who said them. */
  readonly speakers: Map<number, number> = new Map();
  /** Documents by the number of their domain. */
  readonly domains: Map<number, number> = new Map();
  /** The number of the terms of all documents. */
  totalLength = 0;
  /** Documents whose memory is not forgotten. */
  count = 0;

  readonly #memories: MemoryTable;
  readonly #postings: Map<number, number[]> = new Map();
  readonly #docs: (Int32Array | undefined)[] = [];
  readonly #names: BelieverNames;

  constructor(agent: string, memories: MemoryTable) {
    this.agent = agent;
    this.#memories = memories;
    this.#names = new BelieverNames(memories);
    const { slotOf, length } = this;
    this.timelines = new Timelines({
      precedes: (first, second) => memories.precedes(slotOf.values[first] as number, slotOf.values[second] as number),
      length: (doc) => length.values[doc] as number,
    });
  }

  /** How many documents there ever were: the length of every column. */
  get docs(): number {
    return this.slotOf.length;
  }

  /** The document of a memory, or -1. */
  doc(slot: number): number {
    return (this.#docs[Math.floor(slot / pageSlots)]?.[slot % pageSlots] ?? 0) - 1;
  }

  /** The slots of some documents whose memories are there. */
  slotsOf(docs: readonly number[]): readonly number[] {
    return docs.map((doc) => this.slotOf.values[doc] as number);
  }

  /** The documents that have a term of their own, as doc * 256 + frequency; forgotten ones included. */
  postings(term: number): readonly number[] {
    return this.#postings.get(term) ?? [];
  }

  /** Takes in a belief about the memory in a slot, or the new state of one. */
  put(slot: number, belief: IndexedBelief): void {
    let doc = this.doc(slot);
    if (doc < 0) doc = this.#add(slot);
    this.strength.values[doc] = belief.strength;
    this.reinforcedAt.values[doc] = belief.reinforcedAt;
    this.halfLifeDays.values[doc] = belief.halfLifeDays;
    this.permanent.values[doc] = belief.permanent ? 1 : 0;
    this.since.values[doc] = belief.since;
    this.trust.values[doc] = belief.trust;
    this.accesses.values[doc] = belief.accesses;
    this.lastAccessedAt.values[doc] = belief.lastAccessedAt ?? Number.NaN;
    this.withdrawnAt.values[doc] = belief.withdrawnAt ?? Number.POSITIVE_INFINITY;
    this.visibleUntil.values[doc] =
      belief.withdrawnAt === undefined ? timeOfFalling(belief, recallThreshold) : Number.NEGATIVE_INFINITY;
    keep(this.validTo, doc, belief.validTo);
    keep(this.past, doc, belief.past);
  }

  /** The belief of a document as it stands. */
  belief(doc: number): IndexedBelief {
    const withdrawnAt = this.withdrawnAt.values[doc] as number;
    const lastAccessedAt = this.lastAccessedAt.values[doc] as number;
    const validTo = this.validTo.get(doc);
    const past = this.past.get(doc);
    return {
      agent: this.agent,
      memory: this.#memories.ids[this.slotOf.values[doc] as number] as string,
      strength: this.strength.values[doc] as number,
      reinforcedAt: this.reinforcedAt.values[doc] as number,
      halfLifeDays: this.halfLifeDays.values[doc] as number,
      permanent: this.permanent.values[doc] === 1,
      since: this.since.values[doc] as number,
      trust: this.trust.values[doc] as number,
      accesses: this.accesses.values[doc] as number,
      ...(Number.isNaN(lastAccessedAt) ? {} : { lastAccessedAt }),
      ...(withdrawnAt === Number.POSITIVE_INFINITY ? {} : { withdrawnAt }),
      ...(validTo === undefined ? {} : { validTo }),
      ...(past === undefined ? {} : { past }),
    };
  }

  /** Forgets the memory in a slot; called while its row is still whole. */
  remove(slot: number): void {
    const doc = this.doc(slot);
    if (doc < 0) return;
    this.timelines.remove(doc);
    this.totalLength -= this.length.values[doc] as number;
    this.count--;
    this.#countAttributes(slot, -1);
    this.#names.drop(doc, slot);
    this.slotOf.values[doc] = -1;
    this.visibleUntil.values[doc] = Number.NEGATIVE_INFINITY;
    this.validTo.delete(doc);
    this.past.delete(doc);
    (this.#docs[Math.floor(slot / pageSlots)] as Int32Array)[slot % pageSlots] = 0;
  }

  /** Takes in whom the memory in a slot speaks of, where it has a document here. */
  noteNames(slot: number): void {
    const doc = this.doc(slot);
    if (doc >= 0) this.#names.add(doc, slot);
  }

  /** Forgets whom the memory in a slot speaks of; called before that changes. */
  dropNames(slot: number): void {
    const doc = this.doc(slot);
    if (doc >= 0) this.#names.drop(doc, slot);
  }

  /**
   * The documents that mention an entity, are about it or relate it, by its number in the table of
   * names; ascending, each once. Those that are withdrawn or faded are among them.
   */
  docsOf(entity: number): readonly number[] {
    return this.#names.docsOf(entity);
  }

  /** The entities that a surface stands for, each with the documents that call it so, withdrawn and faded ones among them. */
  calledBy(surface: number): ReadonlyMap<number, readonly number[]> | undefined {
    return this.#names.calledBy(surface);
  }

  /** The documents that ask to be brought up by a pattern; withdrawn and faded ones too. */
  triggeredBy(pattern: number): readonly number[] {
    return this.#names.triggeredBy(pattern);
  }

  /** Numbers of the entities that memories believed and not withdrawn call by a surface. */
  named(surface: number): readonly number[] {
    const withdrawnAt = this.withdrawnAt.values;
    const entities: number[] = [];
    for (const [entity, docs] of this.#names.calledBy(surface) ?? []) {
      if (docs.some((doc) => withdrawnAt[doc] === Number.POSITIVE_INFINITY)) entities.push(entity);
    }
    return entities;
  }

  /** Every surface that memories believed and not withdrawn use, with the entities that they call so, as numbers. */
  *names(): Generator<readonly [surface: number, entities: readonly number[]], void, undefined> {
    for (const surface of this.#names.surfaces()) {
      const entities = this.named(surface);
      if (entities.length > 0) yield [surface, entities];
    }
  }

  #add(slot: number): number {
    const doc = this.slotOf.push(slot);
    this.length.push(this.#memories.length.values[slot] as number);
    const { strength, reinforcedAt, halfLifeDays, since, withdrawnAt, visibleUntil } = this;
    strength.push(0);
    reinforcedAt.push(0);
    halfLifeDays.push(0);
    since.push(0);
    this.trust.push(0);
    this.accesses.push(0);
    this.lastAccessedAt.push(Number.NaN);
    withdrawnAt.push(0);
    visibleUntil.push(0);
    this.permanent.push(0);
    const page = Math.floor(slot / pageSlots);
    this.#docs[page] ??= new Int32Array(pageSlots);
    (this.#docs[page] as Int32Array)[slot % pageSlots] = doc + 1;
    this.#memories.countBeliever(slot);
    this.timelines.add(doc, this.#memories.session.values[slot] as number);
    this.totalLength += this.length.values[doc] as number;
    this.count++;
    this.#countAttributes(slot, 1);
    this.#post(doc, slot);
    this.claims.add(doc, this.#memories.claims[slot] as readonly number[]);
    this.noteNames(slot);
    return doc;
  }

  #post(doc: number, slot: number): void {
    const terms = this.#memories.terms.values;
    const end = this.#memories.termsEnd(slot);
    for (let i = this.#memories.termsFrom.values[slot] as number; i < end; i++) {
      const term = termNumber(terms[i] as number);
      const posting = doc * 256 + termFrequency(terms[i] as number);
      const postings = this.#postings.get(term);
      if (postings === undefined) this.#postings.set(term, [posting]);
      else postings.push(posting);
    }
  }

  #countAttributes(slot: number, change: 1 | -1): void {
    count(this.speakers, this.#memories.speaker.values[slot] as number, change);
    count(this.domains, this.#memories.domain.values[slot] as number, change);
  }
}

/** Counts one more or one less of a number; -1 stands for none. */
function count(counts: Map<number, number>, number: number, change: 1 | -1): void {
  if (number < 0) return;
  const counted = (counts.get(number) ?? 0) + change;
  if (counted === 0) counts.delete(number);
  else counts.set(number, counted);
}

function keep<T>(values: Map<number, T>, doc: number, value: T | undefined): void {
  if (value === undefined) values.delete(doc);
  else values.set(doc, value);
}

/** Claims and the documents that make them. */
class ClaimChains {
  readonly #latest: Map<number, number> = new Map();
  readonly #docs: Column<Int32Array<ArrayBuffer>> = int32Column();
  readonly #before: Column<Int32Array<ArrayBuffer>> = int32Column();

  /** Notes a document under each of its claims. */
  add(doc: number, claims: readonly number[]): void {
    for (const claim of claims) {
      this.#before.push(this.#latest.get(claim) ?? -1);
      this.#latest.set(claim, this.#docs.push(doc));
    }
  }

  /** The documents of a claim, the latest first; those of forgotten memories included. */
  *docs(claim: number): IterableIterator<number> {
    for (let entry = this.#latest.get(claim) ?? -1; entry >= 0; entry = this.#before.values[entry] as number) {
      yield this.#docs.values[entry] as number;
    }
  }
}
