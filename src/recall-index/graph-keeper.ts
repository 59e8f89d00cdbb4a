/**
 * Keeps the graphs of a space: one for each believer with many vectors, once the space has so many
 * that graphs pay. Adding is slow (a quarter of a millisecond a vector), so it is done bit by bit between
 * other work and gives way to it; until then the exact search answers.
 */
import { createRequire } from 'node:module';
import type { BelieverIndex } from './believer-index.ts';
import { type Column, int32Column } from './column.ts';
import { graphFrom, graphLeast, graphPatience, graphPauseMs, graphStep } from './defaults.ts';
import type { VectorColumn } from './vector-column.ts';

/** When there are graphs. */
export interface GraphOptions {
  /** Vectors in the space from which on there are; Infinity for never. @default 50,000 */
  readonly graphFrom?: number;
  /** Vectors of a believer from which on it has one. @default 4,096, or `graphFrom` if that is less */
  readonly graphLeast?: number;
  /** Makes graphs. @default those of usearch, if it can be loaded */
  readonly makeHnsw?: HnswMaker;
}

/** The graphs of one space. */
export class GraphKeeper {
  readonly #from: number;
  readonly #least: number;
  readonly #make: HnswMaker;
  readonly #vectors: () => VectorColumn;
  readonly #graphs: Map<BelieverIndex, VectorGraph> = new Map();
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  /** Whether anything was written or searched since the last turn, and how many steps gave way to it. */
  #busy = false;
  #waited = 0;

  constructor(vectors: () => VectorColumn, options: GraphOptions) {
    this.#vectors = vectors;
    this.#from = options.graphFrom ?? graphFrom;
    this.#least = options.graphLeast ?? Math.min(graphLeast, this.#from);
    this.#make = options.makeHnsw ?? makeHnsw;
  }

  /** The graph of a believer, complete or not. */
  of(believer: BelieverIndex): VectorGraph | undefined {
    return this.#graphs.get(believer);
  }

  /** How many vectors wait to be added. */
  get pending(): number {
    let pending = 0;
    for (const graph of this.#graphs.values()) pending += graph.pending.size;
    return pending;
  }

  /** Whether a space has as many vectors as pay. */
  get pays(): boolean {
    return this.#vectors().count >= this.#from;
  }

  /** Takes note that somebody waits for an answer, so that building gives way. */
  giveWay(): void {
    this.#busy = true;
  }

  /** Takes note of a vector, new or another, or of a belief in a memory that has one. */
  note(believer: BelieverIndex, slot: number): void {
    const doc = believer.doc(slot);
    if (doc >= 0) this.#graphs.get(believer)?.note(doc);
  }

  /** Forgets the document of a memory; called while it still has one. */
  forget(believer: BelieverIndex, slot: number): void {
    const doc = believer.doc(slot);
    if (doc >= 0) this.#graphs.get(believer)?.remove(doc);
  }

  /** Lets go of all graphs. */
  clear(): void {
    this.#graphs.clear();
  }

  /** Called after every change: begins graphs that have come to pay and sees to it that they are built. */
  follow(believers: Iterable<BelieverIndex>): void {
    this.#busy = true;
    if (this.pays) for (const believer of believers) this.#begin(believer);
    this.#plan();
  }

  /** Takes in a graph as it was saved, if graphs pay; what it lacks is added later. */
  adopt(believer: BelieverIndex, path: string, keys: Int32Array): void {
    const hnsw = this.pays ? this.#make(this.#vectors().dimension) : undefined;
    if (hnsw === undefined) return;
    const graph = new VectorGraph(hnsw);
    graph.load(path, keys);
    this.#noteMissing(believer, graph);
    this.#graphs.set(believer, graph);
  }

  /** Adds all that is pending at once, for benches and tests. */
  build(): void {
    for (const [believer, graph] of this.#graphs) this.#step(believer, graph, Number.POSITIVE_INFINITY);
  }

  /** Adds nothing more; what is pending stays so. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #begin(believer: BelieverIndex): void {
    if (this.#graphs.has(believer) || believer.count < this.#least) return;
    const hnsw = this.#make(this.#vectors().dimension);
    if (hnsw === undefined) return;
    const graph = new VectorGraph(hnsw);
    this.#noteMissing(believer, graph);
    this.#graphs.set(believer, graph);
  }

  #noteMissing(believer: BelieverIndex, graph: VectorGraph): void {
    for (let doc = 0; doc < believer.docs; doc++) {
      const slot = believer.slotOf.values[doc] as number;
      if (slot >= 0 && graph.key(doc) < 0 && this.#vectors().has(slot)) graph.note(doc);
    }
  }

  #plan(): void {
    if (this.#stopped || this.#timer !== undefined || this.pending === 0) return;
    this.#timer = setTimeout(() => this.#turn(), graphPauseMs);
    // A process may end with graphs half built.
    this.#timer.unref();
  }

  #turn(): void {
    this.#timer = undefined;
    const givesWay = this.#busy && this.#waited < graphPatience;
    this.#busy = false;
    this.#waited = givesWay ? this.#waited + 1 : 0;
    if (!givesWay) {
      let left = graphStep;
      for (const [believer, graph] of this.#graphs) left -= this.#step(believer, graph, left);
    }
    this.#plan();
  }

  #step(believer: BelieverIndex, graph: VectorGraph, atMost: number): number {
    return graph.step(atMost, (doc) => this.#vectors().row(believer.slotOf.values[doc] as number));
  }
}

// The vectors of one believer as a graph, for the documents nearest to a query; and the documents whose vectors it
// does not hold yet, which whoever searches compares one by one. It keeps no vectors to score with: those are the
// column's. key -> document; document -> key, or -1 a vector that changes gets a new key

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

/** A graph of 8-bit vectors by key, as it is used here; one thread. */
interface Hnsw {
  add(keys: BigUint64Array, vectors: Int8Array, threads: number): void;
  remove(keys: BigUint64Array): unknown;
  search(vector: Int8Array, count: number, threads: number): { readonly keys: BigUint64Array };
  size(): number;
  save(path: string): void;
  load(path: string): void;
}

/** Makes an empty graph for vectors of a dimension; undefined where there can be none. */
type HnswMaker = (dimension: number) => Hnsw | undefined;

interface Usearch {
  readonly Index: new (config: Readonly<Record<string, unknown>>) => Hnsw;
}

/** Neighbours of each vector (the usual value). */
const connectivity = 16;
/** Vectors looked at while adding, and while searching for fewer than as many. */
const expansionAdd = 128;
const expansionSearch = 64;

let loaded: Usearch | null | undefined;

/**
 * Graphs of usearch by cosine. Given vectors that fill the 8 bits, as the column's do, they find as
 * many of the ten nearest as with 16-bit floats (0.998 against 0.994 in 96 of 40,000), take two
 * thirds of the room and of the time to add; its own narrowing of floats would lose a tenth.
 */
export const makeHnsw: HnswMaker = (dimension) => {
  loaded ??= loadUsearch();
  if (loaded === null) return undefined;
  return new loaded.Index({
    dimensions: dimension,
    metric: 'cos',
    quantization: 'i8',
    connectivity,
    expansion_add: expansionAdd,
    expansion_search: expansionSearch,
    multi: false,
  });
};

function loadUsearch(): Usearch | null {
  try {
    return createRequire(import.meta.url)('usearch') as Usearch;
  } catch {
    // No binary for this platform; the exact scan does without.
    return null;
  }
}
