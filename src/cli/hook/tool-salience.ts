/**
 * Which uses of tools are worth remembering, and in which words. Looking around is not; what changed something, what
 * went wrong and what came from outside is. Tools that are not listed, those of MCP servers and our own among them,
 * are left out.
 */
import { withoutRecalledBlocks } from '../../mcp/recalled-block.ts';
import { type HookEvent, isRecord, hookText } from './hook-event.ts';
import type { HookObservation } from './hook-memory.ts';

/** Characters of an output that are kept. */
const keptCharacters = 600;

/** Commands that change something or tell how it stands, wherever they are in a line of the shell. */
const telling =
  /\b(commit|push|merge|rebase|revert|tag|install|uninstall|publish|deploy|release|rollback|migrate|migration|apply|test|tests|build|lint|check|benchmark|start|restart|stop|create|delete|drop)\b/;
/** Commands that look around, whatever they look for. */
const looking = /^\s*(?:ls|cat|head|tail|wc|grep|rg|find(?!.* -(?:delete|exec))|git (?:log|status|diff|show))\b/;

/** What is told of a use of a tool, and how much it matters, 1 to 10. */
interface Told {
  readonly content: string;
  readonly importance: number;
}

type Cut = typeof shortened;
type Tell = (input: Readonly<Record<string, unknown>>, response: unknown, cut: Cut) => Told | undefined;

const edited: Tell = (input) => {
  const file = hookText(input, 'file_path') || hookText(input, 'notebook_path');
  return file === '' ? undefined : { content: `Edited the file ${file}.`, importance: 2 };
};

const ran: Tell = (input, response, cut) => {
  const parts = hookText(input, 'command').split(/&&|[;|\n]/);
  if (!parts.some((part) => telling.test(part) && !looking.test(part))) return undefined;
  const output = printed(response);
  const told = output === '' ? '.' : `: ${cut(output, keptCharacters, 'end')}`;
  return { content: `Ran ${commandName(input, cut)}${told}`, importance: 3 };
};

const delegated: Tell = (input, response, cut) => {
  const answer = printed(response);
  const task = hookText(input, 'description') || cut(hookText(input, 'prompt'), 120);
  if (answer === '') return undefined;
  return { content: `A helper was asked to "${task}" and answered: ${cut(answer, keptCharacters)}`, importance: 4 };
};

const fetched: Tell = (input, response, cut) => {
  const answer = cut(printed(response), keptCharacters);
  return { content: `Read ${hookText(input, 'url')} for "${hookText(input, 'prompt')}": ${answer}`, importance: 3 };
};

const searched: Tell = (input) => ({ content: `Searched the web for "${hookText(input, 'query')}".`, importance: 2 });

const telltales: Readonly<Record<string, Tell>> = {
  Bash: ran,
  PowerShell: ran,
  Edit: edited,
  MultiEdit: edited,
  Write: edited,
  NotebookEdit: edited,
  Agent: delegated,
  Task: delegated,
  WebFetch: fetched,
  WebSearch: searched,
};

/**
 * What is remembered of a use of a tool; undefined where it is not worth it.
 *
 * @param beside - how many characters more than are kept are told of what is cut.
 */
export function toolObservation({ fields }: HookEvent, beside = 0): HookObservation | undefined {
  const tool = hookText(fields, 'tool_name');
  const tell = Object.hasOwn(telltales, tool) ? telltales[tool] : undefined;
  if (tell === undefined) return undefined;
  const { tool_input: given, tool_response: response } = fields;
  const input = isRecord(given) ? given : {};
  // What our own command line prints is remembered already.
  if (/\bmadeleine\b/.test(hookText(input, 'command'))) return undefined;
  const error = hookText(fields, 'error');
  const failed = error !== '' && fields['is_interrupt'] !== true;
  if (error !== '' && !failed) return undefined;
  const cut: Cut = (text, characters, kept) => shortened(text, characters + beside, kept);
  const told = failed ? failure(tool, input, { error, cut }) : tell(input, response, cut);
  return told && { ...told, type: failed ? 'error' : 'tool_output', channel: 'tool', source: `claude-code:${tool}` };
}

function failure(
  tool: string,
  input: Readonly<Record<string, unknown>>,
  { error, cut }: { readonly error: string; readonly cut: Cut },
): Told {
  const what = hookText(input, 'command') === '' ? tool : commandName(input, cut);
  return { content: `${what} failed: ${cut(withoutRecalledBlocks(error), keptCharacters)}`, importance: 5 };
}

function commandName(input: Readonly<Record<string, unknown>>, cut: Cut): string {
  const command = cut(hookText(input, 'command').replace(/\s+/g, ' ').trim(), 200);
  const purpose = hookText(input, 'description');
  return purpose === '' ? `\`${command}\`` : `\`${command}\` (${purpose})`;
}

/** What a tool says, without what was recalled into it. */
function printed(response: unknown): string {
  return withoutRecalledBlocks(textOf(response));
}

/** The words in a tool's answer: a text, its output, or the texts of its parts. */
function textOf(response: unknown): string {
  if (typeof response === 'string') return response;
  if (Array.isArray(response)) return response.map(textOf).filter(Boolean).join('\n');
  if (!isRecord(response)) return '';
  const named = ['text', 'result', 'stdout', 'stderr'].map((name) => hookText(response, name)).filter(Boolean);
  return named.length > 0 ? named.join('\n') : textOf(response['content']);
}

/** A text of at most so many characters: its beginning, or its end, where programs say how it went. */
export function shortened(text: string, characters: number, kept: 'beginning' | 'end' = 'beginning'): string {
  if (text.length <= characters) return text;
  return kept === 'end' ? `… ${text.slice(2 - characters)}` : `${text.slice(0, characters - 2)} …`;
}
