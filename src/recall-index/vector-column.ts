/**
 * The embeddings of a space by slot, as 8-bit integers with one scale each: a quarter of the room
 * of 32-bit floats, with cosines that differ by less than 0.002. Every search here is exact; above a
 * measured size graphs say which vectors are worth comparing (`graph-keeper.ts`).
 *
 *   plain memory, few vectors:   [v0 | v1 | v2 ...]                      read in JavaScript
 *   kernel memory, many:         [query | out | v0 | v1 | v2 ...]        read by the dot kernel
 */
import { type Column, float32Column } from './column.ts';
import { type DotKernel, type KernelMemory, makeDotKernel, pageBytes } from './dot-kernel.ts';

/** From this many slots on the vectors lie in kernel memory, which reserves much address space. */
const kernelFrom = 2_048;
/** Layout of the kernel's first page: the query, then room for the results of one block. */
const outAt = 32_768;
const blockSize = 8_192;
/** The most components that the first page has room for. */
const largestDimension = outAt / 2;

/** A query made ready: integers, and what brings their dot products back to cosines. */
interface PreparedQuery {
  readonly values: Int16Array;
  readonly scale: number;
}

/** All vectors of a space. */
export class VectorColumn {
  #dimension: number;
  #stride: number;
  #vectors: Int8Array;
  #base = 0;
  #kernel: { readonly scan: DotKernel; readonly memory: KernelMemory } | undefined;
  /** Per slot; 0 where there is no vector. */
  readonly #scales: Column<Float32Array<ArrayBuffer>> = float32Column();
  #count = 0;
  /** The dot products of the last sweep, by slot. */
  #dots: Int32Array = new Int32Array(0);

  constructor(dimension: number) {
    this.#dimension = dimension;
    this.#stride = strideOf(dimension);
    this.#vectors = new Int8Array(0);
  }

  /** The number of components; 0 until it is known. */
  get dimension(): number {
    return this.#dimension;
  }

  /** How many slots have a vector. */
  get count(): number {
    return this.#count;
  }

  /** Bytes that the vectors take. */
  get bytes(): number {
    return this.#vectors.byteLength;
  }

  has(slot: number): boolean {
    return slot < this.#scales.length && this.#scales.values[slot] !== 0;
  }

