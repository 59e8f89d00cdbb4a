/** Puts what went wrong into words that a model can act on: they are all that it has. */
import { errorTable, MadeleineError, type Reaction } from '../index.ts';

/** What a model can do itself; anything else is for people to mend. */
const mendable: ReadonlySet<Reaction> = new Set(['invalid', 'notFound', 'conflict', 'cancelled']);

/** What went wrong, by which rule, and what to do next. */
export function toolErrorText(error: unknown): string {
  if (!(error instanceof MadeleineError)) {
    return 'The memory failed in a way that it should not. Go on without it, and tell the user.';
  }
  const { code, message, hint } = error;
  const { reaction } = errorTable[code];
  if (code === 'NOT_FOUND') return `${message}\nFind the id with recall_memory or search_memories, then call again.`;
  if (mendable.has(reaction)) return `${message}\n${hint}`;
  return `${message}\nGo on without the memory, and tell the user what went wrong. To mend it: ${hint}`;
}
