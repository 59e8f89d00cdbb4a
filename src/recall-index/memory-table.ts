/**
 * What the index knows of each memory apart from who believes it: one row a memory, one column an attribute, shared by all
 * believers. Rows are never moved; a forgotten one stays empty.
 *
 *   row -> id, type, session, speaker, occurredAt, position, own terms, traits, mentions, about,
 *           relations, cognitive fields
 *
 * Own terms lie packed (term number * 256 + frequency) from `termsFrom[row]`. Who may see a memory the believers know.
 */
import { Namesakes } from '../domain/chosen-id.ts';
import type { Mood } from '../domain/records.ts';
import {
  type EntityType,
  type ObservationType,
  entityTypes,
  factKinds,
  knowledgeTypes,
  observationTypes,
  rings,
} from '../domain/vocabulary.ts';
import { maxConcepts, phraseKey, stemOf, termsOf, wordsOf } from '../language/words.ts';
import { callsByItself } from '../language/occasions.ts';
import { foldName } from '../language/fold.ts';
import {
  type Column,
  Interner,
  byteColumn,
  float32Column,
  float64Column,
  int32Column,
  uint16Column,
  uint32Column,
} from './column.ts';
import { CopyTable } from './copies.ts';
import { SurfaceTable } from './surface-table.ts';
import type { IndexedMemory } from './entry.ts';
import { traitsOf } from './text-traits.ts';

/** The types of memories in the order of their numbers. */
export const memoryTypes: readonly (ObservationType | 'fact')[] = ['fact', ...observationTypes];

/** The largest frequency that is told apart from larger ones. */
const largestFrequency = 255;
const nothing: readonly number[] = [];
const projectPrefix = 'project:';

/** The number and the frequency of a packed term. */
export const termNumber = (packed: number): number => Math.floor(packed / 256);
export const termFrequency = (packed: number): number => packed & 255;

/** A relation between two entities that a memory tells, as numbers of names. */
export interface ToldRelation {
  readonly from: number;
  /** In words. */
  readonly predicate: string;
  readonly to: number;
}

/** All memories of a space. */
export class MemoryTable {
  /** `table:key` by row; '' where the memory was forgotten. */
  readonly ids: string[] = [];
  readonly namesakes: Namesakes = new Namesakes();
  readonly #rows: Map<string, number> = new Map();

  readonly vocabulary: Interner = new Interner();
  readonly sessions: Interner = new Interner();
  readonly speakers: Interner = new Interner();
  /** Per speaker: the terms of its name. */
  readonly speakerTerms: (readonly string[])[] = [];
  /** Per speaker: the number of its folded name. */
  readonly speakerSurfaces: number[] = [];
  readonly domains: Interner = new Interner();
  /** The phrase key of each project's name, by the number of its domain. */
  readonly projects: Map<number, string> = new Map();
  readonly cognitive: CognitiveColumns = new CognitiveColumns(this.vocabulary);
  /** Entities and agents. */
  readonly names: Interner = new Interner();
  /** Per name: the place of its type among the types of entities; missing where no memory mentions it. */
  readonly nameTypes: (number | undefined)[] = [];
  /** How entities stand to each other, in words. */
  readonly predicates: Interner = new Interner();
  /** Folded forms of names. */
  readonly surfaces: SurfaceTable = new SurfaceTable();

