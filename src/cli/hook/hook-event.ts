/**
 * What Claude Code tells a hook on standard input, and what it reads from standard output. Fields that a hook does not
 * need are not looked at, and those that it needs are checked: another version may say other things.
 */
import { createHash } from 'node:crypto';
import { basename } from 'node:path';

/** The hooks, by the names of the command line. */
export const hookNames = ['session-start', 'user-prompt', 'post-tool', 'stop'] as const;
/** The name of a hook. */
export type HookName = (typeof hookNames)[number];

/** Where a hub takes events. */
export const hooksPath = '/v1/hooks';

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
  /** The key of its session in the memory: of the project's folder, then of Claude Code's session. */
  readonly session: string;
  /** What the keys of all sessions of this project begin with. */
  readonly project: string;
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
  const project = projectKey(hookText(fields, 'cwd'));
  return { session: `${project}${id}`, project, transcript: hookText(fields, 'transcript_path'), fields };
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

/** The name of the project's folder, and a few letters of its path: folders of one name are not one project. */
function projectKey(folder: string): string {
  const name = basename(folder)
    .replace(/[^\w.-]/g, '-')
    .slice(0, 40);
  return `${name}-${createHash('sha256').update(folder).digest('hex').slice(0, 8)}.`;
}
