/** Which turn of a conversation a model is asked to take, whichever SDK holds the messages. */
import { withoutRecalledBlocks } from '../mcp/recalled-block.ts';

/** A message as far as a memory is concerned. */
export interface Message {
  readonly role: 'user' | 'assistant' | 'tool' | 'other';
  readonly text: string;
}

/** What the user said last, and what was there before. */
export interface Turn {
  /** What the user said, without what was recalled for it; never blank. */
  readonly message: string;
  /** What both said before, without empty messages; the oldest first. */
  readonly earlier: readonly string[];
  /** Tells this turn from others of its conversation. */
  readonly key: string;
  /** Whether the model goes on with it, after a tool has answered. */
  readonly goesOn: boolean;
}

/** The turn that messages end in, or nothing where the user has said nothing last. */
export function turnOf(messages: readonly Message[]): Turn | undefined {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  if (last < 0) return undefined;
  const message = withoutRecalledBlocks(messages[last]?.text ?? '');
  if (message === '') return undefined;
  const earlier = messages.slice(0, last).filter(({ role, text }) => isSpoken(role) && text.trim() !== '');
  return {
    message,
    earlier: earlier.map(({ text }) => text),
    key: `${earlier.length}\n${message}`,
    goesOn: messages.slice(last + 1).some(({ role }) => role === 'tool'),
  };
}

function isSpoken(role: Message['role']): boolean {
  return role === 'user' || role === 'assistant';
}
