/** Fills a store with synthetic memories, as fast as one client can. */
import type { AgentMemory, ObservationInput } from '../../index.ts';
import { twoAtATime } from './two-at-a-time.ts';

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
