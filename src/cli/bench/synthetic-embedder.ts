/**
 * Vectors that cost nothing, for benches of size: texts that begin with the same word lie in the
 * same of 256 clusters. They say how fast vectors are searched, and nothing about meaning.
 */
import type { Embedder } from '../../index.ts';
import { seededRandom, seedOf } from './seeded-random.ts';

const clusters = 256;
/** How far a text lies from the centre of its cluster, per dimension, where the centre has 1. */
const spread = 0.6;

/** Makes clustered unit vectors from nothing but a hash of the text. */
export class SyntheticEmbedder implements Embedder {
  readonly model: string;
  readonly dimension: number;
  readonly #centres = new Map<number, Float32Array>();

  constructor(model: string = 'synthetic', dimension: number = 384) {
    this.model = model;
    this.dimension = dimension;
  }

  embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
    return Promise.resolve(texts.map((text) => this.#vectorOf(text)));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #vectorOf(text: string): Float32Array {
    const word = /[\p{L}\p{N}]+/u.exec(text)?.[0] ?? text;
    const centre = this.#centre(seedOf(word.toLowerCase()) % clusters);
    const random = seededRandom(seedOf(text));
    return normalised(centre.map((value) => value + spread * random.normal()));
  }

  #centre(cluster: number): Float32Array {
    let centre = this.#centres.get(cluster);
    if (centre === undefined) {
      const random = seededRandom(cluster + 1);
      centre = Float32Array.from({ length: this.dimension }, () => random.normal());
      this.#centres.set(cluster, centre);
    }
    return centre;
  }
}

function normalised(vector: Float32Array): Float32Array {
  const norm = Math.hypot(...vector);
  return vector.map((value) => value / norm);
}
