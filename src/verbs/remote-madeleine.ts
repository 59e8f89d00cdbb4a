/** The memory of a space at a hub: every verb as in this process, files on this side. */
import { z } from 'zod';
import type { MigrationReport } from '../care/backfill.ts';
import { type Backup, keepBackup } from '../care/backup-file.ts';
import type { DoctorReport } from '../care/doctor.ts';
import type { ForgetOptions, ForgetReport } from '../care/forget-options.ts';
import type { ImportReport } from '../care/import.ts';
import type { EntityMergeReport, MergeEntitiesOptions } from '../care/merge-options.ts';
import type { PurgeReport } from '../care/purge.ts';
import type { ReindexResult } from '../care/reindex.ts';
import type { RestoreReport } from '../care/restore.ts';
import type { Blast, RollbackOptions, RollbackReport } from '../care/rollback-options.ts';
import type { SpaceHash } from '../care/space-hash.ts';
import type { SpaceStats } from '../care/stats.ts';
import type { UndoOptions, UndoReport, UndoableOperation } from '../care/undo.ts';
import {
  type BackupOptions,
  type CallOptions,
  type ExportOptions,
  type ImportOptions,
  type LongCallOptions,
  type MigrateOptions,
  type SleepOptions,
  agentSchema,
  backupSchema,
  importSchema,
} from '../domain/call-options.ts';
import { UnsupportedError } from '../domain/errors.ts';
import type { NewId } from '../domain/ids.ts';
import { checked } from '../domain/input.ts';
import { OpenCalls } from '../domain/open-calls.ts';
import { version } from '../domain/version.ts';
import type { InspectOptions, Inspection } from '../graph/inspection-value.ts';
import type { MemoryGraphOptions } from '../graph/memory-graph-options.ts';
import type { MemoryGraph } from '../graph/memory-graph-value.ts';
import type { TimelineOptions } from '../graph/timeline-options.ts';
import type { Timeline } from '../graph/timeline-value.ts';
import type { Perspectives, PerspectivesOptions } from '../recall/perspectives-value.ts';
import type { Change } from '../remember/change-feed.ts';
import type { SleepReport } from '../sleep/sleep-step.ts';
import { agentVerbs } from './agent-verb-table.ts';
import { type ConnectOptions, connectSchema } from './connect-options.ts';
import { Connection } from './connection.ts';
import { jsonOf, resultIn } from './read-answer.ts';
import { RemoteAgentMemory } from './remote-agent-memory.ts';
import { RemoteVerbs } from './remote-verbs.ts';
import { type SpaceVerbTable, spaceVerbs } from './space-verb-table.ts';
import type { SpaceVerbs } from './space-verbs.ts';

interface RemoteParts {
  readonly connection: Connection;
  readonly space: string;
  readonly embedder: Readiness['embedder'];
  readonly newId: NewId;
}

/** The memory of a space at a hub. Connect to it with {@link Madeleine.connect}. */
export class RemoteMadeleine implements SpaceVerbs {
  /** The address of the hub. */
  readonly at: string;
  readonly space: string;
  readonly embedder: Readiness['embedder'];
  readonly #connection: Connection;
  readonly #newId: NewId;
  readonly #calls: OpenCalls = new OpenCalls();
  readonly #verbs: RemoteVerbs<SpaceVerbTable>;
  #closing: Promise<void> | undefined;

  private constructor({ connection, space, embedder, newId }: RemoteParts) {
    this.at = connection.url;
    this.space = space;
    this.embedder = embedder;
    this.#connection = connection;
    this.#newId = newId;
    this.#verbs = new RemoteVerbs({ connection, calls: this.#calls, base: this.#base, table: spaceVerbs });
  }

  /** @internal Use {@link Madeleine.connect}. */
  static async connect(url: string, options: ConnectOptions & { readonly newId: NewId }): Promise<RemoteMadeleine> {
    const asked = checked('connect', connectSchema, { ...options, url });
    const { space, signal, token, retryMs, newId, fetch: given = fetch } = { ...asked, newId: options.newId };
    const connection = new Connection({ url, token, retryMs, fetch: given });
    const ready = { operation: 'connect', path: '/readyz', accept: 'application/json', repeatable: true } as const;
    const { version: theirs, embedder } = await connection.request({ ...ready, signal }, async (response) =>
      resultIn('connect', readinessSchema, jsonOf(await response.text())),
    );
    if (theirs === version) return new RemoteMadeleine({ connection, space, embedder, newId });
    const message = `connect: the hub at ${url} is of version ${theirs}, this is ${version}; use the same on both sides.`;
    throw new UnsupportedError('UNSUPPORTED', message, { details: { theirs, ours: version } });
  }