  readonly type: Column<Uint8Array<ArrayBuffer>> = byteColumn();
  readonly session: Column<Int32Array<ArrayBuffer>> = int32Column();
  readonly speaker: Column<Int32Array<ArrayBuffer>> = int32Column();
  readonly domain: Column<Int32Array<ArrayBuffer>> = int32Column();
  readonly occurredAt: Column<Float64Array<ArrayBuffer>> = float64Column();
  readonly position: Column<Float64Array<ArrayBuffer>> = float64Column();
  /** The end of a fact's validity; NaN where it has none. */
  readonly validTo: Column<Float64Array<ArrayBuffer>> = float64Column();
  readonly copies: CopyTable = new CopyTable();
  /** How it felt; both axes NaN where it has no mood. */
  readonly valence: Column<Float32Array<ArrayBuffer>> = float32Column();
  readonly arousal: Column<Float32Array<ArrayBuffer>> = float32Column();
  readonly questionShare: Column<Float32Array<ArrayBuffer>> = float32Column();
  readonly answers: Column<Uint16Array<ArrayBuffer>> = uint16Column();
  readonly tells: Column<Int32Array<ArrayBuffer>> = int32Column();
  readonly asks: Column<Int32Array<ArrayBuffer>> = int32Column();
  /** The number of its own terms, repetitions counted. */
  readonly length: Column<Int32Array<ArrayBuffer>> = int32Column();
  readonly termsFrom: Column<Int32Array<ArrayBuffer>> = int32Column();
  readonly termsCount: Column<Int32Array<ArrayBuffer>> = int32Column();
  readonly terms: Column<Uint32Array<ArrayBuffer>> = uint32Column();
  /** How many agents have a belief in it, withdrawn ones included: most memories have one believer. */
  readonly believers: Column<Int32Array<ArrayBuffer>> = int32Column();
  /** How many memories have more than one believer. */
  sharedCount = 0;

  /** Per row: name number, surface number, name number, ... */
  readonly mentions: (readonly number[])[] = [];
  /** Per row: how many entities it mentions, up to 255; most memories mention none, and need no look at their list. */
  readonly mentionCount: Column<Uint8Array<ArrayBuffer>> = byteColumn();
  /** Per row: what it claims. */
  readonly claims: (readonly number[])[] = [];
  /** Per row: numbers of names. */
  readonly about: (readonly number[])[] = [];
  /** Per row: name number, predicate number, name number, ... */
  readonly relations: (readonly number[])[] = [];

  /** How many memories there are. */
  get size(): number {
    return this.#rows.size;
  }

  /** The row of a memory, or -1. */
  row(id: string): number {
    return this.#rows.get(id) ?? -1;
  }

  /** The id of the memory in a row that is in use. */
  idOf(row: number): string {
    return this.ids[row]!;
  }

  memoryIds(): IterableIterator<string> {
    return this.#rows.keys();
  }

  /** The rows in use, in the order of their ids' arrival. */
  rows(): IterableIterator<number> {
    return this.#rows.values();
  }

  /** Takes a memory in, or replaces what may change of one that is there. */
  put(memory: IndexedMemory): void {
    const known = this.row(memory.id);
    if (known >= 0) {
      this.#link(known, memory);
      this.cognitive.put(known, memory);
      return;
    }
    const row = this.claim(memory.id);
    this.type.push(memoryTypes.indexOf(memory.type));
    this.session.push(memory.session === undefined ? -1 : this.sessions.number(memory.session));
    this.speaker.push(this.speakerNumber(memory.speaker));
    this.domain.push(memory.domain === undefined ? -1 : this.domainNumber(memory.domain));
    this.occurredAt.push(memory.occurredAt);
    this.position.push(memory.position);
    this.validTo.push(memory.validTo ?? Number.NaN);
    this.copies.push(memory.said ?? Number.NaN);
    this.valence.push(memory.mood?.valence ?? Number.NaN);
    this.arousal.push(memory.mood?.arousal ?? Number.NaN);
    const traits = traitsOf(memory.content);
    this.questionShare.push(traits.questionShare);
    this.answers.push(traits.answers);
    this.tells.push(traits.tells);
    this.asks.push(traits.asks);
    if (memory.claims !== undefined && memory.claims.length > 0) this.claims[row] = memory.claims;
    this.#read(memory);
    this.#link(row, memory);
    this.cognitive.add(memory);
  }

  /** The number of a speaker; -1 for none. */
  speakerNumber(name: string | undefined): number {
    if (name === undefined) return -1;
    const number = this.speakers.number(name);
    this.speakerTerms[number] ??= termsOf(name);
    this.speakerSurfaces[number] ??= this.surfaces.number(foldName(name));
    return number;
  }

  /** What an entity is; undefined where no memory mentions it. */
  typeOf(name: number): EntityType | undefined {
    const type = this.nameTypes[name];
    return type === undefined ? undefined : entityTypes[type];
  }

  /** The number of a domain. */
  domainNumber(domain: string): number {
    const number = this.domains.number(domain);
    if (domain.startsWith(projectPrefix)) this.projects.set(number, phraseKey(domain.slice(projectPrefix.length)));
    return number;
  }

