/**
 * Counts the calls that are under way, so that closing waits for them and nothing begins after it. Makes the classes whose
 * methods are such calls.
 */
import type { z } from 'zod';
import { ConflictError } from './errors.ts';
import { type Fields, number, record } from './result.ts';

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
  /** Set once by the listener. */
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

/** How long the last calls took, for a median and a 95th percentile; nothing of it is kept on disk. */

/** How many calls are looked back on. */
const keptDurations = 1_000;

const latencyFields = {
  p50: number,
  p95: number,
};
/** What half of the last 1,000 calls and 95 of 100 of them did not go beyond, in milliseconds. */
export interface Latency extends Fields<typeof latencyFields> {}
export const latencyRules: z.ZodType<Latency> = record(latencyFields);

/** The durations of the last 1,000 calls, in milliseconds. */
export class RecentDurations {
  #calls = 0;
  /** A ring. */
  readonly #kept: number[] = [];

  /** Calls so far, those that are not looked back on any more included. */
  get calls(): number {
    return this.#calls;
  }

  /** Takes in how long one more call took. */
  add(durationMs: number): void {
    this.#kept[this.#calls % keptDurations] = durationMs;
    this.#calls += 1;
  }

  /** What they say; `undefined` before the first call. */
  read(): Latency | undefined {
    const sorted = [...this.#kept].sort((one, other) => one - other);
    const [p50, p95] = [0.5, 0.95].map((share) => sorted[Math.ceil(sorted.length * share) - 1]);
    return p50 === undefined || p95 === undefined ? undefined : { p50, p95 };
  }
}

/**
 * A class with methods of these names, each of which makes the call for what it is a method of.
 *
 * @typeParam Methods - the interface of the methods; the class that extends this one has the rest of it.
 */
export function methodsOf<Methods, Target>(
  names: readonly string[],
  call: (target: Target, name: string, given: readonly unknown[]) => unknown,
): new (
  target: Target,
) => Methods {
  class Named {
    readonly #target: Target;

    constructor(target: Target) {
      this.#target = target;
    }

    static {
      for (const name of names) {
        const value = function (this: Named, ...given: readonly unknown[]): unknown {
          return call(this.#target, name, given);
        };
        Object.defineProperty(Named.prototype, name, { value, writable: true, configurable: true });
      }
    }
  }
  // The compiler does not see methods that are made in a loop.
  return Named as unknown as new (
    target: Target,
  ) => Methods;
}
