/**
 * A hub from its start to its end. Of a store in a folder it is the one process that owns it; the lock of the store
 * decides who that is, and a second hub prints where the first one listens, and ends. A SurrealDB server may have any
 * number of hubs, which share its tokens and sessions.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Mount } from '../../http/mount.ts';
import { RecallTraces } from '../../http/recall-traces.ts';
import { type HttpServer, isLoopback, type ServeHttpOptions, serveHttp } from '../../http/serve-http.ts';
import {
  type AgentVerbs,
  type Embedder,
  type HubRecordsPlace,
  Madeleine,
  MadeleineError,
  type OpenOptions,
  openHubRecords,
  resolveEmbedder,
  type SharedHubRecords,
  version,
} from '../../index.ts';
import type { McpHttp, McpHttpOptions } from '../../mcp/mcp-http.ts';
import type { RunCommand } from '../command-io.ts';
import { hookMount } from '../hook/hook-mount.ts';
import { commandMount } from './command-mount.ts';
import { findHub } from './find-hub.ts';
import { HubMetrics } from './hub-metrics.ts';
import { type HubNote, settingsMark } from './hub-note.ts';
import { folderPlace, type HubPlace, serverHub } from './hub-place.ts';
import { IdleWatch } from './idle-watch.ts';
import { OpenSpaces } from './open-spaces.ts';

/** What a hub is started with. */
export interface HubOptions {
  /** How its memories are opened; `space` is open from the start. */
  readonly open: OpenOptions & { readonly space: string };
  /** Where it listens and to whom; port 0 is the one that the store prefers, or any that is free. */
  readonly http: Pick<ServeHttpOptions, 'host' | 'port' | 'allowRemote' | 'allowedHosts' | 'allowedOrigins'>;
  /** Minutes without a call after which it leaves; 0 for never. */
  readonly idleExit: number;
  /** Minutes without a call after which a space sleeps; 0 for never. */
  readonly sleepAfterIdle: number;
  /** How many spaces stay open; each holds its index. */
  readonly openSpaces: number;
  /** Where the hubs of a server keep what they have in common; undefined for a store in a folder. */
  readonly serverPlace?: HubRecordsPlace | undefined;
  readonly runCommand: RunCommand;
  /** Ends it. */
  readonly signal: AbortSignal;
  /** Hears where it listens. */
  readonly onReady: (hub: HubNote) => Promise<void>;
  /** Hears of failures in the background. */
  readonly onError: (error: unknown) => void;
}

/** A store that a command holds is free again soon, and so is that of a hub that ends. */
const lockWaitMs = 15_000;
/** How long it waits before it tries again, and at most: each try opens the engine. */
const lockRetryMs = 50;
const longestLockRetryMs = 300;

/** How long calls under way may take at the end before those that can be stopped are. */
const graceMs = 5000;

const minuteMs = 60_000;
/** How long nobody calls before it gives memory back. */
const collectAfterMs = 10_000;

/** The page of this package, once it is built. */
const pageFolder = fileURLToPath(new URL('../../../dist/page/', import.meta.url));

/**
 * Runs the hub of a store until its signal fires or it has been idle for long enough.
 *
 * @returns the hub that runs already, when there is one.
 * @throws {UnavailableError} STORE_LOCKED when somebody else keeps the store; STORE_MOVED when its folder is gone.
 */
export async function runHub(options: HubOptions): Promise<HubNote | undefined> {
  const { open, serverPlace, sleepAfterIdle, onError } = options;
  // Every space has the same model, loaded once, and what it took goes back whole when it was idle.
  const embedder = resolveEmbedder(open.embedder ?? 'minilm', { worker: 'process' });
  const asleep = sleepAfterIdle === 0 ? {} : { sleepAfterIdle };
  const metrics = new HubMetrics();
  const spaces = new OpenSpaces({
    open: (space) => Madeleine.open({ ...open, ...asleep, embedder, space, onError }),
    most: options.openSpaces,
    sleepAfterMs: sleepAfterIdle * minuteMs,
    onError,
    onCalled: (verb, seconds, code) => metrics.count(verb, seconds, code),
  });
  let records: SharedHubRecords | undefined;
  try {
    const other = await takeStore(spaces, options);
    if (other !== undefined) return other;
    records = serverPlace && (await openHubRecords(serverPlace));
    const place = records === undefined ? await folderPlace(open.at) : serverHub(records);
    await serve({ spaces, metrics, place, embedder }, options);
    return undefined;
  } finally {
    await spaces.close();
    await records?.close();
    await embedder.close();
  }
}

/** Opens the store, which nobody else can do from then on; or answers the hub that has done so. */
async function takeStore(spaces: OpenSpaces, { open, signal }: HubOptions): Promise<HubNote | undefined> {
  const until = performance.now() + lockWaitMs;
  for (let retryMs = lockRetryMs; ; retryMs = Math.min(1.5 * retryMs, longestLockRetryMs)) {
    try {
      await spaces.memory(open.space);
      return undefined;
    } catch (error) {
      if (!(error instanceof MadeleineError) || error.code !== 'STORE_LOCKED') throw error;
      const hub = await findHub(open.at);
      if (hub !== undefined) return hub;
      if (performance.now() > until) throw error;
    }
    await pause(retryMs, undefined, { signal });
  }
}

