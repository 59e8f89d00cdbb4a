/** What a command line may touch of the process that it runs in: injected, so that tests can. */
import { homedir, userInfo } from 'node:os';
import { basename } from 'node:path';
import type { Command } from 'commander';
import envPaths from 'env-paths';
import type { NewId } from '../index.ts';
import type { ConfigSurroundings } from './config/find-store.ts';

/** Somewhere to write text. */
export interface TextOutput extends NodeJS.WritableStream {
  readonly isTTY?: boolean;
  /** The width of a terminal. */
  readonly columns?: number;
}

/** The surroundings of a command. */
export interface CommandIo extends ConfigSurroundings {
  /** Who is logged in, by the name of the account. */
  readonly userName: string;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  /** Results, and nothing else. */
  readonly stdout: TextOutput;
  /** Errors, notices and progress. */
  readonly stderr: TextOutput;
  /** Ends the command early. */
  readonly signal: AbortSignal;
  /** Hears of a command before it does anything, and throws to keep it from that. @default nobody does */
  readonly beforeAction?: (command: Command) => void;
  /** Makes the keys of what the command writes at a hub. A command that has it may have been lost once, so it goes to a hub. @default new ones */
  readonly newId?: NewId;
}

/** Runs a command line from its arguments, those after the program's name, to its exit code. */
export type RunCommand = (args: readonly string[], io: CommandIo) => Promise<number>;

/** Why a command is ended when nobody reads its output any more; that is no failure. */
export class BrokenPipe extends Error {
  override readonly name: string = 'BrokenPipe';
}

/** The process's own streams, folders and environment. */
export function processIo(signal: AbortSignal = new AbortController().signal): CommandIo {
  const { data: dataFolder, config: configFolder } = envPaths('madeleine', { suffix: '' });
  return {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    signal,
    environment: process.env,
    workingFolder: process.cwd(),
    homeFolder: homedir(),
    userName: accountName(),
    dataFolder,
    configFolder,
  };
}

/** An account without an entry in the system's list, as in a container, is called after its home. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return basename(homedir()) || 'user';
  }
}
