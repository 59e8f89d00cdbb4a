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
import { foldName } from '../language/fold.ts';
import { phraseKey, termsOf } from '../language/words.ts';
import type { Mood } from '../domain/records.ts';
import { type ObservationType, observationTypes } from '../domain/vocabulary.ts';
import { type Column, byteColumn, float32Column, float64Column, int32Column, uint32Column } from './column.ts';
import { CognitiveColumns } from './cognitive-columns.ts';
import type { IndexedMemory } from './entry.ts';
import { Interner } from './interner.ts';
import { SurfaceTable } from './surface-table.ts';
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

  /** Gives the next row to an id; whoever calls it fills every column. */
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
