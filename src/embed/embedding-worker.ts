/**
 * One worker with the bundled model, seen from outside: ask for vectors, one batch at a time, and end it. It is a thread
 * of this process, or a process of its own. Knows nothing of queues and callers; a worker that has died stays dead, and
 * its owner starts another.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { UnavailableError } from '../domain/errors.ts';
import { batchCharacters, batchTexts, minilmModel, queriesBeforeDocuments } from './defaults.ts';
import type {
  EmbeddedBatch,
  JudgedPair,
  JudgingTask,
  MiniLmRuntime,
  WorkerReply,
  WorkerRequest,
  WorkerSettings,
} from './minilm-protocol.ts';

/**
 * How long a process that exits waits for the batch under way. ONNX Runtime aborts the whole process (exit code 134)
 * when its thread is stopped while it computes; a batch takes some 40 ms, loading the model before it up to 1 s.
 */
const finishBatchMs = 2_000;

/** What answers a request. */
type Answer = Exclude<WorkerReply, { readonly kind: 'ready' | 'failed' }>;

interface Waiter {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: Error) => void;
}

/**
 * The worker's file. Node itself starts it, and Node 20 reads no TypeScript, so it is the built one also where this
 * file runs from the source.
 */
const workerUrl: URL = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/bundle/minilm-worker.js' : '../bundle/minilm-worker.js',
  import.meta.url,
);

/** What a thread and a process have in common. */
interface Started {
  post(request: WorkerRequest): void;
  ref(): void;
  unref(): void;
}

interface Listeners {
  readonly onReply: (reply: WorkerReply) => void;
  readonly onError: (error: Error) => void;
  readonly onExit: (code: number | string | null) => void;
}

/** A worker that runs the bundled model. */
export class EmbeddingWorker {
  readonly #worker: Started;
  readonly #ended: Promise<void>;
  #waiter: Waiter | undefined;
  #runtime: MiniLmRuntime | undefined;
  #death: Error | undefined;
  #ending = false;

  /** Starts the worker; it keeps this process alive only between {@link hold} and {@link release}. */
  constructor(kind: 'thread' | 'process', settings: WorkerSettings) {
    let setEnded = (): void => {};
    this.#ended = new Promise((resolve) => {
      setEnded = resolve;
    });
    this.#worker = (kind === 'thread' ? startThread : startProcess)(settings, {
      onReply: (reply) => this.#receive(reply),
      onError: (error) => this.#die(error),
      onExit: (code) => {
        this.#die(new Error(`the model's worker ended with ${code}`));
        setEnded();
      },
    });
    this.#worker.unref();
  }

  /** The engine that it loaded, once it has. */
  get runtime(): MiniLmRuntime | undefined {
    return this.#runtime;
  }

  /** Whether it can be asked no more. */
  get dead(): boolean {
    return this.#death !== undefined;
  }

  /**
   * What the engine makes of the texts. Ask again only after the answer.
   *
   * @throws {Error} what the engine said, or why the worker died
   */
  async embed(texts: readonly string[]): Promise<EmbeddedBatch> {
    const answer = await this.#ask({ kind: 'embed', texts });
    if (answer.kind !== 'vectors') throw new Error(`the worker answered with ${answer.kind}`);
    return answer;
  }

  /** The scores of the pairs; the rules are those of {@link embed}. */
  async judge(task: JudgingTask, pairs: readonly JudgedPair[]): Promise<Float32Array> {
    const answer = await this.#ask({ kind: 'judge', task, pairs });
    if (answer.kind !== 'scores') throw new Error(`the worker answered with ${answer.kind}`);
    return answer.scores;
  }

  #ask(request: WorkerRequest): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#death !== undefined) return reject(this.#death);
      this.#waiter = { resolve, reject };
      this.#worker.post(request);
    });
  }

  /** Keeps this process alive for it. */
  hold(): void {
    this.#worker.ref();
  }

  /** Lets this process end in spite of it. */
  release(): void {
    if (!this.#ending) this.#worker.unref();
  }

  /** Lets the worker finish its batch and ends it. A thread is never terminated: see {@link finishBatchMs}. */
  async end(): Promise<void> {
    this.#ending = true;
    this.hold();
    this.#worker.post({ kind: 'end' });
    await this.#ended;
  }

  #receive(reply: WorkerReply): void {
    if (reply.kind === 'ready') this.#runtime = reply.runtime;
    else if (reply.kind !== 'failed') this.#settle()?.resolve(reply);
    // Before it is ready, a failure is that of loading: the worker is of no use.
    else if (this.#runtime === undefined) this.#die(new Error(reply.reason));
    else this.#settle()?.reject(new Error(reply.reason));
  }

  #die(reason: Error): void {
    this.#death ??= reason;
    this.#settle()?.reject(this.#death);
  }

  #settle(): Waiter | undefined {
    const waiter = this.#waiter;
    this.#waiter = undefined;
    return waiter;
  }
}

