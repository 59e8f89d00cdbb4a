/**
 * One step from what a message names: to the memories that speak of it, that it said, or that ask to be
 * brought up, and to what is said of its nearest. Only what is in view is walked through.
 *
 * How closely a memory belongs to the message follows from the words that both have, and from how few
 * memories there are of the name: of a name that five memories know each of them is worth a thought, of
 * one that three hundred know only those that the message's other words mean.
 */
import type { Sight } from '../graph/sight.ts';
import type { ToldRelation } from '../recall-index/memory-table.ts';
import { fewOfSeed, mostNeighbours, mostOfSeed, neighbourShare, triggerCloseness } from './defaults.ts';
import type { WordFits } from './message-words.ts';
import type { Seed } from './seeds.ts';

/** A memory that the walk came to. */
export interface WalkNode {
  readonly slot: number;
  readonly seed: Seed;
  /** How it was come to. */
  readonly by: 'speaks-of' | 'said-by' | 'called-for' | ToldRelation;
  /** How closely it belongs to the message, 0..1. */
  readonly closeness: number;
}

/** The memories one step from some seeds by slot, each by its closest way. */
export function walk(sight: Sight, seeds: readonly Seed[], fits: WordFits): ReadonlyMap<number, WalkNode> {
  const nodes = new Map<number, WalkNode>();
  for (const seed of seeds) {
    for (const node of waysFrom(sight, seed, fits)) {
      if (node.closeness > (nodes.get(node.slot)?.closeness ?? 0)) nodes.set(node.slot, node);
    }
  }
  return nodes;
}

/** Every way from a seed to a memory in view; some lead to the same one. */
function* waysFrom(sight: Sight, seed: Seed, fits: WordFits): Generator<WalkNode, void, undefined> {
  const told = sight.slotsOf(seed.entities, mostOfSeed);
  const few = Math.min(1, fewOfSeed / Math.max(1, told.length + countSaid(sight, seed)));
  const way = (slot: number, by: WalkNode['by'], base: number, share = 1): WalkNode => {
    return { slot, seed, by, closeness: share * either(base, fits.of(slot)) };
  };
  for (const slot of told) yield way(slot, 'speaks-of', few);
  for (const slot of seed.called) yield way(slot, 'called-for', triggerCloseness);
  for (const { slot, relation, isPlace } of saidOfNeighbours(sight, seed.entities, told, fits)) {
    yield way(slot, relation, isPlace ? few : 0, neighbourShare);
  }
  for (const slot of fits.saidBy(seed.speakers)) if (sight.sees(slot)) yield way(slot, 'said-by', few);
  // What was said of the name before that counts where it has the message's words.
  if (told.length < mostOfSeed) return;
  for (const slot of fits.speakingOf(seed.entities)) if (sight.sees(slot)) yield way(slot, 'speaks-of', few);
}

/** Either is enough, both are better: 0..1. */
function either(one: number, other: number): number {
  return 1 - (1 - one) * (1 - other);
}

/** How many memories are words of those who are called so. */
function countSaid({ index, believers }: Sight, { speakers }: Seed): number {
  const counts = believers.flatMap((agent) => speakers.map((speaker) => index.believer(agent)?.speakers.get(speaker)));
  return counts.reduce<number>((sum, count = 0) => sum + count, 0);
}

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
function saidOfNeighbours(
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
