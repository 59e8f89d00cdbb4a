/**
 * One step from what a message names: to the memories that speak of it, that it said, or that ask to be
 * brought up, and to what is said of its nearest. Only what is in view is walked through.
 *
 * How closely a memory belongs to the message follows from the words that both have, and from how few
 * memories there are of the name: of a name that five memories know each of them is worth a thought, of
 * one that three hundred know only those that the message's other words mean.
 */
import { idIn } from '../domain/values.ts';
import type { Signal } from '../domain/signal.ts';
import {
  type Anchor,
  type NodeSignalName,
  contributions,
  memoryTraits,
  nodeSignals,
  nodeWeights,
  weighed,
} from '../graph/node-score.ts';
import { foldName, normaliseContent } from '../language/fold.ts';
import type { BelieverIndex } from '../recall-index/believer-index.ts';
import type { Interner } from '../recall-index/column.ts';
import type { MemoryTable, ToldRelation } from '../recall-index/memory-table.ts';
import type { RecalledMemory } from '../recall/recall-options.ts';
import type { View } from '../recall/view.ts';
import {
  closenessWeight,
  dedupMessages,
  fewOfSeed,
  maxItems,
  maxNeighbours,
  maxNodes,
  maxOfSeed,
  maxQuestions,
  minScore,
  neighbourShare,
  scoredNodes,
  triggerCloseness,
} from './defaults.ts';
import { type WordFits, namesIn } from './names-in.ts';

/** A memory that the walk came to. */
interface WalkNode {
  readonly row: number;
  readonly seed: Seed;
  /** How it was come to. */
  readonly by: 'speaks-of' | 'said-by' | 'called-for' | ToldRelation;
  /** How closely it belongs to the message, 0..1. */
  readonly closeness: number;
}

/** The memories one step from some seeds by row, each by its closest way. */
export function walkFrom(view: View, seeds: readonly Seed[], fits: WordFits): ReadonlyMap<number, WalkNode> {
  const nodes = new Map<number, WalkNode>();
  for (const seed of seeds) {
    for (const node of waysFrom(view, seed, fits)) {
      if (node.closeness > (nodes.get(node.row)?.closeness ?? 0)) nodes.set(node.row, node);
    }
  }
  return nodes;
}

/** Every way from a seed to a memory in view; some lead to the same one. */
function* waysFrom(view: View, seed: Seed, fits: WordFits): Generator<WalkNode, void, undefined> {
  const told = view.rowsOf(seed.entities, maxOfSeed);
  const few = Math.min(1, fewOfSeed / Math.max(1, told.length + countSaid(view, seed)));
  const way = (row: number, by: WalkNode['by'], base: number, share = 1): WalkNode => {
    return { row, seed, by, closeness: share * either(base, fits.of(row)) };
  };
  for (const row of told) yield way(row, 'speaks-of', few);
  for (const row of seed.called) yield way(row, 'called-for', triggerCloseness);
  for (const { row, relation, isPlace } of saidOfNeighbours(view, seed.entities, told, fits)) {
    yield way(row, relation, isPlace ? few : 0, neighbourShare);
  }
  for (const row of fits.saidBy(seed.speakers)) if (view.isInside(row)) yield way(row, 'said-by', few);
  // What was said of the name before that counts where it has the message's words.
  if (told.length < maxOfSeed) return;
  for (const row of fits.speakingOf(seed.entities)) if (view.isInside(row)) yield way(row, 'speaks-of', few);
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
  readonly row: number;
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
    return view.rowsOf(same, maxOfSeed).flatMap((row) => {
      const own = view.relationsIn(row).filter(({ from }) => same.includes(from));
      const isPlace = together.has(relation.predicate) && own.some(({ predicate }) => places.has(predicate));
      return isPlace || (own.length > 0 && fits.of(row) > 0) ? [{ row: row, relation, isPlace }] : [];
    });
  });
}

/** The neighbours of some entities with the relation that leads there: those of what is told last, and those that are together with them first. */
function neighboursOf(
  view: View,
  entities: readonly number[],
  told: readonly number[],
): ReadonlyMap<number, ToldRelation> {
  const relations = told.flatMap((row) => view.relationsIn(row));
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
  /** Rows of the memories that the trigger calls for; none for a name. */
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
  const called = triggeredBy(index.memories, believers, message).filter((row) => view.isInside(row));
  const trigger = { text: triggerSeed, entities: [], speakers: [], called };
  return called.length === 0 ? [...seeds.values()] : [...seeds.values(), trigger];
}

