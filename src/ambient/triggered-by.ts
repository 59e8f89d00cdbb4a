/** Which memories ask to be brought up by what a message says. */
import type { BelieverIndex } from '../recall-index/believer-index.ts';
import type { MemoryTable } from '../recall-index/memory-table.ts';

/**
 * The slots of the memories of some believers one of whose patterns (`surfacesWhen`) has all its words
 * in a message, each once. Whether they are in view is for the caller to see to.
 */
export function triggeredBy(
  memories: MemoryTable,
  believers: readonly BelieverIndex[],
  message: string,
): readonly number[] {
  const patterns = [...memories.cognitive.patternsIn(message)];
  const slots = believers.flatMap((believer) =>
    patterns.flatMap((pattern) => believer.triggeredBy(pattern).map((doc) => believer.slotOf.values[doc] as number)),
  );
  return [...new Set(slots)].sort((one, other) => one - other);
}
