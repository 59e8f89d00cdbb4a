/** A growing column of numbers: a typed array with room at its end. */

/** The typed arrays that a column can hold. */
export type NumberArray =
  | Float64Array<ArrayBuffer>
  | Float32Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Uint8Array<ArrayBuffer>;

/** Room for this many rows to begin with; a column doubles from there. */
const firstRoom = 16;

/** One attribute of every row. `values` is replaced when it grows: read it anew after a push. */
export class Column<A extends NumberArray> {
  values: A;
  length = 0;
  readonly #make: (length: number) => A;

  constructor(make: (length: number) => A) {
    this.#make = make;
    this.values = make(firstRoom);
  }

  /** The value of a row that there is. */
  get(row: number): number {
    return this.values[row]!;
  }

  /** Adds a row and answers its place. */
  push(value: number): number {
    if (this.length === this.values.length) this.#reach(this.length * 2);
    this.values[this.length] = value;
    return this.length++;
  }

  /** Adds many rows at once. */
  append(rows: ArrayLike<number>): void {
    this.#reach(this.length + rows.length);
    this.values.set(rows, this.length);
    this.length += rows.length;
  }

  /** The rows in use, as a view. */
  rows(): A {
    return this.values.subarray(0, this.length) as A;
  }

  #reach(room: number): void {
    if (room <= this.values.length) return;
    const grown = this.#make(room);
    grown.set(this.values);
    this.values = grown;
  }
}

/** Makes a column of 64-bit floats, for times and strengths. */
export const float64Column = (): Column<Float64Array<ArrayBuffer>> => new Column((length) => new Float64Array(length));
/** Makes a column of 32-bit floats. */
export const float32Column = (): Column<Float32Array<ArrayBuffer>> => new Column((length) => new Float32Array(length));
/** Makes a column of 32-bit integers, for numbers of things; -1 stands for none. */
export const int32Column = (): Column<Int32Array<ArrayBuffer>> => new Column((length) => new Int32Array(length));
/** Makes a column of unsigned 32-bit integers. */
export const uint32Column = (): Column<Uint32Array<ArrayBuffer>> => new Column((length) => new Uint32Array(length));
/** Makes a column of bytes. */
export const byteColumn = (): Column<Uint8Array<ArrayBuffer>> => new Column((length) => new Uint8Array(length));

/** Kinds of characters, as numbers that fit a byte. */
export const characterKinds = { other: 0, space: 1, word: 2, katakana: 3, unspaced: 4, mark: 5 } as const;

const { other, space, word, katakana, unspaced, mark } = characterKinds;

const marks = /^\p{M}/u;
const words = /^[\p{L}\p{N}_]/u;
/** The prolonged sound mark belongs to no script of its own. */
const katakanaLetters = /^[\p{Script=Katakana}\u30fc]/u;
/** Scripts that are written without spaces between words. */
const unspacedLetters =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

function read(character: string): number {
  if (character === ' ') return space;
  if (marks.test(character)) return mark;
  if (!words.test(character)) return other;
  if (katakanaLetters.test(character)) return katakana;
  return unspacedLetters.test(character) ? unspaced : word;
}

const ascii = Uint8Array.from({ length: 128 }, (_, code) => read(String.fromCharCode(code)));

/**
 * The kinds of the characters of a folded text, one for each of its units: `word` for letters and digits
 * of scripts that separate words, `katakana`, which tells words apart by changing to other letters, and
 * `unspaced` for scripts in which a word may begin anywhere.
 */
export function kindsOf(text: string): readonly number[] {
  const kinds: number[] = [];
  for (const character of text) {
    const code = character.charCodeAt(0);
    const kind = code < 128 ? ascii[code]! : read(character);
    kinds.push(kind);
    if (character.length === 2) kinds.push(kind);
  }
  return kinds;
}

/**
 * Where the head of what begins at a place in a text of these kinds ends: its first word, or its first
 * character where words are not told apart or there is no word. Names that begin alike have one head.
 */
