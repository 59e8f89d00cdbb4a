/** Vectors for the texts of a call, made before the writer queue is entered. */
import { MadeleineError, throwIfCancelled, UnavailableError } from '../domain/errors.ts';
import { checkVectors } from '../embed/check-vectors.ts';
import type { Embedder, EmbedOptions } from '../embed/embedder.ts';

/**
 * One vector for each text, or none at all when the embedder makes none.
 *
 * @throws {UnavailableError} EMBEDDER_UNAVAILABLE when the embedder fails or breaks its contract.
 */
export async function embedTexts(
  operation: string,
  embedder: Embedder,
  texts: readonly string[],
  signal: AbortSignal | undefined,
  purpose: NonNullable<EmbedOptions['purpose']> = 'document',
): Promise<readonly (Float32Array | undefined)[]> {
  if (embedder.dimension === 0 || texts.length === 0) return texts.map(() => undefined);
  try {
    const vectors = await embedder.embed(texts, { purpose, ...(signal === undefined ? {} : { signal }) });
    return checkVectors(operation, embedder, vectors, texts.length);
  } catch (cause) {
    throwIfCancelled(operation, signal);
    if (cause instanceof MadeleineError) throw cause;
    const said = cause instanceof Error ? cause.message : String(cause);
    throw new UnavailableError(
      'EMBEDDER_UNAVAILABLE',
      `${operation}: the embedder "${embedder.model}" failed (${said}); choose another embedder.`,
      { cause, details: { model: embedder.model } },
    );
  }
}
