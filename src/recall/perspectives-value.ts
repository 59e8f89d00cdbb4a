/** What `perspectives` takes and answers. */
import { z } from 'zod';
import { type Checked, type Given, identifier, integerIn, listOf, signal, text } from '../domain/input.ts';
import { byName, type Fields, list, number, pair, record, words } from '../domain/result.ts';
import { factKinds } from '../domain/vocabulary.ts';
import { believerRules, memoryTypeNames } from './recall-options.ts';

const perspectivesOptionsFields = {
  /** The names of two different agents. */
  agents: listOf(identifier(), 'agents', 0, 2).refine((names) => new Set(names).size === 2, {
    error: 'must be two different agents',
  }) as unknown as z.ZodType<readonly [string, string], readonly [string, string]>,
  /** What to compare them about: 1-10,000 characters. @default what each of them believes most strongly */
  topic: text(10_000).optional(),
  /** How many memories and pairs each list has at most: 1-100. @default 10 */
  limit: integerIn(1, 100).optional(),
  signal,
};
/** What `perspectives` takes. */
export interface PerspectivesOptions extends Given<typeof perspectivesOptionsFields> {}

/** The rules for {@link PerspectivesOptions}. */
export const perspectivesSchema: z.ZodType<Checked<PerspectivesOptions>> = z.strictObject(perspectivesOptionsFields);

const heldMemoryFields = {
  id: words,
  type: z.enum(memoryTypeNames),
  content: words,
  /** Of a fact. */
  kind: z.enum(factKinds).exactOptional(),
  /** Through whom the two see it, each with strength and confidence: themselves and `system`. */
  believers: list(believerRules),
  /** For which of the two another fact has taken its place, or its time is over. */
  supersededFor: list(words).exactOptional(),
};
/** A memory that one of two agents holds, or both. */
export interface HeldMemory extends Fields<typeof heldMemoryFields> {}
export const heldMemoryRules: z.ZodType<HeldMemory> = record(heldMemoryFields);

const opposedPairFields = {
  /** Held by the first agent. */
  one: heldMemoryRules,
  /** Held by the second agent. */
  other: heldMemoryRules,
  /** The rule or the agent that found it. */
  rule: words,
  /** 0..1. */
  similarity: number,
  /** As the agent that has the link judges it; `potential` where the two were compared just now. */
  state: z.enum(['potential', 'confirmed']),
};
/** Two memories that contradict each other. */
export interface OpposedPair extends Fields<typeof opposedPairFields> {}
export const opposedPairRules: z.ZodType<OpposedPair> = record(opposedPairFields);

const perspectivesFields = {
  agents: pair(words),
  topic: words.exactOptional(),
  /** What both hold, universal memories among it; what counts most first. */
  shared: list(heldMemoryRules),
  /** What only one of them holds, by its name. */
  only: byName(list(heldMemoryRules)),
  /** Confirmed pairs first, then the more similar. */
  opposed: list(opposedPairRules),
  /** What the caller should know of how this was found, in sentences. */
  notices: list(words),
};
/** Two agents side by side. */
export interface Perspectives extends Fields<typeof perspectivesFields> {}
export const perspectivesRules: z.ZodType<Perspectives> = record(perspectivesFields);
