/** What `why` takes and answers. */
import { toldLinkStates } from './memory-link.ts';
import { type Fields, list, number, record, wireDate, words } from '../domain/result.ts';
import { z } from 'zod';
import { talkField } from '../domain/audience.ts';
import { type Checked, type Given, recordKey, signal } from '../domain/input.ts';
import { observationTypes } from '../domain/vocabulary.ts';
import { type Believer, believerFields } from './recall-options.ts';

const whyOptionsFields = {
  /** `observation:KEY` or `fact:KEY`. */
  id: recordKey(),
  ...talkField,
  signal,
};
/** What `why` takes. */
export interface WhyOptions extends Given<typeof whyOptionsFields> {}
export const whySchema: z.ZodType<Checked<WhyOptions>> = z.strictObject(whyOptionsFields);

/** How a belief can stand. */
export const beliefStates = ['held', 'faded', 'archived', 'withdrawn'] as const;
/** How a belief stands now; `faded` and `archived` ones are below the thresholds of recall. */
export type BeliefState = (typeof beliefStates)[number];

const whyMemoryFields = {
  id: words,
  type: z.enum(['fact', ...observationTypes]),
  content: words,
  speaker: words.exactOptional(),
  /** When it happened; of a fact the start of its validity, if that is known. */
  occurredAt: wireDate.exactOptional(),
  /** Of a fact: until when it was so, where that is known. */
  validTo: wireDate.exactOptional(),
};
/** A memory as `why` tells it. */
export interface WhyMemory extends Fields<typeof whyMemoryFields> {}
export const whyMemoryRules: z.ZodType<WhyMemory> = record(whyMemoryFields);

const whyBelieverFields = {
  state: z.enum(beliefStates),
  /** When it was last asserted or recalled: from then on it fades. */
  reinforcedAt: wireDate,
  withdrawnAt: wireDate.exactOptional(),
  /** Until when this believer holds it to have been so. */
  validTo: wireDate.exactOptional(),
  /** Earlier times in which it was believed, in their order. */
  past: list(record({ since: wireDate, until: wireDate })),
};
/** A belief in a memory, of the agent or of `system`. */
export interface WhyBeliever extends Believer, Fields<typeof whyBelieverFields> {}
export const whyBelieverRules: z.ZodType<WhyBeliever> = record({ ...believerFields, ...whyBelieverFields });

const whySuccessionFields = {
  memory: whyMemoryRules,
  /** For whom: the agent or `system`. */
  believer: words,
  at: wireDate,
  reason: words.exactOptional(),
  /** When it was taken back. */
  withdrawnAt: wireDate.exactOptional(),
};
/** What took a memory's place, or whose place it took. */
export interface WhySuccession extends Fields<typeof whySuccessionFields> {}
export const whySuccessionRules: z.ZodType<WhySuccession> = record(whySuccessionFields);

const whyLinkFields = {
  memory: whyMemoryRules,
  /** The rule or the agent that found it. */
  rule: words,
  /** 0..1. */
  similarity: number,
  state: z.enum(toldLinkStates),
};
/** What supports or contradicts a memory. */
export interface WhyLink extends Fields<typeof whyLinkFields> {}
export const whyLinkRules: z.ZodType<WhyLink> = record(whyLinkFields);

const whyFields = {
  /** In whose perspective. */
  agent: words,
  memory: whyMemoryRules,
  /** The agent, then `system`, as far as they believe it or have believed it. */
  believers: list(whyBelieverRules),
  /** The observations that it follows from, oldest first. */
  derivedFrom: list(whyMemoryRules),
  supersedes: list(whySuccessionRules),
  supersededBy: list(whySuccessionRules),
  supports: list(whyLinkRules),
  contradicts: list(whyLinkRules),
  /** All of it in sentences, one to a line. */
  text: words,
};
/** Why a memory is believed in a perspective. */
export interface Why extends Fields<typeof whyFields> {}
export const whyRules: z.ZodType<Why> = record(whyFields);