  /** Whether a vector can be stored: right length, or the first of a column without a dimension. */
  fits(vector: Float32Array): boolean {
    if (this.#dimension !== 0) return vector.length === this.#dimension;
    return vector.length > 0 && vector.length <= largestDimension;
  }

  /** Stores a vector that fits. */
  set(slot: number, vector: Float32Array): void {
    if (this.#dimension === 0) {
      this.#dimension = vector.length;
      this.#stride = strideOf(vector.length);
    }
    this.#reach(slot);
    if (!this.has(slot)) this.#count++;
    const { values, scale } = inEightBits(vector);
    this.#vectors.set(values, slot * this.#stride);
    this.#scales.values[slot] = scale;
  }

  /** The components of a slot, of which the largest is 127; a view that the next change may move. */
  row(slot: number): Int8Array {
    const start = slot * this.#stride;
    return this.#vectors.subarray(start, start + this.#dimension);
  }

  /** Forgets the vector of a slot. */
  drop(slot: number): void {
    if (!this.has(slot)) return;
    this.#vectors.fill(0, slot * this.#stride, (slot + 1) * this.#stride);
    this.#scales.values[slot] = 0;
    this.#count--;
  }

  /**
   * The cosines of a query with the vectors of several lists of slots, in their order; 0 where
   * there is none. When the lists hold much of the column, one sweep reads all of it.
   */
  cosines(query: Float32Array, lists: readonly Int32Array[]): readonly Float32Array[] {
    if (this.#count === 0 || query.length !== this.#dimension)
      return lists.map((slots) => new Float32Array(slots.length));
    const prepared = prepare(query);
    const asked = lists.reduce((sum, slots) => sum + slots.length, 0);
    const swept =
      this.#kernel !== undefined && asked * 4 > this.#scales.length ? this.#sweep(prepared.values) : undefined;
    return lists.map((slots) => this.#scaled(slots, prepared, swept));
  }

  /** What a snapshot keeps of the given slots. */
  packed(slots: readonly number[]): { readonly vectors: Int8Array; readonly scales: Float32Array } {
    const vectors = new Int8Array(this.#dimension * slots.length);
    const scales = new Float32Array(slots.length);
    slots.forEach((slot, row) => {
      if (!this.has(slot)) return;
      const start = slot * this.#stride;
      vectors.set(this.#vectors.subarray(start, start + this.#dimension), row * this.#dimension);
      scales[row] = this.#scales.values[slot] as number;
    });
    return { vectors, scales };
  }

  /** Takes in what {@link packed} gave, as slots from 0 on. */
  unpack(packed: { readonly vectors: Int8Array; readonly scales: Float32Array }): void {
    const rows = packed.scales.length;
    if (rows === 0 || this.#dimension === 0) return;
    this.#reach(rows - 1);
    for (let row = 0; row < rows; row++) {
      const scale = packed.scales[row] as number;
      if (scale === 0) continue;
      const vector = packed.vectors.subarray(row * this.#dimension, (row + 1) * this.#dimension);
      this.#vectors.set(vector, row * this.#stride);
      this.#scales.values[row] = scale;
      this.#count++;
    }
  }

  #scaled(slots: Int32Array, query: PreparedQuery, swept: Int32Array | undefined): Float32Array {
    const cosines = new Float32Array(slots.length);
    const dots = swept ?? this.#pick(query.values, slots);
    const scales = this.#scales.values;
    const known = this.#scales.length;
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i] as number;
      if (slot < 0 || slot >= known) continue;
      cosines[i] = (dots[swept === undefined ? i : slot] as number) * (scales[slot] as number) * query.scale;
    }
    return cosines;
  }

  #sweep(query: Int16Array): Int32Array {
    const { scan, memory } = this.#kernel as { scan: DotKernel; memory: KernelMemory };
    if (this.#dots.length < this.#scales.length) this.#dots = new Int32Array(this.#scales.values.length);
    const dots = this.#dots;
    const known = this.#scales.length;
    new Int16Array(memory.buffer, 0, query.length).set(query);
    const out = new Int32Array(memory.buffer, outAt, blockSize);
    for (let first = 0; first < known; first += blockSize) {
      const count = Math.min(blockSize, known - first);
      scan(0, this.#base + first * this.#stride, count, this.#stride, outAt);
      dots.set(count === blockSize ? out : out.subarray(0, count), first);
    }
    return dots;
  }

  #pick(query: Int16Array, slots: Int32Array): Int32Array {
    const dots = new Int32Array(slots.length);
    const kernel = this.#kernel;
    if (kernel !== undefined) new Int16Array(kernel.memory.buffer, 0, query.length).set(query);
    const out = kernel === undefined ? undefined : new Int32Array(kernel.memory.buffer, outAt, 1);
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i] as number;
      if (slot < 0 || !this.has(slot)) continue;
      if (kernel === undefined || out === undefined) {
        dots[i] = this.#dot(query, slot * this.#stride);
      } else {
        kernel.scan(0, this.#base + slot * this.#stride, 1, this.#stride, outAt);
        dots[i] = out[0] as number;
      }
    }
    return dots;
  }

  #dot(query: Int16Array, start: number): number {
    const vectors = this.#vectors;
    let sum = 0;
    for (let i = 0; i < query.length; i++) sum += (vectors[start + i] as number) * (query[i] as number);
    return sum;
  }

  /** Makes room up to a slot. */
  #reach(slot: number): void {
    while (this.#scales.length <= slot) this.#scales.push(0);
    const needed = (slot + 1) * this.#stride;
    if (needed <= this.#vectors.length) return;
    const room = Math.max(needed, Math.ceil(this.#vectors.length * 1.5), 16 * this.#stride);
    if (slot >= kernelFrom && this.#growKernel(room)) return;
    const grown = new Int8Array(room);
    grown.set(this.#vectors);
    this.#vectors = grown;
  }

  #growKernel(room: number): boolean {
    if (this.#kernel === undefined) {
      const kernel = makeDotKernel(pageBytes + room);
      if (kernel === undefined) return false;
      new Int8Array(kernel.memory.buffer, pageBytes).set(this.#vectors);
      this.#kernel = kernel;
      this.#base = pageBytes;
    } else {
      const missing = pageBytes + room - this.#kernel.memory.buffer.byteLength;
      if (missing > 0) this.#kernel.memory.grow(Math.ceil(missing / pageBytes));
    }
    this.#vectors = new Int8Array(this.#kernel.memory.buffer, pageBytes);
    return true;
  }
}

/** A vector as integers of which the largest is 127, and what they are to be multiplied with. */
export function inEightBits(vector: Float32Array): { readonly values: Int8Array; readonly scale: number } {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const scale = Math.max(largest / 127, 1e-30);
  const values = new Int8Array(vector.length);
  for (let i = 0; i < vector.length; i++) values[i] = Math.round((vector[i] as number) / scale);
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
  for (let i = 0; i < query.length; i++) values[i] = Math.round((query[i] as number) * factor);
  return { values, scale: factor === 0 ? 0 : 1 / factor };
}
