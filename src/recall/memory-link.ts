/** What ties recalled memories to each other: their parts in an answer, links, supersession, and chains of thought. */
import { z } from 'zod';
import { type Fields, number, record, wireDate, words } from '../domain/result.ts';
import { followTypes, linkKinds, linkStates } from '../domain/vocabulary.ts';

/** The parts that memories play in a constellation, in the order in which they are told. */
export const memoryRoles = ['primary', 'supporting', 'contradicting', 'context'] as const;
/** The part that a memory plays in a constellation. */
export type MemoryRole = (typeof memoryRoles)[number];

/** How a link can stand that is told: what was dismissed is not. */
export const toldLinkStates = linkStates.filter((state) => state !== 'dismissed');

const memoryLinkFields = {
  kind: z.enum(linkKinds),
  /** The id of the other memory. */
  memory: words,
  /** The rule or the agent that found it. */
  rule: words,
  /** 0..1. */
  similarity: number,
  /** Dismissed links are not told. */
  state: z.enum(toldLinkStates),
};
/** A support or a contradiction, as one of its two memories sees it; both are in view. */
export interface MemoryLink extends Fields<typeof memoryLinkFields> {}
export const memoryLinkRules: z.ZodType<MemoryLink> = record(memoryLinkFields);

const supersededFields = {
  /** The id of the fact that took its place, where one did and it is in view. */
  by: words.exactOptional(),
  at: wireDate,
  reason: words.exactOptional(),
};
/** Since when a fact does not hold any more. */
export interface Superseded extends Fields<typeof supersededFields> {}
export const supersededRules: z.ZodType<Superseded> = record(supersededFields);

// What a memory is in a chain of thought, as far as a perspective sees it.

const thoughtPlaceFields = {
  /** How it follows `of`; with it missing where the thought begins its chain. */
  type: z.enum(followTypes).exactOptional(),
  /** The id of the thought that it goes on from, branches off from or takes the place of. */
  of: words.exactOptional(),
  reason: words.exactOptional(),
  /** The id of the latest thought that revises it. */
  revisedBy: words.exactOptional(),
};
/** Of a thought: what it goes on from, and what revised it. */
export interface ThoughtPlace extends Fields<typeof thoughtPlaceFields> {}
export const thoughtPlaceRules: z.ZodType<ThoughtPlace> = record(thoughtPlaceFields);
