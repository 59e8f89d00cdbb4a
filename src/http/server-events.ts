/** Server-sent events: changes as they come, and the progress of long work with its result. */
import { type OnProgress, type Progress, problemOf } from '../index.ts';

/** One event; its data is sent as JSON. */
export interface ServerEvent {
  readonly event: 'change' | 'recall' | 'progress' | 'result' | 'problem';
  readonly data: unknown;
}

/** Milliseconds between signs of life, below the 30 to 60 seconds after which proxies give a silent connection up. */
const aliveMs = 15_000;

/** Events as the wire has them, with a comment as a sign of life at the beginning and where none comes for a while. */
export async function* eventLines(events: AsyncIterable<ServerEvent>): AsyncGenerator<string> {
  const iterator = events[Symbol.asyncIterator]();
  try {
    yield ': open\n\n';
    let next = iterator.next();
    while (true) {
      const step = await within(aliveMs, next);
      if (step === undefined) yield ': alive\n\n';
      else if (step.done) return;
      else {
        yield `event: ${step.value.event}\ndata: ${JSON.stringify(step.value.data)}\n\n`;
        next = iterator.next();
      }
    }
  } finally {
    await iterator.return?.();
  }
}

/** What a promise settles with, or undefined when the time is up first. */
async function within<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  try {
    return await Promise.race([promise, timeUp]);
  } finally {
    clearTimeout(timer);
  }
}

/** The events of something that goes on and on. */
export async function* changeEvents(
  changes: AsyncIterable<unknown>,
  event: 'change' | 'recall' = 'change',
): AsyncGenerator<ServerEvent> {
  for await (const data of changes) yield { event, data };
}

/** The events of two sources as they come, until one of them ends. */
export async function* bothEvents(
  one: AsyncGenerator<ServerEvent>,
  other: AsyncGenerator<ServerEvent>,
): AsyncGenerator<ServerEvent> {
  const next = (from: AsyncGenerator<ServerEvent>) => from.next().then((step) => ({ from, step }));
  const waiting = new Map([one, other].map((source) => [source, next(source)]));
  try {
    while (true) {
      const { from, step } = await Promise.race(waiting.values());
      if (step.done) return;
      yield step.value;
      waiting.set(from, next(from));
    }
  } finally {
    // The caller has ended what they wait for: waiting for them here would wait for an event.
    void Promise.allSettled([one.return(undefined), other.return(undefined)]);
  }
}

/**
 * The events of long work, which begins at once: how far it is, the latest alone where the caller reads slowly, and then
 * its result or the problem that it ended with.
 */
export function workEvents(work: (onProgress: OnProgress) => Promise<unknown>): AsyncIterable<ServerEvent> {
  let latest: Progress | undefined;
  let end: ServerEvent | undefined;
  let wake = (): void => {};
  const tell = async (): Promise<void> => {
    end = await work((progress) => {
      latest = progress;
      wake();
    }).then(
      (data): ServerEvent => ({ event: 'result', data }),
      (error: unknown): ServerEvent => ({ event: 'problem', data: problemOf(error) }),
    );
    wake();
  };
  void tell();
  return (async function* () {
    while (true) {
      if (latest !== undefined) {
        const data = latest;
        latest = undefined;
        yield { event: 'progress', data } as const;
      } else if (end !== undefined) {
        yield end;
        return;
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  })();
}
