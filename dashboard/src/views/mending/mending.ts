/** What can be mended is described before it is done: what it is, what comes of it, and the call that does it. */
import type { AgentVerbs, SpaceVerbs } from 'madeleine';
import type { AgentAnswer, AgentVerb, OptionsOf, SpaceAnswer, SpaceVerb } from '../../wire.ts';
import { countOf, shortened } from '../../words.ts';
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
  return `“${shortened(text, quotedCharacters)}”`;
}

/** What is told of one by one before several are mended at once. */
const maxTold = 3;

/**
 * The same done to several, one after the other, and taken back together. Where one is refused, those before it stay done
 * and can be taken back.
 *
 * @param action - the words of the button.
 */
export function together(action: string, [first, ...others]: readonly [Mending, ...Mending[]]): Mending {
  if (others.length === 0) return first;
  const all = [first, ...others];
  const beyond = all.length - maxTold;
  return {
    title: `${action}: ${countOf(all.length, 'memory', 'memories')}?`,
    action,
    tells: [
      ...all.slice(0, maxTold).flatMap(({ tells: [what] }) => what ?? []),
      ...(beyond > 0 ? [`And the same for ${countOf(beyond, 'memory', 'memories')} more.`] : []),
      ...first.tells.slice(1),
    ],
    carryOut: async () => {
      const done: Deed[] = [];
      const refusal = await inTurn(all, async (mending) => done.push(await mending.carryOut()));
      const [one] = done;
      if (one === undefined) throw refusal;
      const more = done.length === 1 ? '' : ` The same for ${countOf(done.length - 1, 'memory', 'memories')} more.`;
      const ways = done.flatMap(({ undo }) => undo ?? []).reverse();
      const what = `${one.what}${more}${brokenWords(refusal)}`;
      if (ways.length === 0) return { ...one, what };
      return {
        what,
        undo: async () => {
          for (const undo of ways) await undo();
        },
      };
    },
  };
}

/** Does the same with one after the other, and answers what refused one of them. */
export async function inTurn<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
): Promise<Error | undefined> {
  try {
    for (const item of items) await act(item);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Tells what refused the next one of several, where anything did. */
export function brokenWords(refusal: Error | undefined): string {
  return refusal === undefined ? '' : ` The next one was refused: ${refusal.message}`;
}
