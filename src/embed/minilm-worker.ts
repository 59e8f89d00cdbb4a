/** The worker thread of the bundled model: loads one engine, then answers requests in their order. */
import { parentPort, workerData } from 'node:worker_threads';
import type { SentenceEngine, WorkerReply, WorkerRequest, WorkerSettings } from './minilm-protocol.ts';
import { loadNativeEngine } from './native-engine.ts';
import { loadWasmEngine } from './wasm-engine.ts';

async function loadEngine({ runtime, threads }: WorkerSettings): Promise<SentenceEngine> {
  if (runtime === 'wasm') return loadWasmEngine();
  try {
    return await loadNativeEngine(threads);
  } catch (error) {
    if (runtime === 'native') throw error;
    return loadWasmEngine();
  }
}

/**
 * Every answer settles what was due, and wakes a process that waits for that to leave. It does so before it is sent:
 * the embedder may have set the mark for its next request a moment after.
 */
function reply(message: WorkerReply, transfer: readonly ArrayBuffer[] = []): void {
  if (message.kind !== 'ready') {
    Atomics.store(settings.due, 0, 0);
    Atomics.notify(settings.due, 0);
  }
  parentPort?.postMessage(message, transfer);
}

/** The text of an error: not everything that a native part throws can be sent to another thread. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function answer(engine: SentenceEngine, texts: readonly string[]): Promise<void> {
  try {
    // A copy of its own can be handed over; the engine's memory cannot.
    const { vectors: made, ...batch } = await engine.embed(texts);
    const vectors = new Float32Array(made);
    reply({ kind: 'vectors', vectors, ...batch }, [vectors.buffer]);
  } catch (error) {
    reply({ kind: 'failed', reason: reasonOf(error) });
  }
}

async function end(engine: SentenceEngine): Promise<void> {
  await engine.close();
  parentPort?.close();
}

const settings: WorkerSettings = workerData;
try {
  const engine = await loadEngine(settings);
  reply({ kind: 'ready', runtime: engine.runtime });
  parentPort?.on('message', (request: WorkerRequest) => {
    void (request.kind === 'embed' ? answer(engine, request.texts) : end(engine));
  });
} catch (error) {
  reply({ kind: 'failed', reason: reasonOf(error) });
}
