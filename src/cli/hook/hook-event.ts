/**
 * What Claude Code tells a hook on standard input, and what it reads from standard output. Fields that a hook does not
 * need are not looked at, and those that it needs are checked: another version may say other things.
 */
import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';

/** The hooks, by the names of the command line. */
export const hookNames = ['session-start', 'user-prompt', 'post-tool', 'stop'] as const;
/** The name of a hook. */
export type HookName = (typeof hookNames)[number];

/** Where a hub takes events. */
export const hooksPath = '/v1/hooks';

/** The field of an event whose hook has ended. */
const unheardField = 'madeleineUnheard';

/** The hook that answers an event, by the event's name. */
export const hookOfEvent = {
  SessionStart: 'session-start',
  UserPromptSubmit: 'user-prompt',
  PostToolUse: 'post-tool',
  PostToolUseFailure: 'post-tool',
  Stop: 'stop',
} as const satisfies Readonly<Record<string, HookName>>;

/** An event of Claude Code. */
export interface HookEvent {
  /** The key of its session in the memory: of the project, then of Claude Code's session. */
  readonly session: string;
  /** What the keys of all sessions of this project begin with. */
  readonly project: string;
  /** Whether the hook still waits for an answer. */
  readonly isHeard: boolean;
  /** The file of the conversation; '' where it is not told. */
  readonly transcript: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** What a hook says to Claude Code. */
export interface HookAnswer {
  readonly hookSpecificOutput: { readonly hookEventName: string; readonly additionalContext: string };
}

/**
 * Reads an event.
 *
 * @throws {SyntaxError} when it is no JSON object with a session.
 */
export function readEvent(text: string): HookEvent {
  const fields = jsonIn(text);
  if (!isRecord(fields)) {
    const got = text.trim() === '' ? 'nothing' : JSON.stringify(text.slice(0, 40));
    throw new SyntaxError(`the event of Claude Code is expected as a JSON object, got ${got}`);
  }
  const { session_id: id } = fields;
  if (typeof id !== 'string' || !/^[\w.-]{1,100}$/.test(id))
    throw new SyntaxError('"session_id" of the event is missing');
  const transcript = hookText(fields, 'transcript_path');
  // The working folder follows each `cd`; the file of the conversation stays in the folder of its project.
  const project = projectKey(transcript === '' ? hookText(fields, 'cwd') : dirname(transcript));
  return { session: `${project}${id}`, project, isHeard: fields[unheardField] !== true, transcript, fields };
}

/**
 * An event as one whose hook has ended, so that nobody hears an answer.
 *
 * @throws {SyntaxError} when it is no JSON object with a session.
 */
export function unheard(event: string): string {
  return JSON.stringify({ ...readEvent(event).fields, [unheardField]: true });
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A field that holds a text; '' where there is none. */
export function hookText(fields: Readonly<Record<string, unknown>>, name: string): string {
  const { [name]: value } = fields;
  return typeof value === 'string' ? value : '';
}

/** Whether a value is a JSON object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The end of a folder's name, and a few letters of its path: folders of one name are not one project. */
function projectKey(folder: string): string {
  const name = basename(folder)
    .replace(/[^\w.-]/g, '-')
    .slice(-40)
    .replace(/^-+/, '');
  return `${name}-${createHash('sha256').update(folder).digest('hex').slice(0, 8)}.`;
}
