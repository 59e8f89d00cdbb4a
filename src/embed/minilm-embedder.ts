/**
 * The bundled embedder: all-MiniLM-L6-v2 in a worker, without a network.
 *
 *   embed(texts) -> recent vectors -> queue of batches -> worker -> answers in the order of the texts
 *
 * Owns the queue, the cache and the life of the worker. One batch is under way at a time, so that a query never waits
 * behind more than that.
 */
import { availableParallelism } from 'node:os';
import { CancelledError, ConflictError, throwIfCancelled } from '../domain/errors.ts';
import { BatchQueue, EmbeddingWorker, WaitingTexts, unavailableError } from './embedding-worker.ts';
import { checkChoice, checkTexts, checkWholeNumber, refuseUnknownOptions } from './check-vectors.ts';
import { idleSeconds, minilmDimension, minilmModel, nativeThreads, recentPairs, recentTexts } from './defaults.ts';
import type { EarlierAndLater, EmbedOptions, Embedder, Passage, TextEmbedding } from './embedder.ts';
import type { JudgedPair, JudgingTask, MiniLmRuntime } from './minilm-protocol.ts';
import { RecentResults } from './recent-results.ts';

/** How the bundled embedder runs. */
export interface MiniLmOptions {
  /**
   * `native` needs `onnxruntime-node` beside Madeleine; `wasm` runs anywhere, three to five times slower, and makes the same
   * vectors to five digits; `auto` is native where it loads, else wasm.
   *
   * @default 'auto'
   */
  readonly runtime?: MiniLmRuntime | 'auto';
  /** Threads of the native engine, 1-64. @default as many as the machine has cores, at most 4 */
  readonly threads?: number;
  /** How many recent texts keep their vectors, and four times as many pairs their scores, 0-1,000,000; 0 turns that off. @default 1000 */
  readonly cacheSize?: number;
  /**
   * Seconds without a text after which the model's memory goes back to the system, 1-86,400; the next text loads it
   * again. @default 600
   */
  readonly unloadAfterIdle?: number;
  /**
   * Where the model runs: in a thread of this process, or in a process of its own. What a process took goes back to the
   * system whole when the model is unloaded (of a thread's, 90 MB stay), and a crash of it leaves this one be. The hub
   * has a process.
   *
   * @default 'thread'
   */
  readonly worker?: 'thread' | 'process';
}

/** The bundled embedder; beside the contract it says what it runs on. */
export interface MiniLmEmbedder extends Required<Embedder> {
  /** The engine in use; undefined before the first text was embedded. */
  readonly runtime: MiniLmRuntime | undefined;
}

/**
 * Makes the bundled embedder. Nothing is loaded before the first text: the worker starts then (0.3 s native, 1.2 s
 * wasm), keeps the process alive only while texts wait, and ends with `close()` or when it was idle for long. If it
 * dies, the calls that wait are rejected with EMBEDDER_UNAVAILABLE and the next call starts another. Texts are read up
 * to 256 tokens.
 *
 * @throws {InvalidArgumentError} for unknown options and values out of range
 */
export function createMiniLmEmbedder(options: MiniLmOptions = {}): MiniLmEmbedder {
  const operation = 'createMiniLmEmbedder';
  refuseUnknownOptions(operation, options, ['runtime', 'threads', 'cacheSize', 'unloadAfterIdle', 'worker']);
  checkChoice(operation, 'runtime', options.runtime, ['auto', 'native', 'wasm']);
  checkWholeNumber(operation, 'threads', options.threads, 1, 64);
  checkWholeNumber(operation, 'cacheSize', options.cacheSize, 0, 1_000_000);
  checkWholeNumber(operation, 'unloadAfterIdle', options.unloadAfterIdle, 1, 86_400);
  checkChoice(operation, 'worker', options.worker, ['thread', 'process']);
  return new QueueingEmbedder({
    runtime: options.runtime ?? 'auto',
    threads: options.threads ?? Math.min(nativeThreads, availableParallelism()),
    cacheSize: options.cacheSize ?? recentTexts,
    unloadAfterIdle: options.unloadAfterIdle ?? idleSeconds,
    worker: options.worker ?? 'thread',
  });
}

/** A call that waits for what the model makes of its texts. */
abstract class WaitingCall<Made> extends WaitingTexts {
  readonly made = new Map<string, Made>();
  readonly done: Promise<void>;
  readonly #missing: number;
  #resolve: () => void = () => {};
  #reject: (reason: unknown) => void = () => {};

