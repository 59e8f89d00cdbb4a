/** What can be mended is described before it is done: what it is, what comes of it, and the call that does it. */
import type { AgentVerbs, SpaceVerbs } from 'madeleine';
import type { AgentAnswer, AgentVerb, OptionsOf, SpaceAnswer, SpaceVerb } from '../../wire.ts';
import type { Deed } from './deeds.ts';

/** Calls verbs for one agent, and for the owner of the space. */
export interface Hands {
  readonly agent: string;
  readonly asAgent: <Name extends AgentVerb>(
    verb: Name,
    options: OptionsOf<AgentVerbs, Name>,
  ) => Promise<AgentAnswer<Name>>;
  readonly asOwner: <Name extends SpaceVerb>(
    verb: Name,
    options: OptionsOf<SpaceVerbs, Name>,
  ) => Promise<SpaceAnswer<Name>>;
}

/** A memory that is to be mended. */
export interface MendedMemory {
  readonly id: string;
  readonly content: string;
}

/** What a dry run tells. */
export interface Foresight {
  readonly tells: readonly string[];
  /** The memories that it is about. */
  readonly memories?: readonly { readonly id: string; readonly content?: string }[];
  /** Whether nothing would be done. */
  readonly isNothing: boolean;
}

/** Something that can be done, and is not done yet. */
export interface Mending {
  /** A question. */
  readonly title: string;
  /** The words of the button that does it. */
  readonly action: string;
  /** @default 'main' */
  readonly kind?: 'main' | 'danger';
  /** What will be done and what comes of it, a sentence each. */
  readonly tells: readonly string[];
  /** Finds out beforehand what it would do. */
  readonly foresee?: () => Promise<Foresight>;
  readonly carryOut: () => Promise<Deed>;
}

/** Characters of a memory that a sentence quotes. */
const quotedCharacters = 120;

/** What a memory says, in quotation marks, within a sentence; cut where it is long. */
export function quoted(content: string): string {
  const text = content.replace(/\s+/gu, ' ').trim().replace(/\.$/, '');
  return `“${text.length > quotedCharacters ? `${text.slice(0, quotedCharacters).trimEnd()} …` : text}”`;
}
