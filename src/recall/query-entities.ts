/** The entities that a query names, by any name that the believers in view use for them. */
import { foldName } from '../domain/fold.ts';
import type { BelieverIndex } from '../index/believer-index.ts';
import type { EntityMerges } from '../index/entity-merges.ts';
import type { MemoryTable } from '../index/memory-table.ts';

/** The numbers of one entity: more than one where entities were merged. */
export type NamedEntity = readonly number[];

/** Words to a name at the most. */
const longestName = 4;
/** Words of a query that are looked up at the most; longer queries are texts, not questions. */
const mostWords = 400;

const word = /[\p{L}\p{N}_@.][\p{L}\p{N}\p{M}_./@'’\\-]*/gu;

/**
 * Numbers of the entities that a query names, those together that are the same to the believers.
 * The longest name wins: "New York" names no "York". `except` are folded names that stand for
 * something else, such as speakers.
 */
export function entitiesIn(
  text: string,
  { memories, merges }: { readonly memories: MemoryTable; readonly merges: EntityMerges },
  believers: readonly BelieverIndex[],
  except: ReadonlySet<string>,
): readonly NamedEntity[] {
  const words = (text.match(word) ?? []).slice(0, mostWords);
  const found = new Set<number>();
  for (let from = 0; from < words.length; ) {
    const length = longestFrom(words, from);
    from += Math.max(1, length);
  }
  return alike(found, memories, merges, believers);

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

/** Entities with those that are the same, each once. */
function alike(
  found: ReadonlySet<number>,
  { names }: MemoryTable,
  merges: EntityMerges,
  believers: readonly BelieverIndex[],
): readonly NamedEntity[] {
  const agents = believers.map(({ agent }) => agent);
  const groups: NamedEntity[] = [];
  for (const entity of found) {
    if (groups.some((group) => group.includes(entity))) continue;
    const same = [...merges.sameAs(agents, names.text(entity))].map((id) => names.find(id));
    groups.push(same.filter((number) => number >= 0));
  }
  return groups;
}
