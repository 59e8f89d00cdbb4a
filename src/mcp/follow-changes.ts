/**
 * Follows what changes in one perspective, as the addresses that it touches. Owns no subscription: who wants to
 * hear of which address is the listener's to know.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { McpRequestContext, McpServer } from '@modelcontextprotocol/server';
import type { AgentVerbs } from '../index.ts';
import { touchedUris } from './resources.ts';

/** Changes that come so close together are told at once: a client reads lists anew at each. */
const togetherMs = 200;
/** Before listening again to a memory that could not be reached. */
const retryMs = 5_000;

/** Who follows what. */
export interface Following {
  readonly memoryOf: () => Promise<AgentVerbs> | AgentVerbs;
  /** Ends it. */
  readonly signal: AbortSignal;
  /** Hears of addresses whose content may have changed. */
  readonly tell: (uris: readonly string[]) => void;
  /** Hears that the memory cannot be reached: what changes meanwhile is not told. */
  readonly onLost?: () => void;
}

/** Tells of changes until the signal fires. */
export function followChanges(following: Following): void {
  void listen(following);
}

async function listen({ memoryOf, signal, tell, onLost }: Following): Promise<void> {
  let waiting: Set<string> | undefined;
  const flush = (): void => {
    const uris = [...(waiting ?? [])];
    waiting = undefined;
    if (!signal.aborted) tell(uris);
  };
  while (!signal.aborted) {
    try {
      const memory = await memoryOf();
      for await (const { ids } of memory.changes({ signal })) {
        if (waiting === undefined) setTimeout(flush, togetherMs).unref();
        waiting ??= new Set();
        for (const uri of touchedUris(memory.name, ids)) waiting.add(uri);
      }
    } catch {
      // Nobody waits for an answer here: the next call of a tool tells what is wrong with the memory.
      if (!signal.aborted) onLost?.();
    }
    await pause(retryMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

// Change notifications on one lasting connection: stdio, or a session of a 2025 client over HTTP.

/** The addresses that a client has subscribed to. */
export interface Subscriptions {
  add(uri: string): Promise<unknown>;
  remove(uri: string): Promise<unknown>;
  all(): Promise<readonly string[]>;
}

/** Subscriptions that end with the process. */
function subscriptionsHere(): Subscriptions {
  const uris = new Set<string>();
  return {
    add: async (uri) => uris.add(uri),
    remove: async (uri) => uris.delete(uri),
    all: async () => [...uris],
  };
}

const lost = 'The memory cannot be reached at present: until it can, changes in it are not told.';

/** Tells a client what changes, until the signal fires or the server is closed. */
export type TellChanges = (until?: AbortSignal) => void;

/**
 * What tells a client what changes in the agent's perspective. A client of 2025 hears of the addresses that it has
 * subscribed to, and may subscribe from now on; to one of 2026 all is told, and its connection passes on what
 * `subscriptions/listen` asked for.
 */
export function changeTeller(
  { server }: McpServer,
  memory: AgentVerbs,
  era: McpRequestContext['era'],
  subscriptions: Subscriptions = subscriptionsHere(),
): TellChanges {
  if (era === 'legacy') {
    server.setRequestHandler('resources/subscribe', async ({ params }) => {
      await subscriptions.add(params.uri);
      return {};
    });
    server.setRequestHandler('resources/unsubscribe', async ({ params }) => {
      await subscriptions.remove(params.uri);
      return {};
    });
  }
  const connection = new AbortController();
  const closed = server.onclose;
  server.onclose = () => {
    connection.abort();
    closed?.();
  };
  const update = async (uris: readonly string[]): Promise<void> => {
    const subscribed = era === 'modern' ? uris : await subscriptions.all();
    const known = new Set(subscribed);
    await Promise.all(uris.filter((uri) => known.has(uri)).map((uri) => server.sendResourceUpdated({ uri })));
  };
  // A client that has gone hears nothing more, and its connection tells so itself.
  const send = (sent: Promise<void>): void => void sent.catch(() => undefined);
  return (until) =>
    followChanges({
      memoryOf: () => memory,
      signal: until === undefined ? connection.signal : AbortSignal.any([connection.signal, until]),
      tell: (uris) => {
        send(server.sendResourceListChanged());
        send(update(uris));
      },
      onLost: () => {
        const told = { level: 'warning', logger: 'madeleine', data: lost } as const;
        if (era === 'legacy') send(server.sendLoggingMessage(told, server.transport?.sessionId));
      },
    });
}
