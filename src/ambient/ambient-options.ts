/** What `ambient` takes, and what anchors a memory is opened with. */
import { count, type Fields, list, number, record, signalRules, words } from '../domain/result.ts';
import { z } from 'zod';
import { talkField } from '../domain/audience.ts';
import { CancelledError, MadeleineError } from '../domain/errors.ts';
import {
  type Checked,
  type Given,
  identifier,
  integerIn,
  listOf,
  maxContentLength,
  signal,
  text,
} from '../domain/input.ts';
import { maxTextTokens } from './defaults.ts';

/** What one agent or call cares about. */
const anchorWords = listOf(text(256), 'words', 0, 32);

const message = z
  .string({ error: 'must be a string' })
  .max(maxContentLength, { error: 'must be at most 100,000 characters' })
  .transform((value) => value.toWellFormed());

const ambientFields = {
  /** What was just said to the agent; at most 100,000 characters, of which the first 10,000 are looked at. */
  message,
  /** The key or id of the session: what surfaced in it is not said again for 20 messages. @default nothing is held back */
  session: identifier().optional(),
  /** Texts that the context holds already, or ids of memories that it does; at most 1,000. */
  exclude: listOf(text(maxContentLength), 'texts or ids', 0, 1000).optional(),
  /** What the agent cares about, in words; at most 32. @default its own anchors */
  anchors: anchorWords.optional(),
  /** The most tokens of the text: 1-200. @default 200 */
  maxTokens: integerIn(1, maxTextTokens).optional(),
  /**
   * How long a model may read the message together with memories, in milliseconds: 0-60,000; after that, what came up by its
   * words surfaces. @default 2000
   */
  readWithinMs: integerIn(0, 60_000).optional(),
  ...talkField,
  signal,
};
/** What `ambient` takes. */
export interface AmbientOptions extends Given<typeof ambientFields> {}

/** The rules for {@link AmbientOptions}. */
export const ambientSchema: z.ZodType<Checked<AmbientOptions>> = z.strictObject(ambientFields);

/** What agents care about, by their names. */
export const anchorsByAgent: z.ZodType<
  Readonly<Record<string, readonly string[]>>,
  Readonly<Record<string, readonly string[]>>
> = z.record(identifier(), anchorWords, { error: 'must be lists of words by the names of agents' });

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
 * Why nothing surfaced. `off`: ambient memory is turned off. `no-names`: the message names nothing that this agent
 * knows, and no trigger applies. `nothing-relevant`: no known memory is relevant enough. `already-there`: the context
 * holds all of it already. `over-budget`: no sentence fits. `cancelled`: the call was cancelled. `failed`: something
 * went wrong, which `onError` hears and `notices` tell.
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
  /** The name in the message, as it is written there; `trigger` or, where recall answers the whole of it, `message`. */
  seed: words,
};
/** A memory that surfaced, and why. */
export interface AmbientItem extends Fields<typeof ambientItemFields> {}
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
  /**
   * Which ones a name in the message may be that means several, in sentences; the text begins with them where they fit.
   * Where it `failed`, what was wrong, such as an option that is not known.
   */
  notices: list(words).exactOptional(),
  /** Why the text is empty. */
  silence: z.enum(silences).exactOptional(),
  /** How long it took, in milliseconds. */
  latencyMs: number,
};
/** What comes to mind at a message. */
export interface AmbientContext extends Fields<typeof ambientContextFields> {}
export const ambientContextRules: z.ZodType<AmbientContext> = record(ambientContextFields);

/** The answer where nothing surfaces. */
export function silent(silence: Silence, names: readonly string[] = []): Omit<AmbientContext, 'latencyMs'> {
  return { text: '', tokens: 0, items: [], names, silence };
}

/** The answer to a call that went wrong. What an error of another kind says is not meant for a caller. */
export function failed(error: unknown): Omit<AmbientContext, 'latencyMs'> {
  if (error instanceof CancelledError) return silent('cancelled');
  const notices = error instanceof MadeleineError ? { notices: [error.message] } : {};
  return { ...silent('failed'), ...notices };
}
