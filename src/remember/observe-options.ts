/** What `observe` and `observeMany` take. */
import { z } from 'zod';
import { type Checked, date, identifier, integerIn, listOf, oneOf, recordKey, signal } from '../domain/input.ts';
import { type ObservationType, observationTypes } from '../domain/vocabulary.ts';
import { maxPerCall } from './defaults.ts';
import { content, type MemoryInput, memoryInputShape } from './memory-input.ts';

/** Something that happened, to be remembered. */
export interface ObservationInput extends MemoryInput {
  /** 1 to 100,000 characters. */
  readonly content: string;
  /** @default 'user_input' */
  readonly type?: ObservationType;
  /** Who said it; at most 256 bytes. */
  readonly speaker?: string;
  /** The key or id of its session, opened when there is none. */
  readonly session?: string;
  /** When it happened. @default now */
  readonly occurredAt?: Date | string;
  /** The branch of a chain of thought that it belongs to. */
  readonly branchId?: string;
  /** Its number in a chain of thought: 1 to 1,000,000. */
  readonly thoughtNumber?: number;
}

/** What `observe` takes. */
export interface ObserveOptions extends ObservationInput {
  readonly signal?: AbortSignal;
}

/** What `observeMany` takes. */
export interface ObserveManyOptions {
  /** 1 to 1,000; all are stored in one transaction, or none. */
  readonly observations: readonly ObservationInput[];
  readonly signal?: AbortSignal;
}

const observationShape = {
  ...memoryInputShape,
  content,
  type: oneOf(observationTypes).optional(),
  speaker: identifier().optional(),
  session: recordKey().optional(),
  occurredAt: date.optional(),
  branchId: identifier().optional(),
  thoughtNumber: integerIn(1, 1_000_000).optional(),
} as const;

/** The rules for {@link ObserveOptions}. */
export const observeSchema: z.ZodType<Checked<ObserveOptions>> = z.strictObject({ ...observationShape, signal });

/** The rules for {@link ObserveManyOptions}. */
export const observeManySchema: z.ZodType<CheckedObserveMany> = z.strictObject({
  observations: listOf(z.strictObject(observationShape), 'observations', 1, maxPerCall),
  signal,
});

/** An observation whose rules are checked. */
export type CheckedObservation = Checked<ObservationInput>;

/** What `observeMany` takes once its rules are checked. */
export interface CheckedObserveMany {
  readonly observations: readonly CheckedObservation[];
  readonly signal?: AbortSignal | undefined;
}
