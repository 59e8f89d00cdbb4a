/**
 * The ledger of one space: everything that is known, durable and transactional. Owns the writer
 * queue, the head, the change log and the high-water mark; what it reads is `ledger-reader.ts`. It
 * decides nothing about memories: what a write means is the business of the layers above.
 */
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { RecordId } from 'surrealdb';
import { ConflictError, UnavailableError } from '../domain/errors.ts';
import { tableNames } from '../domain/records.ts';
import type { Clock } from '../domain/time.ts';
import type { NewId } from '../domain/values.ts';
import { type Row, momentOf, recordId, rowId, toFields, toRow } from './codec.ts';
import type { Database, RebuildRun } from './database.ts';
import { LedgerReader, readHead } from './ledger-reader.ts';
import {
  type Head,
  type LedgerEdge,
  type LedgerPatch,
  type LedgerWrite,
  commitHash,
  touchedIds,
} from './ledger-write.ts';
import { type SpaceMeta, migrate, readBackupTime } from './migrate.ts';
import type { SpaceDatabase, SpaceStatements, SpaceUse } from './space-database.ts';
import * as statements from './statement.ts';

/** What a ledger is opened with. */
export interface LedgerOptions {
  readonly database: Database;
  readonly space: string;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Goes on with a store that is behind its mark; what is missing is lost. @default false */
  readonly acceptLoss?: boolean;
}

/** How a ledger is written anew. */
export type LedgerRebuild = Omit<RebuildRun, 'newId' | 'at'>;

/** What an open ledger is made of. */
interface LedgerParts {
  readonly options: LedgerOptions;
  readonly session: SpaceDatabase;
  readonly use: SpaceUse;
  readonly mark: HighWaterMark | undefined;
  readonly meta: SpaceMeta;
  readonly head: Head;
}

/** Positions that belong to one sequence number: more than the memories that one call can write. */
export const positionsPerWrite = 1024;

/** One space's ledger. */
export class Ledger extends LedgerReader {
  protected override readonly database: SpaceDatabase;
  readonly #use: SpaceUse;
  readonly #mark: HighWaterMark | undefined;
  readonly #options: LedgerOptions;
  #snapshots = 0;
  /** The version and the key of the space. */
  readonly meta: SpaceMeta;
  #head: Head;
  #closing: Promise<void> | undefined;

  private constructor(parts: LedgerParts) {
    super(parts.session);
    this.database = parts.session;
    this.#use = parts.use;
    this.#mark = parts.mark;
    this.#options = parts.options;
    this.meta = parts.meta;
    this.#head = parts.head;
    this.#use.enter();
  }

  /**
   * Opens a space's ledger, made or migrated where need be.
   *
   * @throws {UnavailableError} STORE_TRUNCATED when acknowledged writes are missing.
   * @throws {UnsupportedError} STORE_NEWER when a later build wrote it.
   */
  static async open(options: LedgerOptions): Promise<Ledger> {
    const use = options.database.useOf(options.space);
    // In the queue, because another ledger of this process may be between a commit and its mark.
    return use.queue.run(async () => {
      const session = await options.database.space(options.space);
      try {
        const meta = await migrate(session, options.newId(), options.clock());
        const head = await readHead(session);
        const mark = await checkedMark(options, head);
        return new Ledger({ options, session, use, mark, meta, head });
      } catch (error) {
        await session.close();
        throw error;
      }
    });
  }

  /** The last commit. */
  get head(): Head {
    return this.#head;
  }

  /** Whether others may write to this space too: other processes, or another ledger of this one. */
  get shared(): boolean {
    return this.#mark === undefined || this.#use.shared;
  }

