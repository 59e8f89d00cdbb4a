/** What sleep reads out of observations before it is a fact, and who reads it. */
import type { EntityType, FactKind, Observation } from '../domain/records.ts';

/** Somebody or something by its name, and of a type where that is known. */
export interface NamedEntity {
  readonly name: string;
  readonly type?: EntityType;
}

/** Something that observations say is so. */
export interface Claim {
  /** As the fact will say it: a sentence that stands by itself. */
  readonly content: string;
  /** Who is to believe it: `system` for what is universal, else an agent's name. */
  readonly believer: string;
  readonly kind: FactKind;
  /** What it is about: names or whole entities. @default what the text mentions */
  readonly about?: readonly (NamedEntity | string)[];
  /** 0..1. */
  readonly confidence: number;
  /** Ids of the observations that it is derived from; at least one. */
  readonly from: readonly string[];
}

/**
 * Reads claims out of observations: for each of them, in their order, what it claims (nothing, for
 * most), or `undefined` where it could not be read, which leaves it for the next sleep.
 */
export type Extractor = (
  observations: readonly Observation[],
  signal?: AbortSignal,
) => Promise<readonly (readonly Claim[] | undefined)[]>;
