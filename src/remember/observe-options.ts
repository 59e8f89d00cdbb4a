/** What `observe` and `observeMany` take. */
import { z } from 'zod';
import type { CallOptions } from '../domain/call-options.ts';
import {
  type Checked,
  date,
  type Given,
  identifier,
  integerIn,
  listOf,
  objectOf,
  oneOf,
  recordKey,
  signal,
} from '../domain/input.ts';
import { observationTypes } from '../domain/vocabulary.ts';
import { maxPerCall } from './defaults.ts';
import { content, type MemoryInput, memoryInputFields } from './memory-input.ts';

const observationFields = {
  /** 1 to 100,000 characters. Half of one (a lone surrogate) becomes U+FFFD, which the receipt tells. */
  content,
  /** @default 'user_input' */
  type: oneOf(observationTypes).optional(),
  /** Who said it; at most 256 bytes. */
  speaker: identifier().optional(),
  /** The key or id of its session, opened when there is none. */
  session: recordKey().optional(),
  /** When it happened. @default now */
  occurredAt: date.optional(),
  /** The branch of a chain of thought that it belongs to. */
  branchId: identifier().optional(),
  /** Its number in a chain of thought: 1 to 1,000,000. */
  thoughtNumber: integerIn(1, 1_000_000).optional(),
};
/** Something that happened, to be remembered. */
export interface ObservationInput extends MemoryInput, Given<typeof observationFields> {}

/** What `observe` takes. */
export interface ObserveOptions extends ObservationInput, CallOptions {}

const observationRules: z.ZodType<CheckedObservation, ObservationInput> = objectOf({
  ...memoryInputFields,
  ...observationFields,
});

const observeManyFields = {
  /** 1 to 1,000; all are stored in one transaction, or none. */
  observations: listOf(observationRules, 'observations', 1, maxPerCall),
  signal,
};
/** What `observeMany` takes. */
export interface ObserveManyOptions extends Given<typeof observeManyFields> {}

/** The rules for {@link ObserveOptions}. */
export const observeSchema: z.ZodType<Checked<ObserveOptions>> = z.strictObject({
  ...memoryInputFields,
  ...observationFields,
  signal,
});

/** The rules for {@link ObserveManyOptions}. */
export const observeManySchema: z.ZodType<CheckedObserveMany> = z.strictObject(observeManyFields);

/** An observation whose rules are checked. */
export type CheckedObservation = Checked<ObservationInput>;

/** What `observeMany` takes once its rules are checked. */
export interface CheckedObserveMany {
  readonly observations: readonly CheckedObservation[];
  readonly signal?: AbortSignal | undefined;
}
