/**
 * The cognitive columns as plain arrays, for a snapshot, and the packing of lists that all rows use. Patterns that only
 * forgotten memories had are left out.
 */
import { maxConcepts } from '../language/words.ts';
import { Interner } from './column.ts';
import type { CognitiveColumns } from './memory-table.ts';

/** The cognitive fields of the memories of a space by row. */
export interface CognitiveRows {
  readonly kind: Uint8Array;
  readonly knowledgeType: Uint8Array;
  readonly ring: Uint8Array;
  readonly importance: Float32Array;
  readonly topics: readonly string[];
  readonly topic: Int32Array;
  readonly concepts: Int32Array;
  /** By pattern: its words. */
  readonly patterns: PackedLists;
  readonly patternsOf: PackedLists;
}

/** What the columns hold in some rows, with words numbered by the snapshot's vocabulary. */
export function cognitiveRows(
  columns: CognitiveColumns,
  rows: readonly number[],
  vocabulary: Renumbering,
): CognitiveRows {
  const topics = new Renumbering(columns.topics);
  const used = new Map<number, number>();
  const patternsOf = packed(rows, (row) =>
    columns.patternsOf[row]!.map((pattern) => {
      const number = used.get(pattern) ?? used.size;
      used.set(pattern, number);
      return number;
    }),
  );
  const read = (values: ArrayLike<number>): readonly number[] => rows.map((row) => values[row]!);
  const concepts = new Int32Array(rows.length * maxConcepts);
  rows.forEach((row, packedRow) => {
    for (let i = 0; i < maxConcepts; i++) {
      concepts[packedRow * maxConcepts + i] = vocabulary.number(columns.concepts.values[row * maxConcepts + i]!);
    }
  });
  return {
    kind: Uint8Array.from(read(columns.kind.values)),
    knowledgeType: Uint8Array.from(read(columns.knowledgeType.values)),
    ring: Uint8Array.from(read(columns.ring.values)),
    importance: Float32Array.from(read(columns.importance.values)),
    topic: Int32Array.from(read(columns.topic.values), (number) => topics.number(number)),
    topics: topics.kept.texts(),
    concepts,
    patterns: packed([...used.keys()], (pattern) =>
      columns.patterns.words[pattern]!.map((word) => vocabulary.number(word)),
    ),
    patternsOf,
  };
}

/** Fills empty columns with rows; the vocabulary's words have their numbers already. */
export function fillCognitive(columns: CognitiveColumns, rows: CognitiveRows): void {
  for (const topic of rows.topics) columns.topics.number(topic);
  for (let pattern = 0; pattern < rows.patterns.ends.length; pattern++) {
    columns.patterns.number(unpacked(rows.patterns, pattern));
  }
  for (const column of ['kind', 'knowledgeType', 'ring', 'importance', 'topic', 'concepts'] as const) {
    columns[column].append(rows[column]);
  }
  for (let row = 0; row < rows.kind.length; row++) {
    columns.patternsOf.push(unpacked(rows.patternsOf, row));
    columns.listConcepts(row);
  }
}

/** Where each row's list ends, and the numbers of all, as 32 bits: more make loading slow. */
export interface PackedLists {
  readonly ends: Int32Array;
  readonly values: Int32Array;
}

const nothing: readonly number[] = [];

/** Packs the lists of some rows in their order. */
export function packed(rows: readonly number[], listOf: (row: number) => readonly number[]): PackedLists {
  const ends = new Int32Array(rows.length);
  const values: number[] = [];
  rows.forEach((row, packedRow) => {
    for (const value of listOf(row)) values.push(value);
    ends[packedRow] = values.length;
  });
  return { ends, values: Int32Array.from(values) };
}

/** The list of a row. */
export function unpacked({ ends, values }: PackedLists, row: number): readonly number[] {
  const start = startOf(ends, row);
  const end = ends[row]!;
  if (start === end) return nothing;
  // Of the right length at once: an empty one that grows gets room for seventeen.
  const list = new Array<number>(end - start);
  for (let at = start; at < end; at++) list[at - start] = values[at]!;
  return list;
}

/** Where the list of a row begins. */
export function startOf(ends: Int32Array, row: number): number {
  return row === 0 ? 0 : ends[row - 1]!;
}

/** From the numbers of an interner to those of the strings that are kept. */
export class Renumbering {
  readonly #old: Interner;
  readonly kept: Interner = new Interner();

  constructor(old: Interner) {
    this.#old = old;
  }

  /** The new number of an old one; -1 stays -1. */
  number(old: number): number {
    return old < 0 ? -1 : this.kept.number(this.#old.text(old));
  }
}
