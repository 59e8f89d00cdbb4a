/** What `facts` takes and answers. */
import { z } from 'zod';
import { type Checked, flag, integerIn, listOf, signal, text } from '../domain/input.ts';
import type { EntityType } from '../domain/records.ts';
import type { Superseded } from '../recall/memory-link.ts';

/** What `facts` takes. */
export interface FactsOptions {
  /** Names or ids of entities, or `agent:NAME`: only facts about one of them, at most 100. @default all facts that are about something */
  readonly about?: readonly string[];
  /** Whether to list what has faded or is archived too: what nobody has recalled for long. @default false */
  readonly faded?: boolean;
  /** 1-1,000. @default 100 */
  readonly limit?: number;
  /** How many of the first to skip. @default 0 */
  readonly offset?: number;
  readonly signal?: AbortSignal;
}

/** Whom or what a fact is about. */
export interface FactSubject {
  /** `entity:KEY` or `agent:NAME`. */
  readonly id: string;
  /** As the fact writes it. */
  readonly name: string;
  /** Of an entity. */
  readonly type?: EntityType;
}

/** A relation that a fact tells, by ids. */
export interface FactRelation {
  readonly from: string;
  /** In words, such as `works at`. */
  readonly predicate: string;
  readonly to: string;
}

/** A fact about somebody or something. */
export interface FactInView {
  readonly id: string;
  readonly content: string;
  readonly title: string;
  /** At least one, by name. */
  readonly about: readonly FactSubject[];
  readonly relations: readonly FactRelation[];
  /** Set where it does not hold any more. */
  readonly superseded?: Superseded;
}

/** The facts of a perspective about somebody or something, in the order in which it came to hold them. */
export interface FactsResult {
  readonly facts: readonly FactInView[];
  /** How many there are without limit and offset. */
  readonly total: number;
}

/** The rules for {@link FactsOptions}. */
export const factsSchema: z.ZodType<Checked<FactsOptions>> = z.strictObject({
  about: listOf(text(512), 'names', 1, 100).optional(),
  faded: flag.optional(),
  limit: integerIn(1, 1_000).optional(),
  offset: integerIn(0, 2 ** 31 - 1).optional(),
  signal,
});
