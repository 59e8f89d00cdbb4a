/** The entities that a query names, by any name that the believers in view use for them. */
import type { BelieverIndex } from '../recall-index/believer-index.ts';
import type { EntityMerges } from '../recall-index/entity-merges.ts';
import { matchNames, type NameSource } from '../recall-index/name-matcher.ts';
import type { MemoryTable } from '../recall-index/memory-table.ts';

/** The numbers of one entity: more than one where entities were merged. */
export type NamedEntity = readonly number[];

/**
 * Numbers of the entities that a query names, those together that are the same to the believers.
 * The longest name wins: "New York" names no "York". `except` are folded names that stand for
 * something else, such as speakers.
 */
export function entitiesIn(
  text: string,
  source: NameSource,
  believers: readonly BelieverIndex[],
  except: ReadonlySet<string>,
): readonly NamedEntity[] {
  const matches = matchNames(source, believers, text, ({ surface }) => !except.has(surface));
  return alike(new Set(matches.flatMap(({ entities }) => entities)), source.memories, source.merges, believers);
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
