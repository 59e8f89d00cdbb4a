/** The worker of the bundled model, a thread or a process: loads one engine, then answers requests in their order. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { SentenceEngine, WorkerReply, WorkerRequest, WorkerSettings } from './minilm-protocol.ts';
import { loadOnnxEngine } from './onnx-engine.ts';

async function loadEngine({ runtime, threads }: WorkerSettings): Promise<SentenceEngine> {
  if (runtime !== 'auto') return loadOnnxEngine(runtime, threads);
  return loadOnnxEngine('native', threads).catch(() => loadOnnxEngine('wasm', threads));
}

interface Owner {
  reply(message: WorkerReply, transfer?: readonly ArrayBuffer[]): void;
  onRequest(listener: (request: WorkerRequest) => void): void;
  /** Lets this worker end. */
  leave(): void;
}

function ownerOfThread(port: MessagePort, due: Int32Array): Owner {
  return {
    /**
     * Every answer settles what was due, and wakes a process that waits for that to leave. It does so before it is sent:
     * the embedder may have set the mark for its next request a moment after.
     */
    reply(message, transfer = []) {
      if (message.kind !== 'ready') {
        Atomics.store(due, 0, 0);
        Atomics.notify(due, 0);
      }
      port.postMessage(message, transfer);
    },
    onRequest: (listener) => port.on('message', listener),
    leave: () => port.close(),
  };
}

function ownerOfProcess(): Owner {
  // A key that ends its owner reaches this process too, and what is under way may still be asked for.
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => undefined);
  return {
    // An owner that is gone wants no answer.
    reply: (message) => void process.send?.(message, undefined, undefined, () => undefined),
    onRequest: (listener) => process.on('message', listener),
    leave: () => process.disconnect(),
  };
}

/** The text of an error: not everything that a native part throws can be sent to another thread. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

type Asked = Exclude<WorkerRequest, { kind: 'end' }>;

async function answer(engine: SentenceEngine, request: Asked): Promise<void> {
  try {
    if (request.kind === 'judge') {
      owner.reply({ kind: 'scores', scores: await engine.judge(request.task, request.pairs) });
      return;
    }
    // A copy of its own can be handed over; the engine's memory cannot.
    const { vectors: made, ...batch } = await engine.embed(request.texts);
    const vectors = new Float32Array(made);
    owner.reply({ kind: 'vectors', vectors, ...batch }, [vectors.buffer]);
  } catch (error) {
    owner.reply({ kind: 'failed', reason: reasonOf(error) });
  }
}

async function end(engine: SentenceEngine): Promise<void> {
  await engine.close();
  owner.leave();
}

const [owner, settings]: readonly [Owner, WorkerSettings] =
  parentPort === null
    ? [ownerOfProcess(), JSON.parse(process.argv[2] ?? '{}')]
    : [ownerOfThread(parentPort, workerData.due), workerData];
try {
  const engine = await loadEngine(settings);
  owner.reply({ kind: 'ready', runtime: engine.runtime });
  owner.onRequest((request) => {
    void (request.kind === 'end' ? end(engine) : answer(engine, request));
  });
} catch (error) {
  owner.reply({ kind: 'failed', reason: reasonOf(error) });
}
