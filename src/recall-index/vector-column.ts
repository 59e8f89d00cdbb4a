/**
 * The embeddings of a space by row, as 8-bit integers with one scale each: a quarter of the room
 * of 32-bit floats, with cosines that differ by less than 0.002. Every vector asked for is compared.
 *
 *   plain memory, few vectors:   [v0 | v1 | v2 ...]                      read in JavaScript
 *   kernel memory, many:         [query | out | v0 | v1 | v2 ...]        read by the dot kernel
 */
import { type Column, float32Column } from './column.ts';
import { growDotKernel, makeDotKernel, type OwnKernel, pageBytes, resultsAt } from './dot-kernel.ts';

/** From this many rows on the vectors lie in kernel memory, which reserves much address space. */
const kernelFrom = 256;
/** Layout of the kernel's first page: the query, then room for the results of one block. */
const blockSize = 2_048;
/** The most components that the first page has room for. */
const largestDimension = resultsAt / 2;

/** A query made ready: integers, and what brings their dot products back to cosines. */
interface PreparedQuery {
  /** What it was made of. */
  readonly query: Float32Array;
  readonly values: Int16Array;
  readonly scale: number;
}

/** All vectors of a space. */
export class VectorColumn {
  #dimension: number;
  #stride: number;
  #vectors: Int8Array;
  #kernel: OwnKernel | undefined;
  /** Per row; 0 where there is no vector. */
  readonly #scales: Column<Float32Array<ArrayBuffer>> = float32Column();
  #count = 0;
  /** The last query: each memory that is judged asks with the same. */
  #prepared: PreparedQuery | undefined;
  /** Those of the last query, by row. */
  #cosines: Float32Array<ArrayBuffer> = new Float32Array(0);

  constructor(dimension: number) {
    this.#dimension = dimension;
    this.#stride = strideOf(dimension);
    this.#vectors = new Int8Array(0);
  }

  /** The number of components; 0 until it is known. */
  get dimension(): number {
    return this.#dimension;
  }

  /** How many rows have a vector. */
  get count(): number {
    return this.#count;
  }

  /** Bytes that the vectors take. */
  get bytes(): number {
    return this.#vectors.byteLength;
  }

  has(row: number): boolean {
    return row < this.#scales.length && this.#scales.values[row] !== 0;
  }

