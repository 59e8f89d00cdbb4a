/** What became of what a caller asked to remember. */
import { z } from 'zod';
import { toldBeliever } from '../domain/audience.ts';
import { type Fields, list, number, record, words, yes } from '../domain/result.ts';
import { entityTypes } from '../domain/vocabulary.ts';

const linkedEntityFields = {
  id: words,
  name: words,
  type: z.enum(entityTypes),
  /** Whether it is new to this perspective. */
  created: yes,
};
/** An entity that a memory is linked to. */
export interface LinkedEntity extends Fields<typeof linkedEntityFields> {}
export const linkedEntityRules: z.ZodType<LinkedEntity> = record(linkedEntityFields);

const refusedPartFields = {
  what: words,
  reason: words,
};
/** A part that was left out, and why. */
export interface RefusedPart extends Fields<typeof refusedPartFields> {}
export const refusedPartRules: z.ZodType<RefusedPart> = record(refusedPartFields);

/** What is left out of a content that was cut within a character. */
export function refusedHalves(content: string): readonly RefusedPart[] {
  const reason = 'the content has a lone surrogate, as where a text is cut within an emoji; U+FFFD stands in its place';
  return content.isWellFormed() ? [] : [{ what: 'half of a character', reason }];
}

/** What the rules of a result that holds this one begin with. */
export const receiptFields = {
  /** `observation:KEY` or `fact:KEY`. */
  id: words,
  /** `merged` when the memory was there already and only the belief in it changed, if anything. */
  outcome: z.enum(['stored', 'merged', 'withdrawn']),
  /** Why it is not simply stored; of what was withdrawn, what takes that back. */
  reason: words.exactOptional(),
  /** The agent that believes it; `system` when shared. */
  believer: words,
  /** In whose talk it may surface; missing for anybody's. */
  audience: list(words).exactOptional(),
  /** 0..1. */
  strength: number,
  /** 0..1. */
  confidence: number,
  /** `session:KEY`. */
  session: words.exactOptional(),
  linked: list(linkedEntityRules),
  refused: list(refusedPartRules),
  /** Ids of the facts that it takes the place of, where it was asked to. */
  superseded: list(words).exactOptional(),
  /** Whether it has a vector. */
  embedded: yes,
};
/** What was stored, linked, merged and refused, and why. */
export interface Receipt extends Fields<typeof receiptFields> {}

/** Who believes what was stored, as its receipt tells it. */
export function toldOwner(believer: string): Pick<Receipt, 'believer' | 'audience'> {
  const { agent, ...within } = toldBeliever(believer);
  return { believer: agent, ...within };
}
export const receiptRules: z.ZodType<Receipt> = record(receiptFields);
