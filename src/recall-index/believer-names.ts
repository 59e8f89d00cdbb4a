/**
 * Of which entities the documents of one believer speak, what they call them, and by which patterns
 * they ask to be brought up; exact at every moment, as memories come, change and go. Whether a document is withdrawn or faded is not known here.
 *
 *   entity -> documents that mention it, are about it or relate it
 *   surface -> entity -> documents that call it so
 *   pattern -> documents that have it
 *
 * Entities, surfaces, patterns and documents are numbers; lists of documents are ascending, each once.
 */
import type { MemoryTable } from './memory-table.ts';

const nothing: readonly number[] = [];

/** The names and entities of one believer. */
export class BelieverNames {
  readonly #memories: MemoryTable;
  readonly #docsOf: Map<number, number[]> = new Map();
  readonly #calling: Map<number, Map<number, number[]>> = new Map();
  readonly #triggeredBy: Map<number, number[]> = new Map();

  constructor(memories: MemoryTable) {
    this.#memories = memories;
  }

  /** Takes in what the memory in a slot speaks of, which is this document. */
  add(doc: number, slot: number): void {
    for (const entity of this.#entitiesOf(slot)) insert(listIn(this.#docsOf, entity), doc);
    for (const pattern of this.#patternsOf(slot)) insert(listIn(this.#triggeredBy, pattern), doc);
    this.#eachName(slot, (entity, surface) => {
      const entities = this.#calling.get(surface) ?? new Map<number, number[]>();
      this.#calling.set(surface, entities);
      insert(listIn(entities, entity), doc);
    });
  }

  /** Takes it out again; called while the memory's row still says the same. */
  drop(doc: number, slot: number): void {
    for (const entity of this.#entitiesOf(slot)) removeFrom(this.#docsOf, entity, doc);
    for (const pattern of this.#patternsOf(slot)) removeFrom(this.#triggeredBy, pattern, doc);
    this.#eachName(slot, (entity, surface) => {
      const entities = this.#calling.get(surface);
      if (entities === undefined) return;
      removeFrom(entities, entity, doc);
      if (entities.size === 0) this.#calling.delete(surface);
    });
  }

  /** The documents that mention an entity, are about it or relate it. */
  docsOf(entity: number): readonly number[] {
    return this.#docsOf.get(entity) ?? nothing;
  }

  /** The documents that ask to be brought up by a pattern. */
  triggeredBy(pattern: number): readonly number[] {
    return this.#triggeredBy.get(pattern) ?? nothing;
  }

  /** The entities that a surface stands for, each with the documents that call it so. */
  calledBy(surface: number): ReadonlyMap<number, readonly number[]> | undefined {
    return this.#calling.get(surface);
  }

  /** Every surface in use. */
  surfaces(): IterableIterator<number> {
    return this.#calling.keys();
  }

  #entitiesOf(slot: number): ReadonlySet<number> {
    const { mentions, about, relations } = this.#memories;
    const entities = new Set(about[slot]);
    // Mentions lie in pairs, an entity and its name; relations in threes, two ends and the predicate between them.
    mentions[slot]?.forEach((number, i) => {
      if (i % 2 === 0) entities.add(number);
    });
    relations[slot]?.forEach((number, i) => {
      if (i % 3 !== 1) entities.add(number);
    });
    return entities;
  }

  #patternsOf(slot: number): readonly number[] {
    return this.#memories.cognitive.patternsOf[slot] as readonly number[];
  }

  #eachName(slot: number, take: (entity: number, surface: number) => void): void {
    const mentions = this.#memories.mentions[slot] as readonly number[];
    for (let i = 0; i < mentions.length; i += 2) {
      const surface = mentions[i + 1] as number;
      if (surface >= 0) take(mentions[i] as number, surface);
    }
  }
}

function listIn(lists: Map<number, number[]>, key: number): number[] {
  const known = lists.get(key);
  if (known !== undefined) return known;
  const list: number[] = [];
  lists.set(key, list);
  return list;
}

/** The first place in an ascending list whose number is not below this one. */
function placeOf(list: readonly number[], number: number): number {
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((list[middle] as number) < number) from = middle + 1;
    else to = middle;
  }
  return from;
}

function insert(list: number[], number: number): void {
  // As it is with what comes new.
  if (list.length === 0 || (list[list.length - 1] as number) < number) {
    list.push(number);
    return;
  }
  const place = placeOf(list, number);
  if (list[place] !== number) list.splice(place, 0, number);
}

function removeFrom(lists: Map<number, number[]>, key: number, number: number): void {
  const list = lists.get(key);
  const place = list === undefined ? -1 : placeOf(list, number);
  if (list === undefined || list[place] !== number) return;
  if (list.length === 1) lists.delete(key);
  else list.splice(place, 1);
}
