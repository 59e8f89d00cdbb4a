/** Reads all that an agent's memory answers, page by page, for stores and sessions that are kept in it. */
import type { RecalledMemory } from '../index.ts';

/** The most memories that one call answers. */
const page = 200;
/** Where pages end: `offset` goes no farther. */
const furthest = 10_000;
/** The largest item that goes into metadata, in characters as JSON: 16,384 with what else is in it. */
export const maxItemLength = 16_000;

/** Memories in their order, at most 10,000. */
export async function* everyMemory(
  read: (at: { readonly limit: number; readonly offset: number }) => Promise<readonly RecalledMemory[]>,
): AsyncGenerator<RecalledMemory> {
  for (let offset = 0; offset < furthest; offset += page) {
    const memories = await read({ limit: page, offset });
    yield* memories;
    if (memories.length < page) return;
  }
}