  /** Gives the next row to an id; the caller fills every column. */
  claim(id: string): number {
    const row = this.ids.push(id) - 1;
    this.#rows.set(id, row);
    this.namesakes.note(id);
    this.mentions.push(nothing);
    this.mentionCount.push(0);
    this.about.push(nothing);
    this.relations.push(nothing);
    this.claims.push(nothing);
    this.believers.push(0);
    return row;
  }

  /** Notes the mentions of a row: name number, surface number, name number, ... */
  setMentions(row: number, mentions: readonly number[]): void {
    this.mentions[row] = mentions;
    let count = 0;
    for (let i = 0; i < mentions.length; i += 2) if (i === 0 || mentions[i] !== mentions[i - 2]) count++;
    this.mentionCount.values[row] = Math.min(255, count);
  }

  /** Forgets a memory and answers the row that it had, or -1. */
  remove(id: string): number {
    const row = this.row(id);
    if (row < 0) return -1;
    this.#rows.delete(id);
    this.ids[row] = '';
    this.setMentions(row, nothing);
    this.about[row] = nothing;
    this.relations[row] = nothing;
    this.claims[row] = nothing;
    this.cognitive.clear(row);
    this.copies.remove(row);
    this.terms.values.fill(0, this.termsFrom.values[row], this.termsEnd(row));
    this.termsCount.values[row] = 0;
    if (this.believers.values[row]! > 1) this.sharedCount--;
    this.believers.values[row] = 0;
    return row;
  }

  /** Takes note of one more agent that believes the memory in a row. */
  countBeliever(row: number): void {
    const count = this.believers.values[row]! + 1;
    this.believers.values[row] = count;
    if (count === 2) this.sharedCount++;
  }

  /** Takes note of one agent less. */
  uncountBeliever(row: number): void {
    const count = this.believers.values[row]! - 1;
    this.believers.values[row] = count;
    if (count === 1) this.sharedCount--;
  }

  /** How the memory in a row felt, to the precision of 32 bits; undefined where it has no mood. */
  moodOf(row: number): Mood | undefined {
    const valence = this.valence.values[row]!;
    return Number.isNaN(valence) ? undefined : { valence, arousal: this.arousal.values[row]! };
  }

  /** The relations that the memory in a row tells. */
  relationsIn(row: number): readonly ToldRelation[] {
    const packed = this.relations[row] ?? nothing;
    const told: ToldRelation[] = [];
    for (let place = 0; place < packed.length; place += 3) {
      const [from, predicate, to] = packed.slice(place, place + 3) as [number, number, number];
      told.push({ from, predicate: this.predicates.text(predicate), to });
    }
    return told;
  }

  /** Where the terms of a row end. */
  termsEnd(row: number): number {
    return this.termsFrom.values[row]! + this.termsCount.values[row]!;
  }

  /** Whether the first memory comes before the second in a timeline. */
  precedes(first: number, second: number): boolean {
    const time = this.occurredAt.values;
    const position = this.position.values;
    const byTime = time[first]! - time[second]!;
    if (byTime !== 0) return byTime < 0;
    const byPosition = position[first]! - position[second]!;
    return byPosition === 0 ? this.ids[first]! < this.ids[second]! : byPosition < 0;
  }

  /** Below 0 where the first memory was written before the second. */
  compareWritten(first: number, second: number): number {
    return this.position.get(first) - this.position.get(second);
  }

  /** The same by the ids of two memories that are there. */
  compareIdsWritten(first: string, second: string): number {
    return this.compareWritten(this.row(first), this.row(second));
  }

