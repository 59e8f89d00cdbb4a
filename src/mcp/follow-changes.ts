/**
 * Follows what changes in one perspective, as the addresses that it touches. Owns no subscription: who wants to
 * hear of which address is the listener's to know.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { AgentVerbs } from '../index.ts';
import { touchedUris } from './resource-uris.ts';

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
