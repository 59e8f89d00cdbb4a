/**
 * The ledger of one space: everything that is known, durable and transactional. Owns the writer queue, the head, the
 * change log and the high-water mark; `ledger-reader.ts` reads. The layers above decide what a write means.
 */
import { RecordId } from 'surrealdb';
import { ConflictError, UnavailableError } from '../domain/errors.ts';
import { isEdgeName, type TableName, tableNames } from '../domain/records.ts';
import type { Clock } from '../domain/time.ts';
import { type NewId, present } from '../domain/values.ts';
import {
  type Row,
  momentOf,
  recordId,
  rowId,
  toFields,
  toRow,
  type Head,
  type LedgerChange,
  type LedgerEdge,
  type LedgerPatch,
  type LedgerWrite,
  commitHash,
  touchedIds,
} from './codec.ts';
import type { Database, RebuildRun } from './database.ts';
import { HighWaterMark, markedSeq, markedSpaces } from './high-water-mark.ts';
import { LedgerReader } from './ledger-reader.ts';
import { CopiedReader } from './space-copy.ts';
import type { Sharing } from '../domain/sharing.ts';
import { commitOnce } from './commit-once.ts';
import { type SpaceMeta, migrate, readBackupTime, readSharing } from './migrate.ts';
import { queueFull } from './reach-server.ts';
import {
  LostRaceError,
  untilFirst,
  type SpaceDatabase,
  type SpaceStatements,
  type SpaceUse,
} from './space-database.ts';
import * as statements from './statement.ts';
import { holdToCounts, readHead, type TalliedHead, type Tally, tallyAfter, tallyAt } from './tally.ts';

/** What a ledger is opened with. */
export interface LedgerOptions {
  readonly database: Database;
  readonly space: string;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Goes on with a store that is behind its mark; what is missing is lost. @default false */
  readonly acceptLoss?: boolean;
  /** Keeps indexes on a server for other programs, on vectors of this length; 0 for words alone. @default none */
  readonly indexedDimension?: number | undefined;
}

/** How a ledger is written anew. */
export type LedgerRebuild = Omit<RebuildRun, 'newId' | 'at'>;

interface LedgerParts {
  readonly options: LedgerOptions;
  readonly session: SpaceDatabase;
  readonly use: SpaceUse;
  readonly mark: HighWaterMark | undefined;
  readonly meta: SpaceMeta;
  readonly head: Head;
  readonly tally: Tally;
}

/** How it goes with the ledger of a space. */
export interface LedgerVitals {
  /** For how long its server has been away, in milliseconds; 0 while it is there. */
  readonly awayMs: number;
  /** Writes that have not ended. */
  readonly writesWaiting: number;
  /** Commits that another process was faster than, since it was opened; each was tried again, or refused. */
  readonly lostRaces: number;
}

/** Positions that belong to one sequence number: more than the memories that one call can write. */
export const positionsPerWrite = 1024;

/** One space's ledger. */
export class Ledger extends CopiedReader {
  protected override readonly database: SpaceDatabase;
  readonly #use: SpaceUse;
  readonly #mark: HighWaterMark | undefined;
  readonly #options: LedgerOptions;
  #snapshots = 0;
  #commits = 0;
  #lostRaces = 0;
  /** Who it is among the processes that write to a server. */
  readonly #holder: string;
  /** The version and the key of the space. */
  readonly meta: SpaceMeta;
  #head: Head;
  /** What the ledger counts, at the head. */
  #tally: Tally;
  #closing: Promise<void> | undefined;

