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
  #looking: Promise<void> | undefined;
  /** Whether the live query has told of the last commit that was found. */
  #isTold = false;
  /** The last commit that it told of. */
  #told = 0;

  /** Begins to follow; failures are told to `onError`, once each time the server goes away. */
  constructor(writer: Writer, onError: (error: unknown) => void) {
    this.#writer = writer;
    this.#onError = onError;
    const { ledger, index } = writer.parts;
    ledger.watchHead((seq) => {
      this.#isTold = seq !== undefined;
      this.#told = seq ?? 0;
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
    await this.#looking;
  }

  #lookLater(): void {
    const look = async (): Promise<void> => {
      const before = this.#writer.parts.index.seq;
      await this.#follow();
      const { index, ledger } = this.#writer.parts;
      // What is found here was not told: from now on the head is looked at more often.
      if (index.seq > Math.max(before, this.#told)) this.#isTold = false;
      // The copy is for the answers while the server is away: it may be a look behind.
      if (!this.#isEnded) await ledger.updateCopy().catch(this.#onError);
      if (!this.#isEnded) this.#lookLater();
    };
    const begin = (): void => {
      this.#looking = look();
    };
    this.#timer = setTimeout(begin, this.#isTold ? calmMs : eagerMs).unref();
  }

  #follow(): Promise<void> {
    const { ledger } = this.#writer.parts;
    if (this.#isEnded || ledger.awayMs > 0) return Promise.resolve();
    this.#following ??= this.#catchUp()
      .catch(this.#onError)
      .finally(() => {
        this.#following = undefined;
      });
    return this.#following;
  }

  async #catchUp(): Promise<void> {
    const { parts } = this.#writer;
    let before: number;
    do {
      before = parts.index.seq;
      await this.#writer.follow();
      // Again for what was told meanwhile; a server that went away tells nothing new.
    } while (before < parts.index.seq && parts.index.seq < this.#told);
  }
}
