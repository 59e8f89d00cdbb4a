/**
 * One step from what a message names: to the memories that speak of it, that it said, or that ask to be
 * brought up, and to what is said of its nearest. Only what is in view is walked through.
 *
 * How closely a memory belongs to the message follows from the words that both have, and from how few
 * memories there are of the name: of a name that five memories know each of them is worth a thought, of
 * one that three hundred know only those that the message's other words mean.
 */
import type { Sight } from '../explore/sight.ts';
import type { ToldRelation } from '../index/memory-table.ts';
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
  const fewness = new Map<Seed, number>();
  for (const seed of seeds) {
    const told = sight.slotsOf(seed.entities, mostOfSeed);
    const few = Math.min(1, fewOfSeed / Math.max(1, told.length + countSaid(sight, seed)));
    fewness.set(seed, few);
    for (const slot of told) offer(seed, slot, 'speaks-of', either(few, fitOf(slot)));
    for (const slot of seed.called) offer(seed, slot, 'called-for', either(triggerCloseness, fitOf(slot)));
    for (const { slot, relation, isPlace } of saidOfNeighbours(sight, seed.entities, told, (one) => fits.has(one))) {
      offer(seed, slot, relation, neighbourShare * either(isPlace ? few : 0, fitOf(slot)));
    }
  }
  const numbers = byNumber(seeds);
  for (const [slot, fit] of fits) {
    eachLink(sight, slot, numbers, (seed, by) => {
      if (sight.sees(slot)) offer(seed, slot, by, either(fewness.get(seed) ?? 0, fit));
    });
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

/** The seeds by the numbers of their entities and of their speakers. */
interface SeedsByNumber {
  readonly entities: ReadonlyMap<number, Seed>;
  readonly speakers: ReadonlyMap<number, Seed>;
}

function byNumber(seeds: readonly Seed[]): SeedsByNumber {
  return {
    entities: new Map(seeds.flatMap((seed) => seed.entities.map((entity) => [entity, seed] as const))),
    speakers: new Map(seeds.flatMap((seed) => seed.speakers.map((speaker) => [speaker, seed] as const))),
  };
}

/** Calls `found` with every seed that a memory belongs to, and how; no list is made, since thousands of memories are looked at. */
function eachLink(
  { index: { memories } }: Sight,
  slot: number,
  { entities, speakers }: SeedsByNumber,
  found: (seed: Seed, by: 'said-by' | 'speaks-of') => void,
): void {
  const speaker = speakers.get(memories.speaker.values[slot] as number);
  if (speaker !== undefined) found(speaker, 'said-by');
  const mentions = memories.mentions[slot] as readonly number[];
  for (let place = 0; place < mentions.length; place += 2) {
    const seed = entities.get(mentions[place] as number);
    if (seed !== undefined) found(seed, 'speaks-of');
  }
  for (const name of memories.about[slot] as readonly number[]) {
    const seed = entities.get(name);
    if (seed !== undefined) found(seed, 'speaks-of');
  }
}
