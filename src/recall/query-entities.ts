/** The entities that a query names, by any name that the believers in view use for them. */
import { foldName } from '../domain/fold.ts';
import type { BelieverIndex } from '../index/believer-index.ts';
import type { MemoryTable } from '../index/memory-table.ts';

/** Words to a name at the most. */
const longestName = 4;
/** Words of a query that are looked up at the most; longer queries are texts, not questions. */
const mostWords = 400;

const word = /[\p{L}\p{N}_@.][\p{L}\p{N}\p{M}_./@'’\\-]*/gu;

/**
 * Numbers of the entities that a query names. The longest name wins: "New York" names no "York".
 * `except` are folded names that stand for something else, such as speakers.
 */
export function entitiesIn(
  text: string,
  memories: MemoryTable,
  believers: readonly BelieverIndex[],
  except: ReadonlySet<string>,
): ReadonlySet<number> {
  const words = (text.match(word) ?? []).slice(0, mostWords);
  const found = new Set<number>();
  for (let from = 0; from < words.length; ) {
    const length = longestFrom(words, from);
    from += Math.max(1, length);
  }
  return found;

  function longestFrom(all: readonly string[], from: number): number {
    for (let length = Math.min(longestName, all.length - from); length > 0; length--) {
      const name = foldName(all.slice(from, from + length).join(' '));
      const surface = name === '' || except.has(name) ? -1 : memories.surfaces.find(name);
      const named = surface < 0 ? [] : believers.flatMap((believer) => [...believer.named(surface)]);
      for (const entity of named) found.add(entity);
      if (named.length > 0) return length;
    }
    return 0;
  }
}
