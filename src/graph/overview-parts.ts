import type { Clock } from '../domain/time.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import type { LedgerReader } from '../store/ledger-reader.ts';

/** What an overview is read from. */
export interface OverviewParts {
  readonly index: RecallIndex;
  readonly ledger: LedgerReader;
  readonly clock: Clock;
  /** Takes in what other processes have written. */
  readonly follow: () => Promise<void>;
}
