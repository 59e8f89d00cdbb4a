/**
 * The lists of one believer's lexicon: for each term the documents that have it, with the frequency. All lists lie in one
 * array, in regions that double when they are full; a region that a list has left is given to another list.
 *
 *   term -> region of [document * 256 + frequency, ...]      free regions by the power of two that they hold
 */
import { UnsupportedError } from '../domain/errors.ts';
import { type Column, columnBytes, int32Column } from './column.ts';

/** Documents have 24 bits of an entry. */
const maxDocuments = 2 ** 24;
/** How much more room than needed the array gets when it grows. */
const growth = 1.25;
const none = new Uint32Array(0);

/** The document of an entry. */
export const documentOf = (posting: number): number => posting >>> 8;
/** How often the document of an entry has the term: 1..255. */
export const frequencyOf = (posting: number): number => posting & 255;

/** Refuses a document that no entry can name. */
export function refuseBeyondLists(document: number): void {
  if (document < maxDocuments) return;
  throw new UnsupportedError('UNSUPPORTED', `One believer cannot have more than ${maxDocuments} memories.`);
}

/** The documents of each term. */
export class PostingLists {
  readonly #places: Map<number, number> = new Map();
  readonly #from: Column<Int32Array<ArrayBuffer>> = int32Column();
  readonly #length: Column<Int32Array<ArrayBuffer>> = int32Column();
  readonly #room: Column<Int32Array<ArrayBuffer>> = int32Column();
  #entries: Uint32Array<ArrayBuffer> = none;
  #used = 0;
  /** Where regions are free, by the logarithm of their room. */
  readonly #free: readonly number[][] = Array.from({ length: 32 }, () => []);

  /** Bytes of the lists, with what tells where they lie. */
  get bytes(): number {
    return this.#entries.byteLength + columnBytes({ from: this.#from, length: this.#length, room: this.#room });
  }

  /** The entries of a term ascending by document: a view that the next change may make stale. */
  of(term: number): Uint32Array {
    const place = this.#places.get(term);
    if (place === undefined) return none;
    const from = this.#from.get(place);
    return this.#entries.subarray(from, from + this.#length.get(place));
  }

  /** How many entries a term has. */
  count(term: number): number {
    const place = this.#places.get(term);
    return place === undefined ? 0 : this.#length.get(place);
  }

  /** Adds an entry to the list of a term; documents come in ascending order. */
  add(term: number, document: number, frequency: number): void {
    let place = this.#places.get(term);
    if (place === undefined) place = this.#open(term, 1);
    const length = this.#length.get(place);
    if (length === this.#room.get(place)) this.#move(place);
    this.#entries[this.#from.get(place) + length] = document * 256 + frequency;
    this.#length.values[place] = length + 1;
  }

  /** Takes the entry of a document out of the list of a term. */
  remove(term: number, document: number): void {
    const entries = this.of(term);
    const at = firstFrom(entries, document);
    if (at === entries.length || documentOf(entries[at]!) !== document) return;
    entries.copyWithin(at, at + 1);
    this.#length.values[this.#places.get(term)!] = entries.length - 1;
  }

  /** Makes exact room in empty lists for so many entries of each term. */
  reserve(counts: Uint32Array): void {
    this.#reach(counts.reduce((sum, count) => sum + count, 0));
    for (let term = 0; term < counts.length; term++) if (counts[term]! > 0) this.#open(term, counts[term]!);
  }

  #open(term: number, room: number): number {
    const place = this.#from.push(this.#take(room));
    this.#length.push(0);
    this.#room.push(room);
    this.#places.set(term, place);
    return place;
  }

  /** Gives a full list a region with room for twice as many, at least. */
  #move(place: number): void {
    const [from, room] = [this.#from.get(place), this.#room.get(place)];
    const power = 32 - Math.clz32(room);
    const to = this.#take(2 ** power);
    this.#entries.copyWithin(to, from, from + room);
    this.#from.values[place] = to;
    this.#room.values[place] = 2 ** power;
    // Of a region of an exact size the power of two below can be used again.
    this.#free[31 - Math.clz32(room)]!.push(from);
  }

  #take(room: number): number {
    const isPower = (room & (room - 1)) === 0;
    const free = isPower ? this.#free[31 - Math.clz32(room)]!.pop() : undefined;
    if (free !== undefined) return free;
    this.#reach(this.#used + room);
    this.#used += room;
    return this.#used - room;
  }

  #reach(room: number): void {
    if (room <= this.#entries.length) return;
    const grown = new Uint32Array(this.#used === 0 ? room : Math.ceil(room * growth));
    grown.set(this.#entries);
    this.#entries = grown;
  }
}

/** The place of the first entry whose document is at least one; entries are ascending. */
function firstFrom(entries: Uint32Array, document: number): number {
  let [from, to] = [0, entries.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (documentOf(entries[middle]!) < document) from = middle + 1;
    else to = middle;
  }
  return from;
}
