/**
 * What the index knows of each memory apart from who believes it: one row (slot) a memory, one
 * column an attribute, shared by all believers. Rows are never moved; a forgotten one stays empty.
 *
 *   slot -> id, type, session, speaker, occurredAt, position, own terms, traits, mentions, about,
 *           relations, cognitive fields
 *
 * Own terms lie packed one after another (term number * 256 + frequency), from `termsFrom[slot]`.
 * It must not answer who may see a memory: that is the believers' matter.
 */
import type { Mood } from '../domain/records.ts';
import { type ObservationType, factKinds, knowledgeTypes, observationTypes, rings } from '../domain/vocabulary.ts';
import { maxConcepts, phraseKey, stemOf, termsOf, wordsOf } from '../language/words.ts';
import { foldName } from '../language/fold.ts';
import {
  type Column,
  Interner,
  byteColumn,
  float32Column,
  float64Column,
  int32Column,
  uint32Column,
} from './column.ts';
import { SurfaceTable } from './edge-tables.ts';
import type { IndexedMemory } from './entry.ts';
import { traitsOf } from './text-traits.ts';

/** The types of memories in the order of their numbers. */
export const memoryTypes: readonly (ObservationType | 'fact')[] = ['fact', ...observationTypes];

/** The largest frequency that is told apart from larger ones. */
const largestFrequency = 255;
const nothing: readonly number[] = [];
const projectPrefix = 'project:';

