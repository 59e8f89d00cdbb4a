/** Everything that a space holds, as the lines of our own export; vectors are made again on import. */
import { throwIfCancelled } from '../domain/errors.ts';
import { isFact } from '../domain/records.ts';
import type { Ledger } from '../store/ledger.ts';
import type { LedgerReader } from '../store/ledger-reader.ts';
import { headerLine, recordLine } from './export.ts';
import { type ExportMoment, type NamedRecord, recordsAt } from './records-at.ts';
import { type SpaceHash, SpaceHasher } from './space-hash.ts';
import { transferOrder } from './transfer-record.ts';

/** What an export is made with. */
export interface ExportRun {
  readonly space: string;
  readonly exportedAt: Date;
  /** Shows another moment than now. */
  readonly moment?: ExportMoment;
  readonly onProgress: (done: number) => void;
  readonly signal?: AbortSignal;
}

/** Records between two reports of progress. */
const recordsPerReport = 500;

/**
 * The lines of an export: a header, then every record, what is pointed at before what points at it.
 * They show one state of the space, whatever is written while they are read.
 */
export async function* exportLines(ledger: Ledger, run: ExportRun): AsyncGenerator<string, void, undefined> {
  const { space, exportedAt, moment = {} } = run;
  const snapshot = await ledger.snapshot();
  try {
    yield headerLine({ space, seq: snapshot.head.seq, exportedAt, ...moment });
    const isNow = moment.asOf === undefined && moment.validAt === undefined;
    const records = isNow ? recordsOf(snapshot) : recordsAt(() => recordsOf(snapshot), moment);
    let done = 0;
    for await (const [name, record] of records) {
      throwIfCancelled('export', run.signal);
      yield recordLine(name, record);
      done += 1;
      if (done % recordsPerReport === 0) run.onProgress(done);
    }
    run.onProgress(done);
  } finally {
    await snapshot.close();
  }
}

/** The hash of what a space knows at this moment. */
export async function hashSpace(ledger: Ledger, run: ExportRun): Promise<SpaceHash> {
  const hasher = new SpaceHasher();
  for await (const line of exportLines(ledger, run)) hasher.add(line);
  return hasher.result();
}

async function* recordsOf(ledger: LedgerReader): AsyncGenerator<NamedRecord> {
  for (const table of transferOrder) {
    // Observations and facts go out in the order in which they were written, which times may not tell.
    if (table === 'fact') continue;
    if (table === 'observation') {
      for await (const memory of ledger.allMemories()) yield [isFact(memory) ? 'fact' : 'observation', memory];
    } else {
      for await (const record of ledger.all(table)) yield [table, record];
    }
  }
}
