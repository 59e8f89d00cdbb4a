import type { Embedder } from '../../src/embed/embedder.ts';

/** An embedder of words: deterministic, and texts that share words lie close. */
export function createWordEmbedder(options?: {
  /** @default 16 */
  readonly dimension?: number;
  /** @default 'words-' and the dimension */
  readonly model?: string;
}): Embedder;