export function headEnd(text: string, kinds: readonly number[], place: number): number {
  const kind = kinds[place]!;
  let end = place + ((text.codePointAt(place) ?? 0) > 0xffff ? 2 : 1);
  if (!makesWords(kind) || kind === unspaced) return end;
  while (kinds[end] === kind || kinds[end] === mark) end += 1;
  return end;
}

/** Whether characters of a kind make words. */
export function makesWords(kind: number): boolean {
  return kind === word || kind === katakana || kind === unspaced;
}

/** Strings and their numbers, from 0 in the order of their first appearance. */
export class Interner {
  readonly #numbers: Map<string, number> = new Map();
  readonly #texts: string[] = [];

  constructor(texts: Iterable<string> = []) {
    for (const text of texts) this.number(text);
  }

  get size(): number {
    return this.#texts.length;
  }

  /** The number of a string, given to it now if it has none. */
  number(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#texts.length);
    return this.#texts.push(text) - 1;
  }

  /** The number of a string, or -1 if it has none. */
  find(text: string): number {
    return this.#numbers.get(text) ?? -1;
  }

  /** The string of a number that was given. */
  text(number: number): string {
    return this.#texts[number] ?? '';
  }

  texts(): readonly string[] {
    return this.#texts;
  }
}

// Arrays that ranking fills anew for every query, kept from one query to the next: at 100,000 memories they come to
// several megabytes, which would cost more to allocate than to clear. Ranking is synchronous, so one query at a time
// uses them; nothing of them may leave with a result.

/** Hands out arrays; all are taken back at once. */
export class Workspace {
  readonly #floats: Shelf<Float64Array> = new Shelf((length) => new Float64Array(length));
  readonly #singles: Shelf<Float32Array> = new Shelf((length) => new Float32Array(length));
  readonly #integers: Shelf<Int32Array> = new Shelf((length) => new Int32Array(length));
  readonly #bytes: Shelf<Uint8Array> = new Shelf((length) => new Uint8Array(length));

  /** Takes back everything that was handed out. */
  rewind(): void {
    this.#floats.rewind();
    this.#singles.rewind();
    this.#integers.rewind();
    this.#bytes.rewind();
  }

  /** Zeros. */
  floats(length: number): Float64Array {
    return this.#floats.take(length).fill(0);
  }

  /** Zeros. */
  integers(length: number): Int32Array {
    return this.#integers.take(length).fill(0);
  }

  /** Zeros. */
  bytes(length: number): Uint8Array {
    return this.#bytes.take(length).fill(0);
  }

  /** For what is written before it is read: whatever an earlier query left. */
  floatsToFill(length: number): Float64Array {
    return this.#floats.take(length);
  }

  /** Of 32 bits, for what is written before it is read: whatever an earlier query left. */
  singlesToFill(length: number): Float32Array {
    return this.#singles.take(length);
  }

  /** For what is written before it is read: whatever an earlier query left. */
  integersToFill(length: number): Int32Array {
    return this.#integers.take(length);
  }
}

/** Arrays of one kind, handed out in turn. */
class Shelf<A extends Float64Array | Float32Array | Int32Array | Uint8Array> {
  readonly #make: (length: number) => A;
  readonly #held: A[] = [];
  #given = 0;

  constructor(make: (length: number) => A) {
    this.#make = make;
  }

  rewind(): void {
    this.#given = 0;
  }

  take(length: number): A {
    const place = this.#given++;
    const held = this.#held[place];
    const array = held !== undefined && held.length >= length ? held : this.#make(roomFor(length));
    this.#held[place] = array;
    return array.subarray(0, length) as A;
  }
}

/** A little more than asked, since a space grows. */
function roomFor(length: number): number {
  return Math.ceil(length * 1.25);
}

// The sessions of one believer as it knows them: per session the documents that it believes, by time. Another
// believer's documents are no neighbours here, though they were said in between. A forgotten document leaves its
// timeline; a withdrawn one stays, since it was said. session -> [document, document, document ...] previous[document], next[document]: its
// neighbours, or -1 windowLength[document]: the terms of the document, the two before it and the one after it

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
