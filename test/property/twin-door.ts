/** What a door to twin worlds is, for the property test that asks the same of both worlds through all of them. */
import type { TalkOptions } from '../../src/index.ts';
import type { ServedDoor } from '../support/http-door.ts';
import { hiddenAgent, type TwinQuestion, type TwinWorlds } from './twin-worlds.ts';

/** One of the two worlds of a pair: that in which the hidden happened, or the other. */
export type Side = 0 | 1;

/** What a door answered. */
export interface DoorAnswer {
  /** Which of its offers was asked. */
  readonly name: string;
  /** Whether it had something to tell: a refusal alone would say little. */
  readonly isAnswered: boolean;
  readonly text: string;
}

/** A door to both worlds of a pair. */
export interface TwinDoor {
  /** All that can be asked of it. */
  readonly offers: readonly string[];
  /** Asks a question as this door has it, in all of its forms; not at all where it has none. */
  ask(question: TwinQuestion, side: Side): Promise<readonly DoorAnswer[]>;
  close?(): Promise<unknown>;
}

/** A pair of worlds that is served. */
export interface ServedTwins {
  readonly twins: TwinWorlds;
  readonly served: ServedDoor;
  /** Who is talked with in this round, as options say it. */
  readonly within: TalkOptions;
  /** The tokens of the asking agent in each world: for all that it does, and for this talk alone. */
  readonly tokens: readonly { readonly own: string; readonly inTalk: string }[];
}

/** The names of the spaces that the two worlds are served as. */
export const spaces = ['full', 'without'] as const;
/** Who asks. */
export const asking = 'lisa';

/** Says in the full world what the asking talk must not hear. */
export async function sayHidden({ worlds: [full], talks }: TwinWorlds): Promise<void> {
  await full.agent(hiddenAgent).believe({ content: 'That is heard' });
  if (!talks.includes('')) await full.agent(asking).observe({ content: 'Nobody else hears that', with: 'user:mark' });
}
