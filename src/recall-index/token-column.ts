/**
 * The vectors of the words of memories, by row: 8-bit integers, one token after another. What is forgotten is
 * overwritten at once; its room comes back when the index is made anew.
 *
 *   from[row], count[row] -> [ ... | t0 | t1 | t2 | ... ]        count is -1 for a row that has none
 */
import { type Column, int32Column } from './column.ts';
import { growDotKernel, makeDotKernel, type OwnKernel, pageBytes, resultsAt } from './dot-kernel.ts';

/** From this many bytes on the tokens lie in kernel memory, which reserves much address space. */
const kernelFrom = 1_048_576;
/** Layout of the kernel's first page: the tokens of the query, then room for one's products with those of a memory. */
/** What a component counts that is 1. */
const whole = 127;

/** The tokens of a query, made ready for {@link TokenColumn.closest}. */
export interface QueryTokens {
  /** How many. */
  readonly count: number;
  /** One after another. */
  readonly values: Int16Array;
}

/** The token vectors of a space. */
export class TokenColumn {
  #dimension = 0;
  #values: Int8Array = new Int8Array(0);
  /** The first byte that is free. */
  #end = 0;
  #kernel: OwnKernel | undefined;
  readonly #from: Column<Int32Array<ArrayBuffer>> = int32Column();
  readonly #tokens: Column<Int32Array<ArrayBuffer>> = int32Column();
  #count = 0;

  /** How many rows have tokens, be it none. */
  get count(): number {
    return this.#count;
  }

  /** The components of a token; 0 until it is known. */
  get dimension(): number {
    return this.#dimension;
  }

  /** Bytes that the tokens take. */
  get bytes(): number {
    return this.#values.byteLength;
  }

  has(row: number): boolean {
    return row < this.#tokens.length && this.#tokens.values[row]! >= 0;
  }

  /** Stores what `packedTokens` packed; what is of another length than the others is left out. */
  set(row: number, packed: Int8Array): void {
    this.drop(row);
    const dimension = packed[0]! * 16;
    const size = packed.length - 1;
    if (size > 0 && this.#dimension !== 0 && dimension !== this.#dimension) return;
    if (size > 0) this.#dimension = dimension;
    this.#put(row, packed.subarray(1));
  }

  /** Forgets the tokens of a row. */
  drop(row: number): void {
    if (!this.has(row)) return;
    const from = this.#from.values[row]!;
    this.#values.fill(0, from, from + this.#tokens.values[row]! * this.#dimension);
    this.#tokens.values[row] = -1;
    this.#count--;
  }

  /** Forgets all. */
  clear(): void {
    this.#values.fill(0);
    [this.#dimension, this.#end, this.#count] = [0, 0, 0];
    this.#tokens.values.fill(-1);
  }

  /** A query's tokens for this column; undefined when it cannot be held against them. */
  prepare(values: Int8Array, count: number): QueryTokens | undefined {
    if (count === 0 || this.#dimension === 0 || values.length !== count * this.#dimension) return undefined;
    if (values.length * 2 > resultsAt) return undefined;
    return { count, values: Int16Array.from(values) };
  }

  /** For each token of a query the largest cosine among the tokens of a row, at least 0; all 0 for a row without any. */
  closest({ count, values }: QueryTokens, row: number): Float64Array {
    const closest = new Float64Array(count);
    const tokens = this.has(row) ? this.#tokens.values[row]! : 0;
    if (tokens === 0) return closest;
    const from = this.#from.values[row]!;
    const kernel = this.#kernel;
    if (kernel !== undefined) new Int16Array(kernel.memory.buffer, 0, values.length).set(values);
    const products = kernel === undefined ? undefined : new Int32Array(kernel.memory.buffer, resultsAt, tokens);
    for (let token = 0; token < count; token++) {
      const start = token * this.#dimension;
      let most = 0;
      if (kernel === undefined || products === undefined) most = this.#most(values, start, from, tokens);
      else {
        const one = pageBytes + from;
        kernel.scan(start * 2, one, one + this.#dimension, Math.ceil(tokens / 2), this.#dimension);
        for (let i = 0; i < tokens; i++) if (products[i]! > most) most = products[i]!;
      }
      closest[token] = Math.min(1, most / (whole * whole));
    }
    return closest;
  }

  /** What a snapshot keeps of the given rows: how many tokens each has, -1 for none, and all of them. */
  packed(rows: readonly number[]): { readonly tokens: Int32Array; readonly values: Int8Array } {
    const tokens = Int32Array.from(rows, (row) => (this.has(row) ? this.#tokens.values[row]! : -1));
    const values = new Int8Array(tokens.reduce((sum, one) => sum + Math.max(0, one), 0) * this.#dimension);
    let at = 0;
    rows.forEach((row, place) => {
      const size = Math.max(0, tokens[place]!) * this.#dimension;
      const from = size === 0 ? 0 : this.#from.values[row]!;
      values.set(this.#values.subarray(from, from + size), at);
      at += size;
    });
    return { tokens, values };
  }

  /** Takes in what {@link packed} gave, as rows from 0 on. */
  unpack({ tokens, values }: { readonly tokens: Int32Array; readonly values: Int8Array }): void {
    const total = tokens.reduce((sum, one) => sum + Math.max(0, one), 0);
    if (total > 0) this.#dimension = values.length / total;
    this.#reach(values.length);
    let at = 0;
    tokens.forEach((count, row) => {
      if (count < 0) return;
      const size = count * this.#dimension;
      this.#put(row, values.subarray(at, at + size));
      at += size;
    });
  }

  #put(row: number, values: Int8Array): void {
    while (this.#tokens.length <= row) {
      this.#tokens.push(-1);
      this.#from.push(0);
    }
    this.#reach(this.#end + values.length);
    this.#values.set(values, this.#end);
    this.#from.values[row] = this.#end;
    this.#tokens.values[row] = values.length === 0 ? 0 : values.length / this.#dimension;
    this.#end += values.length;
    this.#count++;
  }

  /** The largest product of a query's token with some tokens that lie together; at least 0. */
  #most(query: Int16Array, start: number, from: number, tokens: number): number {
    const dimension = this.#dimension;
    const values = this.#values;
    let most = 0;
    for (let at = from; at < from + tokens * dimension; at += dimension) {
      let sum = 0;
      for (let i = 0; i < dimension; i++) sum += values[at + i]! * query[start + i]!;
      if (sum > most) most = sum;
    }
    return most;
  }

  #reach(needed: number): void {
    if (needed <= this.#values.length) return;
    const room = Math.max(needed, Math.ceil(this.#values.length * 1.5), 16_384);
    if (room >= kernelFrom && this.#growKernel(room)) return;
    const grown = new Int8Array(room);
    grown.set(this.#values);
    this.#values = grown;
  }

  #growKernel(room: number): boolean {
    if (this.#kernel === undefined) {
      const kernel = makeDotKernel(room);
      if (kernel === undefined) return false;
      new Int8Array(kernel.memory.buffer, pageBytes).set(this.#values);
      this.#kernel = kernel;
    } else growDotKernel(this.#kernel, room);
    this.#values = new Int8Array(this.#kernel.memory.buffer, pageBytes);
    return true;
  }
}
