/**
 * Sleep by itself, when a memory has been idle for long enough. One sleep follows on use: without a
 * call since the last, or so soon after one that another process took, there is none. It keeps no
 * process alive.
 */
import { CancelledError, ConflictError } from '../domain/errors.ts';
import type { Clock } from '../domain/time.ts';

/** Sets a timer, which lets the process end; answers what puts it off. */
export type SetTimer = (task: () => void, ms: number) => () => void;

/** What sleeping by itself needs. */
export interface IdleSleepParts {
  /** How long a memory is idle before it sleeps, and how long after a sleep nobody else does. */
  readonly afterMs: number;
  readonly clock: Clock;
  readonly setTimer?: SetTimer;
  /** When the last sleep of any process ended. */
  lastEndedAt(): Promise<Date | undefined>;
  sleep(): Promise<unknown>;
  /** Hears of a sleep that failed; that somebody else sleeps, or that the memory closes, is no failure. */
  onError(error: unknown): void;
}

const unheldTimer: SetTimer = (task, ms) => {
  const timer = setTimeout(task, ms).unref();
  return () => clearTimeout(timer);
};

/** Watches the calls of a memory, and sleeps when there have been none for a while. */
export class IdleSleep {
  readonly #parts: IdleSleepParts;
  #putOff: () => void = () => undefined;
  /** Whether nothing has been asked of the memory since it last slept. */
  #isRested = true;

  constructor(parts: IdleSleepParts) {
    this.#parts = parts;
  }

  /** A call begins. */
  began(operation: string): void {
    this.#putOff();
    this.#isRested = operation === 'sleep';
  }

  /** A call has ended; `running` others are under way. */
  ended(running: number): void {
    if (running === 0 && !this.#isRested) this.#wait(this.#parts.afterMs);
  }

  /** The memory is closed. */
  closed(): void {
    this.#putOff();
  }

  #wait(ms: number): void {
    const { setTimer = unheldTimer } = this.#parts;
    this.#putOff();
    this.#putOff = setTimer(() => void this.#sleep(), ms);
  }

  async #sleep(): Promise<void> {
    const { afterMs, clock, lastEndedAt, onError, sleep } = this.#parts;
    try {
      const endedAt = await lastEndedAt();
      const left = endedAt === undefined ? 0 : endedAt.getTime() + afterMs - clock().getTime();
      // A clock that was put back makes nobody wait for longer than once more.
      if (left > 0) this.#wait(Math.min(left, afterMs));
      else await sleep();
    } catch (error) {
      if (!(error instanceof ConflictError || error instanceof CancelledError)) onError(error);
    }
  }
}
