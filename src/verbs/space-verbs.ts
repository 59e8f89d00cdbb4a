/** What the memory of a space does, wherever its store is: the verbs of its owner. */
import type { CallOptions, LongCallOptions } from '../domain/call-options.ts';
import type {
  BackupOptions,
  DoctorOptions,
  ExportOptions,
  HashOptions,
  ImportOptions,
  MigrateOptions,
  SleepOptions,
} from './long-call-options.ts';
import type { Change } from '../remember/change-feed.ts';
import type { Timeline, TimelineOptions } from '../graph/timeline-value.ts';
import type { Perspectives, PerspectivesOptions } from '../recall/perspectives-value.ts';
import type { Inspection, InspectOptions } from '../graph/inspection-value.ts';
import type { MemoryGraph, MemoryGraphOptions } from '../graph/memory-graph-value.ts';
import type { SleepReport } from '../sleep/sleep-step.ts';
import type { ImportReport } from '../care/import.ts';
import type { SpaceHash } from '../care/space-hash.ts';
import type { MigrationReport } from '../care/backfill.ts';
import type { Backup } from '../care/backup-file.ts';
import type { DoctorReport } from '../care/doctor.ts';
import type { ForgetOptions, ForgetReport } from '../care/forget-options.ts';
import type { EntityMergeReport, MergeEntitiesOptions } from '../care/merge-options.ts';
import type { PurgeReport } from '../care/purge.ts';
import type { ReindexResult } from '../care/reindex.ts';
import type { RestoreReport } from '../care/restore.ts';
import type { QueryOptions, QueryResult } from '../care/query.ts';
import type { Impact, RollbackOptions, RollbackReport } from '../care/rollback-options.ts';
import type { SpaceStats } from '../care/stats.ts';
import type { SharingOptions, SharingPolicy } from '../remember/sharing.ts';
import type { UndoableOperation, UndoOptions, UndoReport } from '../care/undo.ts';
import type { AgentVerbs } from './agent-verbs.ts';

/** What the memory of a space does, in this process or over HTTP. */
export interface SpaceVerbs {
  /** The folder or the address that the memory was opened at. */
  readonly at: string;

  /** The name of the space. */
  readonly space: string;

  /** The model in use and the length of its vectors. */
  readonly embedder: { readonly model: string; readonly dimension: number };

  /**
   * The memory of one agent. The name is its identity: 1-256 bytes; `system` believes what is universal. Names that
   * differ only in case and in white space around them are one agent's, and the first spelling that was written stays.
   *
   * @throws {InvalidArgumentError} when the name breaks a rule.
   */
  agent(name: string): AgentVerbs;

  /**
   * Compares two agents: what both hold, what only one does, and where they are opposed. It is the
   * view of the space's owner. Give it to no agent: it tells each what the other believes.
   * Has no side effects.
   *
   * @throws {InvalidArgumentError} when an option breaks a rule.
   * @throws {NotFoundError} when the space has other agents, and one of the two is none of them; the error names the nearest.
   */
  perspectives(options: PerspectivesOptions): Promise<Perspectives>;

  /**
   * Tells what became of beliefs over time: when each was learned, strengthened, withdrawn or superseded, when it faded,
   * and what the last sleeps did. What was observed stands where it happened, unless `by` is `learned`. If a belief was
   * strengthened several times, only the last time is known. Like
   * {@link perspectives}, a view for the space's owner. Has no side effects.
   *
   * @throws {InvalidArgumentError} when an option breaks a rule, or there would be more than 1,000 buckets.
   */
  timeline(options?: TimelineOptions): Promise<Timeline>;

  /**
   * Draws the space as a graph: the memories that count most, who believes them, what they speak of and how they stand
   * to each other. Like {@link perspectives}, a view for the space's owner. Has no side effects.
   *
   * @throws {InvalidArgumentError} when an option breaks a rule.
   */
  graph(options?: MemoryGraphOptions): Promise<MemoryGraph>;

