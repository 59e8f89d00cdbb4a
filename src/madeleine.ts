/**
 * The memory of one space: the only file that wires the layers together.
 *
 *   store (ledger) -> remember (writer) -> index -> recall, per agent through AgentMemory
 */
import { uuidv7 } from 'uuidv7';
import { z } from 'zod';
import { Ambient } from './ambient/ambient.ts';
import { AgentMemory, type AgentMemoryParts } from './agent-memory.ts';
import {
  type BackupOptions,
  backupSchema,
  type CallOptions,
  callSchema,
  type ExportOptions,
  exportSchema,
  type ImportOptions,
  importSchema,
  type LongCallOptions,
  longCallSchema,
  type MigrateOptions,
  migrateSchema,
  type SleepOptions,
  sleepSchema,
} from './call-options.ts';
import { throwIfCancelled } from './domain/errors.ts';
import { systemAgent } from './domain/records.ts';
import { type Checked, checked, identifier } from './domain/input.ts';
import type { OnProgress, Progress } from './domain/progress.ts';
import type { Embedder } from './embed/embedder.ts';
import { resolveEmbedder } from './embed/resolve-embedder.ts';
import { OpenCalls } from './open-calls.ts';
import { type CheckedOpenOptions, checkOpenOptions, type OpenOptions } from './open-options.ts';
import { Attention } from './recall/attention.ts';
import { perspectives } from './recall/perspectives.ts';
import type { Perspectives, PerspectivesOptions } from './recall/perspectives-value.ts';
import { vectorUse } from './recall/vector-use.ts';
import { Writer } from './remember/writer.ts';
import { IdleSleep } from './sleep/idle-sleep.ts';
import { lastSleep } from './sleep/sleep-lease.ts';
import { Sleeper } from './sleep/sleeper.ts';
import type { SleepReport } from './sleep/sleep-report.ts';
import { Database } from './store/database.ts';
import { Ledger } from './store/ledger.ts';
import { type ExportRun, exportLines, hashSpace } from './transfer/export-lines.ts';
import { type ImportReport, importFile } from './transfer/import.ts';
import { importTarget } from './transfer/import-target.ts';
import type { SpaceHash } from './transfer/space-hash.ts';
import { backfill, type MigrationReport } from './upkeep/backfill.ts';
import { type Backup, backupFile, writeBackup } from './upkeep/backup-file.ts';
import { blast } from './upkeep/blast.ts';
import { type DoctorReport, examine } from './upkeep/doctor.ts';
import { forget } from './upkeep/forget.ts';
import type { ForgetOptions, ForgetReport } from './upkeep/forget-options.ts';
import { IndexKeeper, type IndexOrigin } from './upkeep/index-keeper.ts';
import { type PurgeReport, purge } from './upkeep/purge.ts';
import { type ReindexResult, reindex } from './upkeep/reindex.ts';
import { rollback } from './upkeep/rollback.ts';
import type { Blast, RollbackOptions, RollbackReport } from './upkeep/rollback-options.ts';
import { type RestoreReport, restoreBackup } from './upkeep/restore.ts';
import { readStats, type SpaceStats } from './upkeep/stats.ts';
import { type UndoableOperation, type UndoOptions, type UndoReport, undo, undoableOperations } from './upkeep/undo.ts';

interface Parts extends AgentMemoryParts {
  readonly database: Database;
  readonly ledger: Ledger;
  readonly keeper: IndexKeeper;
  readonly sleeper: Sleeper;
  readonly space: string;
  readonly at: string;
  /** Whether the embedder was made here, and so is ended here. */
  readonly ownsEmbedder: boolean;
}

/** The memory of one space. Open it with {@link Madeleine.open}; get an agent's view with {@link Madeleine.agent}. */
export class Madeleine {
  readonly #parts: Parts;
  #closing: Promise<void> | undefined;

