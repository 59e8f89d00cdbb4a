/**
 * What the memories of some believers call whom: exactly so, by a full name, with a title. It answers what is there;
 * who is meant by it is for `who-is-meant.ts` to decide.
 */
import { areOneName, coreWords, titleOf } from '../language/name-forms.ts';
import type { BelieverIndex } from './believer-index.ts';
import type { IndexedMerge } from './entry.ts';
import type { MemoryTable } from './memory-table.ts';

/** What names are looked up in. */
export interface NameSource {
  readonly memories: MemoryTable;
  readonly merges: EntityMerges;
  /** What one agent believes, if it believes anything. */
  believer(agent: string): BelieverIndex | undefined;
}

/** One who is called by a full name. */
export interface Bearer {
  entities: readonly number[];
  speakers: readonly number[];
  /** Folded. */
  readonly name: string;
}

/** Of more bearers of a name no more are told. */
export const maxAmong = 8;
/** So many memories of an entity are looked at for what they call it. */
const readMemories = 32;

const none: readonly string[] = [];
const noNumbers: readonly number[] = [];

/** Where some believers first speak of an entity. */
interface Place {
  readonly believer: number;
  readonly document: number;
}

/** The names of some believers as they are written. */
export class NameLookup {
  readonly #source: NameSource;
  readonly #believers: readonly BelieverIndex[];
  readonly #agents: readonly string[];
  #asked = '';
  #number = -1;

  /** @param agents - the believers in view: those who believe nothing may know merges. */
  constructor(source: NameSource, agents: readonly string[]) {
    this.#source = source;
    this.#believers = agents.flatMap((agent) => source.believer(agent) ?? []);
    this.#agents = agents;
  }

  /** The entities that these believers call exactly so. */
  called(surface: string): readonly number[] {
    return this.#calledAs(this.#numberOf(surface));
  }

