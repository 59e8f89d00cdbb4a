/**
 * The cognitive fields of each memory, as numbers by slot: what its key terms are, by which
 * patterns it asks to be brought up, what it is and how much it counts. Part of the memory table.
 *
 *   slot -> kind, type of knowledge, ring (bytes: 0 for none, else the place in its list + 1),
 *           importance, topic, up to five concepts (-1 for none), patterns
 *
 * Concepts and the words of patterns are numbers of the vocabulary, as stems: a query's go the same way.
 */
import { factKinds, knowledgeTypes, rings } from '../domain/vocabulary.ts';
import { maxConcepts } from '../language/concepts.ts';
import { phraseKey, stemOf, wordsOf } from '../language/words.ts';
import { type Column, byteColumn, float32Column, int32Column } from './column.ts';
import type { IndexedMemory } from './entry.ts';
import { Interner } from './interner.ts';

const nothing: readonly number[] = [];
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
    this.patternsOf.push(nothing);
    this.put(this.patternsOf.length - 1, memory);
  }

  /** Replaces what may change of a memory: all but topic and importance, which whoever stored it gave. */
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
    this.patternsOf[slot] = patterns.size === 0 ? nothing : [...patterns];
  }

  /** Slots of all memories that have a concept, with some that had it once or come twice. */
  slotsWith(concept: number): readonly number[] {
    return this.#slotsOf.get(concept) ?? nothing;
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
    this.patternsOf[slot] = nothing;
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
