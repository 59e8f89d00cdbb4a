/** What `ambient` answers: prose for the model to read, and for people what stands behind it. */
import type { Signal } from '../domain/signal.ts';

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

/** A memory that surfaced, and why. */
export interface AmbientItem {
  /** `observation:KEY` or `fact:KEY`. */
  readonly memory: string;
  /** 0..1: the sum of the signals' contributions. */
  readonly score: number;
  readonly signals: readonly Signal[];
  /** What is said of it when it stands alone. */
  readonly sentence: string;
  /** How it was come to, in words. */
  readonly path: string;
  /** The name in the message, as it is written there, or `trigger`. */
  readonly seed: string;
}

/** What comes to mind at a message. */
export interface AmbientContext {
  /** One or more sentences without marks or metadata; empty when nothing is worth saying. */
  readonly text: string;
  /** The tokens of the text. */
  readonly tokens: number;
  /** What the text says, the likeliest first. */
  readonly items: readonly AmbientItem[];
  /** The names in the message that this agent knows, as the message writes them. */
  readonly names: readonly string[];
  /** Why the text is empty. */
  readonly silence?: Silence;
  /** How long it took, in milliseconds. */
  readonly latencyMs: number;
}
