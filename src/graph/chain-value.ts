/** What `navigate` takes, and what a chain of thought is made of, as one perspective sees it. */
import { z } from 'zod';
import { talkField } from '../domain/audience.ts';
import { type Checked, type Given, oneOf, recordKey, signal } from '../domain/input.ts';
import { type Fields, count, list, record, wireDate, words, yes } from '../domain/result.ts';
import { followTypes } from '../domain/vocabulary.ts';

/** The parts to which a chain can be narrowed. */
export const chainParts = ['alternatives', 'revised'] as const;
/** What a chain can be narrowed to. */
export type ChainPart = (typeof chainParts)[number];

/**
 * What became of one way that thinking took: `current`: the current line goes along it; `revised`: its
 * first thought was revised; `continued`: it went on beyond its first thought; `ended`: it did not, or
 * its last thought said that none is needed after it. The first of them that is so.
 */
export type Fate = 'current' | 'revised' | 'continued' | 'ended';

const chainThoughtFields = {
  id: words,
  content: words,
  occurredAt: wireDate,
  number: count.exactOptional(),
  /** `session:KEY`. */
  session: words.exactOptional(),
  /** The agent that recorded it, if that was the asking agent or the thought is universal. */
  recordedBy: words.exactOptional(),
  branchId: words.exactOptional(),
  /** What it goes on from, branches off from or takes the place of; missing at the root. */
  follows: record({
    id: words,
    type: z.enum(followTypes),
    reason: words.exactOptional(),
  }).exactOptional(),
  /** The latest thought that revises it. */
  revisedBy: words.exactOptional(),
  /** Whether it is on the current line. */
  isCurrent: yes,
};
/** A thought of a chain. */
export interface ChainThought extends Fields<typeof chainThoughtFields> {}
export const chainThoughtRules: z.ZodType<ChainThought> = record(chainThoughtFields);

const alternativeFields = {
  type: z.enum(['next', 'branch']),
  branchId: words.exactOptional(),
  reason: words.exactOptional(),
  /** The id of its first thought. */
  first: words,
  /** The id of its latest thought. */
  last: words,
  /** How many thoughts it has, without those of branches off it. */
  thoughts: count,
  fate: z.enum(['current', 'revised', 'continued', 'ended']),
};
/** One of the ways that thinking took at a fork. */
export interface Alternative extends Fields<typeof alternativeFields> {}
export const alternativeRules: z.ZodType<Alternative> = record(alternativeFields);

const forkFields = {
  /** The id of the thought. */
  at: words,
  /** In the order in which they were begun. */
  alternatives: list(alternativeRules),
};
/** A thought from which thinking went more than one way. */
export interface Fork extends Fields<typeof forkFields> {}
export const forkRules: z.ZodType<Fork> = record(forkFields);

const revisionFields = {
  /** The id of the thought that was revised. */
  of: words,
  /** The id of the thought that revises it. */
  by: words,
  reason: words.exactOptional(),
};
/** One thought taking another's place. */
export interface Revision extends Fields<typeof revisionFields> {}
export const revisionRules: z.ZodType<Revision> = record(revisionFields);

const chainEndFields = {
  id: words,
  number: count.exactOptional(),
  /** How many thoughts it planned to have. */
  totalThoughts: count.exactOptional(),
  /** Whether it said that another thought is needed; missing where it said neither. */
  nextThoughtNeeded: yes.exactOptional(),
};
/** Where the current line stopped. */
export interface ChainEnd extends Fields<typeof chainEndFields> {}
export const chainEndRules: z.ZodType<ChainEnd> = record(chainEndFields);

const chainFields = {
  /** In whose perspective. */
  agent: words,
  /** The id of the thought that was asked about. */
  asked: words,
  /** What it was narrowed to; the lists of all else are empty then. */
  only: z.enum(chainParts).exactOptional(),
  /** How many thoughts the whole chain has in this perspective. */
  total: count,
  /** The thoughts, in the order in which they were written. */
  thoughts: list(chainThoughtRules),
  /** Ids from the root to the thought that was asked about. */
  toRoot: list(words),
  /** Ids from the root to the latest thought that nothing revises, without what was revised on the way. */
  current: list(words),
  forks: list(forkRules),
  /** In the order in which they were made. */
  revisions: list(revisionRules),
  end: chainEndRules,
};
/** What a chain is made of. */
export interface ChainFields extends Fields<typeof chainFields> {}
export const reasoningChainRules: z.ZodType<ChainFields> = record(chainFields);

const navigateFields = {
  /** The key or id of a thought. */
  id: recordKey(),
  /** Only forks with what lies beside the current line, or only what was revised and by what. @default everything */
  only: oneOf(chainParts).optional(),
  ...talkField,
  signal,
};
/** What `navigate` takes. */
export interface NavigateOptions extends Given<typeof navigateFields> {}
export const navigateSchema: z.ZodType<Checked<NavigateOptions>> = z.strictObject(navigateFields);
