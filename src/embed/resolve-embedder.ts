/** From the name in a configuration, or an object of the caller's, to an embedder. */
import { InvalidArgumentError, UnsupportedError } from '../domain/errors.ts';
import type { Embedder } from './embedder.ts';
import { createMiniLmEmbedder, type MiniLmOptions } from './minilm-embedder.ts';

/** The embedders that have a name: `minilm` is bundled, `none` makes no vectors. */
export const embedderNames = ['minilm', 'none'] as const;

/** An embedder's name. */
export type EmbedderName = (typeof embedderNames)[number];

/**
 * The embedder that is meant. A named one belongs to the caller of this function, who closes it; one that was passed in
 * comes back as it is.
 *
 * @param options how the bundled one runs
 * @throws {InvalidArgumentError} for another name, and for an object that is no embedder
 */
export function resolveEmbedder(choice: EmbedderName | Embedder, options?: MiniLmOptions): Embedder {
  if (choice === 'minilm') return createMiniLmEmbedder(options);
  if (choice === 'none') return noneEmbedder;
  if (isEmbedder(choice)) return choice;
  const got = typeof choice === 'string' ? JSON.stringify(choice) : typeof choice;
  const rule = `must be one of ${embedderNames.join(', ')}, or an object with model, dimension, embed and close`;
  throw new InvalidArgumentError('INVALID_ARGUMENT', `open: "embedder" ${rule}, got ${got}.`);
}

function isEmbedder(value: unknown): value is Embedder {
  if (typeof value !== 'object' || value === null) return false;
  const { model, dimension, embed, close }: Partial<Record<keyof Embedder, unknown>> = value;
  const named = typeof model === 'string' && model !== '' && Number.isInteger(dimension) && Number(dimension) >= 0;
  return named && typeof embed === 'function' && typeof close === 'function';
}

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