  #read(memory: IndexedMemory): void {
    const speaker = this.speakerNumber(memory.speaker);
    const said = termsOf(memory.content);
    const terms = [...(this.speakerTerms[speaker] ?? []), ...said, ...titleTerms(memory.title, said)];
    const frequencies = new Map<number, number>();
    for (const term of terms) {
      const number = this.vocabulary.number(term);
      frequencies.set(number, (frequencies.get(number) ?? 0) + 1);
    }
    this.length.push(terms.length);
    this.termsFrom.push(this.terms.length);
    this.termsCount.push(frequencies.size);
    for (const [number, frequency] of frequencies) {
      this.terms.push(number * 256 + Math.min(frequency, largestFrequency));
    }
  }

  #link(row: number, memory: IndexedMemory): void {
    this.about[row] = memory.about.length === 0 ? nothing : memory.about.map((id) => this.names.number(id));
    this.relations[row] = this.#relationsOf(memory);
    const mentions = memory.mentions.flatMap((mention) => {
      const name = this.names.number(mention.entity);
      this.nameTypes[name] = entityTypes.indexOf(mention.type);
      const surfaces = mention.surfaces.map((surface) => this.surfaces.number(foldName(surface)));
      return surfaces.length === 0 ? [name, -1] : surfaces.flatMap((surface) => [name, surface]);
    });
    this.setMentions(row, mentions.length === 0 ? nothing : mentions);
  }

  #relationsOf({ relations = [] }: IndexedMemory): readonly number[] {
    if (relations.length === 0) return nothing;
    return relations.flatMap(({ from, predicate, to }) => [
      this.names.number(from),
      this.predicates.number(predicate),
      this.names.number(to),
    ]);
  }
}

/** The terms of a title that the content lacks, so that a title makes no word of it count twice. */
function titleTerms(title: string | undefined, said: readonly string[]): readonly string[] {
  if (title === undefined) return [];
  const known = new Set(said);
  return [...new Set(termsOf(title))].filter((term) => !known.has(term));
}

// The cognitive fields of each memory, as numbers by row: its key terms, its patterns, what it is and how much it
// counts. Part of the memory table.
//
//   row -> kind, type of knowledge, ring (bytes: 0 for none, else the place in its list + 1),
//          importance, topic, up to five concepts (-1 for none), patterns
//
// Concepts and the words of patterns are numbers of the vocabulary, as stems: a query's go the same way.

const noNames: readonly number[] = [];
/** Words of a text that patterns are held against, at the most; longer ones are documents and no questions. */
const maxWords = 400;

/** The cognitive fields of all memories of a space. */
export class CognitiveColumns {
  readonly kind: Column<Uint8Array<ArrayBuffer>> = byteColumn();
  readonly knowledgeType: Column<Uint8Array<ArrayBuffer>> = byteColumn();
  readonly ring: Column<Uint8Array<ArrayBuffer>> = byteColumn();
  readonly importance: Column<Float32Array<ArrayBuffer>> = float32Column();
  readonly topic: Column<Int32Array<ArrayBuffer>> = int32Column();
  /** {@link maxConcepts} a row. */
  readonly concepts: Column<Int32Array<ArrayBuffer>> = int32Column();
  /** Per row: numbers of patterns. */
  readonly patternsOf: (readonly number[])[] = [];
  /** Topics as phrase keys. */
  readonly topics: Interner = new Interner();
  readonly patterns: PatternTable = new PatternTable();
  readonly #vocabulary: Interner;
  /** Concept -> rows; a memory may have lost it since. */
  readonly #rowsOf: Map<number, number[]> = new Map();

  constructor(vocabulary: Interner) {
    this.#vocabulary = vocabulary;
  }

