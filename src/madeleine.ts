/**
 * The memory of one space: the only file that wires the layers together. What its verbs do is told in
 * `verbs/space-verbs.ts`.
 *
 *   store (ledger) -> remember (writer) -> index -> recall, per agent through AgentMemory
 */
import { randomUUID } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { Ambient } from './ambient/ambient.ts';
import { AgentMemory, type AgentMemoryParts } from './agent-memory.ts';
import { agentSchema, type CallOptions, callSchema, longCallSchema } from './domain/call-options.ts';
import {
  backupSchema,
  doctorSchema,
  type ExportOptions,
  exportSchema,
  type HashOptions,
  hashSchema,
  importSchema,
  migrateSchema,
  sleepSchema,
} from './verbs/long-call-options.ts';
import { throwIfCancelled } from './domain/errors.ts';
import { systemAgent } from './domain/records.ts';
import { type Checked, checked } from './domain/input.ts';
import type { OnProgress, Progress } from './domain/call-options.ts';
import type { Embedder } from './embed/embedder.ts';
import { resolveEmbedder } from './embed/resolve-embedder.ts';
import { methodsOf, OpenCalls } from './domain/open-calls.ts';
import { type CheckedOpenOptions, checkOpenOptions, type OpenOptions } from './open-options.ts';
import { inspect } from './graph/inspect.ts';
import { memoryGraph } from './graph/memory-graph.ts';
import { timeline } from './graph/timeline.ts';
import { Attention } from './recall/attention.ts';
import { perspectives } from './recall/perspectives.ts';
import { RecallCounts } from './recall/agent-stats.ts';
import { vectorUse } from './recall/semantic-scores.ts';
import type { ConnectOptions } from './verbs/connect-options.ts';
import { RemoteMadeleine } from './verbs/remote-madeleine.ts';
import { Follower } from './remember/follower.ts';
import { sharingPolicy } from './remember/sharing.ts';
import type { Change } from './remember/change-feed.ts';
import { Writer } from './remember/writer.ts';
import { IdleSleep } from './sleep/idle-sleep.ts';
import { lastSleep } from './sleep/sleep-lease.ts';
import { Sleeper } from './sleep/sleeper.ts';
import { Database } from './store/database.ts';
import { Ledger, type LedgerVitals } from './store/ledger.ts';
import { exportIn } from './care/export-formats.ts';
import { type ExportRun, exportLines, hashSpace } from './care/export-lines.ts';
import { importFile } from './care/import.ts';
import { dryTarget, importTarget } from './care/import-target.ts';
import { backfill } from './care/backfill.ts';
import { backupFile, writeBackup } from './care/backup-file.ts';
import { impact } from './care/reach.ts';
import { examine } from './care/doctor.ts';
import { forget } from './care/forget.ts';
import { IndexKeeper, type IndexOrigin } from './care/index-keeper.ts';
import { mergeEntities } from './care/merge-entities.ts';
import { purge } from './care/purge.ts';
import { reindex } from './care/reindex.ts';
import { rollback } from './care/rollback.ts';
import { restoreBackup } from './care/restore.ts';
import { readStats } from './care/stats.ts';
import type { SpaceVerbs } from './verbs/space-verbs.ts';
import { query } from './care/query.ts';
import { SpaceReader } from './store/space-reader.ts';
import { undo, undoableOperations } from './care/undo.ts';

interface Parts extends AgentMemoryParts {
  readonly database: Database;
  readonly ledger: Ledger;
  readonly keeper: IndexKeeper;
  readonly follower: Follower | undefined;
  readonly sleeper: Sleeper;
  readonly reader: SpaceReader;
  readonly space: string;
  readonly at: string;
  /** Whether the embedder was made here, and so is ended here. */
  readonly ownsEmbedder: boolean;
}

/** How it goes with the store of a space in this process. */
export interface Vitals extends LedgerVitals {
  /** Known commits that the index has not taken in yet. */
  readonly writesBehind: number;
}

