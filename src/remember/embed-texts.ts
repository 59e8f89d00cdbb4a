/** Vectors for the texts of a call, made before the writer queue is entered. */
import { checkVectors } from '../embed/check-vectors.ts';
import type { Embedder } from '../embed/embedder.ts';

/** One vector for each text, or none at all when the embedder makes none. */
export async function embedTexts(
  operation: string,
  embedder: Embedder,
  texts: readonly string[],
  signal: AbortSignal | undefined,
): Promise<readonly (Float32Array | undefined)[]> {
  if (embedder.dimension === 0) return texts.map(() => undefined);
  const vectors = await embedder.embed(texts, { purpose: 'document', ...(signal === undefined ? {} : { signal }) });
  return checkVectors(operation, embedder, vectors, texts.length);
}
