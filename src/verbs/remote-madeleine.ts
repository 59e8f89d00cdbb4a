/** A memory at a hub: every verb as in this process, files on this side. */
import { z } from 'zod';
import { type AmbientContext, type AmbientOptions, failed } from '../ambient/ambient-options.ts';
import { type Backup, keepBackup, refuseExisting } from '../care/backup-file.ts';
import type { RestoreReport } from '../care/restore.ts';
import { agentSchema } from '../domain/call-options.ts';
import { UnsupportedError } from '../domain/errors.ts';
import type { NewId } from '../domain/values.ts';
import { checked } from '../domain/input.ts';
import { OpenCalls } from '../domain/open-calls.ts';
import { version } from '../domain/version.ts';
import { agentVerbs } from './agent-verb-table.ts';
import type { AgentVerbs } from './agent-verbs.ts';
import { type ConnectOptions, connectSchema } from './connect-options.ts';
import { Connection, resultIn, wholeOf } from './connection.ts';
import { RemoteVerbs } from './remote-verbs.ts';
import { spaceVerbs } from './space-verb-table.ts';
import type { SpaceVerbs } from './space-verbs.ts';
import { type BackupOptions, backupSchema } from './long-call-options.ts';
import { methodsOf } from '../domain/open-calls.ts';
import type { Verb } from './verb.ts';

/** A class with a method for each verb of a table, which calls it at the hub. */
function remoteMethods<Methods>(table: Readonly<Record<string, Verb>>): new (verbs: RemoteVerbs) => Methods {
  return methodsOf<Methods, RemoteVerbs>(Object.keys(table), (verbs, name, given) => verbs.invoke(name, given));
}

/** The memory of one agent at a hub. */
export class RemoteAgentMemory extends remoteMethods<AgentVerbs>(agentVerbs) implements AgentVerbs {
  override readonly name: string;

  /** @internal Use `memory.agent(name)`. */
  constructor(name: string, verbs: RemoteVerbs) {
    super(verbs);
    this.name = name;
  }

  override async ambient(options: AmbientOptions | string): Promise<AmbientContext> {
    const start = performance.now();
    const asked = typeof options === 'string' ? { message: options } : options;
    return super.ambient(asked).catch((error: unknown) => ({
      ...failed(error),
      latencyMs: performance.now() - start,
    }));
  }
}

const backupCaller = { operation: 'backup', option: 'file' } as const;

interface RemoteParts {
  readonly connection: Connection;
  readonly calls: OpenCalls;
  /** Such as `/v1/spaces/default`. */
  readonly base: string;
  readonly newId: NewId;
}

/**
 * How long a hub may take to say that it is there. Node 20's first request of a process never ends where the hub is
 * killed as it is connected to (2 of 12 tries): the parser of answers is still being loaded, and nobody hears the end.
 */
const handshakeMs = 5_000;

/** The memory of a space at a hub. Connect to it with {@link Madeleine.connect}. */
export class RemoteMadeleine extends remoteMethods<SpaceVerbs>(spaceVerbs) implements SpaceVerbs {
  /** The address of the hub. */
  override readonly at: string;
  override readonly space: string;
  override readonly embedder: Readiness['embedder'];
  readonly #parts: RemoteParts;
  readonly #verbs: RemoteVerbs;
  #closing: Promise<void> | undefined;

  private constructor(parts: RemoteParts, space: string, embedder: Readiness['embedder']) {
    const verbs = new RemoteVerbs({ ...parts, table: spaceVerbs });
    super(verbs);
    this.at = parts.connection.url;
    this.space = space;
    this.embedder = embedder;
    this.#parts = parts;
    this.#verbs = verbs;
  }

  /** @internal Use {@link Madeleine.connect}. */
  static async connect(url: string, options: ConnectOptions & { readonly newId: NewId }): Promise<RemoteMadeleine> {
    const asked = checked('connect', connectSchema, { ...options, url });
    const { space, signal, token, retryMs, newId, fetch: given = fetch } = { ...asked, newId: options.newId };
    const connection = new Connection({ url, token, retryMs, fetch: given });
    const repeated = { repeatable: true, attemptMs: handshakeMs };
    const ready = { operation: 'connect', path: '/readyz', accept: 'application/json', ...repeated } as const;
    const { version: theirs, embedder } = await connection.request({ ...ready, signal }, async (response) =>
      resultIn('connect', readinessSchema, await wholeOf(response)),
    );
    const base = `/v1/spaces/${encodeURIComponent(space)}`;
    if (theirs === version)
      return new RemoteMadeleine({ connection, calls: new OpenCalls(), base, newId }, space, embedder);
    const message = `connect: the hub at ${url} is of version ${theirs}, this is ${version}; use the same on both sides.`;
    throw new UnsupportedError('UNSUPPORTED', message, { details: { theirs, ours: version } });
  }

  override agent(name: string): RemoteAgentMemory {
    const parts = this.#parts;
    parts.calls.check('agent');
    const { name: known } = checked('agent', agentSchema, { name });
    const base = `${parts.base}/agents/${encodeURIComponent(known)}`;
    return new RemoteAgentMemory(known.trim(), new RemoteVerbs({ ...parts, base, table: agentVerbs }));
  }

  override async restore(options: BackupOptions): Promise<RestoreReport> {
    const report = await super.restore(options);
    return { ...report, file: options.file };
  }

  override async backup(options: BackupOptions): Promise<Backup> {
    const { file: _kept, ...watch } = options;
    const { file } = checked('backup', backupSchema, options);
    // A hub notes a backup when it has made it, so what is refused here is refused first.
    await refuseExisting(file, backupCaller);
    return this.#verbs.download('backup', watch, (lines, signal) => keepBackup(file, lines, backupCaller, signal));
  }

  override async close(): Promise<void> {
    this.#closing ??= this.#parts.calls.close();
    await this.#closing;
  }

  override async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
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
