/** What is known of a program that starts MCP servers: where its configuration lies and how it is written. */
import type { Environment } from '../config/read-environment.ts';
import type { OwnCommand } from './own-command.ts';

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
  /** What it is called on the command line, and the agent's name where none is set. */
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
  /** Whether an entry says that it is started and spoken to over standard input. */
  readonly typed: boolean;
  /** What to do for the change to count. */
  readonly next: string;
}

/** The entry of a host's table of MCP servers. */
export function serverEntry(host: Host, { command, args }: OwnCommand): Readonly<Record<string, unknown>> {
  return { ...(host.typed ? { type: 'stdio' } : {}), command, args };
}
