/** Which files of a host change, and how, for Madeleine to be there or to be gone. Reads files and writes none. */
import { type ConfigChange, isChange, planChange } from './config-change.ts';
import { hookEdits, hookRemoval } from './hook-edits.ts';
import { type Host, type HostPlaces, serverEntry } from './host.ts';
import type { OwnCommand } from './own-command.ts';
import { serverEdits, serverRemoval } from './server-edits.ts';

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

function serverFile({ host, places, project }: PlanOptions): string {
  return project && host.projectFile !== undefined ? host.projectFile(places) : host.userFile(places);
}
