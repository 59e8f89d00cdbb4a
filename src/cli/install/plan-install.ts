/** Which files of a host change, and how, for Madeleine to be there or to be gone. Reads files and writes none. */
import { isDeepStrictEqual } from 'node:util';
import { ConflictError } from '../../index.ts';
import { type ConfigChange, type ConfigEdit, isChange, planChange, readConfig } from './config-change.ts';
import { type Host, type HostPlaces, type InstalledMemory, memoryIn, type OwnCommand, serverEntry } from './host.ts';
import { tokenVariable } from '../config/read-environment.ts';
import { isTable, valueAt } from './config-text.ts';
import { hookOfEvent, hooksPath } from '../hook/hook-event.ts';

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
  /** How the host's hooks reach Madeleine. @default there are none */
  readonly hooks?: 'command' | HubDoor;
}

/** The hub as the requests of hooks reach it. */
export interface HubDoor {
  /** Where it listens. */
  readonly url: string;
  /** The token of the agent, with the scope `write`. */
  readonly token: string;
}

/** What hooks are: a process for each event, or a request to the hub. */
export const hookKinds = ['command', 'http'] as const;
/** One of {@link hookKinds}. */
export type HookKind = (typeof hookKinds)[number];

/**
 * The changes that put Madeleine into a host.
 *
 * @throws {InvalidArgumentError} when a file is damaged.
 * @throws {ConflictError} when something else has the name.
 */
export async function planInstall(install: InstallOptions): Promise<readonly ConfigChange[]> {
  const { host, own, options, hooks } = install;
  const entry = serverEntry(host, { command: own.command, args: [...own.args, 'mcp', ...options] });
  const server = await planChange('install', serverFile(install), host.syntax, (data) =>
    serverEdits(host, data, entry),
  );
  if (hooks === undefined || host.hookFile === undefined) return [server].filter(isChange);
  const changes = await hookChanges(
    'install',
    install,
    (data) => hookEdits(data, { own, options, hooks }),
    hooks === 'command' ? undefined : hooks.token,
  );
  return [server, ...changes].filter(isChange);
}

/**
 * The changes that take Madeleine out of a host, its hooks too.
 *
 * @throws {InvalidArgumentError} when a file is damaged.
 * @throws {ConflictError} when something else has the name.
 */
export async function planUninstall(uninstall: PlanOptions): Promise<readonly ConfigChange[]> {
  const { host } = uninstall;
  const server = await planChange('uninstall', serverFile(uninstall), host.syntax, (data) => serverRemoval(host, data));
  return [server, ...(await hookChanges('uninstall', uninstall, hookRemoval, undefined))].filter(isChange);
}

/** The changes of the file of hooks and of the one with their token, which may be one file. */
async function hookChanges(
  operation: string,
  plan: PlanOptions,
  edits: (data: Readonly<Record<string, unknown>>) => readonly ConfigEdit[],
  token: string | undefined,
): Promise<readonly ConfigChange[]> {
  const { host, places, project } = plan;
  if (host.hookFile === undefined) return [];
  const file = host.hookFile(places, project);
  const tokenFile = host.environmentFile?.(places, project) ?? file;
  const isUsed = token !== undefined || (await installedHooks(plan))?.kind === 'http';
  const tokenEdits: readonly ConfigEdit[] = isUsed ? [{ path: tokenPath, value: token }] : [];
  const isSecret = token !== undefined;
  if (tokenFile === file) {
    const change = await planChange(operation, file, host.syntax, (data) => [...edits(data), ...tokenEdits]);
    return [{ ...change, isSecret }];
  }
  return [
    await planChange(operation, file, host.syntax, edits),
    { ...(await planChange(operation, tokenFile, host.syntax, () => tokenEdits)), isSecret },
  ];
}

