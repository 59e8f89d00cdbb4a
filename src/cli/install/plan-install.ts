/** Which files of a host change, and how, for Madeleine to be there or to be gone. Reads files and writes none. */
import { isDeepStrictEqual } from 'node:util';
import { ConflictError } from '../../index.ts';
import { type ConfigChange, type ConfigEdit, isChange, planChange, readConfig } from './config-change.ts';
import { type Host, type HostPlaces, type OwnCommand, serverEntry } from './host.ts';
import { isTable, valueAt } from './config-text.ts';
import { hookOfEvent } from '../hook/hook-event.ts';

/** What both plans are made from. */
export interface PlanOptions {
  readonly host: Host;
  readonly places: HostPlaces;
  /** Whether the files of the project are meant instead of the user's. */
  readonly project: boolean;
}

/** What an installation is made from. */
export interface InstallOptions extends PlanOptions {
  readonly own: OwnCommand;
  /** The options of Madeleine that say which memory is meant. */
  readonly options: readonly string[];
  /** Whether the host's hooks are installed too. */
  readonly hooks: boolean;
}

/**
 * The changes that put Madeleine into a host.
 *
 * @throws {InvalidArgumentError} when a file is damaged.
 * @throws {ConflictError} when something else has the name.
 */
export async function planInstall(install: InstallOptions): Promise<readonly ConfigChange[]> {
  const { host, places, project, own, options, hooks } = install;
  const entry = serverEntry(host, { command: own.command, args: [...own.args, 'mcp', ...options] });
  const server = await planChange('install', serverFile(install), host.syntax, (data) =>
    serverEdits(host, data, entry),
  );
  if (!hooks || host.hookFile === undefined) return [server].filter(isChange);
  const file = host.hookFile(places, project);
  return [server, await planChange('install', file, host.syntax, (data) => hookEdits(data, own, options))].filter(
    isChange,
  );
}

/**
 * The changes that take Madeleine out of a host, its hooks too.
 *
 * @throws {InvalidArgumentError} when a file is damaged.
 * @throws {ConflictError} when something else has the name.
 */
export async function planUninstall(uninstall: PlanOptions): Promise<readonly ConfigChange[]> {
  const { host, places, project } = uninstall;
  const server = await planChange('uninstall', serverFile(uninstall), host.syntax, (data) => serverRemoval(host, data));
  if (host.hookFile === undefined) return [server].filter(isChange);
  const hooks = await planChange('uninstall', host.hookFile(places, project), host.syntax, hookRemoval);
  return [server, hooks].filter(isChange);
}

/** The memory that an entry starts, as far as its options say. */
export interface InstalledMemory {
  readonly agent?: string;
  readonly at?: string;
  readonly space?: string;
}

/** The memory with which Madeleine is in a host; empty where it is not, or where its file cannot be read. */
export async function installedIn(plan: PlanOptions): Promise<InstalledMemory> {
  const { host } = plan;
  const entry = valueAt(await readConfig(serverFile(plan), host.syntax), [host.table, serverName]);
  const args = isOwnEntry(entry) ? entry['args'] : undefined;
  return Array.isArray(args) ? memoryIn(args) : {};
}

/** Whether hooks of Madeleine are in a host. They speak to the memory of its entry, so both change together. */
export async function hasHooks({ host, places, project }: PlanOptions): Promise<boolean> {
  const file = host.hookFile?.(places, project);
  const events = file === undefined ? {} : valueAt(await readConfig(file, host.syntax), ['hooks']);
  return Object.values(isTable(events) ? events : {})
    .flat()
    .map((group: unknown) => valueAt(group, ['hooks']))
    .some((handlers) => Array.isArray(handlers) && handlers.some(isOwn));
}

/** The memory that options name, each followed by its value. */
export function memoryIn(options: readonly unknown[]): InstalledMemory {
  const optionNamed = (name: keyof InstalledMemory): InstalledMemory => {
    const place = options.indexOf(`--${name}`);
    const value = place < 0 ? undefined : options[place + 1];
    return typeof value === 'string' ? { [name]: value } : {};
  };
  return { ...optionNamed('agent'), ...optionNamed('at'), ...optionNamed('space') };
}

function serverFile({ host, places, project }: PlanOptions): string {
  return project && host.projectFile !== undefined ? host.projectFile(places) : host.userFile(places);
}

interface HookEvent {
  readonly event: keyof typeof hookOfEvent;
  /** Names of tools; looking around with Read, Grep or Glob is not worth a process, and our own tools are left out. */
  readonly matcher?: string;
}

const shells = 'Bash|PowerShell';

const hookEvents: readonly HookEvent[] = [
  { event: 'SessionStart' },
  { event: 'UserPromptSubmit' },
  {
    event: 'PostToolUse',
    matcher: `${shells}|Edit|MultiEdit|Write|NotebookEdit|WebFetch|WebSearch|Agent|Task`,
  },
  { event: 'PostToolUseFailure', matcher: shells },
  { event: 'Stop' },
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
function hookEdits(
  data: Readonly<Record<string, unknown>>,
  { command, args }: OwnCommand,
  options: readonly string[],
): readonly ConfigEdit[] {
  return hookEvents.flatMap(({ event, matcher }) => {
    const words = [...args, 'hook', hookOfEvent[event], ...options];
    const handler = { type: 'command', command, args: words, timeout: timeoutSeconds };
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

function hookRemoval(data: Readonly<Record<string, unknown>>): readonly ConfigEdit[] {
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
  const names = new Set<string>(Object.values(hookOfEvent));
  const [, name = ''] = isTable(handler) ? (/madeleine\S* hook (\S+)/.exec(commandLine(handler)) ?? []) : [];
  return names.has(name);
}

/** The name of the entry. */
export const serverName = 'madeleine';

/** Puts the entry into the table; what the user added to it, such as an environment, stays. */
function serverEdits(
  host: Host,
  data: Readonly<Record<string, unknown>>,
  entry: Readonly<Record<string, unknown>>,
): readonly ConfigEdit[] {
  const found = ownEntry('install', host, data);
  return [{ path: [host.table, serverName], value: { ...found, ...entry } }];
}

function serverRemoval(host: Host, data: Readonly<Record<string, unknown>>): readonly ConfigEdit[] {
  const found = ownEntry('uninstall', host, data);
  return found === undefined ? [] : [{ path: [host.table, serverName], value: undefined }];
}

function ownEntry(
  operation: string,
  host: Host,
  data: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | undefined {
  const table = valueAt(data, [host.table]);
  if (table !== undefined && (!isTable(table) || Array.isArray(table))) throw new Error(`"${host.table}" is no table`);
  const entry = valueAt(data, [host.table, serverName]);
  if (entry === undefined) return undefined;
  if (isOwnEntry(entry)) return entry;
  throw new ConflictError(
    'CONFLICT',
    `${operation}: "${host.table}.${serverName}" of ${host.title} must start Madeleine, got another entry; ` +
      'nothing was changed. Rename that entry and call again.',
  );
}

function isOwnEntry(entry: unknown): entry is Readonly<Record<string, unknown>> {
  return isTable(entry) && / mcp( |$)/.test(commandLine(entry)) && /madeleine/.test(commandLine(entry));
}

/** The words with which an entry or a hook is started, as one line. */
function commandLine(entry: Readonly<Record<string, unknown>>): string {
  const { command, args } = entry;
  return [command, ...(Array.isArray(args) ? args : [])].filter((word) => typeof word === 'string').join(' ');
}
