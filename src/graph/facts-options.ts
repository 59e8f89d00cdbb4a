/** What `facts` takes and answers. */
import { count, type Fields, list, record, words } from '../domain/result.ts';
import { z } from 'zod';
import { talkField } from '../domain/audience.ts';
import { type Checked, flag, type Given, integerIn, listOf, signal, text } from '../domain/input.ts';
import { entityTypes } from '../domain/vocabulary.ts';
import { supersededRules } from '../recall/memory-link.ts';

const factsFields = {
  /** Names or ids of entities, or `agent:NAME`: only facts about one of them, or that name one and are about nobody in particular; at most 100. @default all facts that are about something */
  about: listOf(text(512), 'names', 1, 100).optional(),
  /** Whether to list also what has faded or is archived: what nobody has recalled for long. @default false */
  faded: flag.optional(),
  /** Whether to list also what holds no more: what was superseded, or whose time is over. @default false */
  superseded: flag.optional(),
  /** 1-1,000. @default 100 */
  limit: integerIn(1, 1_000).optional(),
  /** How many of the first to skip. @default 0 */
  offset: integerIn(0, 2 ** 31 - 1).optional(),
  ...talkField,
  signal,
};
/** What `facts` takes. */
export interface FactsOptions extends Given<typeof factsFields> {}
export const factsSchema: z.ZodType<Checked<FactsOptions>> = z.strictObject(factsFields);

const factSubjectFields = {
  /** `entity:KEY` or `agent:NAME`. */
  id: words,
  /** As the fact writes it. */
  name: words,
  /** Of an entity. */
  type: z.enum(entityTypes).exactOptional(),
};
/** Whom or what a fact is about. */
export interface FactSubject extends Fields<typeof factSubjectFields> {}
export const factSubjectRules: z.ZodType<FactSubject> = record(factSubjectFields);

const factRelationFields = {
  from: words,
  /** In words, such as `works at`. */
  predicate: words,
  to: words,
};
/** A relation that a fact tells, by ids. */
export interface FactRelation extends Fields<typeof factRelationFields> {}
export const factRelationRules: z.ZodType<FactRelation> = record(factRelationFields);

const factInViewFields = {
  id: words,
  content: words,
  title: words,
  /** At least one, by name. */
  about: list(factSubjectRules),
  relations: list(factRelationRules),
  /** Set where it does not hold any more; such facts are listed with the option `superseded`. */
  superseded: supersededRules.exactOptional(),
};
/** A fact about somebody or something. */
export interface FactInView extends Fields<typeof factInViewFields> {}
export const factInViewRules: z.ZodType<FactInView> = record(factInViewFields);

const factsResultFields = {
  facts: list(factInViewRules),
  /** How many there are without limit and offset. */
  total: count,
  /** Which ones a name in `about` may mean that means several, in sentences. */
  notices: list(words).exactOptional(),
};
/** The facts that a perspective holds true of somebody or something, in the order in which it came to hold them. */
export interface FactsResult extends Fields<typeof factsResultFields> {}
export const factsResultRules: z.ZodType<FactsResult> = record(factsResultFields);
