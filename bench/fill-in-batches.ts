/** Fills a store with memories, as fast as one client can. */
import type { AgentMemory, ObservationInput } from 'madeleine';

/** What to remember. */
export interface FillOptions {
  readonly agent: AgentMemory;
  readonly source: {
    memories(first: number, count: number): Iterable<ObservationInput & { readonly content: string }>;
  };
  /** How many memories. */
  readonly memories: number;
  /** How many contents to keep for questions about them. */
  readonly kept: number;
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

/** Memories in one transaction. */
const batchSize = 500;

/** Remembers; answers contents that are spread evenly over the whole, `kept` of them or all. */
export async function fillInBatches(options: FillOptions): Promise<readonly string[]> {
  const { agent, source, memories: count, kept, signal } = options;
  const contents: string[] = [];
  const step = Math.max(1, Math.floor(count / kept));
  function* batches(): Generator<() => Promise<void>> {
    for (let first = 0; first < count; first += batchSize) {
      const observations = [...source.memories(first, Math.min(batchSize, count - first))];
      for (const [index, { content }] of observations.entries())
        if ((first + index) % step === 0) contents.push(content);
      yield async () => {
        await agent.observeMany({ observations, ...(signal ? { signal } : {}) });
        options.onProgress?.(Math.min(count, first + batchSize), count);
      };
    }
  }
  await twoAtATime(batches());
  return contents.slice(0, kept);
}

/**
 * Runs tasks in order, two under way at once, as a client does that has the next batch ready while
 * the last one is being written. Answers what they answer, in order; the first failure ends it.
 */
export async function twoAtATime<T>(tasks: Iterable<() => Promise<T>>): Promise<readonly T[]> {
  const answers: T[] = [];
  let before: Promise<T> | undefined;
  for (const task of tasks) {
    const running = task();
    // Its failure is met when its turn comes; until then it is not unhandled.
    running.catch(() => undefined);
    if (before !== undefined) answers.push(await before);
    before = running;
  }
  if (before !== undefined) answers.push(await before);
  return answers;
}
