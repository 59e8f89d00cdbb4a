/** The one place that loads the approximate search: where it is missing, every search is exact. */
import { createRequire } from 'node:module';

/** A graph of vectors by key, as it is used here; one thread. */
export interface Hnsw {
  add(keys: BigUint64Array, vectors: Float32Array, threads: number): void;
  remove(keys: BigUint64Array): unknown;
  search(vector: Float32Array, count: number, threads: number): { readonly keys: BigUint64Array };
  size(): number;
  save(path: string): void;
  load(path: string): void;
}

/** Makes an empty graph for vectors of a dimension; undefined where there can be none. */
export type HnswMaker = (dimension: number) => Hnsw | undefined;

interface Usearch {
  readonly Index: new (config: Readonly<Record<string, unknown>>) => Hnsw;
}

/** Neighbours of each vector (the usual value). */
const connectivity = 16;
/** Vectors looked at while adding and searching: 0.998 of the ten nearest of 100,000 found at 128 and 64 (measured). */
const expansionAdd = 128;
const expansionSearch = 64;

let loaded: Usearch | null | undefined;

/** Graphs of usearch: cosine, 16-bit floats (8-bit integers lose a tenth of the nearest; measured). */
export const makeHnsw: HnswMaker = (dimension) => {
  loaded ??= loadUsearch();
  if (loaded === null) return undefined;
  return new loaded.Index({
    dimensions: dimension,
    metric: 'cos',
    quantization: 'f16',
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
