/** Follows what is written to a space and what agents recall of it, as server-sent events; a connection that is lost is made again. */
import { type ReadonlySignal, signal } from '@preact/signals';
import type { Signal } from 'madeleine';
import { eventsIn, isSignedOut, pathOf, request } from './api.ts';

/** Whether the page hears of changes as they happen; `unseen` while it is out of sight and follows nothing. */
export type LiveState = 'connecting' | 'live' | 'lost' | 'unseen';

/** What an agent recalled, or what surfaced for it, as the hub tells it. */
export interface HeardRecall {
  readonly id: number;
  readonly at: string;
  readonly agent: string;
  readonly verb: 'recall' | 'ambient';
  readonly query: string;
  /** What the model was given. */
  readonly text: string;
  readonly tokens: number;
  readonly memories: readonly {
    readonly id: string;
    readonly content: string;
    readonly score: number;
    readonly signals: readonly Signal[];
  }[];
  readonly latencyMs: number;
}

/** Milliseconds in which writes that follow each other count as one. */
const settleMs = 400;
/** Milliseconds before a lost connection is tried again: at first, and at most. */
const retryMs = { first: 500, most: 10_000 } as const;
/** Milliseconds between two looks whether somebody has signed in again. */
const signedOutMs = 250;
/** Recalls that are kept; the hub keeps no more. */
const mostRecalls = 100;

const count = signal(0);
const state = signal<LiveState>('connecting');
const heard = signal<readonly HeardRecall[]>([]);

/** Goes up whenever something was written: what depends on it asks again. */
export const revision: ReadonlySignal<number> = count;
/** Whether the page hears of changes as they happen. */
export const liveState: ReadonlySignal<LiveState> = state;
/** What agents recalled lately, the latest first. */
export const recalls: ReadonlySignal<readonly HeardRecall[]> = heard;

/** Asks all that depends on what is written again: something changed that no commit tells of. */
export function noteChange(): void {
  count.value += 1;
}

/**
 * Follows a space from now on: in a tab that is in sight, and out of sight in one tab of the browser alone. A browser opens
 * few connections to one hub, and a hub that nobody follows leaves.
 */
export function listen(space: string): void {
  let stop: AbortController | undefined;
  let isKeeper = false;
  const look = (): void => {
    const isNeeded = isKeeper || !document.hidden;
    if (isNeeded && stop === undefined) {
      stop = new AbortController();
      void follow(space, stop.signal);
    }
    if (isNeeded) return;
    stop?.abort();
    stop = undefined;
    state.value = 'unseen';
  };
  document.addEventListener('visibilitychange', look);
  look();
  // Browsers have locks only at an address that they trust; elsewhere no tab follows out of sight.
  if (!('locks' in navigator)) return;
  void navigator.locks.request('follows the hub', () => {
    isKeeper = true;
    look();
    return new Promise<never>(() => undefined);
  });
}

/** Follows a space until the signal fires. */
async function follow(space: string, signal: AbortSignal): Promise<void> {
  let wait: number = retryMs.first;
  while (!signal.aborted) {
    try {
      const response = await request(`${pathOf(space)}/changes`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
        body: '{}',
        signal,
      });
      // What was written while nobody listened.
      if (state.value !== 'connecting') count.value += 1;
      state.value = 'live';
      heard.value = [];
      wait = retryMs.first;
      await hear(response, signal);
    } catch {
      // It is tried again below.
    }
    if (signal.aborted) return;
    state.value = 'lost';
    await pause(wait);
    wait = Math.min(wait * 2, retryMs.most);
    while (isSignedOut.value && !signal.aborted) {
      await pause(signedOutMs);
      wait = retryMs.first;
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function hear(response: Response, signal: AbortSignal): Promise<void> {
  const reader = eventsIn(response);
  let timer: ReturnType<typeof setTimeout> | undefined;
  while (reader !== undefined && !signal.aborted) {
    const { done, value } = await reader.read();
    if (done) return;
    if (value.event === 'recall') {
      heard.value = [JSON.parse(value.data) as HeardRecall, ...heard.value].slice(0, mostRecalls);
    }
    if (value.event !== 'change' || timer !== undefined) continue;
    timer = setTimeout(() => {
      timer = undefined;
      count.value += 1;
    }, settleMs);
  }
}
