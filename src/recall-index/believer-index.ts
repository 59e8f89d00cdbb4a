/**
 * What one believer knows: its documents (a document is a memory as this believer believes it),
 * its edges, its lexicon, its timelines, its speakers and names. Recall reads the indexes of the
 * believers in view and of nobody else, so that no statistic carries another's private words.
 *
 *   document -> row of the memory; strength, reinforcedAt, halfLifeDays, permanent, since, trust,
 *          accesses, lastAccessedAt, withdrawnAt
 *   term -> [document * 256 + frequency, ...]     own terms only: context is added when asked
 */
import { recallThreshold, timeOfFalling } from '../domain/belief.ts';
import { type Column, Timelines, byteColumn, float64Column, int32Column } from './column.ts';
import type { IndexedBelief, IndexedPast } from './entry.ts';
import { type MemoryTable, termFrequency, termNumber } from './memory-table.ts';

/** Rows in one page of the map from rows to documents. */
const pageRows = 1_024;

/** Everything of one believer. */
export class BelieverIndex {
  readonly agent: string;
  readonly timelines: Timelines;
  /** Documents by what they claim. */
  readonly claims: ClaimChains = new ClaimChains();
  /** The row of each document; -1 where the memory was forgotten. */
  readonly rowOf: Column<Int32Array<ArrayBuffer>> = int32Column();
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
  readonly #documents: (Int32Array | undefined)[] = [];
  readonly #names: BelieverNames;

  constructor(agent: string, memories: MemoryTable) {
    this.agent = agent;
    this.#memories = memories;
    this.#names = new BelieverNames(memories);
    const { rowOf, length } = this;
    this.timelines = new Timelines({
      precedes: (first, second) => memories.precedes(rowOf.values[first]!, rowOf.values[second]!),
      length: (document) => length.values[document]!,
    });
  }

  /** How many documents there ever were: the length of every column. */
  get documents(): number {
    return this.rowOf.length;
  }