  /**
   * Tells everything about one memory or one entity: its fields, all who believe it, what it supersedes and what
   * supersedes it, what supports and contradicts it, and what it follows from. Like {@link perspectives}, a view for the
   * space's owner. Has no side effects.
   *
   * @throws {NotFoundError} when neither a memory nor an entity has the id.
   */
  inspect(options: InspectOptions): Promise<Inspection>;

  /**
   * Answers a query in SurrealQL over the records of the space: one SELECT, or RETURN of what SELECTs answer. It only
   * reads. Like {@link perspectives}, a view for the space's owner: it sees what every agent believes. Has no side effects.
   *
   * @param sql - The query, 1-10,000 characters. `docs/schema.md` has the tables, their columns and examples.
   * @throws {InvalidArgumentError} when it holds what a query may not have, or the engine refuses it.
   * @throws {UnavailableError} STORE_TIMEOUT when it takes longer than it may.
   */
  query(sql: string, options?: QueryOptions): Promise<QueryResult>;

  /** What the space holds, in numbers. */
  stats(options?: CallOptions): Promise<SpaceStats>;

  /**
   * Tells of every commit from now on, of all agents, until the signal fires or the memory
   * closes. Being recalled is no change. On a SurrealDB server it hears of what other processes write, too, but not of how
   * links were judged there.
   */
  changes(options?: CallOptions): AsyncIterable<Change>;

  /** Looks the space over: store, sequence, records, change log, index, vectors, permissions, disk. Changes nothing. */
  doctor(options?: DoctorOptions): Promise<DoctorReport>;

  /**
   * Gives every memory a vector of the embedder in use. It can be stopped at any time and goes on
   * where it was when it is called again.
   *
   * @throws {UnsupportedError} when the memory was opened with the embedder `none`.
   * @throws {CancelledError} when the signal fires; the vectors made so far stay.
   */
  reindex(options?: LongCallOptions): Promise<ReindexResult>;

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
  migrate(options?: MigrateOptions): Promise<MigrationReport>;

  /**
   * One pass over the space: makes facts of what was observed, looks for supports and contradictions,
   * resolves conflicts, merges entities that are the same, archives what has faded. Recall goes on
   * meanwhile. It can be stopped at any time and goes on when it is called again; called once more it changes nothing.
   *
   * @throws {ConflictError} when the space is asleep already.
   * @throws {CancelledError} when the signal fires; what was changed stays so.
   */
  sleep(options?: SleepOptions): Promise<SleepReport>;

  /**
   * Tells who gets what no call has shared, and sets the parts that are given, for this space. It counts from then on
   * and rewrites nothing that is there; a dry run of {@link sleep} lists what would be shared with whom.
   *
   * @throws {InvalidArgumentError} when an option breaks a rule.
   * @throws {ConflictError} when a part would change with which the memory was opened.
   */
  sharing(options?: SharingOptions): Promise<SharingPolicy>;

  /**
   * Tells what came from a source, and what was derived from that: who believes it, and which
   * corrections rest on it. Like {@link perspectives}, a view for the space's owner. Has no side effects.
   *
   * @param source - The id of a source of any channel, as provenance names it.
   * @throws {InvalidArgumentError} when the source breaks a rule.
   */
  impact(source: string, options?: CallOptions): Promise<Impact>;

  /**
   * Takes back what was learned from a source, by an agent or since a time, in one transaction:
   * beliefs are withdrawn with what was derived from them, and corrections count no more. What
   * others believe by themselves stays. {@link undo} takes the rollback back.
   *
   * @throws {InvalidArgumentError} when an option breaks a rule, or none says what is to be taken back.
   */
  rollback(options: RollbackOptions): Promise<RollbackReport>;