  private constructor(parts: LedgerParts) {
    super(parts.session);
    this.database = parts.session;
    this.#use = parts.use;
    this.#mark = parts.mark;
    this.#options = parts.options;
    this.meta = parts.meta;
    this.#holder = parts.mark === undefined ? parts.options.newId() : '';
    this.#head = parts.head;
    this.#tally = parts.tally;
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
        const meta = await untilFirst(() => migrate(session, options.newId(), options.clock()));
        await keepIndexes(session, options);
        const found = await readHead(session);
        const head = { seq: found.seq, hash: found.hash };
        const mark = await checkedMark(options, head);
        const tally = await tallyAt(session, found);
        return new Ledger({ options, session, use, mark, meta, head, tally });
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

  /** Whether nothing was ever written, and no table has records. */
  get isNew(): boolean {
    return this.#head.seq === 0 && Object.keys(this.#tally.tables).length === 0;
  }

  /** Whether others may write to this space too: other processes, or another ledger of this one. */
  get shared(): boolean {
    return this.#mark === undefined || this.#use.shared;
  }

  /**
   * Holds the records that were read of some tables to what the ledger counts, unless others have written meanwhile.
   *
   * @throws {UnavailableError} STORE_CORRUPT when some could not be read.
   */
  async holdToCounts(read: { readonly [N in TableName]?: number }, since: Head): Promise<void> {
    if ((await this.refresh()).seq === since.seq) holdToCounts(read, this.#tally);
  }

  /** How it goes with it. */
  get vitals(): LedgerVitals {
    return { awayMs: this.awayMs, writesWaiting: this.#use.queue.length, lostRaces: this.#lostRaces };
  }

  override get awayMs(): number {
    return this.database.server?.awayMs ?? 0;
  }

  /** Tells the number of each commit to a server, or `undefined` for a new connection. Some are never told. */
  watchHead(hear: (seq: number | undefined) => void): void {
    this.database.server?.watch('head', (row) => hear(typeof row?.['seq'] === 'number' ? row['seq'] : undefined));
  }

  override async *changesAfter(seq: number, until?: Head): AsyncGenerator<LedgerChange, void, undefined> {
    for await (const change of super.changesAfter(seq, until)) {
      this.copy?.note(change.touched);
      this.rows.drop(change.touched);
      yield change;
    }
  }

  /** Reads the head again, where others may have moved it. @throws {UnavailableError} STORE_TRUNCATED */
  async refresh(): Promise<Head> {
    const known = this.#head.seq;
    const head = await readHead(this.database);
    if (head.seq < known && this.#mark === undefined) {
      const message = `store: the server ends at write ${head.seq}, but write ${known} was acknowledged; restore its backup.`;
      throw new UnavailableError('STORE_TRUNCATED', message, { details: { found: head.seq, acknowledged: known } });
    }
    // A commit may have moved it on while it was read.
    if (head.seq > this.#head.seq) await this.#moveTo(head);
    return this.#head;
  }

  async #moveTo(head: TalliedHead): Promise<void> {
    this.#tally = await tallyAt(this.database, head);
    this.#head = { seq: head.seq, hash: head.hash };
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
    await database.rebuild({ ...run, newId, at: clock() }).finally(() => this.dropRows());
    this.#use.sharing = undefined;
    await this.#moveTo(await readHead(this.database));
    const [, ledger] = database.markFolders ?? [];
    if (ledger !== undefined) await this.#mark?.moveTo(ledger, this.#options.space, this.#head.seq);
  }

  /** The spaces of the store in order; this one alone where the user of a server may not see others. */
  async spaceNames(): Promise<readonly string[]> {
    try {
      const [{ databases }] = await this.database.run<[{ databases: Record<string, unknown> }]>(
        statements.describeStore,
      );
      return Object.keys(databases).sort();
    } catch {
      return [this.#options.space];
    }
  }

  /** The moment that the last backup of the space shows, if there ever was one. */
  backedUpAt(): Promise<Date | undefined> {
    return readBackupTime(this.database);
  }

  /** The parts of the policy of sharing that are set for the space. Of an embedded one they are read once: nobody else sets them. */
  async sharing(): Promise<Partial<Sharing>> {
    if (this.#mark === undefined) return readSharing(this.database);
    this.#use.sharing ??= readSharing(this.database);
    try {
      return await this.#use.sharing;
    } catch (error) {
      this.#use.sharing = undefined;
      throw error;
    }
  }

  /** Sets them. */
  async setSharing(sharing: Partial<Sharing>): Promise<void> {
    await this.exclusive(async () => {
      await this.database.run(statements.setSharing, { sharing: JSON.stringify(sharing) });
      this.#use.sharing = undefined;
    });
  }

  /** Notes that the space was backed up. That is no commit: nothing that is known changes, nor does any hash. */
  async noteBackup(at: Date): Promise<void> {
    await this.#options.database.accept();
    await this.exclusive(() => this.database.run(statements.noteBackup, { at: momentOf(at) }));
  }

  /** Runs a task as the only writer of this space; {@link commit} may be called only within one. */
  exclusive<T>(task: () => Promise<T>): Promise<T> {
    const { database } = this.#options;
    const { queue } = this.#use;
    const limit = this.awayMs > 0 ? (this.database.server?.queueLimit ?? 0) : Number.POSITIVE_INFINITY;
    if (queue.length >= limit) return Promise.reject(queueFull(limit));
    return queue.run(async () => {
      // While there is no room reads go on, and a commit says so.
      if (database.isFull) await database.reopen().catch(() => undefined);
      return this.exactly(task);
    });
  }

  /**
   * Runs a task as {@link exclusive} does, and again when another process was faster than its first commit: a task
   * reads and decides anew each time, so what it does is done once. `follow` takes in what the others wrote,
   * before each try and while the task waits for its turn.
   *
   * @throws {ConflictError} when others were faster for fifteen seconds; nothing was written.
   */
  exclusiveRepeated<T>(follow: () => Promise<void>, task: () => Promise<T>): Promise<T> {
    return this.exclusive(() => {
      const before = this.#commits;
      const isWhole = (): boolean => this.#commits === before;
      const reserve = () => follow().then(() => this.database.run(statements.reserveTurn, { holder: this.#holder }));
      return untilFirst(() => follow().then(task), isWhole, reserve);
    });
  }

  /**
   * Writes one transaction and answers its sequence number once it lies on the disk.
   *
   * @throws {ConflictError} when another process wrote in between; nothing was written.
   * @throws {UnavailableError} STORE_UNREACHABLE when a server is away for too long, STORE_FULL when the disk is full,
   * STORE_MOVED when the store's folder is gone.
   */
  async commit(write: LedgerWrite): Promise<number> {
    const seq = this.#head.seq + 1;
    const touched = touchedIds(write);
    const { clock, database, newId } = this.#options;
    await database.accept();
    if (database.isFull) throw new UnavailableError('STORE_FULL', 'store: the disk is full; nothing was written.');
    const at = clock();
    const hash = commitHash(this.#head.hash, { seq, at, touched });
    const tally = await tallyAfter(this.#tally, write, this.database, seq);
    const change = new RecordId('change', seq);
    // By its own id a commit to a server is known again, should the answer be lost.
    const operation = this.#mark === undefined ? newId() : undefined;
    const sent = commitOnce(this.database, change, operation, {
      expected: this.#head.seq,
      seq,
      hash,
      tally,
      touched,
      at: momentOf(at),
      change,
      operation,
      holder: this.#holder,
      ...insertRows(write),
      patches: (write.patches ?? []).map(patchRow),
      deletes: [...(write.deletes ?? []).map(recordId), ...(write.edgeDeletes ?? []).map(edgeId)],
    });
    await sent.catch((error: unknown) => {
      if (error instanceof UnavailableError && error.code === 'STORE_FULL') database.noteFull();
      if (error instanceof LostRaceError) this.#lostRaces += 1;
      throw error;
    });
    this.#head = { seq, hash };
    this.#tally = tally;
    this.#commits += 1;
    this.rows.take(write);
    this.copy?.take(write.insert ?? {});
    this.copy?.note(touched);
    await this.#mark?.note(seq);
    database.checkFolder();
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

/** Keeps the indexes that other programs are to find on a server. */
async function keepIndexes(session: SpaceDatabase, { indexedDimension: dimension }: LedgerOptions): Promise<void> {
  if (dimension === undefined || session.server === undefined) return;
  await untilFirst(() => session.run(statements.defineWordIndexes));
  if (dimension > 0) await untilFirst(() => session.run(statements.defineVectorIndex(dimension)));
}

/**
 * The mark of an embedded space, brought up to its head; a server has none. While an opening is on trial, every space
 * is held to its mark, since they share one log.
 */
async function checkedMark(
  { database, space, acceptLoss }: LedgerOptions,
  head: Head,
): Promise<HighWaterMark | undefined> {
  const folders = database.markFolders;
  if (folders === undefined) return undefined;
  if (acceptLoss !== true) {
    const marked = await markedSpaces(folders);
    const isEmptied = !database.isAccepted && database.hadOwner && marked.length === 0;
    await holdToMark(database, folders, { space, found: head.seq, isEmptied });
    for (const other of database.isAccepted ? [] : marked.filter((name) => name !== space))
      await holdToMark(database, folders, { space: other, found: await database.seqOf(other), isEmptied });
  }
  return HighWaterMark.open(...folders, space, head.seq);
}

/** Refuses a space that is behind its mark, or that has lost its mark. */
async function holdToMark(
  { folder }: Database,
  folders: readonly string[],
  { space, found, isEmptied }: { readonly space: string; readonly found: number; readonly isEmptied: boolean },
): Promise<void> {
  const acknowledged = await markedSeq(folders, space);
  if (acknowledged === undefined ? found === 0 && !isEmptied : acknowledged <= found) return;
  const what =
    acknowledged === undefined
      ? `ends at write ${found}, and its marks in "marks" are missing or damaged, so that nothing tells how many were acknowledged`
      : `ends at write ${found}, but write ${acknowledged} was acknowledged`;
  const message = `open: the space "${space}" ${what}. The files in "${folder}" are as they were; restore a backup, or accept the loss.`;
  throw new UnavailableError('STORE_TRUNCATED', message, { details: present({ space, found, acknowledged }) });
}

/** Nodes and edges in the order of their tables. */
function insertRows({ insert = {} }: LedgerWrite): { readonly nodes: readonly Row[]; readonly edges: readonly Row[] } {
  const nodes: Row[] = [];
  const edges: Row[] = [];
  for (const name of tableNames) {
    for (const record of insert[name] ?? []) (isEdgeName(name) ? edges : nodes).push(toRow(name, record));
  }
  return { nodes, edges };
}

function patchRow(patch: LedgerPatch): Row {
  return { id: edgeId(patch), set: toFields(patch.table, patch.set) };
}

function edgeId({ table, record }: LedgerEdge): RecordId {
  return rowId(table, record);
}

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
