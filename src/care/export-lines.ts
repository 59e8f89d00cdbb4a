/** Everything that a space holds, as the lines of our own export; vectors are made again on import. */
import { throwIfCancelled } from '../domain/errors.ts';
import type { Table } from '../domain/field.ts';
import { type Belief, isFact, tables } from '../domain/records.ts';
import type { LedgerReader } from '../store/ledger-reader.ts';
import type { Ledger } from '../store/ledger.ts';
import {
  type TransferRecord,
  type TransferRecordName,
  headerLine,
  idsIn,
  recordLine,
  transferOrder,
} from './transfer-record.ts';
import { type SpaceHash, SpaceHasher } from './space-hash.ts';

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
    const sharing = await ledger.sharing();
    const policy = Object.keys(sharing).length === 0 ? {} : { sharing };
    yield headerLine({ space, seq: snapshot.head.seq, exportedAt, ...moment, ...policy });
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

// What a space knew at a time (`asOf`), and what was so at a time (`validAt`), worked out from the records of now. Recall
// goes by the same rules (`recall/view.ts`). What has no date stays as it is now: counts of accesses, the states of
// links, the plans of sessions.

/** Which moment an export shows; both must hold. */
interface ExportMoment {
  /** Shows what was known and believed then. */
  readonly asOf?: Date | undefined;
  /** Shows what was so then: facts that were valid, and what had happened. */
  readonly validAt?: Date | undefined;
}

type NamedRecord = readonly [TransferRecordName, object];

type Fields = Readonly<Record<string, unknown>>;

/**
 * The records as of a moment, in their order. A memory is among them that somebody believed by
 * then; sessions, entities and agents are that it or its edges name.
 *
 * @param read - all records, the same ones in `transferOrder` each time; called twice.
 */
async function* recordsAt(
  read: () => AsyncIterable<NamedRecord>,
  moment: ExportMoment,
): AsyncGenerator<NamedRecord, void, undefined> {
  const kept = await keptAt(read(), moment);
  for await (const [name, record] of read()) {
    const stood = asItStood(name, record, moment);
    if (stood !== undefined && idsOf(name, stood).every((id) => kept.has(id))) yield [name, stood];
  }
}

/** The ids of the nodes that an export of a moment has. */
async function keptAt(records: AsyncIterable<NamedRecord>, moment: ExportMoment): Promise<ReadonlySet<string>> {
  const kept = new Set<string>();
  /** What each memory that there was needs beside itself. */
  const memories = new Map<string, readonly string[]>();
  for await (const [name, record] of records) {
    const stood = asItStood(name, record, moment);
    const ids = stood === undefined ? [] : [...idsOf(name, stood), ...agentOf(stood)];
    const [first] = ids;
    if (first === undefined) continue;
    const needs = memories.get(first);
    if (name === 'observation' || name === 'fact') memories.set(first, ids);
    else if (name === 'believes' && needs !== undefined) keep(kept, [...needs, ...ids]);
    else if (name === 'session') keep(kept, ids);
    else if (isOfMemory(name) && kept.has(first)) keep(kept, ids);
  }
  return kept;
}

/** Whether a record says of a memory, which it names first, what it speaks of. */
function isOfMemory(name: TransferRecordName): boolean {
  return name === 'about' || name === 'mentions' || name === 'relates';
}

function keep(kept: Set<string>, ids: readonly string[]): void {
  for (const id of ids) kept.add(id);
}

function idsOf(name: TransferRecordName, record: object): readonly string[] {
  return idsIn({ record: name, ...record } as TransferRecord);
}

function agentOf({ agent }: Fields): readonly string[] {
  return typeof agent === 'string' ? [`agent:${agent}`] : [];
}

/** A record as it stood; undefined where there was none, or what it says was not so. */
function asItStood(name: TransferRecordName, record: object, { asOf, validAt }: ExportMoment): Fields | undefined {
  // What undoes an operation fits the state that this left, and no earlier one.
  if (name === 'undo') return undefined;
  const known = asOf === undefined ? (record as Fields) : knownAt(name, record, asOf);
  return known === undefined || validAt === undefined || wasSo(known, validAt) ? known : undefined;
}

function knownAt(name: TransferRecordName, record: object, at: Date): Fields | undefined {
  if (name === 'believes') return beliefAt(record as Belief, at);
  if (isLater((record as Fields)[tableOf(name).since ?? ''], at)) return undefined;
  const known = withoutLater(name, record, at);
  // A session says that it is closed in two ways.
  return name === 'session' && isLater((record as Fields)['endedAt'], at) ? { ...known, status: 'open' } : known;
}

/** A belief as it was held: of one that was withdrawn and asserted again, the time within which the moment lies. */
function beliefAt(belief: Belief, at: Date): Fields | undefined {
  const { past = [], ...now } = belief;
  const earlier = past.filter(({ since }) => !isLater(since, at));
  if (!isLater(now.since, at)) {
    const { validTo, reinforcedAt, ...known } = withoutLater('believes', belief, at) as unknown as Belief;
    return {
      ...known,
      reinforcedAt: isLater(reinforcedAt, at) ? at : reinforcedAt,
      // An end that lies after the moment was not known then.
      ...(validTo === undefined || isLater(validTo, at) ? {} : { validTo }),
    };
  }
  const held = earlier.at(-1);
  if (held === undefined) return undefined;
  const { until, ...then } = held;
  const { archivedAt: _archivedAt, withdrawnAt: _withdrawnAt, validTo: _validTo, ...rest } = now;
  return {
    ...withoutLater('believes', rest, at),
    ...then,
    ...(isLater(until, at) ? {} : { withdrawnAt: until }),
    ...(earlier.length > 1 ? { past: earlier.slice(0, -1) } : {}),
  };
}

/** A record without the dates that it was given after a moment. */
function withoutLater(name: TransferRecordName, record: object, at: Date): Fields {
  const { fields } = tableOf(name);
  return Object.fromEntries(
    Object.entries(record).filter(([field, value]) => fields[field]?.givenLater !== true || !isLater(value, at)),
  );
}

function tableOf(name: TransferRecordName): Table {
  return tables[name];
}

/** What an observation tells of had happened; a fact without a start was always so, one without an end still is. */
function wasSo({ occurredAt, validFrom, validTo }: Fields, at: Date): boolean {
  return !isLater(occurredAt, at) && !isLater(validFrom, at) && (validTo === undefined || isLater(validTo, at));
}

function isLater(date: unknown, at: Date): boolean {
  return date instanceof Date && date > at;
}
