/** The cognitive columns as plain arrays, for a snapshot; patterns that only forgotten memories had are left out. */
import { maxConcepts } from '../language/concepts.ts';
import type { CognitiveColumns } from './cognitive-columns.ts';
import { type PackedLists, packed, unpacked } from './packed-lists.ts';
import { Renumbering } from './renumbering.ts';

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

/** The rows of some slots, with words numbered by the snapshot's vocabulary. */
export function cognitiveRows(
  columns: CognitiveColumns,
  slots: readonly number[],
  vocabulary: Renumbering,
): CognitiveRows {
  const topics = new Renumbering(columns.topics);
  const used = new Map<number, number>();
  const patternsOf = packed(slots, (slot) =>
    (columns.patternsOf[slot] as readonly number[]).map((pattern) => {
      const number = used.get(pattern) ?? used.size;
      used.set(pattern, number);
      return number;
    }),
  );
  const read = (values: ArrayLike<number>): readonly number[] => slots.map((slot) => values[slot] as number);
  const concepts = new Int32Array(slots.length * maxConcepts);
  slots.forEach((slot, row) => {
    for (let i = 0; i < maxConcepts; i++) {
      concepts[row * maxConcepts + i] = vocabulary.number(columns.concepts.values[slot * maxConcepts + i] as number);
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
      (columns.patterns.words[pattern] as readonly number[]).map((word) => vocabulary.number(word)),
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
