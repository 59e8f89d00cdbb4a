/**
 * Remembers what happened. An observation is never rewritten: the same id with the same content
 * is the same observation, with other content a conflict. One call is one transaction.
 */

import type { z } from 'zod';
import { count, type Fields, list, record } from '../domain/result.ts';
import { throwIfCancelled } from '../domain/errors.ts';
import { idIn } from '../domain/ids.ts';
import { checked } from '../domain/input.ts';
import { systemAgent } from '../domain/records.ts';

import { embedTexts } from './embed-texts.ts';
import { inferFields, moodFields } from './infer-fields.ts';
import { embeddedText } from './new-memory.ts';
import { ObservationBatch, type PreparedObservation } from './observation-batch.ts';
import {
  type CheckedObservation,
  type ObserveManyOptions,
  type ObserveOptions,
  observeManySchema,
  observeSchema,
} from './observe-options.ts';
import { type Receipt, receiptRules } from './receipt.ts';
import { readEntities } from './read-entities.ts';
import type { Writer } from './writer.ts';

const observeManyResultFields = {
  /** One for each observation, in order. */
  receipts: list(receiptRules),
  /** The commit that holds them. */
  seq: count,
};
/** What `observeMany` answers. */
export interface ObserveManyResult extends Fields<typeof observeManyResultFields> {}

/** The rules of {@link ObserveManyResult}. */
export const observeManyResultRules: z.ZodType<ObserveManyResult> = record(observeManyResultFields);

/** Remembers one observation. */
export async function observe(writer: Writer, agent: string, options: ObserveOptions): Promise<Receipt> {
  const { signal, ...input } = checked('observe', observeSchema, options);
  const { receipts } = await observeAll(writer, agent, 'observe', [input], signal);
  return receipts[0] as Receipt;
}

/** Remembers many observations in one transaction. */
export async function observeMany(
  writer: Writer,
  agent: string,
  options: ObserveManyOptions,
): Promise<ObserveManyResult> {
  const { observations, signal } = checked('observeMany', observeManySchema, options);
  return observeAll(writer, agent, 'observeMany', observations, signal);
}

async function observeAll(
  writer: Writer,
  agent: string,
  operation: string,
  inputs: readonly CheckedObservation[],
  signal: AbortSignal | undefined,
): Promise<ObserveManyResult> {
  throwIfCancelled(operation, signal);
  const vectors = await embedTexts(operation, writer.parts.embedder, inputs.map(embeddedText), signal);
  const prepared = inputs.map((input, at) => prepareObservation(writer, agent, input, vectors[at]));
  return writer.exclusive(async () => {
    throwIfCancelled(operation, signal);
    return store(writer, agent, operation, prepared);
  });
}

/** An observation with all that can be made ready before the queue is entered. */
export function prepareObservation(
  writer: Writer,
  agent: string,
  input: CheckedObservation,
  vector: Float32Array | undefined,
): PreparedObservation {
  const { settings, newId } = writer.parts;
  const inferred = inferFields(input.content, {}, { technicalTerms: settings.technicalTerms });
  return {
    input,
    id: idIn('observation', input.id ?? newId()),
    believer: input.shared === true ? systemAgent : agent,
    ...readEntities(input),
    ...inferred,
    felt: moodFields(input.content, input.mood, settings.inferMood),
    vector,
  };
}

async function store(
  writer: Writer,
  agent: string,
  operation: string,
  prepared: readonly PreparedObservation[],
): Promise<ObserveManyResult> {
  const batch = await ObservationBatch.load(writer, agent, operation, prepared);
  const receipts = prepared.map((item) => batch.add(item));
  const seq = await batch.commit();
  return { receipts: receipts.map((receipt) => ({ ...receipt, seq })), seq };
}