  /** The document of a memory, or -1. */
  document(row: number): number {
    return (this.#documents[Math.floor(row / pageRows)]?.[row % pageRows] ?? 0) - 1;
  }

  /** The rows of some documents whose memories are there. */
  rowsOf(documents: readonly number[]): readonly number[] {
    return documents.map((document) => this.rowOf.values[document]!);
  }

  /** The documents that have a term of their own, as document * 256 + frequency; forgotten ones included. */
  postings(term: number): readonly number[] {
    return this.#postings.get(term) ?? [];
  }

  /** Takes in a belief about the memory in a row, or the new state of one. */
  put(row: number, belief: IndexedBelief): void {
    let document = this.document(row);
    if (document < 0) document = this.#add(row);
    this.strength.values[document] = belief.strength;
    this.reinforcedAt.values[document] = belief.reinforcedAt;
    this.halfLifeDays.values[document] = belief.halfLifeDays;
    this.permanent.values[document] = belief.permanent ? 1 : 0;
    this.since.values[document] = belief.since;
    this.trust.values[document] = belief.trust;
    this.accesses.values[document] = belief.accesses;
    this.lastAccessedAt.values[document] = belief.lastAccessedAt ?? Number.NaN;
    this.withdrawnAt.values[document] = belief.withdrawnAt ?? Number.POSITIVE_INFINITY;
    this.visibleUntil.values[document] =
      belief.withdrawnAt === undefined ? timeOfFalling(belief, recallThreshold) : Number.NEGATIVE_INFINITY;
    keep(this.validTo, document, belief.validTo);
    keep(this.past, document, belief.past);
  }

  /** The belief of a document as it stands. */
  belief(document: number): IndexedBelief {
    const withdrawnAt = this.withdrawnAt.values[document]!;
    const lastAccessedAt = this.lastAccessedAt.values[document]!;
    const validTo = this.validTo.get(document);
    const past = this.past.get(document);
    return {
      agent: this.agent,
      memory: this.#memories.ids[this.rowOf.values[document]!] as string,
      strength: this.strength.values[document]!,
      reinforcedAt: this.reinforcedAt.values[document]!,
      halfLifeDays: this.halfLifeDays.values[document]!,
      permanent: this.permanent.values[document] === 1,
      since: this.since.values[document]!,
      trust: this.trust.values[document]!,
      accesses: this.accesses.values[document]!,
      ...(Number.isNaN(lastAccessedAt) ? {} : { lastAccessedAt }),
      ...(withdrawnAt === Number.POSITIVE_INFINITY ? {} : { withdrawnAt }),
      ...(validTo === undefined ? {} : { validTo }),
      ...(past === undefined ? {} : { past }),
    };
  }

  /** Forgets the memory in a row; called while its row is still whole. */
  remove(row: number): void {
    const document = this.document(row);
    if (document < 0) return;
    this.timelines.remove(document);
    this.totalLength -= this.length.values[document]!;
    this.count--;
    this.#countAttributes(row, -1);
    this.#names.drop(document, row);
    this.rowOf.values[document] = -1;
    this.visibleUntil.values[document] = Number.NEGATIVE_INFINITY;
    this.validTo.delete(document);
    this.past.delete(document);
    this.#documents[Math.floor(row / pageRows)]![row % pageRows] = 0;
  }

  /** Takes in whom the memory in a row speaks of, where it has a document here. */
  noteNames(row: number): void {
    const document = this.document(row);
    if (document >= 0) this.#names.add(document, row);
  }

  /** Forgets whom the memory in a row speaks of; called before that changes. */
  dropNames(row: number): void {
    const document = this.document(row);
    if (document >= 0) this.#names.drop(document, row);
  }

  /**
   * The documents that mention an entity, are about it or relate it, by its number in the table of
   * names; ascending, each once. Those that are withdrawn or faded are among them.
   */
  documentsOf(entity: number): readonly number[] {
    return this.#names.documentsOf(entity);
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
    for (const [entity, documents] of this.#names.calledBy(surface) ?? []) {
      if (documents.some((document) => withdrawnAt[document] === Number.POSITIVE_INFINITY)) entities.push(entity);
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

  #add(row: number): number {
    const document = this.rowOf.push(row);
    this.length.push(this.#memories.length.values[row]!);
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
    const page = Math.floor(row / pageRows);
    this.#documents[page] ??= new Int32Array(pageRows);
    this.#documents[page][row % pageRows] = document + 1;
    this.#memories.countBeliever(row);
    this.timelines.add(document, this.#memories.session.values[row]!);
    this.totalLength += this.length.values[document]!;
    this.count++;
    this.#countAttributes(row, 1);
    this.#post(document, row);
    this.claims.add(document, this.#memories.claims[row]!);
    this.noteNames(row);
    return document;
  }

  #post(document: number, row: number): void {
    const terms = this.#memories.terms.values;
    const end = this.#memories.termsEnd(row);
    for (let i = this.#memories.termsFrom.values[row]!; i < end; i++) {
      const term = termNumber(terms[i]!);
      const posting = document * 256 + termFrequency(terms[i]!);
      const postings = this.#postings.get(term);
      if (postings === undefined) this.#postings.set(term, [posting]);
      else postings.push(posting);
    }
  }

  #countAttributes(row: number, change: 1 | -1): void {
    count(this.speakers, this.#memories.speaker.values[row]!, change);
    count(this.domains, this.#memories.domain.values[row]!, change);
  }
}

/** Counts one more or one less of a number; -1 stands for none. */
function count(counts: Map<number, number>, number: number, change: 1 | -1): void {
  if (number < 0) return;
  const counted = (counts.get(number) ?? 0) + change;
  if (counted === 0) counts.delete(number);
  else counts.set(number, counted);
}

function keep<T>(values: Map<number, T>, document: number, value: T | undefined): void {
  if (value === undefined) values.delete(document);
  else values.set(document, value);
}

/** Claims and the documents that make them. */
class ClaimChains {
  readonly #latest: Map<number, number> = new Map();
  readonly #documents: Column<Int32Array<ArrayBuffer>> = int32Column();
  readonly #before: Column<Int32Array<ArrayBuffer>> = int32Column();

  /** Notes a document under each of its claims. */
  add(document: number, claims: readonly number[]): void {
    for (const claim of claims) {
      this.#before.push(this.#latest.get(claim) ?? -1);
      this.#latest.set(claim, this.#documents.push(document));
    }
  }

  /** The documents of a claim, the latest first; those of forgotten memories included. */
  *documents(claim: number): IterableIterator<number> {
    for (let entry = this.#latest.get(claim) ?? -1; entry >= 0; entry = this.#before.values[entry]!) {
      yield this.#documents.values[entry]!;
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
  readonly #documentsOf: Map<number, number[]> = new Map();
  readonly #calling: Map<number, Map<number, number[]>> = new Map();
  readonly #triggeredBy: Map<number, number[]> = new Map();

  constructor(memories: MemoryTable) {
    this.#memories = memories;
  }

  /** Takes in what the memory in a row speaks of, which is this document. */
  add(document: number, row: number): void {
    for (const entity of this.#entitiesOf(row)) insert(listIn(this.#documentsOf, entity), document);
    for (const pattern of this.#patternsOf(row)) insert(listIn(this.#triggeredBy, pattern), document);
    this.#eachName(row, (entity, surface) => {
      const entities = this.#calling.get(surface) ?? new Map<number, number[]>();
      this.#calling.set(surface, entities);
      insert(listIn(entities, entity), document);
    });
  }

  /** Takes it out again; called while the memory's row still says the same. */
  drop(document: number, row: number): void {
    for (const entity of this.#entitiesOf(row)) removeFrom(this.#documentsOf, entity, document);
    for (const pattern of this.#patternsOf(row)) removeFrom(this.#triggeredBy, pattern, document);
    this.#eachName(row, (entity, surface) => {
      const entities = this.#calling.get(surface);
      if (entities === undefined) return;
      removeFrom(entities, entity, document);
      if (entities.size === 0) this.#calling.delete(surface);
    });
  }

  /** The documents that mention an entity, are about it or relate it. */
  documentsOf(entity: number): readonly number[] {
    return this.#documentsOf.get(entity) ?? nothing;
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

  #entitiesOf(row: number): ReadonlySet<number> {
    const { mentions, about, relations } = this.#memories;
    const entities = new Set(about[row]);
    // Mentions lie in pairs, an entity and its name; relations in threes, two ends and the predicate between them.
    mentions[row]?.forEach((number, i) => {
      if (i % 2 === 0) entities.add(number);
    });
    relations[row]?.forEach((number, i) => {
      if (i % 3 !== 1) entities.add(number);
    });
    return entities;
  }

  #patternsOf(row: number): readonly number[] {
    return this.#memories.cognitive.patternsOf[row]!;
  }

  #eachName(row: number, take: (entity: number, surface: number) => void): void {
    const mentions = this.#memories.mentions[row]!;
    for (let i = 0; i < mentions.length; i += 2) {
      const surface = mentions[i + 1]!;
      if (surface >= 0) take(mentions[i]!, surface);
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
    if (list[middle]! < number) from = middle + 1;
    else to = middle;
  }
  return from;
}

function insert(list: number[], number: number): void {
  // As it is with what comes new.
  if (list.length === 0 || list[list.length - 1]! < number) {
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
