/** A space as it stood at one moment, to be read while others write. */
import type { Head } from './codec.ts';
import { LedgerReader } from './ledger-reader.ts';
import type { SpaceStatements } from './space-database.ts';
import { readHead } from './tally.ts';

/** Reads one space as it stood at one moment. */
export class LedgerSnapshot extends LedgerReader {
  /** The last commit that it shows. */
  readonly head: Head;
  readonly #onClosed: () => void;

  private constructor(database: SpaceStatements, head: Head, onClosed: () => void) {
    super(database);
    this.head = head;
    this.#onClosed = onClosed;
  }

  /** The ledger as some statements of a transaction show it. */
  static async of(database: SpaceStatements, onClosed: () => void): Promise<LedgerSnapshot> {
    const { seq, hash } = await readHead(database);
    return new LedgerSnapshot(database, { seq, hash }, onClosed);
  }

  /** Lets go of the moment. */
  async close(): Promise<void> {
    await this.database.close();
    this.#onClosed();
  }
}
