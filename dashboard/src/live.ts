/** Follows what is written to a space, as server-sent events; a connection that is lost is made again. */
import { type ReadonlySignal, signal } from '@preact/signals';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { pathOf, request } from './api.ts';

/** Whether the page hears of changes as they happen. */
export type LiveState = 'connecting' | 'live' | 'lost';

/** Milliseconds in which writes that follow each other count as one. */
const settleMs = 400;
/** Milliseconds before a lost connection is tried again: at first, and at most. */
const retryMs = { first: 500, most: 10_000 } as const;

const count = signal(0);
const state = signal<LiveState>('connecting');

/** Goes up whenever something was written: what depends on it asks again. */
export const revision: ReadonlySignal<number> = count;
/** Whether the page hears of changes as they happen. */
export const liveState: ReadonlySignal<LiveState> = state;

/** Follows a space until the signal fires. */
export async function follow(space: string, signal: AbortSignal): Promise<void> {
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
      if (state.value === 'lost') count.value += 1;
      state.value = 'live';
      wait = retryMs.first;
      await hear(response, signal);
    } catch {
      // It is tried again below.
    }
    if (signal.aborted) return;
    state.value = 'lost';
    await new Promise((resolve) => setTimeout(resolve, wait));
    wait = Math.min(wait * 2, retryMs.most);
  }
}

async function hear(response: Response, signal: AbortSignal): Promise<void> {
  const events = response.body?.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  const reader = events?.getReader();
  let timer: ReturnType<typeof setTimeout> | undefined;
  while (reader !== undefined && !signal.aborted) {
    const { done, value } = await reader.read();
    if (done) return;
    if (value.event !== 'change' || timer !== undefined) continue;
    timer = setTimeout(() => {
      timer = undefined;
      count.value += 1;
    }, settleMs);
  }
}
