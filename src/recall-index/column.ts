/**
 * What the index keeps numbers in: growing columns, strings by number, and the arrays of a ranking.
 */

/** The typed arrays that a column can hold. */
export type NumberArray =
  | Float64Array<ArrayBuffer>
  | Float32Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
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

/** The bytes of the columns that an object has for fields. */
export function columnBytes(owner: object): number {
  const fields: readonly unknown[] = Object.values(owner);
  return fields.reduce<number>((sum, one) => sum + (one instanceof Column ? one.values.byteLength : 0), 0);
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
/** Makes a column of 16-bit unsigned integers. */
export const uint16Column = (): Column<Uint16Array<ArrayBuffer>> => new Column((length) => new Uint16Array(length));

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

  /** Of 32 bits, for what is written before it is read. */
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

/** The largest of many numbers; at least 0. Much faster than the `reduce` of a typed array. */
export function largestOf(values: Float64Array): number {
  let largest = 0;
  for (let i = 0; i < values.length; i++) if (values[i]! > largest) largest = values[i]!;
  return largest;
}

/** A little more than asked, since a space grows. */
function roomFor(length: number): number {
  return Math.ceil(length * 1.25);
}

/** Claims and the documents that make them. */
export class ClaimChains {
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
