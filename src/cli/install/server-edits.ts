/** The entry of Madeleine in a host's table of MCP servers. */
import { ConflictError } from '../../index.ts';
import type { ConfigEdit } from './config-change.ts';
import type { Host } from './host.ts';
import { isTable, valueAt } from './value-path.ts';

/** The name of the entry. */
export const serverName = 'madeleine';

/** Puts the entry into the table; what the user added to it, such as an environment, stays. */
export function serverEdits(
  host: Host,
  data: Readonly<Record<string, unknown>>,
  entry: Readonly<Record<string, unknown>>,
): readonly ConfigEdit[] {
  const found = ownEntry('install', host, data);
  return [{ path: [host.table, serverName], value: { ...found, ...entry } }];
}

/** Takes the entry out of the table. */
export function serverRemoval(host: Host, data: Readonly<Record<string, unknown>>): readonly ConfigEdit[] {
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
  if (isTable(entry) && / mcp( |$)/.test(commandLine(entry)) && /madeleine/.test(commandLine(entry))) return entry;
  throw new ConflictError(
    'CONFLICT',
    `${operation}: "${host.table}.${serverName}" of ${host.title} must start Madeleine, got another entry; ` +
      'nothing was changed. Rename that entry and call again.',
  );
}

/** The words with which an entry or a hook is started, as one line. */
export function commandLine(entry: Readonly<Record<string, unknown>>): string {
  const { command, args } = entry;
  return [command, ...(Array.isArray(args) ? args : [])].filter((word) => typeof word === 'string').join(' ');
}
