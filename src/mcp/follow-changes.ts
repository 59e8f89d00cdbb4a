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

/** Tells of changes until the signal fires; what changes while the memory cannot be reached is not told. */
export function followChanges(
  memoryOf: () => Promise<AgentVerbs> | AgentVerbs,
  signal: AbortSignal,
  tell: (uris: readonly string[]) => void,
): void {
  void listen(memoryOf, signal, tell);
}

async function listen(
  memoryOf: () => Promise<AgentVerbs> | AgentVerbs,
  signal: AbortSignal,
  tell: (uris: readonly string[]) => void,
): Promise<void> {
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
    }
    await pause(retryMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