/** Reads a packed term. */
export const termNumber = (packed: number): number => Math.floor(packed / 256);
/** Reads a packed term's frequency. */
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
  /** `table:key` by slot; '' where the memory was forgotten. */
  readonly ids: string[] = [];
  readonly #slots: Map<string, number> = new Map();

  readonly vocabulary: Interner = new Interner();
  readonly sessions: Interner = new Interner();
  readonly speakers: Interner = new Interner();
  /** Per speaker: the terms of its name. */
  readonly speakerTerms: (readonly string[])[] = [];
  readonly domains: Interner = new Interner();
  /** The phrase key of each project's name, by the number of its domain. */
  readonly projects: Map<number, string> = new Map();
  readonly cognitive: CognitiveColumns = new CognitiveColumns(this.vocabulary);
  /** Entities and agents. */
  readonly names: Interner = new Interner();
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
  /** How it felt; both axes NaN where it has no mood. */
  readonly valence: Column<Float32Array<ArrayBuffer>> = float32Column();
  readonly arousal: Column<Float32Array<ArrayBuffer>> = float32Column();
  readonly questionShare: Column<Float32Array<ArrayBuffer>> = float32Column();
  readonly answers: Column<Uint8Array<ArrayBuffer>> = byteColumn();
  /** The number of its own terms, repetitions counted. */
  readonly length: Column<Int32Array<ArrayBuffer>> = int32Column();
  readonly termsFrom: Column<Int32Array<ArrayBuffer>> = int32Column();
  readonly termsCount: Column<Int32Array<ArrayBuffer>> = int32Column();
  readonly terms: Column<Uint32Array<ArrayBuffer>> = uint32Column();
  /** How many agents have a belief in it, withdrawn ones included: most memories have one believer. */
  readonly believers: Column<Int32Array<ArrayBuffer>> = int32Column();
  /** How many memories have more than one believer. */
  sharedCount = 0;

  /** Per slot: name number, surface number, name number, ... */
  readonly mentions: (readonly number[])[] = [];
  /** Per slot: how many entities it mentions, up to 255; most memories mention none, and need no look at their list. */
  readonly mentionCount: Column<Uint8Array<ArrayBuffer>> = byteColumn();
  /** Per slot: what it claims. */
  readonly claims: (readonly number[])[] = [];
  /** Per slot: numbers of names. */
  readonly about: (readonly number[])[] = [];
  /** Per slot: name number, predicate number, name number, ... */
  readonly relations: (readonly number[])[] = [];

  /** How many memories there are. */
  get size(): number {
    return this.#slots.size;
  }

  /** The slot of a memory, or -1. */
  slot(id: string): number {
    return this.#slots.get(id) ?? -1;
  }

  /** The id of the memory in a slot that is in use. */
  idOf(slot: number): string {
    return this.ids[slot] as string;
  }

  memoryIds(): IterableIterator<string> {
    return this.#slots.keys();
  }

  /** The slots in use, in the order of their ids' arrival. */
  slots(): IterableIterator<number> {
    return this.#slots.values();
  }

  /** Takes a memory in, or replaces what may change of one that is there. */
  put(memory: IndexedMemory): void {
    const known = this.slot(memory.id);
    if (known >= 0) {
      this.#link(known, memory);
      this.cognitive.put(known, memory);
      return;
    }
    const slot = this.claim(memory.id);
    this.type.push(memoryTypes.indexOf(memory.type));
    this.session.push(memory.session === undefined ? -1 : this.sessions.number(memory.session));
    this.speaker.push(this.speakerNumber(memory.speaker));
    this.domain.push(memory.domain === undefined ? -1 : this.domainNumber(memory.domain));
    this.occurredAt.push(memory.occurredAt);
    this.position.push(memory.position);
    this.validTo.push(memory.validTo ?? Number.NaN);
    this.valence.push(memory.mood?.valence ?? Number.NaN);
    this.arousal.push(memory.mood?.arousal ?? Number.NaN);
    const traits = traitsOf(memory.content);
    this.questionShare.push(traits.questionShare);
    this.answers.push(traits.answers);
    if (memory.claims !== undefined && memory.claims.length > 0) this.claims[slot] = memory.claims;
    this.#read(memory);
    this.#link(slot, memory);
    this.cognitive.add(memory);
  }

  /** The number of a speaker; -1 for none. */
  speakerNumber(name: string | undefined): number {
    if (name === undefined) return -1;
    const number = this.speakers.number(name);
    this.speakerTerms[number] ??= termsOf(name);
    return number;
  }

  /** The number of a domain. */
  domainNumber(domain: string): number {
    const number = this.domains.number(domain);
    if (domain.startsWith(projectPrefix)) this.projects.set(number, phraseKey(domain.slice(projectPrefix.length)));
    return number;
  }

  /** Gives the next row to an id; the caller fills every column. */
  claim(id: string): number {
    const slot = this.ids.push(id) - 1;
    this.#slots.set(id, slot);
    this.mentions.push(nothing);
    this.mentionCount.push(0);
    this.about.push(nothing);
    this.relations.push(nothing);
    this.claims.push(nothing);
    this.believers.push(0);
    return slot;
  }

  /** Notes the mentions of a slot: name number, surface number, name number, ... */
  setMentions(slot: number, mentions: readonly number[]): void {
    this.mentions[slot] = mentions;
    let count = 0;
    for (let i = 0; i < mentions.length; i += 2) if (i === 0 || mentions[i] !== mentions[i - 2]) count++;
    this.mentionCount.values[slot] = Math.min(255, count);
  }

  /** Forgets a memory and answers the slot that it had, or -1. */
  remove(id: string): number {
    const slot = this.slot(id);
    if (slot < 0) return -1;
    this.#slots.delete(id);
    this.ids[slot] = '';
    this.setMentions(slot, nothing);
    this.about[slot] = nothing;
    this.relations[slot] = nothing;
    this.claims[slot] = nothing;
    this.cognitive.clear(slot);
    this.terms.values.fill(0, this.termsFrom.values[slot], this.termsEnd(slot));
    this.termsCount.values[slot] = 0;
    if ((this.believers.values[slot] as number) > 1) this.sharedCount--;
    this.believers.values[slot] = 0;
    return slot;
  }

  /** Takes note of one more agent that believes the memory in a slot. */
  countBeliever(slot: number): void {
    const count = (this.believers.values[slot] as number) + 1;
    this.believers.values[slot] = count;
    if (count === 2) this.sharedCount++;
  }

  /** Takes note of one agent less. */
  uncountBeliever(slot: number): void {
    const count = (this.believers.values[slot] as number) - 1;
    this.believers.values[slot] = count;
    if (count === 1) this.sharedCount--;
  }

  /** How the memory in a slot felt, to the precision of 32 bits; undefined where it has no mood. */
  moodOf(slot: number): Mood | undefined {
    const valence = this.valence.values[slot] as number;
    return Number.isNaN(valence) ? undefined : { valence, arousal: this.arousal.values[slot] as number };
  }

  /** The relations that the memory in a slot tells. */
  relationsIn(slot: number): readonly ToldRelation[] {
    const packed = this.relations[slot] ?? nothing;
    const told: ToldRelation[] = [];
    for (let place = 0; place < packed.length; place += 3) {
      const [from, predicate, to] = packed.slice(place, place + 3) as [number, number, number];
      told.push({ from, predicate: this.predicates.text(predicate), to });
    }
    return told;
  }

  /** Where the terms of a slot end. */
  termsEnd(slot: number): number {
    return (this.termsFrom.values[slot] as number) + (this.termsCount.values[slot] as number);
  }

  /** Whether the first memory comes before the second in a timeline. */
  precedes(first: number, second: number): boolean {
    const time = this.occurredAt.values;
    const position = this.position.values;
    const byTime = (time[first] as number) - (time[second] as number);
    if (byTime !== 0) return byTime < 0;
    const byPosition = (position[first] as number) - (position[second] as number);
    return byPosition === 0 ? (this.ids[first] as string) < (this.ids[second] as string) : byPosition < 0;
  }

  /** Below 0 where the first memory was written before the second. */
  compareWritten(first: number, second: number): number {
    return this.position.get(first) - this.position.get(second);
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

  #link(slot: number, memory: IndexedMemory): void {
    this.about[slot] = memory.about.length === 0 ? nothing : memory.about.map((id) => this.names.number(id));
    this.relations[slot] = this.#relationsOf(memory);
    const mentions = memory.mentions.flatMap((mention) => {
      const name = this.names.number(mention.entity);
      const surfaces = mention.surfaces.map((surface) => this.surfaces.number(foldName(surface)));
      return surfaces.length === 0 ? [name, -1] : surfaces.flatMap((surface) => [name, surface]);
    });
    this.setMentions(slot, mentions.length === 0 ? nothing : mentions);
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

// The cognitive fields of each memory, as numbers by slot: what its key terms are, by which patterns it asks to be
// brought up, what it is and how much it counts. Part of the memory table. slot -> kind, type of knowledge, ring
// (bytes: 0 for none, else the place in its list + 1), importance, topic, up to five concepts (-1 for none), patterns
// Concepts and the words of patterns are numbers of the vocabulary, as stems: a query's go the same way.

const noNames: readonly number[] = [];
/** Words of a text that patterns are held against, at the most; longer ones are documents and no questions. */
const mostWords = 400;

/** The cognitive fields of all memories of a space. */
export class CognitiveColumns {
  readonly kind: Column<Uint8Array<ArrayBuffer>> = byteColumn();
  readonly knowledgeType: Column<Uint8Array<ArrayBuffer>> = byteColumn();
  readonly ring: Column<Uint8Array<ArrayBuffer>> = byteColumn();
  readonly importance: Column<Float32Array<ArrayBuffer>> = float32Column();
  readonly topic: Column<Int32Array<ArrayBuffer>> = int32Column();
  /** {@link maxConcepts} a slot. */
  readonly concepts: Column<Int32Array<ArrayBuffer>> = int32Column();
  /** Per slot: numbers of patterns. */
  readonly patternsOf: (readonly number[])[] = [];
  /** Topics as phrase keys. */
  readonly topics: Interner = new Interner();
  readonly patterns: PatternTable = new PatternTable();
  readonly #vocabulary: Interner;
  /** Concept -> slots; a memory may have lost it since. */
  readonly #slotsOf: Map<number, number[]> = new Map();

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
  put(slot: number, memory: IndexedMemory): void {
    this.kind.values[slot] = memory.kind === undefined ? 0 : factKinds.indexOf(memory.kind) + 1;
    this.knowledgeType.values[slot] =
      memory.knowledgeType === undefined ? 0 : knowledgeTypes.indexOf(memory.knowledgeType) + 1;
    this.ring.values[slot] = memory.ring === undefined ? 0 : rings.indexOf(memory.ring) + 1;
    const concepts = conceptStems(memory.concepts)
      .slice(0, maxConcepts)
      .map((stem) => this.#vocabulary.number(stem));
    const row = this.#conceptsOf(slot);
    // Listed once, although a memory is put again whenever anything of it changes.
    for (const concept of concepts) if (!row.includes(concept)) this.#list(concept, slot);
    row.fill(-1);
    row.set(concepts);
    const patterns = new Set(memory.surfacesWhen.map((pattern) => this.#patternNumber(pattern)));
    patterns.delete(-1);
    this.patternsOf[slot] = patterns.size === 0 ? noNames : [...patterns];
  }

  /** Slots of all memories that have a concept, with some that had it once or come twice. */
  slotsWith(concept: number): readonly number[] {
    return this.#slotsOf.get(concept) ?? noNames;
  }

  /** The patterns all of whose words a text has, among its first {@link mostWords}. */
  patternsIn(text: string): ReadonlySet<number> {
    const words = wordsOf(text)
      .slice(0, mostWords)
      .map((word) => this.#vocabulary.find(stemOf(word)));
    return this.patterns.matching(new Set(words.filter((word) => word >= 0)));
  }

  /** Lists a slot under the concepts that its row was filled with. */
  listConcepts(slot: number): void {
    for (const concept of this.#conceptsOf(slot)) if (concept >= 0) this.#list(concept, slot);
  }

  /** Forgets what the memory in a slot said; its row stays. */
  clear(slot: number): void {
    this.#conceptsOf(slot).fill(-1);
    this.patternsOf[slot] = noNames;
    this.topic.values[slot] = -1;
  }

  #conceptsOf(slot: number): Int32Array {
    return this.concepts.values.subarray(slot * maxConcepts, (slot + 1) * maxConcepts);
  }

  #list(concept: number, slot: number): void {
    const slots = this.#slotsOf.get(concept);
    if (slots === undefined) this.#slotsOf.set(concept, [slot]);
    else slots.push(slot);
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
        if ((this.words[pattern] as readonly number[]).every((other) => words.has(other))) found.add(pattern);
      }
    }
    return found;
  }
}
