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
    return this.values[row] as number;
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