  /** Adds the row of a new memory. */
  add(memory: IndexedMemory): void {
    this.kind.push(0);
    this.knowledgeType.push(0);
    this.ring.push(0);
    this.importance.push(memory.importance);
    this.topic.push(this.#topicNumber(memory.topic));
    for (let i = 0; i < maxConcepts; i++) this.concepts.push(-1);
    this.patternsOf.push(noNames);
    this.put(this.patternsOf.length - 1, memory);
  }

  /** Replaces what may change of a memory: all but topic and importance, which its first writer gave. */
  put(row: number, memory: IndexedMemory): void {
    this.kind.values[row] = memory.kind === undefined ? 0 : factKinds.indexOf(memory.kind) + 1;
    this.knowledgeType.values[row] =
      memory.knowledgeType === undefined ? 0 : knowledgeTypes.indexOf(memory.knowledgeType) + 1;
    this.ring.values[row] = memory.ring === undefined ? 0 : rings.indexOf(memory.ring) + 1;
    const concepts = conceptStems(memory.concepts)
      .slice(0, maxConcepts)
      .map((stem) => this.#vocabulary.number(stem));
    const held = this.#conceptsOf(row);
    // Listed once, although a memory is put again whenever anything of it changes.
    for (const concept of concepts) if (!held.includes(concept)) this.#list(concept, row);
    held.fill(-1);
    held.set(concepts);
    const patterns = new Set(memory.surfacesWhen.map((pattern) => this.#patternNumber(pattern)));
    patterns.delete(-1);
    this.patternsOf[row] = patterns.size === 0 ? noNames : [...patterns];
  }

  /** Rows of all memories that have a concept, with some that had it once or come twice. */
  rowsWith(concept: number): readonly number[] {
    return this.#rowsOf.get(concept) ?? noNames;
  }

  /** The patterns all of whose words a text has, among its first {@link maxWords}. */
  patternsIn(text: string): ReadonlySet<number> {
    const words = wordsOf(text)
      .slice(0, maxWords)
      .map((word) => this.#vocabulary.find(stemOf(word)));
    return this.patterns.matching(new Set(words.filter((word) => word >= 0)));
  }

  /** Whether one of some patterns calls for the memory in a row by itself: given, or of an occasion where these count. */
  isCalledBy(row: number, patterns: ReadonlySet<number>, byOccasion: boolean): boolean {
    const stems = (pattern: number): readonly string[] =>
      this.patterns.words[pattern]!.map((word) => this.#vocabulary.text(word));
    return this.patternsOf[row]!.some((pattern) => patterns.has(pattern) && callsByItself(stems(pattern), byOccasion));
  }

  /** Lists a row under the concepts that its row was filled with. */
  listConcepts(row: number): void {
    for (const concept of this.#conceptsOf(row)) if (concept >= 0) this.#list(concept, row);
  }

  /** Forgets what the memory in a row said; its row stays. */
  clear(row: number): void {
    this.#conceptsOf(row).fill(-1);
    this.patternsOf[row] = noNames;
    this.topic.values[row] = -1;
  }

  #conceptsOf(row: number): Int32Array {
    return this.concepts.values.subarray(row * maxConcepts, (row + 1) * maxConcepts);
  }

  #list(concept: number, row: number): void {
    const rows = this.#rowsOf.get(concept);
    if (rows === undefined) this.#rowsOf.set(concept, [row]);
    else rows.push(row);
  }

  #topicNumber(topic: string | undefined): number {
    const key = topic === undefined ? '' : phraseKey(topic);
    return key === '' ? -1 : this.topics.number(key);
  }

  #patternNumber(pattern: string): number {
    return this.patterns.number(wordsOf(pattern).map((word) => this.#vocabulary.number(stemOf(word))));
  }
}

/** Concepts in the form in which those of memories and queries are compared: stems, each once. */
export function conceptStems(concepts: readonly string[]): readonly string[] {
  return [...new Set(concepts.map(stemOf))];
}

/** Patterns and their numbers, from 0 in the order of their first appearance. */
export class PatternTable {
  /** The numbers of each pattern's words, distinct and in order. */
  readonly words: (readonly number[])[] = [];
  readonly #numbers: Map<string, number> = new Map();
  /** Each pattern under one of its words: the one that fewest had when it came. */
  readonly #byWord: Map<number, number[]> = new Map();

  /** The number of the pattern that has these words, given to it now if it has none; -1 without a word. */
  number(words: readonly number[]): number {
    const distinct = [...new Set(words)].sort((one, other) => one - other);
    const [first] = distinct;
    if (first === undefined) return -1;
    const key = distinct.join(' ');
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.words.push(distinct) - 1;
    this.#numbers.set(key, number);
    const under = (word: number): number => this.#byWord.get(word)?.length ?? 0;
    const rarest = distinct.reduce((best, word) => (under(word) < under(best) ? word : best), first);
    const patterns = this.#byWord.get(rarest);
    if (patterns === undefined) this.#byWord.set(rarest, [number]);
    else patterns.push(number);
    return number;
  }

  /** The patterns all of whose words are among these. */
  matching(words: ReadonlySet<number>): ReadonlySet<number> {
    const found = new Set<number>();
    for (const word of words) {
      for (const pattern of this.#byWord.get(word) ?? []) {
        if (this.words[pattern]!.every((other) => words.has(other))) found.add(pattern);
      }
    }
    return found;
  }
}
