/**
 * Lets the hub of a store run a command line where one is warm: its process has loaded what the command line consists of,
 * which takes several times as long as the command. The hub says whether it runs it, and the process of the command does
 * so itself otherwise. Loads nothing of the engine and no other part of the command line.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { NewId } from '../../index.ts';
import type { CommandIo, TextOutput } from '../command-io.ts';
import { findStore } from '../config/find-store.ts';
import { findHub, shortRequest } from './find-hub.ts';
import { readOwnerToken } from './hub-note.ts';

/** Where a hub takes command lines. */
export const commandPath = '/v1/commands';

/** A command line, and what a hub has to know of the process that it was typed for. */
export interface AskedCommand
  extends Omit<CommandIo, 'stdin' | 'stdout' | 'stderr' | 'signal' | 'beforeAction' | 'newId'> {
  /** After the program's name. */
  readonly args: readonly string[];
  /** The first key of what it writes: once it is written, it is so whoever runs the command again. */
  readonly key: string;
  readonly stdout: Screen;
  readonly stderr: Screen;
}

/** What is known of an output, to lay out for it. */
export type Screen = Required<Pick<TextOutput, 'isTTY'>> & Pick<TextOutput, 'columns'>;

/** What became of a command at a hub: nothing where it leaves the command to the process that asked. */
export interface HeardCommand {
  readonly ran?: {
    readonly exitCode: number;
    /** In the order in which it was written. */
    readonly written: readonly (readonly ['stdout' | 'stderr', string])[];
  };
}

/** Makes new keys, of which the first is given. */
export function keysFrom(first: string): NewId {
  const given = [first];
  return () => given.pop() ?? randomUUID();
}

/**
 * Has a command run by the hub of its store.
 *
 * @param args - the arguments after the program's name.
 * @returns its exit code; or with what this process is to run it, where no hub has.
 */
export async function askHub(args: readonly string[], io: CommandIo): Promise<number | Pick<CommandIo, 'newId'>> {
  const folder = await findStore(args, io);
  const hub = folder === undefined ? undefined : await findHub(folder);
  if (folder === undefined || hub === undefined || hub.version !== ownVersion()) return {};
  const key = randomUUID();
  try {
    const authorization = `Bearer ${await readOwnerToken(folder)}`;
    const body = JSON.stringify(askedCommand(args, io, key));
    const { signal } = io;
    const init = { method: 'POST', headers: { authorization }, body, signal };
    const answer = await shortRequest(new URL(commandPath, hub.url), init);
    const { ran }: HeardCommand = JSON.parse(await answer.text());
    if (ran === undefined) return { newId: keysFrom(key) };
    for (const [stream, text] of ran.written) io[stream].write(text);
    return ran.exitCode;
  } catch {
    // Whether it was carried out is not known.
    return { newId: keysFrom(key) };
  }
}

/** The version of this package, from where the library has it too: to ask the library would load all of it. */
function ownVersion(): unknown {
  const manifest = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  const { version }: { readonly version?: unknown } = JSON.parse(manifest);
  return version;
}

/** Settings and colours stand in the environment. What else is there is no business of a hub's. */
const toldVariable = /^MADELEINE_|^(NO|FORCE)_COLOR$/;

function askedCommand(args: readonly string[], io: CommandIo, key: string): AskedCommand {
  const { environment, workingFolder, homeFolder, dataFolder, configFolder, userName } = io;
  const told = Object.entries(environment).filter(([name]) => toldVariable.test(name));
  const folders = { workingFolder, homeFolder, dataFolder, configFolder };
  const outputs = { stdout: screenOf(io.stdout), stderr: screenOf(io.stderr) };
  return { args, key, environment: Object.fromEntries(told), ...folders, userName, ...outputs };
}

function screenOf({ isTTY = false, columns }: TextOutput): Screen {
  return { isTTY, ...(columns === undefined ? {} : { columns }) };
}
