/** Puts what went wrong into words that a model can act on: they are all that it has. */
import { agentVerbs, type ErrorCode, errorTable, MadeleineError, type Reaction } from '../index.ts';
import type { MemoryTool } from './memory-tool.ts';

/** What to do next, where a model has other means than a program. */
const nextSteps: Readonly<Partial<Record<ErrorCode, string>>> = {
  NOT_FOUND: 'Find the id first: recall_memory and search_memories tell those of memories.',
  UNTRUSTED:
    'If the user has told you so in this conversation, call again with "channel": "user". If not, ask them, or assert yours without "supersedes", so that it stands beside the other.',
};

/** What a model can do itself; anything else is for people to mend. */
const mendable: ReadonlySet<Reaction> = new Set(['invalid', 'notFound', 'conflict', 'cancelled']);

/** An option where a rule about it speaks of options alone. */
const anyOption = /"(\w+)"/g;
/** An option where a message may quote other things too. */
const surelyOption = /"([a-z]+(?:[A-Z][a-z]+)+)"(?= (?:must|is|cannot)\b)/g;

/** A tool, as far as words about an error name it and its arguments. */
type CalledTool = Pick<MemoryTool, 'name' | 'argumentOf'>;

/** What went wrong in a call of a tool, by which rule, and what to do next where the rule doesn't say it. */
export function toolErrorText(error: unknown, tool?: CalledTool): string {
  if (!(error instanceof MadeleineError)) {
    return 'The memory failed in a way that it should not. Go on without it, and tell the user.';
  }
  const { code, hint } = error;
  const message = tool === undefined ? error.message : inWordsOf(tool, error);
  const { reaction } = errorTable[code];
  // Only where there is the tool `session`, a session can be missing.
  const isOfSession = code === 'NOT_FOUND' && /^(?:session|resume|digest): /.test(error.message);
  const own = isOfSession ? 'Find it first: session with action "list" tells those in view.' : nextSteps[code];
  if (own !== undefined) return `${message}\n${own}`;
  // The rule and the value that broke it say what to correct, and a remedy what to do instead.
  if (hint === errorTable.INVALID_ARGUMENT.hint && !/ got [^;]*$/.test(message)) return message;
  if (mendable.has(reaction)) return `${message}\n${hint}`;
  return `${message}\nGo on without the memory, and tell the user what went wrong. To mend it: ${hint}`;
}

/** The message as of the tool that was called, with the names of its arguments; a value that was received is left as it is. */
function inWordsOf({ name: tool, argumentOf }: CalledTool, { message, details }: MadeleineError): string {
  const { option, received } = details;
  const end = typeof received === 'string' ? message.lastIndexOf(`, got ${received}.`) : -1;
  const said = end === -1 ? message : message.slice(0, end);
  const names = typeof option === 'string' ? anyOption : surelyOption;
  const [verb = ''] = /^\w+(?=: )/.exec(said) ?? [];
  const ofTool = Object.hasOwn(agentVerbs, verb) ? tool + said.slice(verb.length) : said;
  return ofTool.replace(names, (_, name: string) => `"${argumentOf(name)}"`) + message.slice(said.length);
}