/** What a verb does in a space. */
type Way<Method> = Method extends (...given: infer Given) => infer Answer
  ? (parts: Parts, ...given: Given) => Answer
  : never;

type Call = (parts: Parts, ...given: readonly unknown[]) => Promise<unknown>;

/** The verbs that end with an answer. */
type AnsweringVerbs = Omit<
  SpaceVerbs,
  'at' | 'space' | 'embedder' | 'agent' | 'changes' | 'export' | 'close' | typeof Symbol.asyncDispose
>;

/** What each verb does while it is counted as a call under way. Each checks its options itself, once. */
const ways: { readonly [Name in keyof AnsweringVerbs]: Way<AnsweringVerbs[Name]> } = {
  perspectives: ({ recall }, options) => perspectives(recall, options),
  timeline: ({ recall }, options = {}) => timeline(recall, options),
  graph: ({ recall }, options = {}) => memoryGraph(recall, options),
  inspect: ({ recall }, options) => inspect(recall, options),
  query: ({ reader }, sql, options = {}) => query(reader, sql, options),
  stats: async ({ ambient, database, recallCounts, space, writer }, options = {}) => {
    throwIfCancelled('stats', checked('stats', callSchema, options).signal);
    const counts = { ambient: ambient.counts.read(), recall: recallCounts.read() };
    const sleep = await lastSleep(writer.parts.ledger);
    return readStats(writer, { space, folder: database.folder, sleep, ...counts });
  },
  doctor: async ({ database, writer }, options = {}) => {
    const { deep, signal } = checked('doctor', doctorSchema, options);
    throwIfCancelled('doctor', signal);
    return examine(database, writer, deep);
  },
  reindex: async ({ calls, writer }, options = {}) => {
    const { onProgress, signal: cancel } = checked('reindex', longCallSchema, options);
    const report = reporter(onProgress, 'reindex', 'memories');
    return reindex(writer, { onProgress: report, signal: calls.untilClosed(cancel) });
  },
  migrate: async (parts, options = {}) => {
    const { calls, database, ledger, space, writer } = parts;
    const { dryRun = false, backup, onProgress, signal: cancel } = checked('migrate', migrateSchema, options);
    const end = calls.untilClosed(cancel);
    const written = exportRun(parts, { onProgress, signal: end });
    const file = backup ?? backupFile(database.folder, space, written.exportedAt);
    return backfill(writer, {
      dryRun,
      backUp: () =>
        writeBackup(ledger, file, written, { operation: 'migrate', option: 'backup', folder: database.folder }),
      onProgress: reporter(onProgress, 'migrate', 'memories'),
      signal: end,
    });
  },
  sleep: async ({ attention, calls, sleeper }, options = {}) => {
    const { dryRun = false, languageModel, onProgress, signal } = checked('sleep', sleepSchema, options);
    await attention.flush();
    return sleeper.sleep({ dryRun, languageModel, onProgress, signal: calls.untilClosed(signal) });
  },
  sharing: ({ writer }, options = {}) => sharingPolicy(writer, options),
  impact: ({ writer }, source, options = {}) => impact(writer, source, options),
  rollback: ({ writer }, options) => rollback(writer, options),
  mergeEntities: ({ writer }, options) => mergeEntities(writer, options),
  undoable: async ({ writer }, options = {}) => {
    throwIfCancelled('undoable', checked('undoable', callSchema, options).signal);
    return undoableOperations(writer);
  },
  undo: ({ writer }, id, options = {}) => undo(writer, id, options),
  forget: (parts, options) => forget(parts, options),
  import: async ({ calls, writer }, options) => {
    const asked = checked('import', importSchema, options);
    const { file, format, universal, onError, onProgress, signal: cancel, dryRun = false } = asked;
    const meant = asked.agent && (await writer.agentMeant(asked.agent));
    const agent = universal === true ? systemAgent : meant;
    const target = (dryRun ? dryTarget : importTarget)(writer, agent ?? systemAgent);
    return importFile(target, {
      file,
      agent,
      dryRun,
      onProgress: reporter(onProgress, 'import', 'bytes'),
      signal: calls.untilClosed(cancel),
      ...(format === undefined ? {} : { format }),
      ...(onError === undefined ? {} : { onError }),
    });
  },
  hash: async (parts, options = {}) => {
    const asked = checked('hash', hashSchema, options);
    await parts.attention.flush();
    return hashSpace(parts.ledger, exportRun(parts, asked));
  },
  backup: async (parts, options) => {
    const asked = checked('backup', backupSchema, options);
    await parts.attention.flush();
    const caller = { operation: 'backup', option: 'file', folder: parts.database.folder };
    return writeBackup(parts.ledger, asked.file, exportRun(parts, asked), caller);
  },
  restore: async ({ calls, space, writer }, options) => {
    const { file, onProgress, signal: cancel } = checked('restore', backupSchema, options);
    const report = reporter(onProgress, 'import', 'bytes');
    return restoreBackup(writer, { file, space, onProgress: report, signal: calls.untilClosed(cancel) });
  },
  purge: async ({ attention, calls, database, keeper, ledger }, options = {}) => {
    const { onProgress, signal: cancel } = checked('purge', longCallSchema, options);
    await attention.flush();
    const onRows = reporter(onProgress, 'purge', 'records');
    return purge(
      { ledger, keeper, folder: database.folder },
      { onProgress: onRows, signal: calls.untilClosed(cancel) },
    );
  },
};

