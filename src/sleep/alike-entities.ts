/**
 * The rules by which entities are the same to a perspective. They are exact, since an entity that
 * is merged wrongly is worse than one that stands twice: only names that this perspective itself
 * uses count, and where a name fits more than one entity it joins none.
 */
import type { Entity } from '../domain/records.ts';

/** A name with the entities that a perspective calls so. */
export interface SharedName {
  /** The name folded: without case, accents and punctuation around it. */
  readonly key: string;
  /** Each is also called by its own name in this perspective. */
  readonly entities: readonly Entity[];
}

/** Groups of entities that are the same by one name; those of a single one are left out. */
export function alikeBy({ key, entities }: SharedName): readonly (readonly Entity[])[] {
  const named = entities.filter(({ nameKey }) => nameKey === key);
  const aliased = entities.filter(({ nameKey }) => nameKey !== key);
  if (areCompatible(named)) {
    const [alias] = aliased;
    const isClear = named.length > 0 && aliased.length === 1 && alias !== undefined;
    const group = isClear && areCompatible([...named, alias]) ? [...named, alias] : named;
    return group.length > 1 ? [group] : [];
  }
  // The city and the person of one name: each is the same as what is of its own type and path.
  const groups = new Map<string, Entity[]>();
  for (const entity of named) {
    const place = JSON.stringify([entity.type, entity.path]);
    groups.set(place, [...(groups.get(place) ?? []), entity]);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

/** Whether entities can be one: `other` may be of any type, and what has no path may have any. */
function areCompatible(entities: readonly Entity[]): boolean {
  const types = new Set(entities.map(({ type }) => type).filter((type) => type !== 'other'));
  const paths = new Set(entities.flatMap(({ path }) => path ?? []));
  return types.size <= 1 && paths.size <= 1;
}
