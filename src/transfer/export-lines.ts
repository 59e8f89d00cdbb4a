/** Everything that a space holds, as the lines of our own export; vectors are made again on import. */
import { throwIfCancelled } from '../domain/errors.ts';
import { isFact } from '../domain/records.ts';
import type { Ledger } from '../store/ledger.ts';
import { headerLine, recordLine } from './export.ts';
import { transferOrder } from './transfer-record.ts';

/** What an export is made with. */
export interface ExportRun {
  readonly space: string;
  readonly exportedAt: Date;
  readonly onProgress: (done: number) => void;
  readonly signal?: AbortSignal;
}

/** Records between two reports of progress. */
const recordsPerReport = 500;

/** The lines of an export: a header, then every record, what is pointed at before what points at it. */
export async function* exportLines(ledger: Ledger, run: ExportRun): AsyncGenerator<string, void, undefined> {
  yield headerLine({ space: run.space, seq: ledger.head.seq, exportedAt: run.exportedAt });
  let done = 0;
  const tick = (): void => {
    done += 1;
    if (done % recordsPerReport === 0) run.onProgress(done);
    throwIfCancelled('export', run.signal);
  };
  for (const table of transferOrder) {
    // Observations and facts go out in the order in which they were written, which times may not tell.
    if (table === 'fact') continue;
    if (table !== 'observation') {
      for await (const record of ledger.all(table)) {
        yield recordLine(table, record);
        tick();
      }
      continue;
    }
    for await (const memory of ledger.allMemories()) {
      yield recordLine(isFact(memory) ? 'fact' : 'observation', memory);
      tick();
    }
  }
  run.onProgress(done);
}
