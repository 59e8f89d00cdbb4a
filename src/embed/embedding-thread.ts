/**
 * One worker thread with the bundled model, seen from outside: ask for vectors, one batch at a time, and end it.
 * Knows nothing of queues and callers; a thread that has died stays dead, and its owner starts another.
 */
import { Worker } from 'node:worker_threads';
import { batchCharacters, batchTexts, queriesBeforeDocuments } from './defaults.ts';
import type { EmbeddedBatch, MiniLmRuntime, WorkerReply, WorkerRequest, WorkerSettings } from './minilm-protocol.ts';

/**
 * How long a process that exits waits for the batch under way. ONNX Runtime aborts the whole process (exit code 134)
 * when its thread is stopped while it computes; a batch takes some 40 ms, loading the model before it up to 1 s.
 */
const finishBatchMs = 2_000;

interface Waiter {
  readonly resolve: (batch: EmbeddedBatch) => void;
  readonly reject: (reason: Error) => void;
}

/** A worker thread that runs the bundled model. */
export class EmbeddingThread {
  readonly #worker: Worker;
  readonly #ended: Promise<void>;
  readonly #due = new Int32Array(new SharedArrayBuffer(4));
  #waiter: Waiter | undefined;
  #runtime: MiniLmRuntime | undefined;
  #death: Error | undefined;
  #ending = false;

  /** Starts the thread; it keeps the process alive only between {@link hold} and {@link release}. */
  constructor(entry: URL, settings: Omit<WorkerSettings, 'due'>) {
    // Flags of the host (`-e`, loaders, inspectors) are not for this thread.
    this.#worker = new Worker(entry, { workerData: { ...settings, due: this.#due }, execArgv: [] });
    this.#worker.unref();
    this.#worker.on('message', (reply: WorkerReply) => this.#receive(reply));
    this.#worker.on('messageerror', (error) => this.#die(error));
    this.#worker.on('error', (error) => this.#die(error instanceof Error ? error : new Error(String(error))));
    this.#ended = new Promise((resolve) => {
      this.#worker.on('exit', (code) => {
        process.off('exit', this.#finishBatch);
        this.#die(new Error(`the worker thread ended with exit code ${code}`));
        resolve();
      });
    });
    process.on('exit', this.#finishBatch);
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
   * @throws {Error} what the engine said, or why the thread died
   */
  embed(texts: readonly string[]): Promise<EmbeddedBatch> {
    return new Promise((resolve, reject) => {
      if (this.#death !== undefined) return reject(this.#death);
      this.#waiter = { resolve, reject };
      Atomics.store(this.#due, 0, 1);
      this.#post({ kind: 'embed', texts });
    });
  }

  /** Keeps the process alive for it. */
  hold(): void {
    this.#worker.ref();
  }

  /** Lets the process end in spite of it. */
  release(): void {
    if (!this.#ending) this.#worker.unref();
  }

  /** Lets the thread finish its batch and ends it. It is never terminated: see {@link finishBatchMs}. */
  async end(): Promise<void> {
    this.#ending = true;
    this.hold();
    this.#post({ kind: 'end' });
    await this.#ended;
  }

  readonly #finishBatch = (): void => {
    Atomics.wait(this.#due, 0, 1, finishBatchMs);
  };

  #post(request: WorkerRequest): void {
    this.#worker.postMessage(request);
  }

  #receive(reply: WorkerReply): void {
    if (reply.kind === 'ready') this.#runtime = reply.runtime;
    else if (reply.kind === 'vectors') this.#settle()?.resolve(reply);
    // Before it is ready, a failure is that of loading: the thread is of no use.
    else if (this.#runtime === undefined) this.#die(new Error(reply.reason));
    else this.#settle()?.reject(new Error(reply.reason));
  }

  #die(reason: Error): void {
    this.#death ??= reason;
    Atomics.store(this.#due, 0, 0);
    this.#settle()?.reject(this.#death);
  }

  #settle(): Waiter | undefined {
    const waiter = this.#waiter;
    this.#waiter = undefined;
    return waiter;
  }
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
