/** What the extractors find, and the contract that each of them fulfils. */
import type { EntityType } from '../domain/records.ts';

/** An entity that a text mentions. */
export interface ExtractedEntity {
  /** The name as the text first writes it, at most {@link maxNameCharacters} characters. */
  readonly name: string;
  readonly type: EntityType;
  /** The path of a file, as written. */
  readonly path?: string;
  /** The distinct forms in which the text writes it, in order of appearance; for a call with its brackets. */
  readonly surfaces: readonly string[];
}

/** How to extract. */
export interface ExtractOptions {
  /** Names of people who are known to take part: found wherever they stand with a capital letter. */
  readonly speakers?: readonly string[];
}

/** One mention: the stretch `start..end` of the text, and the entity that it names. */
export interface FoundName {
  readonly start: number;
  readonly end: number;
  readonly name: string;
  readonly type: EntityType;
  readonly path?: string;
}

/** Finds mentions of one sort, in order of appearance, in time linear in the text. */
export type NameFinder = (text: string, options: ExtractOptions) => readonly FoundName[];

/** Longer stretches are data rather than names and are passed over. */
export const maxNameCharacters = 512;
