/** What the ledgers of one space that are open in this process have in common. */

/** The use of one space by one process. */
export class SpaceUse {
  /** The one queue of all of them. */
  readonly queue: WriterQueue = new WriterQueue();
  #open = 0;
  #shared = false;

  /** Whether one of them must expect that another has written: from the second one on until all are closed. */
  get shared(): boolean {
    return this.#shared;
  }

  /** Counts a ledger that opens. */
  enter(): void {
    this.#open += 1;
    if (this.#open > 1) this.#shared = true;
  }

  /** Counts a ledger that closes. */
  leave(): void {
    this.#open -= 1;
    if (this.#open === 0) this.#shared = false;
  }
}

/** Runs tasks one at a time, in the order in which they came. */
export class WriterQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs a task when all tasks before it have ended, well or badly. */
  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#last.then(task);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Settles when every task so far has ended. */
  async idle(): Promise<void> {
    await this.#last;
  }
}
