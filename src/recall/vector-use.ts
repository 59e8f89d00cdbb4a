/** Decides whether recall goes by vectors, where some memories have none of the model in use. */
import type { Embedder } from '../embed/embedder.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';

/**
 * Above this share of memories without a vector, recall is lexical: a ranking in which most
 * memories cannot score on meaning is worse than one in which none does.
 */
const mostMissingVectors = 0.1;

/** Tells at every recall whether it uses vectors, and what to say of it: once, when they are first left out. */
export function vectorUse(
  index: RecallIndex,
  { model, dimension }: Embedder,
): () => { readonly use: boolean; readonly notice?: string } {
  let told = false;
  return () => {
    if (dimension === 0) return { use: false };
    const missing = index.size - index.vectors.count;
    const use = missing <= index.size * mostMissingVectors;
    if (missing === 0 || told) return { use };
    told = true;
    const how = use ? 'they are recalled by their words' : 'recall goes by words';
    return {
      use,
      // Without numbers, which would count what others remember.
      notice: `Some memories have no vector of ${model}, so ${how} until reindex has run.`,
    };
  };
}