  private constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Opens the memory in a folder, made where it is missing, or on a SurrealDB server.
   *
   * An embedded store belongs to one process until that process ends; within it, any number of
   * spaces can be open. The index comes from its snapshot, or is rebuilt from the ledger.
   *
   * @throws {InvalidArgumentError} when an option breaks a rule.
   * @throws {UnavailableError} STORE_LOCKED, STORE_READONLY, STORE_CORRUPT, STORE_TRUNCATED, STORE_TIMEOUT or STORE_UNREACHABLE.
   * @throws {UnsupportedError} STORE_NEWER when a later version wrote the store.
   */
  static async open(options: OpenOptions): Promise<Madeleine> {
    const asked = checkOpenOptions(options);
    throwIfCancelled('open', asked.signal);
    const clock = options.clock ?? (() => new Date());
    const newId = options.newId ?? uuidv7;
    const embedder = resolveEmbedder(asked.embedder);
    const database = await Database.open(asked.at, asked.credentials, process.pid);
    const { space, acceptLoss, onError, settings } = asked;
    const ledger = await Ledger.open({ database, space, clock, newId, acceptLoss });
    const keeper = await openIndex(database, ledger, embedder, asked).catch(async (error: unknown) => {
      await ledger.close();
      throw error;
    });
    const { index } = keeper;
    const writer = new Writer({ ledger, index, embedder, settings, clock, newId }, () => keeper.noteCommit());
    const recall = {
      ledger,
      index,
      embedder,
      clock,
      profile: asked.profile,
      weights: asked.weights,
      technicalTerms: settings.technicalTerms,
      anchors: asked.anchors,
      mood: asked.mood,
      follow: () => writer.follow(),
      vectors: vectorUse(index, embedder),
    };
    const memory = new Madeleine({
      writer,
      attention: new Attention(writer, onError),
      saveIndex: () => keeper.save(),
      recall,
      ambient: new Ambient({ recall, enabled: asked.ambient, elapsedMs: () => performance.now(), onError }),
      calls: new OpenCalls(),
      database,
      ledger,
      keeper,
      sleeper: new Sleeper(writer, asked),
      space,
      at: asked.at,
      ownsEmbedder: typeof asked.embedder === 'string',
    });
    if (asked.sleepAfterIdle !== undefined) memory.#sleepAfterIdle(asked.sleepAfterIdle, onError);
    return memory;
  }

  /** The folder or the address that the memory was opened at. */
  get at(): string {
    return this.#parts.at;
  }

  /** The name of the space. */
  get space(): string {
    return this.#parts.space;
  }

  /** The model in use and the length of its vectors. */
  get embedder(): { readonly model: string; readonly dimension: number } {
    const { model, dimension } = this.#parts.writer.parts.embedder;
    return { model, dimension };
  }

  /** Whether the index was loaded from its snapshot or built from the ledger. */
  get indexOrigin(): IndexOrigin {
    return this.#parts.keeper.origin;
  }

