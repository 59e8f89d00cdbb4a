/**
 * Arrays that ranking fills anew for every query, kept from one query to the next: at 100,000
 * memories they come to several megabytes, which would cost more to allocate than to clear.
 * Ranking is synchronous, so one query at a time uses them; nothing of them may leave with a result.
 */

/** Hands out cleared arrays; all are taken back at once. */
export class Workspace {
  readonly #floats: Float64Array[] = [];
  readonly #integers: Int32Array[] = [];
  readonly #bytes: Uint8Array[] = [];
  #floatsGiven = 0;
  #integersGiven = 0;
  #bytesGiven = 0;

  /** Takes back everything that was handed out. */
  rewind(): void {
    this.#floatsGiven = 0;
    this.#integersGiven = 0;
    this.#bytesGiven = 0;
  }

  /** Zeros. */
  floats(length: number): Float64Array {
    const place = this.#floatsGiven++;
    const held = this.#floats[place];
    if (held !== undefined && held.length >= length) return held.subarray(0, length).fill(0);
    const made = new Float64Array(roomFor(length));
    this.#floats[place] = made;
    return made.subarray(0, length);
  }

  /** Zeros. */
  integers(length: number): Int32Array {
    const place = this.#integersGiven++;
    const held = this.#integers[place];
    if (held !== undefined && held.length >= length) return held.subarray(0, length).fill(0);
    const made = new Int32Array(roomFor(length));
    this.#integers[place] = made;
    return made.subarray(0, length);
  }

  /** Zeros. */
  bytes(length: number): Uint8Array {
    const place = this.#bytesGiven++;
    const held = this.#bytes[place];
    if (held !== undefined && held.length >= length) return held.subarray(0, length).fill(0);
    const made = new Uint8Array(roomFor(length));
    this.#bytes[place] = made;
    return made.subarray(0, length);
  }
}

/** A little more than asked, since a space grows. */
function roomFor(length: number): number {
  return Math.ceil(length * 1.25);
}
