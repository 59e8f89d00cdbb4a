/**
 * Keeps the index of a space on a server up with what other processes write there: a live query tells of commits, and
 * a look at the head now and then finds what it kept to itself. Reads look for themselves as well; this is for those
 * who only listen, and for the answers while the server is away.
 */
import type { Writer } from './writer.ts';

/** How often the head is looked at while the live query tells everything, and while it does not. */
const calmMs = 1000;
const eagerMs = 100;

/** Follows until it is ended. */
export class Follower {
  readonly #writer: Writer;
  readonly #onError: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;
  #isEnded = false;
  #following: Promise<void> | undefined;
  /** Whether the live query has told of the last commit that was found. */
  #isTold = false;

  /** Begins to follow; failures are told to `onError`, once each time the server goes away. */
  constructor(writer: Writer, onError: (error: unknown) => void) {
    this.#writer = writer;
    this.#onError = onError;
    const { ledger, index } = writer.parts;
    ledger.watchHead((seq) => {
      this.#isTold = seq !== undefined;
      // Its own commits are told to it as well.
      if (seq === undefined || seq > Math.max(index.seq, ledger.head.seq)) void this.#follow();
    });
    this.#lookLater();
  }

  /** Ends, and settles when nothing is read any more. */
  async end(): Promise<void> {
    this.#isEnded = true;
    clearTimeout(this.#timer);
    await this.#following;
  }

  #lookLater(): void {
    const look = async (): Promise<void> => {
      const before = this.#writer.parts.index.seq;
      await this.#follow();
      // What is found here was not told: from now on the head is looked at more often.
      if (this.#writer.parts.index.seq > before) this.#isTold = false;
      if (!this.#isEnded) this.#lookLater();
    };
    this.#timer = setTimeout(() => void look(), this.#isTold ? calmMs : eagerMs).unref();
  }

  #follow(): Promise<void> {
    const { ledger } = this.#writer.parts;
    if (this.#isEnded || ledger.awayMs > 0) return Promise.resolve();
    this.#following ??= this.#writer
      .follow()
      .then(() => ledger.updateCopy())
      .catch(this.#onError)
      .finally(() => {
        this.#following = undefined;
      });
    return this.#following;
  }
}