  constructor(purpose: 'query' | 'document', texts: readonly string[]) {
    super(purpose, texts);
    this.#missing = texts.length;
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** Has a worker make them of some of its texts. */
  abstract run(worker: EmbeddingWorker, texts: readonly string[]): Promise<void>;

  fail(reason: unknown): void {
    this.clear();
    this.#reject(reason);
  }

  protected receive(text: string, made: Made): void {
    this.made.set(text, made);
    if (this.made.size === this.#missing) this.#resolve();
  }
}

/** A call of `embed`. */
class EmbedCall extends WaitingCall<TextEmbedding> {
  async run(worker: EmbeddingWorker, texts: readonly string[]): Promise<void> {
    const { vectors, tokens } = await worker.embed(texts);
    for (const [row, text] of texts.entries()) {
      const vector = vectors.subarray(row * minilmDimension, (row + 1) * minilmDimension);
      this.receive(text, { vector, ...(tokens?.[row] === undefined ? {} : { tokens: tokens[row] }) });
    }
  }
}

/** A call that has pairs judged. Its texts are the task with each pair, written down. */
class JudgeCall extends WaitingCall<number> {
  readonly #task: JudgingTask;

  constructor(task: JudgingTask, pairs: readonly string[]) {
    super('query', pairs);
    this.#task = task;
  }

  async run(worker: EmbeddingWorker, texts: readonly string[]): Promise<void> {
    const scores = await worker.judge(
      this.#task,
      texts.map((text): JudgedPair => JSON.parse(text)[1]),
    );
    for (const [row, text] of texts.entries()) this.receive(text, scores[row]!);
  }
}

type Judging = Pick<EmbedOptions, 'signal'>;

class QueueingEmbedder implements MiniLmEmbedder {
  readonly model = minilmModel;
  readonly dimension = minilmDimension;
  readonly #settings: Required<MiniLmOptions>;
  readonly #recent: RecentResults<TextEmbedding>;
  readonly #judgements: RecentResults<number>;
  readonly #queue = new BatchQueue<WaitingCall<unknown>>();
  readonly #calls = new Set<WaitingCall<unknown>>();
  #worker: EmbeddingWorker | undefined;
  #runtime: MiniLmRuntime | undefined;
  #running = false;
  #closed = false;
  #idle: NodeJS.Timeout | undefined;

  constructor(settings: Required<MiniLmOptions>) {
    this.#settings = settings;
    const { cacheSize } = settings;
    this.#recent = new RecentResults(cacheSize, ({ vector, ...made }) => ({ ...made, vector: vector.slice() }));
    this.#judgements = new RecentResults(cacheSize * recentPairs);
  }

  get runtime(): MiniLmRuntime | undefined {
    return this.#runtime;
  }

  async embed(texts: readonly string[], options?: EmbedOptions): Promise<readonly Float32Array[]> {
    return (await this.embedWithTokens(texts, options)).map(({ vector }) => vector);
  }

  async embedWithTokens(texts: readonly string[], options: EmbedOptions = {}): Promise<readonly TextEmbedding[]> {
    const { purpose = 'document', signal } = options;
    checkTexts(texts);
    throwIfCancelled('embed', signal);
    if (this.#closed) throw closedError();
    const made = await this.#recent.getOrMake(texts, (missing) => this.#made(new EmbedCall(purpose, missing), signal));
    return texts.map((text) => {
      const { vector = new Float32Array(), tokens } = made.get(text) ?? {};
      return { vector: vector.slice(), ...(tokens === undefined ? {} : { tokens }) };
    });
  }

  async answers(question: string, passages: readonly Passage[], options?: Judging): Promise<Float32Array> {
    const pairs = passages.map((passage) => ({ first: question, passage }));
    return this.#judged('answers', pairs, options);
  }

  async ends(changes: readonly EarlierAndLater[], options?: Judging): Promise<Float32Array> {
    const pairs = changes.map(({ earlier, later }) => ({ first: earlier, passage: { text: later } }));
    return this.#judged('ends', pairs, options);
  }

  async #judged(task: JudgingTask, pairs: readonly JudgedPair[], { signal }: Judging = {}): Promise<Float32Array> {
    throwIfCancelled('judge', signal);
    if (this.#closed) throw closedError();
    if (pairs.length === 0) return new Float32Array();
    const texts = pairs.map((pair) => JSON.stringify([task, pair]));
    const scores = await this.#judgements.getOrMake(texts, (missing) =>
      this.#made(new JudgeCall(task, missing), signal),
    );
    return Float32Array.from(texts, (text) => scores.get(text)!);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idle);
    this.#failAll(closedError());
    this.#recent.close();
    this.#judgements.close();
    await this.#worker?.end();
  }

  /** What the model makes of the texts of a call. */
  async #made<Made>(call: WaitingCall<Made>, signal: AbortSignal | undefined): Promise<ReadonlyMap<string, Made>> {
    const cancel = () =>
      call.fail(new CancelledError('CANCELLED', 'embed: cancelled by its signal.', { cause: signal?.reason }));
    signal?.addEventListener('abort', cancel, { once: true });
    this.#calls.add(call);
    this.#queue.add(call);
    void this.#run();
    try {
      await call.done;
    } finally {
      signal?.removeEventListener('abort', cancel);
      this.#calls.delete(call);
    }
    return call.made;
  }

  /** Sends batch after batch until none waits; a second run beside it would mix up the answers. */
  async #run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    clearTimeout(this.#idle);
    for (let batch = this.#queue.next(); batch !== undefined; batch = this.#queue.next()) {
      await this.#runBatch(batch.call, batch.texts);
    }
    this.#worker?.release();
    this.#running = false;
    if (this.#closed) return;
    this.#idle = setTimeout(() => this.#unload(), this.#settings.unloadAfterIdle * 1000).unref();
  }

  /** Ends the worker. The next text starts another, also while this one still ends. */
  #unload(): void {
    void this.#worker?.end();
    this.#worker = undefined;
  }

  async #runBatch(call: WaitingCall<unknown>, texts: readonly string[]): Promise<void> {
    let worker: EmbeddingWorker | undefined;
    try {
      worker = this.#liveWorker();
      worker.hold();
      await call.run(worker, texts);
      this.#runtime = worker.runtime;
    } catch (cause) {
      const error = unavailableError(cause);
      if (worker === undefined || worker.dead) this.#failAll(error);
      else call.fail(error);
    }
  }

  #liveWorker(): EmbeddingWorker {
    if (this.#worker === undefined || this.#worker.dead) {
      this.#worker = new EmbeddingWorker(this.#settings.worker, this.#settings);
    }
    return this.#worker;
  }

  #failAll(error: Error): void {
    for (const call of this.#calls) call.fail(error);
  }
}

function closedError(): ConflictError {
  return new ConflictError('CLOSED', `embed: the embedder "${minilmModel}" is closed; make another.`);
}
