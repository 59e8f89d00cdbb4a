/** The implementations that the embedder contract is run over. */
import { createRequire } from 'node:module';
import { MockEmbeddingModelV3 } from 'ai/test';
import { createAiSdkEmbedder } from '../../src/embed/ai-sdk-embedder.ts';
import type { Embedder } from '../../src/embed/embedder.ts';
import { createMiniLmEmbedder } from '../../src/embed/minilm-embedder.ts';

/** Whether the optional peer of the native runtime is installed and loads on this machine. */
export const nativeLoads: boolean = loads('onnxruntime-node');

/** One implementation; `skip` says why it cannot be run here. */
export interface EmbedderCase {
  readonly name: string;
  readonly make: () => Promise<Embedder>;
  readonly skip?: string;
}

/** Every embedder that makes vectors. */
export const embedderCases: readonly EmbedderCase[] = [
  {
    name: 'minilm on the native runtime',
    make: async () => createMiniLmEmbedder({ runtime: 'native' }),
    ...(!nativeLoads && { skip: 'onnxruntime-node does not load here' }),
  },
  { name: 'minilm in WebAssembly', make: async () => createMiniLmEmbedder({ runtime: 'wasm' }) },
  { name: 'a model of the AI SDK', make: () => createAiSdkEmbedder({ model: letterModel() }) },
];

/** A model that counts letters, too long by far, a few texts at a time and not at once: what a provider may do. */
export function letterModel(): MockEmbeddingModelV3 {
  return new MockEmbeddingModelV3({
    provider: 'mock',
    modelId: 'letters',
    maxEmbeddingsPerCall: 7,
    supportsParallelCalls: true,
    doEmbed: async ({ values, abortSignal }) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      abortSignal?.throwIfAborted();
      return { embeddings: values.map(countLetters), warnings: [] };
    },
  });
}

function countLetters(text: string): number[] {
  const counts: number[] = new Array(32).fill(0);
  counts[0] = 1;
  for (const [at, letter] of [...text].entries()) {
    const slot = (letter.codePointAt(0) ?? 0) % 32;
    counts[slot] = (counts[slot] ?? 0) + 3 + (at % 5);
  }
  return counts;
}

function loads(name: string): boolean {
  try {
    createRequire(import.meta.url)(name);
    return true;
  } catch {
    return false;
  }
}
