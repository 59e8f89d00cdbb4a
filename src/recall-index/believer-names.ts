/**
 * Of which entities the documents of one believer speak, what they call them, who is heard, and by which patterns
 * they ask to be brought up; exact at every moment, as memories come, change and go. Whether a document is withdrawn
 * or faded is not known here.
 *
 *   entity -> [document, ...]      documents that mention it, are about it or relate it
 *   surface -> entity -> [document, ...]      documents that call it so
 *   surface -> [surface, ...]      full names and paths that it is a part of, in the order in which they came
 *   surface -> {speaker, ...}      who is heard under that name, in the order in which they came
 *   pattern -> [document, ...]
 *
 * Entities, surfaces, patterns and documents are numbers; lists of documents are ascending, each once. Numbers of
 * surfaces and speakers tell in which order all agents came to use them, so that no list is in their order.
 */
import { baseOf, shortFormsOf } from '../language/name-forms.ts';
import type { MemoryTable } from './memory-table.ts';

const nothing: readonly number[] = [];

/** Names that stand for a part in a conversation and not for somebody. */
export const roles: ReadonlySet<string> = new Set([
  'user',
  'assistant',
  'system',
  'agent',
  'human',
  'ai',
  'bot',
  'tool',
  'model',
  'speaker',
  'unknown',
]);

/** The names and entities of one believer. */
export class BelieverNames {
  readonly #memories: MemoryTable;
  readonly #documentsOf: Map<number, number[]> = new Map();
  readonly #calling: Map<number, Map<number, number[]>> = new Map();
  readonly #triggeredBy: Map<number, number[]> = new Map();
  /** Full names and paths by their parts. */
  readonly #longer: Map<number, number[]> = new Map();
  /** The names and paths whose parts are noted. */
  readonly #noted: { readonly names: Set<number>; readonly paths: Set<number> } = {
    names: new Set(),
    paths: new Set(),
  };
  readonly #speakers: Map<number, Set<number>> = new Map();

  constructor(memories: MemoryTable) {
    this.#memories = memories;
  }

  /** Takes in that a speaker is heard, or is not any more. */
  noteSpeaker(speaker: number, change: 1 | -1): void {
    const surface = this.#memories.speakerSurfaces[speaker]!;
    const name = this.#memories.surfaces.text(surface);
    if (roles.has(name)) return;
    const heard = this.#speakers.get(surface) ?? new Set();
    this.#speakers.set(surface, heard);
    if (change === -1) heard.delete(speaker);
    else {
      heard.add(speaker);
      this.#noteNameParts(surface);
    }
  }

  /** The full names and paths that a surface is a part of. */
  longerThan(surface: number): readonly number[] {
    return this.#longer.get(surface) ?? nothing;
  }

  /** The speakers whose whole name is a surface. */
  speakersCalled(surface: number): readonly number[] {
    const heard = this.#speakers.get(surface);
    return heard === undefined ? nothing : [...heard];
  }

  /** What a name is a part of stays noted when the name goes: who is called so is looked up anyway. */
  #notePartsOf(entity: number, surface: number): void {
    const type = this.#memories.typeOf(entity);
    if (type === 'person') this.#noteNameParts(surface);
    else if (type === 'file') this.#notePathEnd(surface);
  }

  #noteNameParts(surface: number): void {
    if (this.#noted.names.has(surface)) return;
    this.#noted.names.add(surface);
    for (const part of shortFormsOf(this.#memories.surfaces.text(surface))) this.#notePart(part, surface);
  }

  #notePathEnd(surface: number): void {
    if (this.#noted.paths.has(surface)) return;
    this.#noted.paths.add(surface);
    const path = this.#memories.surfaces.text(surface);
    const base = baseOf(path);
    if (base !== path && base !== '') this.#notePart(base, surface);
  }

  #notePart(part: string, surface: number): void {
    listIn(this.#longer, this.#memories.surfaces.number(part)).push(surface);
  }

  /** Takes in what the memory in a row speaks of, which is this document. */
  add(document: number, row: number): void {
    for (const entity of this.#entitiesOf(row)) insert(listIn(this.#documentsOf, entity), document);
    for (const pattern of this.#patternsOf(row)) insert(listIn(this.#triggeredBy, pattern), document);
    this.#eachName(row, (entity, surface) => {
      const entities = this.#calling.get(surface) ?? new Map<number, number[]>();
      this.#calling.set(surface, entities);
      if (!entities.has(entity)) this.#notePartsOf(entity, surface);
      insert(listIn(entities, entity), document);
    });
  }

  /** Takes it out again; called while the memory's row still says the same. */
  drop(document: number, row: number): void {
    for (const entity of this.#entitiesOf(row)) removeFrom(this.#documentsOf, entity, document);
    for (const pattern of this.#patternsOf(row)) removeFrom(this.#triggeredBy, pattern, document);
    this.#eachName(row, (entity, surface) => {
      const entities = this.#calling.get(surface);
      if (entities === undefined) return;
      removeFrom(entities, entity, document);
      if (entities.size === 0) this.#calling.delete(surface);
    });
  }

  /** The documents that mention an entity, are about it or relate it. */
  documentsOf(entity: number): readonly number[] {
    return this.#documentsOf.get(entity) ?? nothing;
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

  #entitiesOf(row: number): ReadonlySet<number> {
    const { mentions, about, relations } = this.#memories;
    const entities = new Set(about[row]);
    // Mentions lie in pairs, an entity and its name; relations in threes, two ends and the predicate between them.
    mentions[row]?.forEach((number, i) => {
      if (i % 2 === 0) entities.add(number);
    });
    relations[row]?.forEach((number, i) => {
      if (i % 3 !== 1) entities.add(number);
    });
    return entities;
  }

  #patternsOf(row: number): readonly number[] {
    return this.#memories.cognitive.patternsOf[row]!;
  }

  #eachName(row: number, take: (entity: number, surface: number) => void): void {
    const mentions = this.#memories.mentions[row]!;
    for (let i = 0; i < mentions.length; i += 2) {
      const surface = mentions[i + 1]!;
      if (surface >= 0) take(mentions[i]!, surface);
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
    if (list[middle]! < number) from = middle + 1;
    else to = middle;
  }
  return from;
}

function insert(list: number[], number: number): void {
  // As it is with what comes new.
  if (list.length === 0 || list[list.length - 1]! < number) {
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
