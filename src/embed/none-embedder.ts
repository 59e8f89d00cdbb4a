/** The embedder for lexical recall only. */
import { UnsupportedError } from '../domain/errors.ts';
import type { Embedder } from './embedder.ts';

/**
 * Makes no vectors; its dimension of 0 tells callers to leave vectors out.
 *
 * @throws {UnsupportedError} UNSUPPORTED when it is asked for any: that is a caller that did not look.
 */
export const noneEmbedder: Embedder = {
  model: 'none',
  dimension: 0,
  async embed(texts) {
    if (texts.length === 0) return [];
    throw new UnsupportedError(
      'UNSUPPORTED',
      `embed: the embedder "none" makes no vectors, got ${texts.length} texts; choose "minilm" or recall lexically.`,
    );
  },
  async close() {},
};
