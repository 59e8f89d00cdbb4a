/** Keeps the documents with the highest numbers, in a heap of typed arrays whose root is the lowest. */

/** The best of many documents, as many as there is room for. */
export class BestDocs {
  readonly #docs: Int32Array;
  readonly #values: Float64Array;
  #size = 0;

  constructor(room: number) {
    this.#docs = new Int32Array(room);
    this.#values = new Float64Array(room);
  }

  /** What a document must exceed to get in; -Infinity while there is room. */
  floor(): number {
    return this.#size < this.#docs.length ? Number.NEGATIVE_INFINITY : (this.#values[0] as number);
  }

  /** Takes a document in if its value exceeds the floor. */
  offer(doc: number, value: number): void {
    if (this.#size < this.#docs.length) this.#rise(this.#size++, doc, value);
    else if (value > (this.#values[0] as number)) this.#sink(doc, value);
  }

  /** All that were kept, best first; of equals the one with the lower number. */
  docs(): Int32Array {
    const places = Array.from({ length: this.#size }, (_, place) => place);
    const [docs, values] = [this.#docs, this.#values];
    places.sort(
      (one, two) => (values[two] as number) - (values[one] as number) || (docs[one] as number) - (docs[two] as number),
    );
    return Int32Array.from(places, (place) => docs[place] as number);
  }

  #rise(from: number, doc: number, value: number): void {
    const [docs, values] = [this.#docs, this.#values];
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((values[parent] as number) <= value) break;
      values[at] = values[parent] as number;
      docs[at] = docs[parent] as number;
      at = parent;
    }
    values[at] = value;
    docs[at] = doc;
  }

  #sink(doc: number, value: number): void {
    const [docs, values] = [this.#docs, this.#values];
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.#size) break;
      if (child + 1 < this.#size && (values[child + 1] as number) < (values[child] as number)) child++;
      if ((values[child] as number) >= value) break;
      values[at] = values[child] as number;
      docs[at] = docs[child] as number;
      at = child;
    }
    values[at] = value;
    docs[at] = doc;
  }
}