/** The memory with which Madeleine is in a host; empty where it is not, or where its file cannot be read. */
export async function installedIn(plan: PlanOptions): Promise<InstalledMemory> {
  const { host } = plan;
  const entry = valueAt(await readConfig(serverFile(plan), host.syntax), [host.table, serverName]);
  const args = isOwnEntry(entry) ? entry['args'] : undefined;
  return Array.isArray(args) ? memoryIn(args) : {};
}

/** Hooks of Madeleine as they are in a host. */
export interface InstalledHooks {
  readonly kind: HookKind;
  /** Where those of kind `http` go to. */
  readonly url?: string;
  /** The folder of the store that those of kind `http` speak to. */
  readonly at?: string;
  /** The token that they send, where a file sets it. */
  readonly token?: string;
}

/** The hooks of Madeleine in a host. They speak to the memory of its entry, so both change together. */
export async function installedHooks(plan: PlanOptions): Promise<InstalledHooks | undefined> {
  const { host, places, project } = plan;
  const file = host.hookFile?.(places, project);
  const events = file === undefined ? {} : valueAt(await readConfig(file, host.syntax), ['hooks']);
  const own = Object.values(isTable(events) ? events : {})
    .flat()
    .map((group: unknown) => valueAt(group, ['hooks']))
    .flatMap((handlers) => (Array.isArray(handlers) ? handlers.filter(isOwn) : []));
  if (own.length === 0) return undefined;
  const url = own.map((handler) => valueAt(handler, ['url'])).find((found) => typeof found === 'string');
  if (url === undefined) return { kind: 'command' };
  const tokenFile = host.environmentFile?.(places, project);
  const token = tokenFile === undefined ? undefined : valueAt(await readConfig(tokenFile, host.syntax), tokenPath);
  const { at = (await installedIn(plan)).at } = memoryIn(own.flatMap((handler) => valueAt(handler, ['args']) ?? []));
  return { kind: 'http', url, ...(at !== undefined && { at }), ...(typeof token === 'string' && { token }) };
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

/** Seconds after which Claude Code ends a hook that is a process; each ends itself long before. */
const timeoutSeconds = 5;
/** Seconds that a request to the hub may take: a model that loads must not hold up a prompt. */
const requestSeconds = 2;

/** Where the token lies; the hooks name only the variable, so that their file may be shared. */
const tokenPath = ['env', tokenVariable];

/** A group of Claude Code's settings, as far as it is looked at. */
interface HookGroup {
  readonly place: number;
  readonly matcher: unknown;
  readonly handlers: readonly unknown[];
}

/** Puts the hooks behind those that are there, or in the place of older ones of Madeleine. */
function hookEdits(
  data: Readonly<Record<string, unknown>>,
  install: Required<Pick<InstallOptions, 'own' | 'options' | 'hooks'>>,
): readonly ConfigEdit[] {
  return hookEvents.flatMap(({ event, matcher }) => {
    const handler = handlerOf(event, install);
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

/** What Claude Code does at an event. The start of a session starts the hub too, which takes a process. */
function handlerOf(
  event: HookEvent['event'],
  { own: { command, args }, options, hooks }: Required<Pick<InstallOptions, 'own' | 'options' | 'hooks'>>,
): object {
  if (hooks === 'command' || event === 'SessionStart') {
    const words = [...args, 'hook', hookOfEvent[event], ...options];
    return { type: 'command', command, args: words, timeout: timeoutSeconds };
  }
  return {
    type: 'http',
    url: `${hooks.url}${hooksPath}`,
    headers: { Authorization: `Bearer $${tokenVariable}` },
    allowedEnvVars: [tokenVariable],
    timeout: requestSeconds,
  };
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
  if (!isTable(handler)) return false;
  if (handler['type'] === 'http') {
    return String(handler['url']).endsWith(hooksPath) && JSON.stringify(handler['headers']).includes(tokenVariable);
  }
  const names = new Set<string>(Object.values(hookOfEvent));
  const [, name = ''] = /madeleine\S* hook (\S+)/.exec(commandLine(handler)) ?? [];
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
