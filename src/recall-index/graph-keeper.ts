/**
 * Keeps the graphs of a space: one for each believer with many vectors, once the space has so many
 * that graphs pay. Adding is slow (a quarter of a millisecond a vector), so it is done bit by bit between
 * other work and gives way to it; until then the exact search answers.
 */
import type { BelieverIndex } from './believer-index.ts';
import { graphFrom, graphLeast, graphPatience, graphPauseMs, graphStep } from './defaults.ts';
import { type HnswMaker, makeHnsw } from './hnsw.ts';
import { VectorGraph } from './vector-graph.ts';
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