  /** Whether a vector can be stored: right length, or the first of a column without a dimension. */
  fits(vector: Float32Array): boolean {
    if (this.#dimension !== 0) return vector.length === this.#dimension;
    return vector.length > 0 && vector.length <= largestDimension;
  }

  /** Stores a vector that fits. */
  set(row: number, vector: Float32Array): void {
    if (this.#dimension === 0) {
      this.#dimension = vector.length;
      this.#stride = strideOf(vector.length);
    }
    this.#reach(row);
    if (!this.has(row)) this.#count++;
    const { values, scale } = inEightBits(vector);
    this.#vectors.set(values, row * this.#stride);
    this.#scales.values[row] = scale;
  }

  /** Forgets the vector of a row. */
  drop(row: number): void {
    if (!this.has(row)) return;
    this.#vectors.fill(0, row * this.#stride, (row + 1) * this.#stride);
    this.#scales.values[row] = 0;
    this.#count--;
  }

  /** The vector in a row, L2-normalised, as exactly as it is kept; undefined where there is none. */
  vectorAt(row: number): Float32Array | undefined {
    if (!this.has(row)) return undefined;
    const start = row * this.#stride;
    const values = Float32Array.from(this.#vectors.subarray(start, start + this.#dimension));
    const norm = Math.hypot(...values);
    return values.map((value) => value / norm);
  }

  /**
   * The cosines of a query with the vectors of the rows asked for, by row: 0 for a row without a vector, which may lie
   * beyond the end, and anything for a row that is not asked for. A list may hold -1 for no row. When the lists hold
   * much of the column, one sweep reads all of it. The next call uses the same array again.
   */
  cosines(query: Float32Array, lists: readonly Int32Array[]): Float32Array {
    if (this.#cosines.length < this.#scales.length) this.#cosines = new Float32Array(this.#scales.values.length);
    if (this.#count === 0 || query.length !== this.#dimension) return this.#cosines.fill(0);
    const prepared = this.#prepare(query);
    const asked = lists.reduce((sum, rows) => sum + rows.length, 0);
    if (this.#kernel !== undefined && asked * 4 > this.#scales.length) this.#sweep(prepared, this.#kernel);
    else for (const rows of lists) this.#pick(prepared, rows);
    return this.#cosines;
  }

  /** The cosines of a query, L2-normalised, with the vectors in a few rows, in their order; 0 for a row without one. */
  cosinesOf(query: Float32Array, rows: Int32Array): readonly number[] {
    if (this.#count === 0 || query.length !== this.#dimension) return Array.from(rows, () => 0);
    if (this.#cosines.length < this.#scales.length) this.#cosines = new Float32Array(this.#scales.values.length);
    this.#pick(this.#prepare(query), rows);
    return Array.from(rows, (row) => this.#cosines[row] ?? 0);
  }

  /** What a snapshot keeps of the given rows. */
  packed(rows: readonly number[]): { readonly vectors: Int8Array; readonly scales: Float32Array } {
    const vectors = new Int8Array(this.#dimension * rows.length);
    const scales = new Float32Array(rows.length);
    rows.forEach((row, position) => {
      if (!this.has(row)) return;
      const start = row * this.#stride;
      vectors.set(this.#vectors.subarray(start, start + this.#dimension), position * this.#dimension);
      scales[position] = this.#scales.values[row]!;
    });
    return { vectors, scales };
  }

  /** Takes in what {@link packed} gave, as rows from 0 on. */
  unpack(packed: { readonly vectors: Int8Array; readonly scales: Float32Array }): void {
    const rows = packed.scales.length;
    if (rows === 0 || this.#dimension === 0) return;
    this.#reach(rows - 1);
    for (let row = 0; row < rows; row++) {
      const scale = packed.scales[row]!;
      if (scale === 0) continue;
      const vector = packed.vectors.subarray(row * this.#dimension, (row + 1) * this.#dimension);
      this.#vectors.set(vector, row * this.#stride);
      this.#scales.values[row] = scale;
      this.#count++;
    }
  }

  #prepare(query: Float32Array): PreparedQuery {
    if (this.#prepared?.query !== query) this.#prepared = prepare(query);
    return this.#prepared;
  }

  #sweep(query: PreparedQuery, { scan, memory }: OwnKernel): void {
    const cosines = this.#cosines;
    const scales = this.#scales.values;
    const stride = this.#stride;
    const known = this.#scales.length;
    new Int16Array(memory.buffer, 0, query.values.length).set(query.values);
    const dots = new Int32Array(memory.buffer, resultsAt, blockSize);
    for (let first = 0; first < known; first += blockSize) {
      const count = Math.min(blockSize, known - first);
      const start = pageBytes + first * stride;
      scan(0, start, start + stride, Math.ceil(count / 2), stride);
      for (let i = 0; i < count; i++) cosines[first + i] = dots[i]! * scales[first + i]! * query.scale;
    }
  }

  #pick(query: PreparedQuery, asked: Int32Array): void {
    const cosines = this.#cosines;
    const scales = this.#scales.values;
    const stride = this.#stride;
    const rows = asked.filter((row) => row >= 0 && row < this.#scales.length);
    if (this.#kernel === undefined) {
      for (const row of rows) cosines[row] = this.#dot(query.values, row * stride) * scales[row]! * query.scale;
      return;
    }
    const { scan, memory } = this.#kernel;
    new Int16Array(memory.buffer, 0, query.values.length).set(query.values);
    const dots = new Int32Array(memory.buffer, resultsAt, 2);
    for (let i = 0; i < rows.length; i += 2) {
      const one = rows[i]!;
      const other = rows[i + 1] ?? one;
      scan(0, pageBytes + one * stride, pageBytes + other * stride, 1, stride);
      cosines[one] = dots[0]! * scales[one]! * query.scale;
      cosines[other] = dots[1]! * scales[other]! * query.scale;
    }
  }

  #dot(query: Int16Array, start: number): number {
    const vectors = this.#vectors;
    let sum = 0;
    for (let i = 0; i < query.length; i++) sum += vectors[start + i]! * query[i]!;
    return sum;
  }

  /** Makes room up to a row. */
  #reach(row: number): void {
    while (this.#scales.length <= row) this.#scales.push(0);
    const needed = (row + 1) * this.#stride;
    if (needed <= this.#vectors.length) return;
    const room = Math.max(needed, Math.ceil(this.#vectors.length * 1.5), 16 * this.#stride);
    if (row >= kernelFrom && this.#growKernel(room)) return;
    const grown = new Int8Array(room);
    grown.set(this.#vectors);
    this.#vectors = grown;
  }

  #growKernel(room: number): boolean {
    if (this.#kernel === undefined) {
      const kernel = makeDotKernel(room);
      if (kernel === undefined) return false;
      new Int8Array(kernel.memory.buffer, pageBytes).set(this.#vectors);
      this.#kernel = kernel;
    } else growDotKernel(this.#kernel, room);
    this.#vectors = new Int8Array(this.#kernel.memory.buffer, pageBytes);
    return true;
  }
}

/** A vector as integers of which the largest is 127, and what they are to be multiplied with. */
function inEightBits(vector: Float32Array): { readonly values: Int8Array; readonly scale: number } {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const scale = Math.max(largest / 127, 1e-30);
  const values = new Int8Array(vector.length);
  for (let i = 0; i < vector.length; i++) values[i] = Math.round(vector[i]! / scale);
  return { values, scale };
}

function strideOf(dimension: number): number {
  return Math.ceil(dimension / 16) * 16;
}

/** As large integers as leave the sums within 32 bits. */
function prepare(query: Float32Array): PreparedQuery {
  let largest = 0;
  let sum = 0;
  for (const value of query) {
    largest = Math.max(largest, Math.abs(value));
    sum += Math.abs(value);
  }
  const factor = largest === 0 ? 0 : Math.min(32_000 / largest, 2_000_000_000 / (127 * sum));
  const values = new Int16Array(strideOf(query.length));
  for (let i = 0; i < query.length; i++) values[i] = Math.round(query[i]! * factor);
  return { query, values, scale: factor === 0 ? 0 : 1 / factor };
}