  /**
   * The memory of one agent. The name is its identity: 1-256 bytes; `system` believes what is universal.
   *
   * @throws {InvalidArgumentError} when the name breaks a rule.
   */
  agent(name: string): AgentMemory {
    this.#parts.calls.check('agent');
    return new AgentMemory(checked('agent', z.strictObject({ name: identifier() }), { name }).name, this.#parts);
  }

  /**
   * Compares two agents: what both hold, what only one does, and where they are opposed. It is the
   * view of whoever owns the space: give it to no agent, for it tells each what the other believes.
   * Has no side effects.
   *
   * @throws {InvalidArgumentError} when an option breaks a rule.
   */
  async perspectives(options: PerspectivesOptions): Promise<Perspectives> {
    return this.#parts.calls.run('perspectives', () => perspectives(this.#parts.recall, options));
  }

  /** What the space holds, in numbers. */
  async stats(options: CallOptions = {}): Promise<SpaceStats> {
    return this.#parts.calls.run('stats', async () => {
      throwIfCancelled('stats', checked('stats', callSchema, options).signal);
      const { ambient, database, space, writer } = this.#parts;
      return readStats(writer, space, database.folder, ambient.counts.read());
    });
  }

  /** Looks the space over: store, sequence, change log, index, vectors, permissions, disk. Changes nothing. */
  async doctor(options: CallOptions = {}): Promise<DoctorReport> {
    return this.#parts.calls.run('doctor', async () => {
      throwIfCancelled('doctor', checked('doctor', callSchema, options).signal);
      return examine(this.#parts.database, this.#parts.writer);
    });
  }

  /**
   * Gives every memory a vector of the embedder in use. It can be stopped at any time and goes on
   * where it was when it is called again.
   *
   * @throws {UnsupportedError} when the memory was opened with the embedder `none`.
   * @throws {CancelledError} when the signal fires; the vectors made so far stay.
   */
  async reindex(options: LongCallOptions = {}): Promise<ReindexResult> {
    const { calls, writer } = this.#parts;
    return calls.run('reindex', async () => {
      const { onProgress, signal: cancel } = checked('reindex', longCallSchema, options);
      const report = reporter(onProgress, 'reindex', 'memories');
      return reindex(writer, { onProgress: report, signal: calls.untilClosed(cancel) });
    });
  }

  /**
   * Gives memories that an older version stored what this one would have written of them:
   * concepts and triggers, kind, title, type of knowledge and ring of facts, and what memories
   * support and contradict. What a caller chose stays. Before the first change the space is backed up. It can be stopped at any time and
   * goes on when it is called again; called once more it changes nothing.
   *
   * @throws {ConflictError} when the backup's file is there already.
   * @throws {InvalidArgumentError} when it cannot be written.
   * @throws {CancelledError} when the signal fires; what is migrated stays so.
   */
  async migrate(options: MigrateOptions = {}): Promise<MigrationReport> {
    const { calls, database, ledger, space, writer } = this.#parts;
    return calls.run('migrate', async () => {
      const { dryRun = false, backup, onProgress, signal: cancel } = checked('migrate', migrateSchema, options);
      const end = calls.untilClosed(cancel);
      const written = this.#exportRun({ onProgress, signal: end });
      const file = backup ?? backupFile(database.folder, space, written.exportedAt);
      return backfill(writer, {
        dryRun,
        backUp: () => writeBackup(ledger, file, written, { operation: 'migrate', option: 'backup' }),
        onProgress: reporter(onProgress, 'migrate', 'memories'),
        signal: end,
      });
    });
  }

  /**
   * One pass over the space: makes facts of what was observed, looks for supports and contradictions,
   * resolves conflicts, makes one of entities that are one, archives what has faded. Recall goes on
   * meanwhile. It can be stopped at any time and goes on when it is called again; called once more it changes nothing.
   *
   * @throws {ConflictError} when the space is asleep already.
   * @throws {CancelledError} when the signal fires; what was changed stays so.
   */
  async sleep(options: SleepOptions = {}): Promise<SleepReport> {
    const { attention, calls, sleeper } = this.#parts;
    return calls.run('sleep', async () => {
      const { dryRun = false, languageModel, onProgress, signal } = checked('sleep', sleepSchema, options);
      await attention.flush();
      return sleeper.sleep({ dryRun, languageModel, onProgress, signal: calls.untilClosed(signal) });
    });
  }

  /**
   * Tells what came from a source, and what was derived from that: who believes it, and which
   * corrections rest on it. Like {@link perspectives}, a view for whoever owns the space. Has no side effects.
   *
   * @throws {InvalidArgumentError} when the source breaks a rule.
   */
  async blast(source: string, options: CallOptions = {}): Promise<Blast> {
    return this.#parts.calls.run('blast', () => blast(this.#parts.writer, source, options));
  }

  /**
   * Takes back what was learned from a source, by an agent or since a time, in one transaction:
   * beliefs are withdrawn with what was derived from them, and corrections count no more. What
   * others believe by themselves stays. {@link undo} takes the rollback back.
   *
   * @throws {InvalidArgumentError} when an option breaks a rule, or none says what is to be taken back.
   */
  async rollback(options: RollbackOptions): Promise<RollbackReport> {
    return this.#parts.calls.run('rollback', () => rollback(this.#parts.writer, options));
  }

  /** What can be undone or was, the latest first. */
  async undoable(options: CallOptions = {}): Promise<readonly UndoableOperation[]> {
    return this.#parts.calls.run('undoable', async () => {
      throwIfCancelled('undoable', checked('undoable', callSchema, options).signal);
      return undoableOperations(this.#parts.writer);
    });
  }

  /**
   * Undoes a rollback, by the id in its report, or a merge of entities by sleep, by the id that
   * {@link undoable} lists, in one transaction. What was changed since stays as it is.
   *
   * @throws {NotFoundError} when nothing that could be undone has this id.
   * @throws {ConflictError} when it was undone already.
   */
  async undo(id: string, options: UndoOptions = {}): Promise<UndoReport> {
    return this.#parts.calls.run('undo', () => undo(this.#parts.writer, id, options));
  }

  /**
   * Forgets for everybody, in one transaction: nothing finds it any more, nor does an import bring
   * it back. The store's files still hold it, and so do exports and backups made before. An agent
   * forgets what is its own with {@link AgentMemory.forget}.
   *
   * @throws {InvalidArgumentError} when an option breaks a rule.
   * @throws {NotFoundError} when no memory has the id.
   */
  async forget(options: ForgetOptions): Promise<ForgetReport> {
    return this.#parts.calls.run('forget', () => forget(this.#parts, options));
  }

  /**
   * Imports a file: a LoCoMo dataset, the official MCP memory server's memory.jsonl, or our own
   * export. Importing the same file again changes nothing, so a stopped import is started again.
   *
   * @throws {InvalidArgumentError} IMPORT_LINE at the first bad line, unless `onError` is 'skip'.
   */
  async import(options: ImportOptions): Promise<ImportReport> {
    const { calls, writer } = this.#parts;
    return calls.run('import', async () => {
      const {
        file,
        format,
        agent = systemAgent,
        onError,
        onProgress,
        signal: cancel,
      } = checked('import', importSchema, options);
      return importFile(importTarget(writer, agent), {
        file,
        agent,
        onProgress: reporter(onProgress, 'import', 'bytes'),
        signal: calls.untilClosed(cancel),
        ...(format === undefined ? {} : { format }),
        ...(onError === undefined ? {} : { onError }),
      });
    });
  }

  /**
   * Exports the whole space as NDJSON, one line with its end at a time; vectors are left out. It
   * shows one state, whatever is written meanwhile: that of now, or what was known or was so at another time.
   */
  export(options: ExportOptions = {}): AsyncIterable<string> {
    const { calls, ledger } = this.#parts;
    calls.check('export');
    return calls.each('export', exportLines(ledger, this.#exportRun(checked('export', exportSchema, options))));
  }

  /**
   * The canonical hash of what the space knows: equal for spaces whose exports hold the same records,
   * in whatever order they were written, with whatever index and vectors.
   */
  async hash(options: ExportOptions = {}): Promise<SpaceHash> {
    const { attention, calls, ledger } = this.#parts;
    return calls.run('hash', async () => {
      const asked = checked('hash', exportSchema, options);
      await attention.flush();
      return hashSpace(ledger, this.#exportRun(asked));
    });
  }

  /**
   * Backs the space up in a new file that only its owner can read, while the memory is in use. The
   * file shows one moment and was read back when this settles; `restore` makes a space of it.
   *
   * @throws {ConflictError} when the file is there already.
   * @throws {InvalidArgumentError} when it cannot be written.
   */
  async backup(options: BackupOptions): Promise<Backup> {
    const { attention, calls, ledger } = this.#parts;
    return calls.run('backup', async () => {
      const asked = checked('backup', backupSchema, options);
      await attention.flush();
      return writeBackup(ledger, asked.file, this.#exportRun(asked), { operation: 'backup', option: 'file' });
    });
  }

  /**
   * Restores a backup into this space, which must be empty: all of it, until the space has the hash
   * at the backup's end, or nothing. Takes a store in a folder that nobody else of this process has open.
   *
   * @throws {InvalidArgumentError} when the file is no whole backup.
   * @throws {ConflictError} when the space is not empty, or the store is in use beside this memory.
   * @throws {UnsupportedError} on a server.
   */
  async restore(options: BackupOptions): Promise<RestoreReport> {
    const { calls, space, writer } = this.#parts;
    return calls.run('restore', async () => {
      const { file, onProgress, signal: cancel } = checked('restore', backupSchema, options);
      const report = reporter(onProgress, 'import', 'bytes');
      return restoreBackup(writer, { file, space, onProgress: report, signal: calls.untilClosed(cancel) });
    });
  }

  /**
   * Takes what was forgotten off the disk: writes every space of the store anew, goes on with that,
   * and removes the old files. Killed at any moment, the store opens as it was or as it is afterwards.
   *
   * @throws {ConflictError} when the store is in use beside this memory.
   * @throws {UnsupportedError} on a server, which keeps its files itself.
   */
  async purge(options: LongCallOptions = {}): Promise<PurgeReport> {
    const { attention, calls, database, keeper, ledger } = this.#parts;
    return calls.run('purge', async () => {
      const { onProgress, signal: cancel } = checked('purge', longCallSchema, options);
      await attention.flush();
      const onRows = reporter(onProgress, 'purge', 'records');
      return purge(
        { ledger, keeper, folder: database.folder },
        { onProgress: onRows, signal: calls.untilClosed(cancel) },
      );
    });
  }

  /**
   * Waits for the calls under way (an import, a migration and a reindex stop after their batch), writes what is still to be written
   * and closes the memory. Safe to call twice.
   */
  async close(): Promise<void> {
    this.#closing ??= this.#close();
    await this.#closing;
  }

  /** The same as {@link close}, for `await using`. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #exportRun({ onProgress, signal: cancel, asOf, validAt }: Checked<ExportOptions>): ExportRun {
    const { calls, space, writer } = this.#parts;
    return {
      space,
      exportedAt: writer.parts.clock(),
      moment: { asOf, validAt },
      onProgress: reporter(onProgress, 'export', 'records'),
      signal: calls.untilClosed(cancel),
    };
  }

  #sleepAfterIdle(minutes: number, onError: (error: unknown) => void): void {
    const { calls, writer } = this.#parts;
    calls.watch = new IdleSleep({
      afterMs: minutes * 60_000,
      clock: writer.parts.clock,
      lastEndedAt: () => calls.run('sleep', async () => (await lastSleep(writer))?.endedAt),
      sleep: () => this.sleep(),
      onError,
    });
  }

  async #close(): Promise<void> {
    const { attention, calls, keeper, ledger, database, writer, ownsEmbedder } = this.#parts;
    await calls.close();
    await attention.flush();
    await keeper.close();
    await ledger.close();
    await database.close();
    if (ownsEmbedder) await writer.parts.embedder.close();
  }
}

async function openIndex(
  database: Database,
  ledger: Ledger,
  embedder: Embedder,
  { space, onProgress, onError, signal: cancel }: CheckedOpenOptions,
): Promise<IndexKeeper> {
  return IndexKeeper.open({
    ledger,
    folder: database.folder,
    space,
    model: embedder.model,
    dimension: embedder.dimension,
    onError,
    onProgress: reporter(onProgress, 'open', 'memories'),
    ...signalOf({ signal: cancel }),
  });
}

function reporter(
  onProgress: OnProgress | undefined,
  task: Progress['task'],
  unit: Progress['unit'],
): (done: number, total?: number) => void {
  return (done, total) => onProgress?.({ task, unit, done, ...(total === undefined ? {} : { total }) });
}

function signalOf(options: { readonly signal?: AbortSignal | undefined }): { signal?: AbortSignal } {
  return options.signal === undefined ? {} : { signal: options.signal };
}
