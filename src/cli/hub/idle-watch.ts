/** Watches how long nobody calls a hub in the background, and then does something. Owns no hub. */

/** Sets a timer; answers what puts it off. */
export type StartTimer = (task: () => void, ms: number) => () => void;

/** What watching needs. */
export interface IdleWatchParts {
  /** How long nothing is asked before it acts; 0 for never. */
  readonly afterMs: number;
  readonly setTimer?: StartTimer;
  /** What is done first; its failure keeps nobody, and a call meanwhile begins the waiting anew. */
  prepare?(): Promise<void>;
  act(): void;
  onError(error: unknown): void;
}

/** The timer of the process. */
export const systemTimer: StartTimer = (task, ms) => {
  const timer = setTimeout(task, ms);
  return () => clearTimeout(timer);
};

/** Watches the calls of a hub. */
export class IdleWatch {
  readonly #parts: IdleWatchParts;
  #putOff: () => void = () => undefined;
  /** Changes with each call, so that one in the meantime is seen even when it has ended. */
  #calls = 0;

  constructor(parts: IdleWatchParts) {
    this.#parts = parts;
    this.#wait();
  }

  /** So many calls are under way now. */
  hear(open: number): void {
    this.#calls += 1;
    this.#putOff();
    if (open === 0) this.#wait();
  }

  /** Nobody watches any more. */
  close(): void {
    this.#putOff();
  }

  #wait(): void {
    const { afterMs, setTimer = systemTimer } = this.#parts;
    if (afterMs > 0) this.#putOff = setTimer(() => void this.#act(), afterMs);
  }

  async #act(): Promise<void> {
    const { onError } = this.#parts;
    const calls = this.#calls;
    await this.#parts.prepare?.().catch(onError);
    if (this.#calls === calls) this.#parts.act();
  }
}
