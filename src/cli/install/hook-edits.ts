/** The hooks of Madeleine among those of Claude Code's settings. */
import { isDeepStrictEqual } from 'node:util';
import type { ConfigEdit } from './config-change.ts';
import type { OwnCommand } from './own-command.ts';
import { commandLine } from './server-edits.ts';
import { isTable, valueAt } from './value-path.ts';

/** An event of Claude Code, the hook that answers it, and for which tools. */
interface HookEvent {
  readonly event: string;
  readonly hook: string;
  /** Names of tools; looking around with Read, Grep or Glob is not worth a process, and our own tools are left out. */
  readonly matcher?: string;
}

const shells = 'Bash|PowerShell';

const hookEvents: readonly HookEvent[] = [
  { event: 'SessionStart', hook: 'session-start' },
  { event: 'UserPromptSubmit', hook: 'user-prompt' },
  {
    event: 'PostToolUse',
    hook: 'post-tool',
    matcher: `${shells}|Edit|MultiEdit|Write|NotebookEdit|WebFetch|WebSearch|Agent|Task`,
  },
  { event: 'PostToolUseFailure', hook: 'post-tool', matcher: shells },
  { event: 'Stop', hook: 'stop' },
];

/** Seconds after which Claude Code ends a hook; each hook ends itself long before. */
const timeoutSeconds = 5;

/** A group of Claude Code's settings, as far as it is looked at. */
interface HookGroup {
  readonly place: number;
  readonly matcher: unknown;
  readonly handlers: readonly unknown[];
}

/** Puts the hooks behind those that are there, or in the place of older ones of Madeleine. */
export function hookEdits(
  data: Readonly<Record<string, unknown>>,
  { command, args }: OwnCommand,
  options: readonly string[],
): readonly ConfigEdit[] {
  return hookEvents.flatMap(({ event, hook, matcher }) => {
    const handler = { type: 'command', command, args: [...args, 'hook', hook, ...options], timeout: timeoutSeconds };
    const groups = groupsOf(data, event);
    const own = groups.flatMap((group) => group.handlers.filter(isOwn).map((found) => ({ found, group })));
    const isThere = own.length === 1 && isDeepStrictEqual(own[0]?.found, handler) && own[0]?.group.matcher === matcher;
    if (isThere) return [];
    const removals = removalsOf(event, groups);
    const place = groups.length - removals.filter(({ path }) => path.length === 3).length;
    const group = { ...(matcher === undefined ? {} : { matcher }), hooks: [handler] };
    return [...removals, { path: ['hooks', event, place], value: group }];
  });
}

/** Takes the hooks out. */
export function hookRemoval(data: Readonly<Record<string, unknown>>): readonly ConfigEdit[] {
  const events = valueAt(data, ['hooks']);
  return Object.keys(isTable(events) ? events : {}).flatMap((event) => removalsOf(event, groupsOf(data, event)));
}

/** From the last to the first, so that places hold while they are worked off. */
function removalsOf(event: string, groups: readonly HookGroup[]): readonly ConfigEdit[] {
  return groups.toReversed().flatMap(({ place, handlers }) => {
    const own = handlers.flatMap((handler, inner) => (isOwn(handler) ? [inner] : []));
    if (own.length === 0) return [];
    if (own.length === handlers.length) return [{ path: ['hooks', event, place], value: undefined }];
    return own.toReversed().map((inner) => ({ path: ['hooks', event, place, 'hooks', inner], value: undefined }));
  });
}

function groupsOf(data: Readonly<Record<string, unknown>>, event: string): readonly HookGroup[] {
  const hooks = valueAt(data, ['hooks']) ?? {};
  if (!isTable(hooks) || Array.isArray(hooks)) throw new Error('"hooks" is no table');
  const groups = hooks[event] ?? [];
  if (!Array.isArray(groups)) throw new Error(`"hooks.${event}" is no list`);
  return groups.map((group: unknown, place) => {
    const handlers = valueAt(group, ['hooks']);
    return { place, matcher: valueAt(group, ['matcher']), handlers: Array.isArray(handlers) ? handlers : [] };
  });
}

function isOwn(handler: unknown): boolean {
  const names = new Set(hookEvents.map(({ hook }) => hook));
  const [, name = ''] = isTable(handler) ? (/madeleine\S* hook (\S+)/.exec(commandLine(handler)) ?? []) : [];
  return names.has(name);
}