  /**
   * Says that two entities are one, for a believer or for everybody: each name of either leads to all that is
   * remembered of both. Nobody else is told, and nothing that mentions them is touched. {@link undo} ends it; then
   * it may be made again, which sleep does not do by itself.
   *
   * @throws {InvalidArgumentError} when an option breaks a rule, or both mean one entity.
   * @throws {NotFoundError} when no memory that the believer has in view speaks of one of them.
   * @throws {ConflictError} when a name means several entities, whose ids it tells, or the two are one already.
   */
  mergeEntities(options: MergeEntitiesOptions): Promise<EntityMergeReport>;

  /** What can be undone or was, the latest first. */
  undoable(options?: CallOptions): Promise<readonly UndoableOperation[]>;

  /**
   * Undoes a rollback or a merge of entities, by the id in its report or the one that {@link undoable}
   * lists, in one transaction. Records that changed since stay as they are.
   *
   * @param id - The id of the operation to undo.
   * @throws {NotFoundError} when no operation that can be undone has this id.
   * @throws {ConflictError} when it was undone already.
   */
  undo(id: string, options?: UndoOptions): Promise<UndoReport>;

  /**
   * Forgets for everybody, in one transaction: nothing finds it any more, nor does an import bring
   * it back. The store's files still hold it, and so do exports and backups made before. An agent
   * forgets what is its own with {@link AgentMemory.forget}.
   *
   * @throws {InvalidArgumentError} when an option breaks a rule.
   * @throws {NotFoundError} when no memory has the id.
   * @throws {ConflictError} when several may be the subject: `which` in its details lists them as {@link MeantSubject}, and
   *   the id of one is a subject that is clear.
   */
  forget(options: ForgetOptions): Promise<ForgetReport>;

  /**
   * Imports a file in one of `importFormats`, or a folder of transcripts or notes.
   * Importing the same file again changes nothing, so a stopped import is started again. What was withdrawn or rolled back
   * since stays so.
   *
   * @throws {InvalidArgumentError} IMPORT_LINE at the first bad line, unless `onError` is 'skip'.
   */
  import(options: ImportOptions): Promise<ImportReport>;

  /**
   * Exports the whole space as NDJSON, one line with its end at a time; vectors that were made here are left out. It
   * shows one state, whatever is written meanwhile: that of now, or what was known or was so at another time.
   */
  export(options?: ExportOptions): AsyncIterable<string>;

  /**
   * The canonical hash of what the space knows: equal for spaces whose exports hold the same records,
   * in whatever order they were written, with whatever index and vectors.
   */
  hash(options?: HashOptions): Promise<SpaceHash>;

  /**
   * Backs the space up in a new file that only its owner can read, while the memory is in use. The
   * file shows one moment and was read back when this settles; `restore` makes a space of it.
   *
   * @throws {ConflictError} when the file is there already.
   * @throws {InvalidArgumentError} when it cannot be written.
   */
  backup(options: BackupOptions): Promise<Backup>;

  /**
   * Restores a backup into this space, which must be empty: all of it, until the space has the hash
   * at the backup's end, or nothing. Takes a store in a folder that nobody else of this process has open.
   *
   * @throws {InvalidArgumentError} when the file is no whole backup.
   * @throws {ConflictError} when the space is not empty, or the store is in use beside this memory.
   * @throws {UnsupportedError} on a server.
   */
  restore(options: BackupOptions): Promise<RestoreReport>;

  /**
   * Takes what was forgotten off the disk: writes every space of the store anew, goes on with that,
   * and removes the old files. Killed at any moment, the store opens as it was or as it is afterwards.
   *
   * @throws {ConflictError} when the store is in use beside this memory.
   * @throws {UnsupportedError} on a server, which keeps its files itself.
   */
  purge(options?: LongCallOptions): Promise<PurgeReport>;

  /**
   * Waits for the calls under way (an import, a migration and a reindex stop after their batch), writes what is still to be written
   * and closes the memory. Safe to call twice.
   */
  close(): Promise<void>;

  /** The same as {@link close}, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}
