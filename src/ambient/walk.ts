/**
 * One step from what a message names: to the memories that speak of it, that it said, or that ask to be
 * brought up, and to what is said of its nearest. Only what is in view is walked through.
 *
 * How closely a memory belongs to the message follows from the words that both have, and from how few
 * memories there are of the name: of a name that five memories know each of them is worth a thought, of
 * one that three hundred know only those that the message's other words mean.
 */
import type { Sight, ToldRelation } from '../explore/sight.ts';
import { fewOfSeed, mostOfSeed, neighbourShare, triggerCloseness } from './defaults.ts';
import { saidOfNeighbours } from './neighbours.ts';
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

/**
 * The memories one step from some seeds by slot, each by its closest way.
 *
 * @param fits - by slot, how much of the message's words a memory has, 0..1.
 */
export function walk(
  sight: Sight,
  seeds: readonly Seed[],
  fits: ReadonlyMap<number, number>,
): ReadonlyMap<number, WalkNode> {
  const nodes = new Map<number, WalkNode>();
  const fitOf = (slot: number): number => fits.get(slot) ?? 0;
  const offer = (seed: Seed, slot: number, by: WalkNode['by'], closeness: number): void => {
    if (closeness > (nodes.get(slot)?.closeness ?? 0)) nodes.set(slot, { slot, seed, by, closeness });
  };
  for (const seed of seeds) {
    const told = sight.slotsOf(seed.entities, mostOfSeed);
    const fewness = Math.min(1, fewOfSeed / Math.max(1, told.length + countSaid(sight, seed)));
    for (const slot of told) offer(seed, slot, 'speaks-of', either(fewness, fitOf(slot)));
    for (const slot of seed.called) offer(seed, slot, 'called-for', either(triggerCloseness, fitOf(slot)));
    for (const { slot, relation, isPlace } of saidOfNeighbours(sight, seed.entities, told, (one) => fits.has(one))) {
      offer(seed, slot, relation, neighbourShare * either(isPlace ? fewness : 0, fitOf(slot)));
    }
    for (const slot of fits.keys()) {
      const by = linkTo(sight, seed, slot);
      if (by !== undefined && sight.sees(slot)) offer(seed, slot, by, either(fewness, fitOf(slot)));
    }
  }
  return nodes;
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

/** How a memory that has words of the message belongs to a seed, if it does. */
function linkTo(
  { index: { memories } }: Sight,
  { entities, speakers }: Seed,
  slot: number,
): 'said-by' | 'speaks-of' | undefined {
  if (speakers.includes(memories.speaker.values[slot] as number)) return 'said-by';
  const mentions = memories.mentions[slot] as readonly number[];
  for (let i = 0; i < mentions.length; i += 2) if (entities.includes(mentions[i] as number)) return 'speaks-of';
  return (memories.about[slot] as readonly number[]).some((name) => entities.includes(name)) ? 'speaks-of' : undefined;
}
