/**
 * The vectors of one believer as a graph, for the documents nearest to a query; and the documents
 * whose vectors it does not hold yet, which whoever searches compares one by one. It keeps no
 * vectors to score with: those are the column's.
 *
 *   key -> document; document -> key, or -1        a vector that changes gets a new key
 */
import { type Column, int32Column } from './column.ts';
import type { Hnsw } from './hnsw.ts';

/** One believer's graph. */
export class VectorGraph {
  /** Documents that are still to be added, first come first. */
  readonly pending: Set<number> = new Set();
  readonly #hnsw: Hnsw;
  readonly #docOf: Column<Int32Array<ArrayBuffer>> = int32Column();
  readonly #keyOf: Column<Int32Array<ArrayBuffer>> = int32Column();

  constructor(hnsw: Hnsw) {
    this.#hnsw = hnsw;
  }

  /** How many documents it can find. */
  get size(): number {
    return this.#hnsw.size();
  }

  /** The key of a document, or -1. */
  key(doc: number): number {
    return doc < this.#keyOf.length ? (this.#keyOf.values[doc] as number) : -1;
  }

  /** Takes note of a document's vector, which may be another than the last. */
  note(doc: number): void {
    this.remove(doc);
    this.pending.add(doc);
  }

  /** Lets go of a document for good. */
  remove(doc: number): void {
    this.pending.delete(doc);
    const key = this.key(doc);
    if (key < 0) return;
    this.#hnsw.remove(BigUint64Array.of(BigInt(key)));
    this.#keyOf.values[doc] = -1;
    this.#docOf.values[key] = -1;
  }

  /** Adds some pending documents; answers how many. */
  step(atMost: number, vectorOf: (doc: number) => Int8Array): number {
    let added = 0;
    for (const doc of this.pending) {
      if (added === atMost) break;
      const key = this.#docOf.push(doc);
      this.#hnsw.add(BigUint64Array.of(BigInt(key)), vectorOf(doc), 1);
      this.#link(doc, key);
      this.pending.delete(doc);
      added++;
    }
    return added;
  }

  /** About the nearest documents among those added, nearest first. */
  nearest(query: Int8Array, count: number): Int32Array {
    const wanted = Math.min(count, this.size);
    if (wanted === 0) return new Int32Array(0);
    const { keys } = this.#hnsw.search(query, wanted, 1);
    const docs = new Int32Array(keys.length);
    let found = 0;
    for (const key of keys) {
      const doc = key < BigInt(this.#docOf.length) ? (this.#docOf.values[Number(key)] as number) : -1;
      if (doc >= 0) docs[found++] = doc;
    }
    return docs.subarray(0, found);
  }

  /** Writes what it has added to a file. */
  save(path: string): void {
    this.#hnsw.save(path);
  }

  /**
   * Reads a file into an empty graph, with the key of each document or -1.
   *
   * @throws when the file is none of its own or holds anything else than those keys.
   */
  load(path: string, keys: Int32Array): void {
    this.#hnsw.load(path);
    const last = keys.reduce((largest, key) => Math.max(largest, key), -1);
    for (let key = 0; key <= last; key++) this.#docOf.push(-1);
    let count = 0;
    keys.forEach((key, doc) => {
      if (key < 0) return;
      (this.#docOf.values as Int32Array)[key] = doc;
      this.#link(doc, key);
      count++;
    });
    if (count !== this.size) throw new RangeError(`index: a graph of ${this.size} vectors has keys of ${count}.`);
  }

  #link(doc: number, key: number): void {
    while (this.#keyOf.length <= doc) this.#keyOf.push(-1);
    this.#keyOf.values[doc] = key;
  }
}
