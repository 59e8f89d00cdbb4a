/** What `ambient` answers: prose for the model to read, and for people what stands behind it. */
import { z } from 'zod';
import { count, type Fields, list, number, record, signalRules, words } from '../domain/result.ts';

/** Why nothing surfaced, in the order in which the causes are looked for. */
export const silences = [
  'off',
  'no-names',
  'nothing-relevant',
  'already-there',
  'over-budget',
  'cancelled',
  'failed',
] as const;
/**
 * Why nothing surfaced: ambient memory is turned off; the message names nothing that this agent knows and no
 * trigger applies; nothing that is known of it is worth saying; all of it is in the context already; no sentence
 * fits the budget; the call was cancelled; something went wrong, which `onError` hears.
 */
export type Silence = (typeof silences)[number];

const ambientItemFields = {
  /** `observation:KEY` or `fact:KEY`. */
  memory: words,
  /** 0..1: the sum of the signals' contributions. */
  score: number,
  signals: list(signalRules),
  /** What is said of it when it stands alone. */
  sentence: words,
  /** How it was come to, in words. */
  path: words,
  /** The name in the message, as it is written there, or `trigger`. */
  seed: words,
};
/** A memory that surfaced, and why. */
export interface AmbientItem extends Fields<typeof ambientItemFields> {}

/** The rules of {@link AmbientItem}. */
export const ambientItemRules: z.ZodType<AmbientItem> = record(ambientItemFields);

const ambientContextFields = {
  /** One or more sentences without marks or metadata; empty when nothing is worth saying. */
  text: words,
  /** The tokens of the text. */
  tokens: count,
  /** What the text says, the likeliest first. */
  items: list(ambientItemRules),
  /** The names in the message that this agent knows, as the message writes them. */
  names: list(words),
  /** Why the text is empty. */
  silence: z.enum(silences).exactOptional(),
  /** How long it took, in milliseconds. */
  latencyMs: number,
};
/** What comes to mind at a message. */
export interface AmbientContext extends Fields<typeof ambientContextFields> {}

/** The rules of {@link AmbientContext}. */
export const ambientContextRules: z.ZodType<AmbientContext> = record(ambientContextFields);