  #calledAs(surface: number): readonly number[] {
    return surface < 0 ? noNumbers : this.#eachOnce((believer) => believer.named(surface));
  }

  /** The speakers whose name is exactly this one. */
  speaking(surface: string): readonly number[] {
    return this.#speakingAs(this.#numberOf(surface));
  }

  #speakingAs(surface: number): readonly number[] {
    return surface < 0 ? noNumbers : this.#eachOnce((believer) => believer.speakersCalled(surface));
  }

  /** The folded full names, or paths, that have a folded name as a part. */
  longer(short: string): readonly string[] {
    const { surfaces } = this.#source.memories;
    const found = this.#longerThan(short);
    return found.length === 0 ? none : found.map((one) => surfaces.text(one));
  }

  #longerThan(short: string): readonly number[] {
    const number = this.#numberOf(short);
    return number < 0 ? noNumbers : this.#eachOnce((believer) => believer.longerThan(number));
  }

  /** One name is asked after in several ways in turn. */
  #numberOf(surface: string): number {
    if (surface !== this.#asked) {
      this.#asked = surface;
      this.#number = this.#source.memories.surfaces.find(surface);
    }
    return this.#number;
  }

  /** Most names are known to one believer at most, and have no list of their own to be copied. */
  #eachOnce(listOf: (believer: BelieverIndex) => readonly number[]): readonly number[] {
    let found: readonly number[] = noNumbers;
    for (const believer of this.#believers) {
      const list = listOf(believer);
      if (list.length > 0) found = found.length === 0 ? list : [...new Set([...found, ...list])];
    }
    return found;
  }

  /** With those that were merged with them, as far as these believers speak of them. */
  merged(entities: readonly number[]): readonly number[] {
    const { merges, memories } = this.#source;
    if (merges.isEmpty) return entities;
    const ids = new Set(entities.flatMap((entity) => [...merges.sameAs(this.#agents, memories.names.text(entity))]));
    if (ids.size === entities.length) return entities;
    const numbers = [...ids].map((id) => memories.names.find(id));
    return numbers.filter(
      (entity) =>
        entity >= 0 &&
        (entities.includes(entity) || this.#believers.some((believer) => believer.documentsOf(entity).length > 0)),
    );
  }

  /**
   * In the order in which these believers came to speak of them, and of those that one memory named first by name.
   * Not by number or id: those tell in which order others came to speak of them.
   */
  inOrder(entities: Iterable<number>): readonly number[] {
    const each = [...new Set(entities)];
    if (each.length < 2) return each;
    const places = new Map(each.map((entity) => [entity, this.#firstOf(entity)]));
    return each.sort((one, other) => {
      const [a, b] = [places.get(one)!, places.get(other)!];
      return a.believer - b.believer || a.document - b.document || this.#compareNames(one, other, a);
    });
  }

  #firstOf(entity: number): Place {
    for (const [place, believer] of this.#believers.entries()) {
      const [document] = believer.documentsOf(entity);
      if (document !== undefined) return { believer: place, document };
    }
    return { believer: this.#believers.length, document: 0 };
  }

  #compareNames(one: number, other: number, { believer, document }: Place): number {
    const { mentions, names, surfaces } = this.#source.memories;
    const row = this.#believers[believer]?.rowOf.get(document);
    const said = (row === undefined ? undefined : mentions[row]) ?? noNumbers;
    const nameOf = (entity: number): string => {
      const written: string[] = [];
      for (let i = 0; i < said.length; i += 2)
        if (said[i] === entity && said[i + 1]! >= 0) written.push(surfaces.text(said[i + 1]!));
      return written.sort()[0] ?? '';
    };
    const [a, b] = [nameOf(one), nameOf(other)];
    if (a !== b) return a < b ? -1 : 1;
    return names.text(one) < names.text(other) ? -1 : 1;
  }

  /** What the first memories of some entities call them, folded. */
  surfacesOf(entities: readonly number[]): readonly string[] {
    const { mentions, surfaces } = this.#source.memories;
    const found = new Set<number>();
    for (const believer of this.#believers) {
      for (const entity of entities) {
        for (const document of believer.documentsOf(entity).slice(0, readMemories)) {
          const said = mentions[believer.rowOf.get(document)] ?? [];
          for (let i = 0; i < said.length; i += 2) if (said[i] === entity && said[i + 1]! >= 0) found.add(said[i + 1]!);
        }
      }
    }
    return [...found].map((surface) => surfaces.text(surface));
  }

  isA(entity: number, type: 'person' | 'animal' | 'file'): boolean {
    return this.#source.memories.typeOf(entity) === type;
  }

  mayBePerson(entity: number): boolean {
    const type = this.#source.memories.typeOf(entity);
    return type === 'person' || type === 'other' || type === undefined;
  }

  mayBeCalledShort(entity: number): boolean {
    return this.mayBePerson(entity) || this.isA(entity, 'file');
  }

  /** Entities in groups of those that were merged. */
  groups(entities: readonly number[]): readonly (readonly number[])[] {
    const groups: (readonly number[])[] = [];
    for (const entity of entities) {
      if (!groups.some((group) => group.includes(entity))) groups.push(this.merged([entity]));
    }
    return groups;
  }

  /** Whether two are told apart: by a memory that names both, or since their merge was undone. */
  areToldApart(some: readonly number[], others: readonly number[]): boolean {
    const { merges, memories } = this.#source;
    const id = (entity: number): string => memories.names.text(entity);
    if (some.some((one) => others.some((other) => merges.tellsApart(this.#agents, id(one), id(other))))) return true;
    return this.#believers.some((believer) => {
      const documents = new Set(some.flatMap((entity) => [...believer.documentsOf(entity)]));
      return others.some(
        (other) => !some.includes(other) && believer.documentsOf(other).some((document) => documents.has(document)),
      );
    });
  }

  /** Those whose full name has a first or last name; where there are more than so many, one more. */
  bearers(short: string, most: number = maxAmong): readonly Bearer[] {
    const found: Bearer[] = [];
    const { surfaces } = this.#source.memories;
    for (const number of this.#longerThan(short)) {
      const entities = this.#calledAs(number).filter((entity) => this.isA(entity, 'person'));
      const speakers = this.#speakingAs(number);
      if (entities.length + speakers.length === 0) continue;
      const name = surfaces.text(number);
      if (coreWords(name).length < 2 && name.includes(' ')) continue;
      this.join(found, { entities, speakers, name });
      if (found.length > most) break;
    }
    return found;
  }

  join(found: Bearer[], { entities, speakers, name }: Bearer): void {
    const mate = found.find(
      (one) => one.entities.some((entity) => entities.includes(entity)) || areOneName(one.name, name),
    );
    if (mate === undefined) found.push({ entities, speakers, name });
    else {
      mate.entities = [...new Set([...mate.entities, ...entities])];
      mate.speakers = [...new Set([...mate.speakers, ...speakers])];
    }
  }

  /** Who is called by a title and a name, as "Mr Khan" and "Mr. Khan", by their titles; what is no title of address has ''. */
  titled(short: string): Map<string, readonly number[]> {
    const titled = new Map<string, readonly number[]>();
    for (const name of this.longer(short)) {
      if (!name.includes(' ') || coreWords(name).length !== 1) continue;
      const title = titleOf(name) ?? '';
      titled.set(title, [...new Set([...(titled.get(title) ?? []), ...this.called(name)])]);
    }
    return titled;
  }
}

/** The merges of a space. */
export class EntityMerges {
  /** By believer, each entity with those that it was merged with. */
  readonly #partners: Map<string, Map<string, readonly string[]>> = new Map();
  /** Believers with two entities each, whose merge was undone. */
  readonly #undone: Set<string> = new Set();

  constructor(merges: Iterable<IndexedMerge> = []) {
    for (const { believer, from, to, undone } of merges) {
      if (undone) {
        this.#undone.add(pairKey(believer, from, to)).add(pairKey(believer, to, from));
        continue;
      }
      const partners = this.#partners.get(believer) ?? new Map<string, readonly string[]>();
      this.#partners.set(believer, partners);
      partners.set(from, [...(partners.get(from) ?? []), to]);
      partners.set(to, [...(partners.get(to) ?? []), from]);
    }
  }

  /** Whether no entity is the same as another to anybody. */
  get isEmpty(): boolean {
    return this.#partners.size === 0;
  }

  /** Whether one of some believers has two entities told apart again. */
  tellsApart(believers: readonly string[], one: string, other: string): boolean {
    return this.#undone.size > 0 && believers.some((believer) => this.#undone.has(pairKey(believer, one, other)));
  }

  /** An entity and all that are the same as it to some believers together. */
  sameAs(believers: readonly string[], entity: string): ReadonlySet<string> {
    const same = new Set([entity]);
    if (this.isEmpty) return same;
    // A set hands out what is added to it while it is gone through.
    for (const one of same) {
      for (const believer of believers) {
        for (const partner of this.#partners.get(believer)?.get(one) ?? []) same.add(partner);
      }
    }
    return same;
  }
}

function pairKey(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}