  agent(name: string): RemoteAgentMemory {
    this.#calls.check('agent');
    const { name: known } = checked('agent', agentSchema, { name });
    const base = `${this.#base}/agents/${encodeURIComponent(known)}`;
    const parts = { connection: this.#connection, calls: this.#calls, base, table: agentVerbs };
    return new RemoteAgentMemory(known, new RemoteVerbs(parts), this.#newId);
  }

  async perspectives(options: PerspectivesOptions): Promise<Perspectives> {
    return this.#verbs.call('perspectives', options);
  }

  async timeline(options: TimelineOptions = {}): Promise<Timeline> {
    return this.#verbs.call('timeline', options);
  }

  async graph(options: MemoryGraphOptions = {}): Promise<MemoryGraph> {
    return this.#verbs.call('graph', options);
  }

  async inspect(options: InspectOptions): Promise<Inspection> {
    return this.#verbs.call('inspect', options);
  }

  async stats(options: CallOptions = {}): Promise<SpaceStats> {
    return this.#verbs.call('stats', options);
  }

  async doctor(options: CallOptions = {}): Promise<DoctorReport> {
    return this.#verbs.call('doctor', options);
  }

  async reindex(options: LongCallOptions = {}): Promise<ReindexResult> {
    return this.#verbs.call('reindex', options);
  }

  async migrate(options: MigrateOptions = {}): Promise<MigrationReport> {
    return this.#verbs.call('migrate', options);
  }

  async sleep(options: SleepOptions = {}): Promise<SleepReport> {
    return this.#verbs.call('sleep', options);
  }

  async blast(source: string, options: CallOptions = {}): Promise<Blast> {
    return this.#verbs.call('blast', { ...options, source });
  }

  async rollback(options: RollbackOptions): Promise<RollbackReport> {
    return this.#verbs.call('rollback', options);
  }

  async mergeEntities(options: MergeEntitiesOptions): Promise<EntityMergeReport> {
    return this.#verbs.call('mergeEntities', options);
  }

  async undoable(options: CallOptions = {}): Promise<readonly UndoableOperation[]> {
    return this.#verbs.call('undoable', options);
  }

  async undo(id: string, options: UndoOptions = {}): Promise<UndoReport> {
    return this.#verbs.call('undo', { ...options, id });
  }

  async forget(options: ForgetOptions): Promise<ForgetReport> {
    return this.#verbs.call('forget', options);
  }

  async hash(options: ExportOptions = {}): Promise<SpaceHash> {
    return this.#verbs.call('hash', options);
  }

  async purge(options: LongCallOptions = {}): Promise<PurgeReport> {
    return this.#verbs.call('purge', options);
  }

  changes(options: CallOptions = {}): AsyncIterable<Change> {
    return this.#verbs.events('changes', options);
  }

  export(options: ExportOptions = {}): AsyncIterable<string> {
    return this.#verbs.lines('export', options);
  }

  async import(options: ImportOptions): Promise<ImportReport> {
    return this.#verbs.upload('import', importSchema, options);
  }

  async restore(options: BackupOptions): Promise<RestoreReport> {
    const report = await this.#verbs.upload('restore', backupSchema, options);
    return { ...report, file: options.file };
  }

  async backup(options: BackupOptions): Promise<Backup> {
    const { file: _kept, ...watch } = options;
    const { file } = checked('backup', backupSchema, options);
    return this.#verbs.download('backup', watch, (lines, signal) =>
      keepBackup(file, lines, { operation: 'backup', option: 'file' }, signal),
    );
  }

  async close(): Promise<void> {
    this.#closing ??= this.#calls.close();
    await this.#closing;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  get #base(): string {
    return `/v1/spaces/${encodeURIComponent(this.space)}`;
  }
}

/** What `GET /readyz` answers once the store is open. */
export interface Readiness {
  /** The version of Madeleine that serves. */
  readonly version: string;
  /** The model in use and the length of its vectors. */
  readonly embedder: { readonly model: string; readonly dimension: number };
}

/** The rules of {@link Readiness}; a later version may say more. */
export const readinessSchema: z.ZodType<Readiness> = z.object({
  version: z.string(),
  embedder: z.object({ model: z.string(), dimension: z.int() }),
});