/** Numbers of the speakers in view whose name is this one, or begins with it. */
function speakersCalled({ index, believers }: View, surface: string): readonly number[] {
  const folded = foldedNames(index.memories.speakers);
  const speakers = new Set(believers.flatMap((agent) => [...(index.believer(agent)?.speakers.keys() ?? [])]));
  return [...speakers].filter((speaker) => {
    const name = folded[speaker]!;
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
 * The rows of the memories of some believers one of whose patterns (`surfacesWhen`) has all its words
 * in a message, each once. Whether they are in view is for the caller to see to.
 */
export function triggeredBy(
  memories: MemoryTable,
  believers: readonly BelieverIndex[],
  message: string,
): readonly number[] {
  const patterns = [...memories.cognitive.patternsIn(message)];
  const rows = believers.flatMap((believer) =>
    patterns.flatMap((pattern) => believer.triggeredBy(pattern).map((document) => believer.rowOf.get(document))),
  );
  return [...new Set(rows)].sort((one, other) => one - other);
}

// Which of the memories that a walk came to are worth saying: those that score enough by what the index knows of
// them, and of these, once they are read, what is in force and not said already, each thing once.

/** A memory that the walk came to, with what it is worth. */
export interface ScoredNode extends WalkNode {
  /** `observation:KEY` or `fact:KEY`. */
  readonly id: string;
  /** 0..1: the sum of the signals' contributions. */
  readonly score: number;
  readonly values: Readonly<Record<SignalName, number>>;
}

/** A memory that is worth saying. */
export interface Choice {
  readonly node: ScoredNode;
  readonly memory: RecalledMemory;
  /** What in view contradicts it, in force as well. */
  readonly contradictedBy?: RecalledMemory;
}

type SignalName = 'closeness' | NodeSignalName;

/** How closely a memory belongs to the message, and beside it what it counts by itself. */
const weights: Readonly<Record<SignalName, number>> = {
  closeness: closenessWeight,
  ...(Object.fromEntries(
    Object.entries(nodeWeights).map(([name, weight]) => [name, (1 - closenessWeight) * weight]),
  ) as Record<NodeSignalName, number>),
};

/** The memories that score enough by what the index knows of them, the best first. */
export function worthSaying(view: View, nodes: Iterable<WalkNode>, anchors: readonly Anchor[]): readonly ScoredNode[] {
  const { memories } = view.index;
  const worth: ScoredNode[] = [];
  // Memories that ask more than they tell answer nothing.
  const telling = [...nodes].filter(({ row }) => memories.questionShare.get(row) <= maxQuestions);
  for (const node of closest(telling)) {
    const traits = memoryTraits(view, node.row, anchors);
    if (traits === undefined) continue;
    const values = { closeness: node.closeness, ...nodeSignals(traits, view.time) };
    const score = weighed(values, weights);
    if (score < minScore) continue;
    worth.push({ ...node, id: memories.idOf(node.row), score, values });
  }
  return worth.sort((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1));
}

/** What makes up the score of a memory. */
export function signalsOf({ values }: ScoredNode): readonly Signal[] {
  return contributions(values, weights);
}

/** Those that belong most closely to the message, closest first; of thousands only the ones above the bar are put in order. */
function closest(nodes: readonly WalkNode[]): readonly WalkNode[] {
  const bar =
    Float64Array.from(nodes, ({ closeness }) => closeness)
      .sort()
      .at(-scoredNodes) ?? 0;
  const above = nodes.filter(({ closeness }) => closeness >= bar);
  return above.sort((one, other) => other.closeness - one.closeness).slice(0, scoredNodes);
}

/**
 * The best five of the ten best that are in force and not in the context. Of two that contradict each other the
 * better one is told, with the other beside it.
 *
 * @param read - the memories by id, with those that contradict them.
 */
export function choose(
  nodes: readonly ScoredNode[],
  read: ReadonlyMap<string, RecalledMemory>,
  exclusion: Exclusion,
): readonly Choice[] {
  const chosen: Choice[] = [];
  const said = new Set<string>();
  let looked = 0;
  for (const node of nodes) {
    const memory = read.get(node.id);
    if (memory === undefined || memory.superseded !== undefined) continue;
    if (chosen.length === maxItems || ++looked > maxNodes) break;
    const content = normaliseContent(memory.content);
    if (said.has(node.id) || said.has(content) || exclusion.says(memory.content)) continue;
    const contradictedBy = opponentOf(memory, read);
    for (const one of contradictedBy === undefined ? [memory] : [memory, contradictedBy]) {
      said.add(one.id).add(normaliseContent(one.content));
    }
    chosen.push({ node, memory, ...(contradictedBy === undefined ? {} : { contradictedBy }) });
  }
  return chosen;
}

/** What contradicts a memory, still holds, and is no exception that leaves the rule as it is. */
function opponentOf(memory: RecalledMemory, read: ReadonlyMap<string, RecalledMemory>): RecalledMemory | undefined {
  const opposed = (memory.links ?? []).filter(({ kind, state }) => kind === 'contradicts' && state !== 'exception');
  return opposed
    .map((link) => read.get(link.memory))
    .find((other) => other !== undefined && other.superseded === undefined);
}

/** What is in the context. */
export interface InContext {
  readonly message: string;
  /** Texts, or ids of memories. */
  readonly exclude: readonly string[];
  readonly session: string | undefined;
  /** Ids of what surfaced in the session. */
  readonly surfaced: ReadonlySet<string>;
}

/** Tells of memories whether the context holds them already. */
export class Exclusion {
  readonly #view: View;
  readonly #ids: ReadonlySet<string>;
  readonly #texts: readonly string[];
  readonly #session: number;

  constructor(view: View, { message, exclude, session, surfaced }: InContext) {
    this.#view = view;
    this.#ids = new Set([...exclude, ...surfaced]);
    this.#texts = [message, ...exclude].map(normaliseContent);
    this.#session = session === undefined ? -1 : view.index.memories.sessions.find(idIn('session', session));
  }

  /** Whether a memory is there by its id, or among the last messages of the session. */
  has(row: number): boolean {
    const { memories } = this.#view.index;
    if (this.#ids.has(memories.idOf(row))) return true;
    if (this.#session < 0 || memories.session.values[row] !== this.#session) return false;
    return this.#view.holdings(row).some(({ believer, document }) => {
      let after = document;
      for (let steps = 0; steps < dedupMessages && after >= 0; steps++) after = believer.timelines.next.get(after);
      return after < 0;
    });
  }

  /** Whether a text is there, by itself or within another, whatever its case and final stops. */
  says(content: string): boolean {
    const said = normaliseContent(content);
    return this.#texts.some((text) => text.includes(said));
  }
}
