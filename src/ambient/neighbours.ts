/**
 * The step from a name to what stands in a relation to it, and what is said there that bears on the name:
 * where its nearest are, since it is there as well, and what the message's own words mean.
 */
import type { Sight } from '../graph/sight.ts';
import type { ToldRelation } from '../recall-index/memory-table.ts';
import { mostNeighbours, mostOfSeed } from './defaults.ts';
import type { WordFits } from './message-words.ts';

/** What is said of a neighbour. */
export interface SaidOfNeighbour {
  readonly slot: number;
  /** What leads to the neighbour. */
  readonly relation: ToldRelation;
  /** Whether it says where the neighbour is, and with it the name. */
  readonly isPlace: boolean;
}

/** Relations whose two ends are mostly in one place. */
const together: ReadonlySet<string> = new Set(['owns', 'married to', 'partner of', 'part of', 'lives with']);
/** Relations that say where something is. */
const places: ReadonlySet<string> = new Set(['lives in', 'located in']);

/**
 * What memories in view tell of the nearest neighbours of some entities, at most three neighbours: where those are
 * that are together with them, and relations of theirs that have a word of the message.
 */
export function saidOfNeighbours(
  sight: Sight,
  entities: readonly number[],
  told: readonly number[],
  fits: WordFits,
): readonly SaidOfNeighbour[] {
  return [...neighboursOf(sight, entities, told)].flatMap(([neighbour, relation]) => {
    const same = sight.sameAs(neighbour);
    return sight.slotsOf(same, mostOfSeed).flatMap((slot) => {
      const own = sight.relationsIn(slot).filter(({ from }) => same.includes(from));
      const isPlace = together.has(relation.predicate) && own.some(({ predicate }) => places.has(predicate));
      return isPlace || (own.length > 0 && fits.of(slot) > 0) ? [{ slot, relation, isPlace }] : [];
    });
  });
}

/** The neighbours of some entities with the relation that leads there: those of what is told last, and those that are together with them first. */
function neighboursOf(
  sight: Sight,
  entities: readonly number[],
  told: readonly number[],
): ReadonlyMap<number, ToldRelation> {
  const relations = told.flatMap((slot) => sight.relationsIn(slot));
  const ordered = [true, false].flatMap((near) =>
    relations.filter(({ predicate }) => together.has(predicate) === near),
  );
  const neighbours = new Map<number, ToldRelation>();
  for (const relation of ordered) {
    const { from, to } = relation;
    const isFrom = entities.includes(from);
    const other = isFrom ? to : from;
    if (isFrom === entities.includes(to) || neighbours.has(other)) continue;
    if (neighbours.size < mostNeighbours) neighbours.set(other, relation);
  }
  return neighbours;
}