  /** Reads the head again, where others may have moved it. */
  async refresh(): Promise<Head> {
    const head = await readHead(this.database);
    // A commit may have moved it on while it was read.
    if (head.seq > this.#head.seq) this.#head = head;
    return this.#head;
  }

  /** The whole ledger as it stands now, to be read while others write; close it. */
  snapshot(): Promise<LedgerSnapshot> {
    // In the queue, so that none begins while the store is written anew.
    return this.exclusive(async () => {
      const snapshot = await LedgerSnapshot.of(await this.database.snapshot(), () => {
        this.#snapshots -= 1;
      });
      this.#snapshots += 1;
      return snapshot;
    });
  }

  /**
   * Writes the whole store anew and goes on with that; see {@link Database.rebuild}. May be called
   * only within {@link exclusive}.
   *
   * @throws {ConflictError} when the space is being exported.
   */
  async rebuild(run: LedgerRebuild): Promise<void> {
    const { database, newId, clock } = this.#options;
    if (this.#snapshots > 0) {
      throw new ConflictError('CONFLICT', `${run.operation}: the space is being exported; wait until that has ended.`);
    }
    await database.rebuild({ ...run, newId, at: clock() });
    this.#head = await readHead(this.database);
    await this.#mark?.note(this.#head.seq);
  }

  /** The moment that the last backup of the space shows, if there ever was one. */
  async backedUpAt(): Promise<Date | undefined> {
    return readBackupTime(this.database);
  }

  /** Notes that the space was backed up. That is no commit: nothing that is known changes, nor does any hash. */
  async noteBackup(at: Date): Promise<void> {
    await this.exclusive(() => this.database.run(statements.noteBackup, { at: momentOf(at) }));
  }

  /** Runs a task as the only writer of this space; {@link commit} may be called only within one. */
  exclusive<T>(task: () => Promise<T>): Promise<T> {
    return this.#use.queue.run(task);
  }

  /**
   * Writes one transaction and answers its sequence number once it lies on the disk.
   *
   * @throws {ConflictError} when another process wrote in between; nothing was written.
   */
  async commit(write: LedgerWrite): Promise<number> {
    const seq = this.#head.seq + 1;
    const touched = touchedIds(write);
    const at = this.#options.clock();
    const hash = commitHash(this.#head.hash, { seq, at, touched });
    await this.database.run(statements.commit, {
      expected: this.#head.seq,
      seq,
      hash,
      touched,
      at: momentOf(at),
      change: new RecordId('change', seq),
      insert: insertRows(write),
      patches: (write.patches ?? []).map(patchRow),
      deletes: [...(write.deletes ?? []).map(recordId), ...(write.edgeDeletes ?? []).map(edgeId)],
    });
    this.#head = { seq, hash };
    await this.#mark?.note(seq);
    return seq;
  }

  /** The sequence number that was acknowledged last, as noted beside the store. */
  get acknowledgedSeq(): number | undefined {
    return this.#mark?.seq;
  }

  /** Ends when every write so far has ended. Safe to call twice. */
  async close(): Promise<void> {
    this.#closing ??= this.#close();
    await this.#closing;
  }

  async #close(): Promise<void> {
    await this.#use.queue.idle();
    this.#use.leave();
    await this.#mark?.close();
    await this.database.close();
  }
}

/** The mark of an embedded space, brought up to its head; a server has none. */
async function checkedMark(
  { database, space, acceptLoss }: LedgerOptions,
  head: Head,
): Promise<HighWaterMark | undefined> {
  if (database.folder === undefined) return undefined;
  const mark = await HighWaterMark.open(join(database.folder, 'marks', space));
  if (mark.seq > head.seq && acceptLoss !== true) {
    await mark.close();
    throw new UnavailableError(
      'STORE_TRUNCATED',
      `open: the space "${space}" ends at write ${head.seq}, but write ${mark.seq} was acknowledged; restore a backup, or accept the loss.`,
      { details: { space, found: head.seq, acknowledged: mark.seq } },
    );
  }
  if (mark.seq !== head.seq) await mark.note(head.seq);
  return mark;
}

function insertRows({ insert = {} }: LedgerWrite): Row {
  return Object.fromEntries(
    tableNames.map((name) => [name, (insert[name] ?? []).map((record) => toRow(name, record))]),
  );
}

function patchRow(patch: LedgerPatch): Row {
  return { id: edgeId(patch), set: toFields(patch.table, patch.set) };
}

function edgeId({ table, record }: LedgerEdge): RecordId {
  return rowId(table, record);
}

/** Reads one space as it stood at one moment. */
class LedgerSnapshot extends LedgerReader {
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

// The last acknowledged sequence number of a space, in a small file beside the store. The engine opens a log that was
// cut off without a word; a store that is behind this mark has lost writes.

const width = 20;

/** The mark of one space. */
export class HighWaterMark {
  readonly #file: FileHandle;
  #seq: number;

  private constructor(file: FileHandle, seq: number) {
    this.#file = file;
    this.#seq = seq;
  }

  /** Opens the mark, made at 0 where it is missing. */
  static async open(path: string): Promise<HighWaterMark> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
    const written = await file.read(Buffer.alloc(width), 0, width, 0);
    const text = written.buffer.subarray(0, written.bytesRead).toString('ascii').trim();
    return new HighWaterMark(file, /^\d+$/.test(text) ? Number(text) : 0);
  }

  /** The sequence number that was acknowledged last. */
  get seq(): number {
    return this.#seq;
  }

  /** Notes a sequence number; it lies on the disk when this settles. */
  async note(seq: number): Promise<void> {
    await this.#file.write(`${String(seq).padStart(width - 1, '0')}\n`, 0, 'ascii');
    await this.#file.datasync();
    this.#seq = seq;
  }

  /** Closes the file. */
  async close(): Promise<void> {
    await this.#file.close();
  }
}
