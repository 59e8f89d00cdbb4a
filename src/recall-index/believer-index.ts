/**
 * What one believer knows: its documents (a document is a memory as this believer believes it),
 * its edges, its lexicon, its timelines, its speakers and names. Recall reads the indexes of the
 * believers in view and of nobody else, so that no statistic carries another's private words.
 *
 *   doc -> slot of the memory; strength, reinforcedAt, halfLifeDays, permanent, since, trust,
 *          accesses, lastAccessedAt, withdrawnAt
 *   term -> [doc * 256 + frequency, ...]     own terms only: context is added when asked
 */
import { recallThreshold, timeOfFalling } from '../domain/belief.ts';
import { type Column, Timelines, byteColumn, float64Column, int32Column } from './column.ts';
import type { IndexedBelief, IndexedPast } from './entry.ts';
import { type MemoryTable, termFrequency, termNumber } from './memory-table.ts';

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

// Of which entities the documents of one believer speak, what they call them, and by which patterns they ask to be
// brought up; exact at every moment, as memories come, change and go. Whether a document is withdrawn or faded is not
// known here. entity -> documents that mention it, are about it or relate it surface -> entity -> documents that call
// it so pattern -> documents that have it Entities, surfaces, patterns and documents are numbers; lists of documents
// are ascending, each once.

const nothing: readonly number[] = [];

/** The names and entities of one believer. */
class BelieverNames {
  readonly #memories: MemoryTable;
  readonly #docsOf: Map<number, number[]> = new Map();
  readonly #calling: Map<number, Map<number, number[]>> = new Map();
  readonly #triggeredBy: Map<number, number[]> = new Map();

  constructor(memories: MemoryTable) {
    this.#memories = memories;
  }

  /** Takes in what the memory in a slot speaks of, which is this document. */
  add(doc: number, slot: number): void {
    for (const entity of this.#entitiesOf(slot)) insert(listIn(this.#docsOf, entity), doc);
    for (const pattern of this.#patternsOf(slot)) insert(listIn(this.#triggeredBy, pattern), doc);
    this.#eachName(slot, (entity, surface) => {
      const entities = this.#calling.get(surface) ?? new Map<number, number[]>();
      this.#calling.set(surface, entities);
      insert(listIn(entities, entity), doc);
    });
  }

  /** Takes it out again; called while the memory's row still says the same. */
  drop(doc: number, slot: number): void {
    for (const entity of this.#entitiesOf(slot)) removeFrom(this.#docsOf, entity, doc);
    for (const pattern of this.#patternsOf(slot)) removeFrom(this.#triggeredBy, pattern, doc);
    this.#eachName(slot, (entity, surface) => {
      const entities = this.#calling.get(surface);
      if (entities === undefined) return;
      removeFrom(entities, entity, doc);
      if (entities.size === 0) this.#calling.delete(surface);
    });
  }

  /** The documents that mention an entity, are about it or relate it. */
  docsOf(entity: number): readonly number[] {
    return this.#docsOf.get(entity) ?? nothing;
  }

  /** The documents that ask to be brought up by a pattern. */
  triggeredBy(pattern: number): readonly number[] {
    return this.#triggeredBy.get(pattern) ?? nothing;
  }

  /** The entities that a surface stands for, each with the documents that call it so. */
  calledBy(surface: number): ReadonlyMap<number, readonly number[]> | undefined {
    return this.#calling.get(surface);
  }

  /** Every surface in use. */
  surfaces(): IterableIterator<number> {
    return this.#calling.keys();
  }

  #entitiesOf(slot: number): ReadonlySet<number> {
    const { mentions, about, relations } = this.#memories;
    const entities = new Set(about[slot]);
    // Mentions lie in pairs, an entity and its name; relations in threes, two ends and the predicate between them.
    mentions[slot]?.forEach((number, i) => {
      if (i % 2 === 0) entities.add(number);
    });
    relations[slot]?.forEach((number, i) => {
      if (i % 3 !== 1) entities.add(number);
    });
    return entities;
  }

  #patternsOf(slot: number): readonly number[] {
    return this.#memories.cognitive.patternsOf[slot] as readonly number[];
  }

  #eachName(slot: number, take: (entity: number, surface: number) => void): void {
    const mentions = this.#memories.mentions[slot] as readonly number[];
    for (let i = 0; i < mentions.length; i += 2) {
      const surface = mentions[i + 1] as number;
      if (surface >= 0) take(mentions[i] as number, surface);
    }
  }
}

function listIn(lists: Map<number, number[]>, key: number): number[] {
  const known = lists.get(key);
  if (known !== undefined) return known;
  const list: number[] = [];
  lists.set(key, list);
  return list;
}

/** The first place in an ascending list whose number is not below this one. */
function placeOf(list: readonly number[], number: number): number {
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((list[middle] as number) < number) from = middle + 1;
    else to = middle;
  }
  return from;
}

function insert(list: number[], number: number): void {
  // As it is with what comes new.
  if (list.length === 0 || (list[list.length - 1] as number) < number) {
    list.push(number);
    return;
  }
  const place = placeOf(list, number);
  if (list[place] !== number) list.splice(place, 0, number);
}

function removeFrom(lists: Map<number, number[]>, key: number, number: number): void {
  const list = lists.get(key);
  const place = list === undefined ? -1 : placeOf(list, number);
  if (list === undefined || list[place] !== number) return;
  if (list.length === 1) lists.delete(key);
  else list.splice(place, 1);
}
