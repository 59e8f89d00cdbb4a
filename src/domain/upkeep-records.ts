/**
 * The records that the engine keeps of its own work on a space: sleeps, what undoes an operation, and tombstones. They
 * are tables like those of `records.ts`, which lists them with the others.
 */
import { z } from 'zod';
import {
  anyObject,
  integer,
  label,
  mark,
  instant,
  objects,
  openChoice,
  optional,
  type RecordOf,
  reference,
  table,
  textField,
} from './field.ts';
import { sleepStepNames, undoableTables, undoKinds } from './vocabulary.ts';

/** The table of the last sleep. */
export const sleepRun = table(
  'sleep_run',
  { key: ['id'] },
  {
    /** `sleep_run:last`. */
    id: reference('sleep_run'),
    /** A key that this sleep alone has. */
    holder: label(),
    startedAt: instant(),
    /** Until when nobody else may sleep; prolonged as the sleep goes on. */
    leaseUntil: instant(),
    step: openChoice(sleepStepNames),
    /** The position of the last memory whose links were looked for. */
    linkedTo: optional(integer(0)),
    /** When it was done; missing while it is under way, and after it was broken off. */
    endedAt: optional(instant()),
  },
);
/** The last sleep of a space, or the one under way: one record, which says how far it is and who holds it. */
export interface SleepRun extends RecordOf<typeof sleepRun.fields> {}

const sleepStepFields = {
  step: openChoice(sleepStepNames),
  /** Observations, pairs, entities or beliefs that the step looked at. */
  lookedAt: integer(0),
  /** How much of it was changed. */
  changed: integer(0),
  /** What the changes were, by name. */
  counts: anyObject<Readonly<Record<string, number>>>(z.record(z.string(), z.number())),
};
/** What one step of sleep did, or would do. */
export interface SleepStepReport extends RecordOf<typeof sleepStepFields> {}

/** The table of sleeps that have ended. */
export const pastSleep = table(
  'past_sleep',
  { key: ['id'] },
  {
    /** `past_sleep:KEY`. */
    id: reference('past_sleep'),
    startedAt: instant(),
    endedAt: instant(),
    /** Set where it was stopped or failed before its last step was done. */
    brokenOff: optional(mark()),
    /** In the order in which they were taken. */
    steps: objects(sleepStepFields),
  },
);
/** A sleep that has ended. */
export interface PastSleep extends RecordOf<typeof pastSleep.fields> {}

/** Fields of a record as JSON has them: dates are ISO 8601 texts. A field that is missing was empty. */
export type KeptFields = Readonly<Record<string, unknown>>;
const keptFields = anyObject<KeptFields>(
  z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.looseObject({})])),
);

const inversePatchFields = {
  /** The table that the record lies in. */
  table: openChoice(undoableTables),
  /** The fields that name the record. */
  record: keptFields,
  /** As they were; missing where the record was not there. */
  before: optional(keptFields),
  /** As they were left; missing where the record was deleted. */
  after: optional(keptFields),
};
/** One record that was changed, with the fields that were. It holds no text of a memory. */
export interface InversePatch extends RecordOf<typeof inversePatchFields> {}

/** The table of what can be undone. */
export const undoTable = table(
  'undo',
  { key: ['id'], touches: ['id'], exported: 'last' },
  {
    /** `undo:KEY`. */
    id: reference('undo'),
    kind: openChoice(undoKinds),
    /** What was done, in words. */
    what: textField(10_000),
    at: instant(),
    /** When it was undone. */
    undoneAt: optional(instant({ givenLater: true })),
    changes: objects(inversePatchFields),
  },
);
/** An operation on many records with what undoes it as a whole. */
export interface Undo extends RecordOf<typeof undoTable.fields> {}

/** The table of what is kept of the forgotten. */
export const tombstone = table(
  'tombstone',
  { key: ['id'] },
  {
    /** `tombstone:HASH`: a keyed hash, 64 hexadecimal digits. */
    id: reference('tombstone'),
  },
);
/**
 * What is kept of something forgotten: HMAC-SHA-256 of its id or of its content, under a random key of the space that no
 * door gives away. So an old export brings nothing back, and nobody can try texts on what is left.
 */
export interface Tombstone extends RecordOf<typeof tombstone.fields> {}
