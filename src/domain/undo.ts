/** What is kept of an operation on many records, so that it can be undone as a whole. */

/** What can be undone. */
export const undoKinds = ['rollback', 'merge'] as const;
/** What was done: beliefs were rolled back, or entities merged. */
export type UndoKind = (typeof undoKinds)[number];

/** The tables of which an operation may have changed records, by their names. */
export const undoableTables = ['believes', 'supersedes', 'supports', 'contradicts', 'entity_merge'] as const;

/** Fields of a record as JSON has them: dates are ISO 8601 texts. A field that is missing was empty. */
export type KeptFields = Readonly<Record<string, unknown>>;

/** One record that was changed, with the fields that were. It holds no text of a memory. */
export interface InversePatch {
  /** The table that the record lies in. */
  readonly table: (typeof undoableTables)[number];
  /** The fields that name the record. */
  readonly record: KeptFields;
  /** As they were; missing where the record was not there. */
  readonly before?: KeptFields;
  /** As they were left; missing where the record was deleted. */
  readonly after?: KeptFields;
}

/** An operation with what undoes it. */
export interface Undo {
  /** `undo:KEY`. */
  readonly id: string;
  readonly kind: UndoKind;
  /** What was done, in words. */
  readonly what: string;
  readonly at: Date;
  /** When it was undone. */
  readonly undoneAt?: Date;
  readonly changes: readonly InversePatch[];
}
