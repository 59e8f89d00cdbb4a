/**
 * Arrays that ranking fills anew for every query, kept from one query to the next: at 100,000
 * memories they come to several megabytes, which would cost more to allocate than to clear.
 * Ranking is synchronous, so one query at a time uses them; nothing of them may leave with a result.
 */

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
