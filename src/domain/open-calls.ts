/** Counts the calls that are under way, so that closing waits for them and nothing begins after it. */
import { ConflictError } from './errors.ts';

/** Hears of calls. */
export interface CallWatch {
  began(operation: string): void;
  /** `running` others are under way. */
  ended(running: number): void;
  /** No further call begins. */
  closed(): void;
}

/** The calls of one memory. */
export class OpenCalls {
  /** Set once by whoever wants to know. */
  watch: CallWatch | undefined;
  readonly #running = new Set<Promise<unknown>>();
  readonly #closing = new AbortController();

  /**
   * Runs a call to its end.
   *
   * @throws {ConflictError} CLOSED when the memory is closed or closing.
   */
  async run<T>(operation: string, call: () => Promise<T>): Promise<T> {
    this.check(operation);
    const running = call();
    this.#running.add(running);
    this.watch?.began(operation);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
      this.watch?.ended(this.#running.size);
    }
  }

  /** Throws CLOSED when the memory is closed or closing. */
  check(operation: string): void {
    if (this.#closing.signal.aborted) throw closed(operation);
  }

  /** Runs through a sequence, each step of it a call. */
  async *each<T>(operation: string, items: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
    const iterator = items[Symbol.asyncIterator]();
    try {
      while (true) {
        const { done, value } = await this.run(operation, () => iterator.next());
        if (done === true) return;
        yield value;
      }
    } finally {
      await iterator.return?.();
    }
  }

  /** A signal for long calls, which fires with the caller's and when the memory closes. */
  untilClosed(signal: AbortSignal | undefined): AbortSignal {
    return signal === undefined ? this.#closing.signal : AbortSignal.any([signal, this.#closing.signal]);
  }

  /** Lets no further call begin, and settles when those under way have ended, well or badly. */
  async close(): Promise<void> {
    this.#closing.abort(closed('close'));
    await Promise.allSettled(this.#running);
    this.watch?.closed();
  }
}

function closed(operation: string): ConflictError {
  return new ConflictError('CLOSED', `${operation}: the memory is closed; open it again.`);
}