function startThread(settings: WorkerSettings, { onReply, onError, onExit }: Listeners): Started {
  const due = new Int32Array(new SharedArrayBuffer(4));
  const finishBatch = (): void => {
    Atomics.wait(due, 0, 1, finishBatchMs);
  };
  // Flags of the host (`-e`, loaders, inspectors) are not for this thread.
  const worker = new Worker(workerUrl, { workerData: { ...settings, due }, execArgv: [] });
  worker.on('message', onReply);
  worker.on('messageerror', onError);
  worker.on('error', (error) => onError(error instanceof Error ? error : new Error(String(error))));
  worker.on('exit', (code) => {
    process.off('exit', finishBatch);
    Atomics.store(due, 0, 0);
    onExit(code);
  });
  process.on('exit', finishBatch);
  return {
    post(request) {
      if (request.kind !== 'end') Atomics.store(due, 0, 1);
      worker.postMessage(request);
    },
    ref: () => worker.ref(),
    unref: () => worker.unref(),
  };
}

/** It ends by itself when this process has: nothing has to wait for it then. */
function startProcess(settings: WorkerSettings, { onReply, onError, onExit }: Listeners): Started {
  const child = fork(fileURLToPath(workerUrl), [JSON.stringify(settings)], {
    execArgv: [],
    serialization: 'advanced',
    // Nothing but what it dies of is said.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.on('message', onReply);
  child.on('error', (error) => {
    onError(error);
    // What did not start does not exit.
    if (child.pid === undefined) onExit(null);
  });
  child.on('exit', (code, signal) => onExit(signal ?? code));
  return {
    // A process that has died says so by its exit.
    post: (request) => void child.send(request, () => undefined),
    // In Bun a channel has no such methods.
    ref() {
      child.ref();
      child.channel?.ref?.();
    },
    unref() {
      child.unref();
      child.channel?.unref?.();
    },
  };
}

/** The model, its engine and its worker are files that a bundler or a tracer of imports may leave behind. */
const missingFiles =
  'Files of the model are missing: ship all of node_modules/@lat.md and node_modules/madeleine with the program (docs/deploy.md), or choose another embedder.';

/** What a call is told whose texts the worker made nothing of. */
export function unavailableError(cause: unknown): UnavailableError {
  // A module that is not found says so on the first line and lists who asked for it on the others.
  const [reason] = (cause instanceof Error ? cause.message : String(cause)).split('\n', 1);
  const remedy = 'call again to start it anew, or choose another runtime or embedder';
  const isMissing = /ENOENT|cannot find (?:module|package)/i.test(reason ?? '');
  return new UnavailableError('EMBEDDER_UNAVAILABLE', `embed: "${minilmModel}" did not run (${reason}); ${remedy}.`, {
    cause,
    ...(isMissing ? { hint: missingFiles } : {}),
  });
}

// Which texts are embedded next. Calls with the same purpose take turns, batch by batch; queries go before documents,
// but not for ever. Runs nothing itself.

/** A call's texts that wait to be embedded. */
export class WaitingTexts {
  readonly purpose: 'query' | 'document';
  #texts: readonly string[];
  #next = 0;

  constructor(purpose: 'query' | 'document', texts: readonly string[]) {
    this.purpose = purpose;
    // Texts of like length share a batch, so that little of it is padding.
    this.#texts = texts.toSorted((one, other) => one.length - other.length);
  }

  /** Whether nothing waits any more. */
  get empty(): boolean {
    return this.#next >= this.#texts.length;
  }

  /** Takes the next batch: as many texts as the limits allow, at least one if any is left. */
  take(): readonly string[] {
    const start = this.#next;
    let characters = 0;
    while (!this.empty && this.#next - start < batchTexts) {
      characters += this.#texts[this.#next]?.length ?? 0;
      if (characters > batchCharacters && this.#next > start) break;
      this.#next += 1;
    }
    return this.#texts.slice(start, this.#next);
  }

  /** Drops what still waits. */
  clear(): void {
    this.#texts = [];
  }
}

/** The order in which waiting calls get their batches. */
export class BatchQueue<Call extends WaitingTexts> {
  readonly #queries: Call[] = [];
  readonly #documents: Call[] = [];
  #queriesInARow = 0;

  /** Puts a call at the end of its line. */
  add(call: Call): void {
    (call.purpose === 'query' ? this.#queries : this.#documents).push(call);
  }

  /** The next batch and the call that it is for, or nothing if nothing waits. */
  next(): { readonly call: Call; readonly texts: readonly string[] } | undefined {
    for (let call = this.#first(); call !== undefined; call = this.#first()) {
      const texts = call.take();
      if (!call.empty) this.add(call);
      if (texts.length > 0) return { call, texts };
    }
    return undefined;
  }

  #first(): Call | undefined {
    const documentsAreDue = this.#queriesInARow >= queriesBeforeDocuments && this.#documents.length > 0;
    const query = documentsAreDue ? undefined : this.#queries.shift();
    this.#queriesInARow = query === undefined ? 0 : this.#queriesInARow + 1;
    return query ?? this.#documents.shift();
  }
}
