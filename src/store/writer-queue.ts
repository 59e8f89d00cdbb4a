/** One task after the other: every mutation of a space goes through one of these. */

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
