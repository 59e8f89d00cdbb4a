/**
 * The sessions of one believer: for each of them the documents that it believes, by time. Another believer's documents
 * are no neighbours here, though they were said in between. A forgotten document leaves its timeline. A withdrawn one
 * stays, since it was said.
 *
 *   session -> [document, document, ...]
 *   previous[document], next[document]     its neighbours, or -1
 *   windowLength[document]                 the terms of the document, the two before it and the one after it
 */
import { type Column, byteColumn, float32Column, int32Column } from './column.ts';
import type { MemoryTable } from './memory-table.ts';

/** What a timeline needs to know of documents. */
export interface TimelineOrder {
  /** Whether the first document comes before the second. */
  precedes(first: number, second: number): boolean;
  /** How many terms a document has of its own. */
  length(document: number): number;
}

/** All sessions of one believer. */
export class Timelines {
  readonly previous: Column<Int32Array<ArrayBuffer>> = int32Column();
  readonly next: Column<Int32Array<ArrayBuffer>> = int32Column();
  readonly windowLength: Column<Int32Array<ArrayBuffer>> = int32Column();
  /** The place of each document's timeline in {@link timelines}, or -1. */
  readonly timelineOf: Column<Int32Array<ArrayBuffer>> = int32Column();
  /** Per timeline its documents in order of time. */
  readonly timelines: number[][] = [];
  /** The documents without a session; forgotten ones included. */
  readonly alone: number[] = [];
  /** Per timeline the terms of its documents, repetitions counted. */
  readonly lengths: Column<Int32Array<ArrayBuffer>> = int32Column();
  readonly #bySession: Map<number, number> = new Map();
  readonly #order: TimelineOrder;
  /** Over all documents, for their average. */
  totalWindowLength = 0;
  /** Over all timelines. */
  totalSessionLength = 0;
  /** Timelines that hold a document. */
  sessionCount = 0;

  constructor(order: TimelineOrder) {
    this.#order = order;
  }

  /** Adds the next document to the timeline of its session; -1 for none. */
  add(document: number, session: number): void {
    this.previous.push(-1);
    this.next.push(-1);
    this.windowLength.push(0);
    this.timelineOf.push(-1);
    if (session >= 0) this.#insert(document, session);
    else this.alone.push(document);
    this.#measureAround(document);
  }

  /** Takes a forgotten document out, together with its part in the averages. */
  remove(document: number): void {
    const place = this.timelineOf.values[document]!;
    this.totalWindowLength -= this.windowLength.values[document]!;
    this.windowLength.values[document] = 0;
    const documents = this.timelines[place];
    if (documents === undefined) return;
    const at = this.#placeOf(documents, document);
    documents.splice(at, 1);
    this.timelineOf.values[document] = -1;
    this.#count(place, -this.#order.length(document));
    if (documents.length === 0) this.sessionCount--;
    this.#join(documents[at - 1] ?? -1, documents[at] ?? -1);
    this.previous.values[document] = -1;
    this.next.values[document] = -1;
    for (const near of documents.slice(Math.max(0, at - 1), at + 2)) this.#measure(near);
  }

  #insert(document: number, session: number): void {
    const place = this.#placeOfSession(session);
    const documents = this.timelines[place]!;
    const at = this.#placeOf(documents, document);
    if (documents.length === 0) this.sessionCount++;
    documents.splice(at, 0, document);
    this.timelineOf.values[document] = place;
    this.#count(place, this.#order.length(document));
    this.#join(documents[at - 1] ?? -1, document);
    this.#join(document, documents[at + 1] ?? -1);
  }

  #placeOfSession(session: number): number {
    const known = this.#bySession.get(session);
    if (known !== undefined) return known;
    const place = this.timelines.push([]) - 1;
    this.lengths.push(0);
    this.#bySession.set(session, place);
    return place;
  }

  /** Where a document lies or belongs; most are the latest. */
  #placeOf(documents: readonly number[], document: number): number {
    let low = 0;
    let high = documents.length;
    const last = documents[high - 1];
    if (last !== undefined && this.#order.precedes(last, document)) return high;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#order.precedes(documents[middle]!, document)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #count(place: number, length: number): void {
    this.lengths.values[place] = this.lengths.values[place]! + length;
    this.totalSessionLength += length;
  }

  #join(before: number, after: number): void {
    if (before >= 0) this.next.values[before] = after;
    if (after >= 0) this.previous.values[after] = before;
  }

  /** A new document changes the window of the one before it and the two after it. */
  #measureAround(document: number): void {
    const after = this.next.values[document]!;
    const affected = [document, this.previous.values[document]!, after];
    if (after >= 0) affected.push(this.next.values[after]!);
    for (const near of affected) if (near >= 0) this.#measure(near);
  }

  #measure(document: number): void {
    const before = this.previous.values[document]!;
    const earlier = before < 0 ? -1 : this.previous.values[before]!;
    let length = 0;
    for (const near of [document, before, earlier, this.next.values[document]!]) {
      if (near >= 0) length += this.#order.length(near);
    }
    this.totalWindowLength += length - this.windowLength.values[document]!;
    this.windowLength.values[document] = length;
  }
}

/**
 * Per timeline the most that one of its memories has shown of itself. These are bounds: a memory that is forgotten or
 * changed leaves them as they are.
 */
export class SessionTraits {
  /** The least share of questions. */
  readonly questionShare: Column<Float32Array<ArrayBuffer>> = float32Column();
  /** The greatest number of terms. */
  readonly length: Column<Int32Array<ArrayBuffer>> = int32Column();
  /** The greatest number of mentions. */
  readonly mentionCount: Column<Uint8Array<ArrayBuffer>> = byteColumn();
  /** A bit for the number of each ring. */
  readonly rings: Column<Uint8Array<ArrayBuffer>> = byteColumn();
  readonly #memories: MemoryTable;

  constructor(memories: MemoryTable) {
    this.#memories = memories;
  }

  /** Takes in the memory in a row; a timeline of -1 is none. */
  add(timeline: number, row: number): void {
    if (timeline < 0) return;
    while (this.length.length <= timeline) {
      this.questionShare.push(1);
      this.length.push(0);
      this.mentionCount.push(0);
      this.rings.push(0);
    }
    const { questionShare, length, mentionCount, cognitive } = this.#memories;
    this.questionShare.values[timeline] = Math.min(this.questionShare.get(timeline), questionShare.get(row));
    this.length.values[timeline] = Math.max(this.length.get(timeline), length.get(row));
    this.mentionCount.values[timeline] = Math.max(this.mentionCount.get(timeline), mentionCount.get(row));
    this.rings.values[timeline] = this.rings.get(timeline) | (1 << cognitive.ring.get(row));
  }
}
