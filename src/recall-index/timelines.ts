/**
 * The sessions of one believer as it knows them: per session the documents that it believes, by
 * time. Another believer's documents are no neighbours here, though they were said in between.
 * A forgotten document leaves its timeline; a withdrawn one stays, since it was said.
 *
 *   session -> [doc, doc, doc ...]        previous[doc], next[doc]: its neighbours, or -1
 *   windowLength[doc]: the terms of the document, the two before it and the one after it
 */
import { type Column, int32Column } from './column.ts';

/** What a timeline needs to know of documents. */
export interface TimelineOrder {
  /** Whether the first document comes before the second. */
  precedes(first: number, second: number): boolean;
  /** How many terms a document has of its own. */
  length(doc: number): number;
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
  add(doc: number, session: number): void {
    this.previous.push(-1);
    this.next.push(-1);
    this.windowLength.push(0);
    this.timelineOf.push(-1);
    if (session >= 0) this.#insert(doc, session);
    else this.alone.push(doc);
    this.#measureAround(doc);
  }

  /** Takes a forgotten document out, together with its part in the averages. */
  remove(doc: number): void {
    const place = this.timelineOf.values[doc] as number;
    this.totalWindowLength -= this.windowLength.values[doc] as number;
    this.windowLength.values[doc] = 0;
    const docs = this.timelines[place];
    if (docs === undefined) return;
    const at = this.#placeOf(docs, doc);
    docs.splice(at, 1);
    this.timelineOf.values[doc] = -1;
    this.#count(place, -this.#order.length(doc));
    if (docs.length === 0) this.sessionCount--;
    this.#join(docs[at - 1] ?? -1, docs[at] ?? -1);
    this.previous.values[doc] = -1;
    this.next.values[doc] = -1;
    for (const near of docs.slice(Math.max(0, at - 1), at + 2)) this.#measure(near);
  }

  #insert(doc: number, session: number): void {
    const place = this.#placeOfSession(session);
    const docs = this.timelines[place] as number[];
    const at = this.#placeOf(docs, doc);
    if (docs.length === 0) this.sessionCount++;
    docs.splice(at, 0, doc);
    this.timelineOf.values[doc] = place;
    this.#count(place, this.#order.length(doc));
    this.#join(docs[at - 1] ?? -1, doc);
    this.#join(doc, docs[at + 1] ?? -1);
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
  #placeOf(docs: readonly number[], doc: number): number {
    let low = 0;
    let high = docs.length;
    const last = docs[high - 1];
    if (last !== undefined && this.#order.precedes(last, doc)) return high;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#order.precedes(docs[middle] as number, doc)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #count(place: number, length: number): void {
    this.lengths.values[place] = (this.lengths.values[place] as number) + length;
    this.totalSessionLength += length;
  }

  #join(before: number, after: number): void {
    if (before >= 0) this.next.values[before] = after;
    if (after >= 0) this.previous.values[after] = before;
  }

  /** A new document changes the window of the one before it and the two after it. */
  #measureAround(doc: number): void {
    const after = this.next.values[doc] as number;
    const affected = [doc, this.previous.values[doc] as number, after];
    if (after >= 0) affected.push(this.next.values[after] as number);
    for (const near of affected) if (near >= 0) this.#measure(near);
  }

  #measure(doc: number): void {
    const before = this.previous.values[doc] as number;
    const earlier = before < 0 ? -1 : (this.previous.values[before] as number);
    let length = 0;
    for (const near of [doc, before, earlier, this.next.values[doc] as number]) {
      if (near >= 0) length += this.#order.length(near);
    }
    this.totalWindowLength += length - (this.windowLength.values[doc] as number);
    this.windowLength.values[doc] = length;
  }
}