/** What a hub serves, and what it counts. */
interface Served {
  readonly spaces: OpenSpaces;
  readonly metrics: HubMetrics;
  readonly place: HubPlace;
  readonly embedder: Embedder;
}

/** Node by itself keeps what a call left behind until there is more of it. The second pass gives back what the first freed. */
function collect(): void {
  globalThis.gc?.();
  globalThis.gc?.();
}

async function serve({ spaces, metrics, place, embedder }: Served, options: HubOptions): Promise<void> {
  const { idleExit, sleepAfterIdle, onError, signal, runCommand } = options;
  const { folder, records } = place;
  const clock = (): Date => new Date();
  const idle = new AbortController();
  const watches = [
    new IdleWatch({
      afterMs: idleExit * minuteMs,
      // A space that is idle for longer than that has slept by itself.
      prepare: async () => (idleExit < sleepAfterIdle ? spaces.sleep() : undefined),
      act: () => idle.abort(),
      onError,
    }),
    new IdleWatch({ afterMs: collectAfterMs, act: collect, onError }),
  ];
  const recalls = new RecallTraces(clock);
  const memoryOf = async (space: string, agent: string): Promise<AgentVerbs> =>
    recalls.watched(space, (await spaces.memory(space)).agent(agent));
  const ending = AbortSignal.any([signal, idle.signal, ...(place.gone === undefined ? [] : [place.gone])]);
  // A hub that other machines reach takes nothing that names files and folders of this one.
  const isAtHome = folder !== undefined && isLoopback(options.http.host ?? '127.0.0.1');
  const mcp = mcpWhenAsked({ memoryOf, shared: records && { records, clock }, onError });
  const server = await listen(place, {
    ...options.http,
    memory: (space) => spaces.memory(space),
    ready: async () => {
      await place.check();
      return { version, embedder: (await spaces.memory(options.open.space)).embedder };
    },
    metrics: () => metrics.text(spaces.vitals),
    page: {
      folder: pageFolder,
      space: options.open.space,
      spaces: () => spaces.spaces(options.open.space),
      recalls,
      clock,
      records,
    },
    mounts: [
      mcpMount(mcp),
      hookMount({ memoryOf, embedder, readsFiles: isAtHome, onError }),
      ...(isAtHome ? [commandMount({ folder, runCommand, ending })] : []),
    ],
    onCall: (calls) => {
      metrics.hear(calls);
      for (const watch of watches) watch.hear(calls);
    },
    onError,
  });
  try {
    const startedAt = new Date().toISOString();
    const hub = { url: server.url, pid: process.pid, version, startedAt, settings: settingsMark(options.open) };
    await place.announce?.(hub);
    await options.onReady(hub);
    await fired(ending);
  } finally {
    place.close?.();
    for (const watch of watches) watch.close();
    // Nobody is to find what is about to end.
    await place.withdraw?.();
    const closed = Promise.all([server.close(), mcp.close()]);
    await Promise.race([closed, pause(graceMs, undefined, { ref: false })]);
    await spaces.close();
    await closed;
  }
  place.gone?.throwIfAborted();
}

/** Listens on the port that is asked for, else on the one that the store prefers, else on any. */
async function listen({ port, tokens }: HubPlace, options: Omit<ServeHttpOptions, 'tokens'>): Promise<HttpServer> {
  if (options.port !== 0 || port === undefined) return serveHttp({ ...options, tokens });
  return serveHttp({ ...options, tokens, port }).catch((error: Error & { readonly cause?: NodeJS.ErrnoException }) => {
    if (error.cause?.code !== 'EADDRINUSE') throw error;
    return serveHttp({ ...options, tokens });
  });
}

function fired(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** MCP over HTTP, which loads with the first request: a hub that nobody asks does without 5 MB. */
function mcpWhenAsked(options: McpHttpOptions): McpHttp {
  let loaded: Promise<McpHttp> | undefined;
  return {
    handle: async (request, caller) => {
      loaded ??= import('../../mcp/mcp-http.ts').then(({ mcpHttp }) => mcpHttp(options));
      return (await loaded).handle(request, caller);
    },
    close: async () => (await loaded)?.close(),
  };
}

/** MCP over HTTP as a door that a hub opens beside its verbs, at `/mcp`. */
export function mcpMount(door: McpHttp): Mount {
  return {
    path: '/mcp',
    methods: ['POST', 'GET', 'DELETE'],
    // What a token may do beyond that shows in the tools that it is offered.
    access: 'read',
    summary: "MCP over Streamable HTTP, as the token's agent.",
    handle: (request, identity) => door.handle(request, identity),
  };
}
