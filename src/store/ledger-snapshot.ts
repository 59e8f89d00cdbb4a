/**
 * A ledger as it stood at one moment, whatever is written meanwhile: what a consistent export of a
 * space in use reads. It holds a transaction of the engine open until it is closed.
 */
import type { Head } from './change.ts';
import type { SpaceStatements } from './space-database.ts';
import { LedgerReader, readHead } from './ledger-reader.ts';

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
    return new LedgerSnapshot(database, await readHead(database), onClosed);
  }

  /** Lets go of the moment. */
  async close(): Promise<void> {
    await this.database.close();
    this.#onClosed();
  }
}