/** The memory of one space. Open it with {@link Madeleine.open}; get an agent's view with {@link Madeleine.agent}. */
export class Madeleine
  extends methodsOf<AnsweringVerbs, Parts>(Object.keys(ways), async (parts, name, given) =>
    // The name is one of its own, and the verb says itself what it was given.
    parts.calls.run(name, () => (ways as Readonly<Record<string, Call>>)[name]!(parts, ...given)),
  )
  implements SpaceVerbs
{
  readonly #parts: Parts;
  #closing: Promise<void> | undefined;

  private constructor(parts: Parts) {
    super(parts);
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
    const newUntimedId = options.newId ?? randomUUID;
    const embedder = resolveEmbedder(asked.embedder);
    const database = await Database.open(asked.at, asked.server, process.pid);
    const { space, acceptLoss, onError, settings } = asked;
    const indexedDimension = asked.serverIndexes ? embedder.dimension : undefined;
    const ledger = await Ledger.open({ database, space, clock, newId, acceptLoss, indexedDimension });
    const opening = openIndex(database, ledger, embedder, asked);
    const keeper = await opening
      .then(async (opened) => {
        await database.accept();
        return opened;
      })
      .catch(async (error: unknown) => {
        await ledger.close();
        throw error;
      });
    const { index } = keeper;
    const writer = new Writer(
      { ledger, index, embedder, settings, clock, newId, newUntimedId, staleReadsMs: asked.staleReadsMs },
      () => keeper.noteCommit(),
    );
    const recall = {
      ledger,
      index,
      embedder,
      clock,
      agents: writer.agents,
      profile: asked.profile,
      weights: asked.weights,
      technicalTerms: settings.technicalTerms,
      anchors: asked.anchors,
      mood: asked.mood,
      follow: () => writer.follow(),
      vectors: vectorUse(index, embedder),
    };
    const elapsedMs = (): number => performance.now();
    const memory = new Madeleine({
      writer,
      attention: new Attention(writer, onError),
      saveIndex: () => keeper.save(),
      recall,
      recallCounts: new RecallCounts(elapsedMs),
      ambient: new Ambient({ recall, enabled: asked.ambient, elapsedMs, onError }),
      calls: new OpenCalls(),
      database,
      ledger,
      keeper,
      follower: database.folder === undefined ? new Follower(writer, onError) : undefined,
      sleeper: new Sleeper(writer, asked),
      reader: new SpaceReader(() => database.readOnlySession(space)),
      space,
      at: asked.at,
      ownsEmbedder: typeof asked.embedder === 'string',
    });
    if (asked.sleepAfterIdle !== undefined) memory.#sleepAfterIdle(asked.sleepAfterIdle, onError);
    return memory;
  }

  /**
   * Connects to the memory of a space at a hub: the same verbs over HTTP. Files that they take and make are here.
   *
   * @throws {InvalidArgumentError} when an option breaks a rule.
   * @throws {UnavailableError} HUB_UNREACHABLE when no hub answers in time.
   * @throws {UnsupportedError} when the hub is of another version.
   */
  static async connect(url: string, options: ConnectOptions = {}): Promise<RemoteMadeleine> {
    return RemoteMadeleine.connect(url, { ...options, newId: options.newId ?? randomUUID });
  }

  get at(): string {
    return this.#parts.at;
  }

  get space(): string {
    return this.#parts.space;
  }

  get embedder(): { readonly model: string; readonly dimension: number } {
    const { model, dimension } = this.#parts.writer.parts.embedder;
    return { model, dimension };
  }

  /** Whether the index was loaded from its snapshot or built from the ledger. */
  get indexOrigin(): IndexOrigin {
    return this.#parts.keeper.origin;
  }

  /** How it goes with the store of the space, for those who watch over a process. */
  get vitals(): Vitals {
    const { ledger, recall } = this.#parts;
    return { ...ledger.vitals, writesBehind: Math.max(0, ledger.head.seq - recall.index.seq) };
  }

  /** The spaces of the store, in order; on a server those that the user may see. */
  spaces(): Promise<readonly string[]> {
    const { calls, ledger } = this.#parts;
    return calls.run('spaces', () => ledger.spaceNames());
  }

  agent(name: string): AgentMemory {
    this.#parts.calls.check('agent');
    return new AgentMemory(checked('agent', agentSchema, { name }).name, this.#parts);
  }

  changes(options: CallOptions = {}): AsyncIterable<Change> {
    const { calls, writer } = this.#parts;
    calls.check('changes');
    const { signal: cancel } = checked('changes', callSchema, options);
    return writer.feed.changes(undefined, calls.untilClosed(cancel));
  }

  export(options: ExportOptions = {}): AsyncIterable<string> {
    const { calls } = this.#parts;
    calls.check('export');
    const { format = 'ndjson', ...asked } = checked('export', exportSchema, options);
    return calls.each('export', exportIn(format, allLines(this.#parts, exportRun(this.#parts, asked))));
  }

  async close(): Promise<void> {
    this.#closing ??= this.#close();
    await this.#closing;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #sleepAfterIdle(minutes: number, onError: (error: unknown) => void): void {
    const { calls, writer } = this.#parts;
    calls.watch = new IdleSleep({
      afterMs: minutes * 60_000,
      clock: writer.parts.clock,
      lastEndedAt: () => calls.run('sleep', async () => (await lastSleep(writer.parts.ledger))?.endedAt),
      sleep: () => this.sleep(),
      onError,
    });
  }

  async #close(): Promise<void> {
    const { attention, calls, follower, keeper, ledger, reader, writer, ownsEmbedder } = this.#parts;
    await calls.close();
    await follower?.end();
    await attention.flush();
    await keeper.save();
    await reader.close();
    await ledger.close();
    if (ownsEmbedder) await writer.parts.embedder.close();
  }
}

/** The lines of an export, what was recalled just now among them. */
async function* allLines({ attention, ledger }: Parts, run: ExportRun): AsyncGenerator<string, void, undefined> {
  await attention.flush();
  yield* exportLines(ledger, run);
}

function exportRun(
  { calls, space, writer }: Parts,
  { onProgress, signal: cancel, asOf, validAt }: Checked<HashOptions>,
): ExportRun {
  return {
    space,
    exportedAt: writer.parts.clock(),
    moment: { asOf, validAt },
    onProgress: reporter(onProgress, 'export', 'records'),
    signal: calls.untilClosed(cancel),
  };
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
