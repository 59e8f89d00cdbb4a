/** Puts what went wrong into words that a model can act on: they are all that it has. */
import { type ErrorCode, errorTable, MadeleineError, type Reaction } from '../index.ts';

/** What to do next, where a model has other means than a program. */
const nextSteps: Readonly<Partial<Record<ErrorCode, string>>> = {
  NOT_FOUND:
    'Find the id first: recall_memory and search_memories tell those of memories, session with action "list" those of sessions.',
  UNTRUSTED:
    'If the user has told you so in this conversation, call again with "channel": "user". If not, ask them, or assert it without "supersedes", so that it stands beside the other.',
};

/** What a model can do itself; anything else is for people to mend. */
const mendable: ReadonlySet<Reaction> = new Set(['invalid', 'notFound', 'conflict', 'cancelled']);

/** An option of the library where a rule speaks of it; values that were received are left as they are. */
const optionName = /"([a-z]+(?:[A-Z][a-z]+)+)"(?= (?:must|is|cannot)\b)/g;

function asArgument(option: string): string {
  return option.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** What went wrong, by which rule, and what to do next. */
export function toolErrorText(error: unknown): string {
  if (!(error instanceof MadeleineError)) {
    return 'The memory failed in a way that it should not. Go on without it, and tell the user.';
  }
  const { code, hint } = error;
  const message = error.message.replace(optionName, asArgument);
  const { reaction } = errorTable[code];
  const own = nextSteps[code];
  if (own !== undefined) return `${message}\n${own}`;
  if (mendable.has(reaction)) return `${message}\n${hint}`;
  return `${message}\nGo on without the memory, and tell the user what went wrong. To mend it: ${hint}`;
}
