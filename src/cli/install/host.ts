/** What is known of a program that starts MCP servers: where its configuration lies and how it is written. */
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { version } from '../../index.ts';
import type { Environment } from '../config/find-store.ts';

/** The folders and variables that say where configuration lies. */
export interface HostPlaces {
  readonly home: string;
  /** The folder of the project, for `--project`. */
  readonly project: string;
  readonly environment: Environment;
  readonly platform: NodeJS.Platform;
}

/** How a configuration file is written: `json` has no comments, `jsonc` has comments and trailing commas. */
export type ConfigSyntax = 'json' | 'jsonc' | 'toml';

/** One program that hosts agents. */
export interface Host {
  /** What it is called on the command line. */
  readonly name: string;
  /** What people call it. */
  readonly title: string;
  readonly syntax: ConfigSyntax;
  /** The table of MCP servers in the file. */
  readonly table: string;
  /** The file that holds for everything this user does. */
  readonly userFile: (places: HostPlaces) => string;
  /** The file that holds for one project; absent where there is none. */
  readonly projectFile?: (places: HostPlaces) => string;
  /** The files that hold hooks, where the host has hooks that Madeleine speaks. */
  readonly hookFile?: (places: HostPlaces, project: boolean) => string;
  /** The file of this user alone that sets the environment of hooks; it may be the same. */
  readonly environmentFile?: (places: HostPlaces, project: boolean) => string;
  /** Whether an entry says that it is started and spoken to over standard input. */
  readonly typed: boolean;
  /** What to do for the change to count. */
  readonly next: string;
}

/** The entry of a host's table of MCP servers. */
export function serverEntry(host: Host, { command, args }: OwnCommand): Readonly<Record<string, unknown>> {
  return { ...(host.typed ? { type: 'stdio' } : {}), command, args };
}

/** The memory that an entry starts, as far as its options say. */
export interface InstalledMemory {
  readonly agent?: string;
  readonly at?: string;
  readonly space?: string;
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

/** An executable and its arguments, started without a shell. */
export interface OwnCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** The parts of a process that say how it was started; the process's own unless a test gives others. */
export interface Installation {
  /** The executable of Node. */
  readonly node: string;
  /** `bin/madeleine.js` of this installation. */
  readonly script: string;
  readonly platform: NodeJS.Platform;
}

const thisInstallation: Installation = {
  node: process.execPath,
  script: fileURLToPath(new URL('../../../bin/madeleine.js', import.meta.url)),
  platform: process.platform,
};

/**
 * The command before Madeleine's own arguments. A global installation, a dependency and a clone are named by
 * full paths, as a host that was not started from a shell has another PATH; what `npx` put into its cache may be
 * gone tomorrow, so it is asked for again, in this version.
 */
export function ownCommand({ node, script, platform }: Installation = thisInstallation): OwnCommand {
  if (!script.includes(`${sep}_npx${sep}`)) return { command: node, args: [script] };
  const npx = ['npx', '-y', `madeleine@${version}`];
  // On Windows npx is a batch file, which nothing starts without a shell.
  return platform === 'win32' ? { command: 'cmd', args: ['/c', ...npx] } : { command: 'npx', args: npx.slice(1) };
}
