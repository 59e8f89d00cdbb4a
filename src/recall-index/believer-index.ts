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
import { ClaimChains, type Column, byteColumn, float64Column, int32Column } from './column.ts';
import { BelieverNames } from './believer-names.ts';
import type { IndexedBelief, IndexedPast } from './entry.ts';
import { type MemoryTable, termFrequency, termNumber } from './memory-table.ts';
import { PostingLists, documentOf, refuseBeyondLists } from './posting-lists.ts';
import { SessionTraits, Timelines } from './timelines.ts';

/** Rows in one page of the map from rows to documents. */
const pageRows = 1_024;

/** The columns that say what a believer holds of each document. */
const beliefColumns = [
  'strength',
  'reinforcedAt',
  'halfLifeDays',
  'permanent',
  'since',
  'trust',
  'source',
  'accesses',
  'lastAccessedAt',
  'withdrawnAt',
] as const;

/** The name of one. */
type BeliefColumn = (typeof beliefColumns)[number];

/** What a believer holds: columns with a place for each of some rows, and by their places what few have. */
interface Held extends Readonly<Record<BeliefColumn, ArrayLike<number>>> {
  readonly rows: ArrayLike<number>;
  readonly validTo: ReadonlyMap<number, number>;
  readonly past: ReadonlyMap<number, readonly IndexedPast[]>;
  readonly positions: ReadonlyMap<number, number>;
  readonly tags: ReadonlyMap<number, readonly string[]>;
}

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
  /** Whom or what it is from, as a number; NaN where that is nobody's but its own. */
  readonly source: Column<Float64Array<ArrayBuffer>> = float64Column();
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
  /** Places in the order of writes that are not the memory's: few documents have one. */
  readonly positions: Map<number, number> = new Map();
  /** This believer's tags on a document: few documents have some. */
  readonly tags: Map<number, readonly string[]> = new Map();
  /** Documents by the number of who said them. */
  readonly speakers: Map<number, number> = new Map();
  /** Documents by the number of their domain. */
  readonly domains: Map<number, number> = new Map();
  /** Bounds for each timeline. */
  readonly sessionTraits: SessionTraits;
  /** What a view has found visible, until a belief changes. */
  visible: VisibleDocuments | undefined;
  /** Where documents stop to follow one another, as recall has found it, until one comes or goes. */
  stretches: Int32Array | undefined;
  /** The number of the terms of all documents. */
  totalLength = 0;
  /** Documents whose memory is not forgotten. */
  count = 0;

  readonly #memories: MemoryTable;
  readonly #postings: PostingLists = new PostingLists();
  readonly #documents: (Int32Array | undefined)[] = [];
  readonly #names: BelieverNames;

  constructor(agent: string, memories: MemoryTable) {
    this.agent = agent;
    this.#memories = memories;
    this.#names = new BelieverNames(memories);
    this.sessionTraits = new SessionTraits(memories);
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

  /**
   * The documents that have a term of their own, as `document * 256 + frequency`, ascending. It is a view, to be read
   * before the next belief is taken in.
   */
  postings(term: number): Uint32Array {
    return this.#postings.of(term);
  }

  /** The documents that have all of some terms of their own, ascending; none for no terms. */
  documentsWith(terms: readonly number[]): readonly number[] {
    const [rarest = [], ...others] = terms
      .map((term) => this.postings(term))
      .sort((one, other) => one.length - other.length);
    const also = others.map((postings) => new Set(postings.map(documentOf)));
    return Array.from(rarest, documentOf).filter((document) => also.every((set) => set.has(document)));
  }

  /** How many documents have a term of their own. */
  postingCount(term: number): number {
    return this.#postings.count(term);
  }

  /** Bytes of the lists of {@link postings}. */
  get postingBytes(): number {
    return this.#postings.bytes;
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
    this.source.values[document] = belief.source ?? Number.NaN;
    this.accesses.values[document] = belief.accesses;
    this.lastAccessedAt.values[document] = belief.lastAccessedAt ?? Number.NaN;
    this.withdrawnAt.values[document] = belief.withdrawnAt ?? Number.POSITIVE_INFINITY;
    this.visibleUntil.values[document] = this.#visibleUntil(document);
    keep(this.validTo, document, belief.validTo);
    keep(this.past, document, belief.past);
    keep(this.positions, document, belief.position);
    keep(this.tags, document, belief.tags);
    this.visible = undefined;
  }

  /** The belief of a document as it stands. */
  belief(document: number): IndexedBelief {
    const withdrawnAt = this.withdrawnAt.values[document]!;
    const lastAccessedAt = this.lastAccessedAt.values[document]!;
    const source = this.source.values[document]!;
    const validTo = this.validTo.get(document);
    const past = this.past.get(document);
    const position = this.positions.get(document);
    const tags = this.tags.get(document);
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
      ...(Number.isNaN(source) ? {} : { source }),
      ...(Number.isNaN(lastAccessedAt) ? {} : { lastAccessedAt }),
      ...(withdrawnAt === Number.POSITIVE_INFINITY ? {} : { withdrawnAt }),
      ...(validTo === undefined ? {} : { validTo }),
      ...(past === undefined ? {} : { past }),
      ...(position === undefined ? {} : { position }),
      ...(tags === undefined ? {} : { tags }),
    };
  }

  /** The place of a document in the order of writes. */
  position(document: number): number {
    return this.positions.get(document) ?? this.#memories.position.get(this.rowOf.get(document));
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
    this.#unpost(document, row);
    this.rowOf.values[document] = -1;
    this.visibleUntil.values[document] = Number.NEGATIVE_INFINITY;
    this.validTo.delete(document);
    this.past.delete(document);
    this.positions.delete(document);
    this.tags.delete(document);
    this.visible = undefined;
    this.stretches = undefined;
    this.#documents[Math.floor(row / pageRows)]![row % pageRows] = 0;
  }

  /** Takes in whom the memory in a row speaks of, where it has a document here. */
  noteNames(row: number): void {
    const document = this.document(row);
    if (document < 0) return;
    this.#names.add(document, row);
    this.sessionTraits.add(this.timelines.timelineOf.get(document), row);
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

  /** Numbers of the full names, or paths, that a surface is a part of; withdrawn ones too. */
  longerThan(surface: number): readonly number[] {
    return this.#names.longerThan(surface);
  }

  /** Numbers of the speakers in this believer's memories whose whole name is a surface. */
  speakersCalled(surface: number): readonly number[] {
    return this.#names.speakersCalled(surface);
  }

  /** Every surface that memories believed and not withdrawn use, with the entities that they call so, as numbers. */
  *names(): Generator<readonly [surface: number, entities: readonly number[]], void, undefined> {
    for (const surface of this.#names.surfaces()) {
      const entities = this.named(surface);
      if (entities.length > 0) yield [surface, entities];
    }
  }

  /** Fills an empty index, in which the place of a row becomes its document. */
  fill({ rows, validTo, past, positions, tags, ...columns }: Held): void {
    for (const column of beliefColumns) this[column].append(columns[column]);
    this.#postings.reserve(this.#countTerms(rows));
    for (let document = 0; document < rows.length; document++) {
      this.#join(rows[document]!);
      this.visibleUntil.push(this.#visibleUntil(document));
    }
    for (const [document, end] of validTo) this.validTo.set(document, end);
    for (const [document, times] of past) this.past.set(document, times);
    for (const [document, position] of positions) this.positions.set(document, position);
    for (const [document, words] of tags) this.tags.set(document, words);
  }

  #add(row: number): number {
    for (const column of beliefColumns) this[column].push(0);
    this.visibleUntil.push(0);
    return this.#join(row);
  }

  /** Gives the next document to a row. */
  #join(row: number): number {
    refuseBeyondLists(this.documents);
    const document = this.rowOf.push(row);
    this.length.push(this.#memories.length.values[row]!);
    const page = Math.floor(row / pageRows);
    this.#documents[page] ??= new Int32Array(pageRows);
    this.#documents[page][row % pageRows] = document + 1;
    this.#memories.countBeliever(row);
    this.timelines.add(document, this.#memories.session.values[row]!);
    this.stretches = undefined;
    this.totalLength += this.length.values[document]!;
    this.count++;
    this.#countAttributes(row, 1);
    this.#post(document, row);
    this.claims.add(document, this.#memories.claims[row]!);
    this.noteNames(row);
    return document;
  }

  #visibleUntil(document: number): number {
    if (this.withdrawnAt.get(document) !== Number.POSITIVE_INFINITY) return Number.NEGATIVE_INFINITY;
    const fading = {
      strength: this.strength.get(document),
      reinforcedAt: this.reinforcedAt.get(document),
      halfLifeDays: this.halfLifeDays.get(document),
      permanent: this.permanent.get(document) === 1,
    };
    return timeOfFalling(fading, recallThreshold);
  }

  /** The terms of the memory in a row, packed with their frequencies. */
  #termsAt(row: number): Uint32Array {
    const { terms, termsFrom } = this.#memories;
    return terms.values.subarray(termsFrom.values[row], this.#memories.termsEnd(row));
  }

  #post(document: number, row: number): void {
    for (const packed of this.#termsAt(row)) this.#postings.add(termNumber(packed), document, termFrequency(packed));
  }

  #unpost(document: number, row: number): void {
    for (const packed of this.#termsAt(row)) this.#postings.remove(termNumber(packed), document);
  }

  /** By term, in how many of some rows it is. */
  #countTerms(rows: ArrayLike<number>): Uint32Array {
    const counts = new Uint32Array(this.#memories.vocabulary.size);
    for (let at = 0; at < rows.length; at++) {
      for (const packed of this.#termsAt(rows[at]!)) counts[termNumber(packed)]!++;
    }
    return counts;
  }

  #countAttributes(row: number, change: 1 | -1): void {
    const speaker = this.#memories.speaker.values[row]!;
    const isKnown = this.speakers.has(speaker);
    count(this.speakers, speaker, change);
    if (this.speakers.has(speaker) !== isKnown) this.#names.noteSpeaker(speaker, change);
    count(this.domains, this.#memories.domain.values[row]!, change);
  }
}

/** Which documents are visible without a filter, and how long that stays so. */
export interface VisibleDocuments {
  /** By document. */
  readonly states: Uint8Array;
  readonly count: number;
  /** The last time at which one of the others was visible, in milliseconds. */
  readonly after: number;
  /** The first time at which one of them is no more, in milliseconds. */
  readonly before: number;
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
