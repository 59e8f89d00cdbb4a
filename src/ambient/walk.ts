/**
 * One step from what a message names: to the memories that speak of it, that it said, or that ask to be
 * brought up, and to what is said of its nearest. Only what is in view is walked through.
 *
 * How closely a memory belongs to the message follows from the words that both have, and from how few
 * memories there are of the name: of a name that five memories know each of them is worth a thought, of
 * one that three hundred know only those that the message's other words mean.
 */
import type { View } from '../recall/view.ts';
import { foldName } from '../language/fold.ts';
import type { BelieverIndex } from '../recall-index/believer-index.ts';
import type { Interner } from '../recall-index/interner.ts';
import type { MemoryTable, ToldRelation } from '../recall-index/memory-table.ts';
import { fewOfSeed, maxNeighbours, maxOfSeed, neighbourShare, triggerCloseness } from './defaults.ts';
import type { WordFits } from './message-words.ts';
import { namesIn } from './names-in.ts';

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
export function walkFrom(view: View, seeds: readonly Seed[], fits: WordFits): ReadonlyMap<number, WalkNode> {
  const nodes = new Map<number, WalkNode>();
  for (const seed of seeds) {
    for (const node of waysFrom(view, seed, fits)) {
      if (node.closeness > (nodes.get(node.slot)?.closeness ?? 0)) nodes.set(node.slot, node);
    }
  }
  return nodes;
}

/** Every way from a seed to a memory in view; some lead to the same one. */
function* waysFrom(view: View, seed: Seed, fits: WordFits): Generator<WalkNode, void, undefined> {
  const told = view.rowsOf(seed.entities, maxOfSeed);
  const few = Math.min(1, fewOfSeed / Math.max(1, told.length + countSaid(view, seed)));
  const way = (slot: number, by: WalkNode['by'], base: number, share = 1): WalkNode => {
    return { slot, seed, by, closeness: share * either(base, fits.of(slot)) };
  };
  for (const slot of told) yield way(slot, 'speaks-of', few);
  for (const slot of seed.called) yield way(slot, 'called-for', triggerCloseness);
  for (const { slot, relation, isPlace } of saidOfNeighbours(view, seed.entities, told, fits)) {
    yield way(slot, relation, isPlace ? few : 0, neighbourShare);
  }
  for (const slot of fits.saidBy(seed.speakers)) if (view.isInside(slot)) yield way(slot, 'said-by', few);
  // What was said of the name before that counts where it has the message's words.
  if (told.length < maxOfSeed) return;
  for (const slot of fits.speakingOf(seed.entities)) if (view.isInside(slot)) yield way(slot, 'speaks-of', few);
}

/** Either is enough, both are better: 0..1. */
function either(one: number, other: number): number {
  return 1 - (1 - one) * (1 - other);
}

/** How many memories are words of those who are called so. */
function countSaid({ index, believers }: View, { speakers }: Seed): number {
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
  view: View,
  entities: readonly number[],
  told: readonly number[],
  fits: WordFits,
): readonly SaidOfNeighbour[] {
  return [...neighboursOf(view, entities, told)].flatMap(([neighbour, relation]) => {
    const same = view.sameAs(neighbour);
    return view.rowsOf(same, maxOfSeed).flatMap((slot) => {
      const own = view.relationsIn(slot).filter(({ from }) => same.includes(from));
      const isPlace = together.has(relation.predicate) && own.some(({ predicate }) => places.has(predicate));
      return isPlace || (own.length > 0 && fits.of(slot) > 0) ? [{ slot, relation, isPlace }] : [];
    });
  });
}

/** The neighbours of some entities with the relation that leads there: those of what is told last, and those that are together with them first. */
function neighboursOf(
  view: View,
  entities: readonly number[],
  told: readonly number[],
): ReadonlyMap<number, ToldRelation> {
  const relations = told.flatMap((slot) => view.relationsIn(slot));
  const ordered = [true, false].flatMap((near) =>
    relations.filter(({ predicate }) => together.has(predicate) === near),
  );
  const neighbours = new Map<number, ToldRelation>();
  for (const relation of ordered) {
    const { from, to } = relation;
    const isFrom = entities.includes(from);
    const other = isFrom ? to : from;
    if (isFrom === entities.includes(to) || neighbours.has(other)) continue;
    if (neighbours.size < maxNeighbours) neighbours.set(other, relation);
  }
  return neighbours;
}

// What in a message a walk begins from: the names that this perspective knows, and the triggers that it has.

/** What stands for a trigger, which has no name. */
const triggerSeed = 'trigger';

/** A name in the message that this perspective knows, or words that call for some memories. */
interface Seed {
  /** As the message writes it; `trigger` for all triggers together. */
  readonly text: string;
  /** Numbers of all that are called so; none for a trigger. */
  readonly entities: readonly number[];
  /** Numbers of the speakers who are called so. */
  readonly speakers: readonly number[];
  /** Slots of the memories that the trigger calls for; none for a name. */
  readonly called: readonly number[];
}

/** The seeds in a message: each name once, in the order of the message. */
export function seedsIn(view: View, message: string): readonly Seed[] {
  const { index, believers: agents } = view;
  const believers = agents.flatMap((agent) => index.believer(agent) ?? []);
  const seeds = new Map<string, Seed>();
  for (const { surface, from, to, entities } of namesIn(index, believers, message)) {
    if (seeds.has(surface)) continue;
    seeds.set(surface, {
      text: message.slice(from, to),
      entities,
      speakers: speakersCalled(view, surface),
      called: [],
    });
  }
  const called = triggeredBy(index.memories, believers, message).filter((slot) => view.isInside(slot));
  const trigger = { text: triggerSeed, entities: [], speakers: [], called };
  return called.length === 0 ? [...seeds.values()] : [...seeds.values(), trigger];
}

/** Numbers of the speakers in view whose name is this one, or begins with it. */
function speakersCalled({ index, believers }: View, surface: string): readonly number[] {
  const folded = foldedNames(index.memories.speakers);
  const speakers = new Set(believers.flatMap((agent) => [...(index.believer(agent)?.speakers.keys() ?? [])]));
  return [...speakers].filter((speaker) => {
    const name = folded[speaker] as string;
    return name === surface || name.startsWith(`${surface} `);
  });
}

/** The folded names of the speakers of each index, made once: speakers come and never go. */
const folds: WeakMap<Interner, string[]> = new WeakMap();

function foldedNames(speakers: Interner): readonly string[] {
  const names = folds.get(speakers) ?? [];
  folds.set(speakers, names);
  while (names.length < speakers.size) names.push(foldName(speakers.text(names.length)));
  return names;
}

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
    patterns.flatMap((pattern) => believer.triggeredBy(pattern).map((doc) => believer.slotOf.get(doc))),
  );
  return [...new Set(slots)].sort((one, other) => one - other);
}
