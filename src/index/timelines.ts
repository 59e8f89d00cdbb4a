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

/** One session as one believer knows it. */
export interface Timeline {
  /** The number of the session in the space. */
  readonly session: number;
  /** In order of time. */
  readonly docs: number[];
  /** The terms of its documents, repetitions counted. */
  length: number;
}

/** All sessions of one believer. */
export class Timelines {
  readonly previous: Column<Int32Array<ArrayBuffer>> = int32Column();
  readonly next: Column<Int32Array<ArrayBuffer>> = int32Column();
  readonly windowLength: Column<Int32Array<ArrayBuffer>> = int32Column();
  /** The place of each document's timeline in {@link timelines}, or -1. */
  readonly timelineOf: Column<Int32Array<ArrayBuffer>> = int32Column();
  readonly timelines: Timeline[] = [];
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
    this.#measureAround(doc);
  }

  /** Takes a forgotten document out, together with its part in the averages. */
  remove(doc: number): void {
    const place = this.timelineOf.values[doc] as number;
    this.totalWindowLength -= this.windowLength.values[doc] as number;
    this.windowLength.values[doc] = 0;
    const timeline = this.timelines[place];
    if (timeline === undefined) return;
    const at = this.#placeOf(timeline, doc);
    timeline.docs.splice(at, 1);
    this.timelineOf.values[doc] = -1;
    this.#count(timeline, -this.#order.length(doc));
    if (timeline.docs.length === 0) this.sessionCount--;
    this.#join(timeline.docs[at - 1] ?? -1, timeline.docs[at] ?? -1);
    this.previous.values[doc] = -1;
    this.next.values[doc] = -1;
    for (const near of timeline.docs.slice(Math.max(0, at - 1), at + 2)) this.#measure(near);
  }

  #insert(doc: number, session: number): void {
    const timeline = this.#timelineOf(session);
    const at = this.#placeOf(timeline, doc);
    if (timeline.docs.length === 0) this.sessionCount++;
    timeline.docs.splice(at, 0, doc);
    this.timelineOf.values[doc] = this.#bySession.get(session) as number;
    this.#count(timeline, this.#order.length(doc));
    this.#join(timeline.docs[at - 1] ?? -1, doc);
    this.#join(doc, timeline.docs[at + 1] ?? -1);
  }

  #timelineOf(session: number): Timeline {
    const known = this.#bySession.get(session);
    if (known !== undefined) return this.timelines[known] as Timeline;
    const timeline: Timeline = { session, docs: [], length: 0 };
    this.#bySession.set(session, this.timelines.push(timeline) - 1);
    return timeline;
  }

  /** Where a document lies or belongs; most are the latest. */
  #placeOf(timeline: Timeline, doc: number): number {
    const { docs } = timeline;
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

  #count(timeline: Timeline, length: number): void {
    timeline.length += length;
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
