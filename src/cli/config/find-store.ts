/**
 * Where the store lies that a command line means, and what that is told from. Loads nothing of the engine and no table of
 * settings: a command that only asks a hub comes by here alone. Whether the settings are right is not looked at.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** The environment of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What the configuration is resolved from. */
export interface ConfigSurroundings {
  readonly environment: Environment;
  readonly workingFolder: string;
  readonly homeFolder: string;
  /** The user's configuration folder, read when the working folder has no file. */
  readonly configFolder: string;
  /** The user's data folder, where the memory lies by default. */
  readonly dataFolder: string;
}

/** The name of the file. */
export const configFileName = 'madeleine.toml';

/** The variable of the environment that sets a setting. */
export function environmentName(key: string): string {
  return `MADELEINE_${key.replaceAll('.', '__').toUpperCase()}`;
}

/** Where the store lies if nothing says so. */
export function defaultPlace({ dataFolder }: Pick<ConfigSurroundings, 'dataFolder'>): string {
  return join(dataFolder, 'memory');
}

/** Whether a memory lies at an address, and not in a folder. */
export function isAddress(at: string): boolean {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(at);
}

/** A folder in full; the address of a server as it is. */
export function fullPlace(at: string, base: string, home: string): string {
  if (isAddress(at)) return at;
  return resolve(base, at === '~' || at.startsWith('~/') ? join(home, at.slice(1)) : at);
}

/** A configuration file as it is written. */
interface WrittenConfig {
  /** The folder that it lies in: what relative folders in it are relative to. */
  readonly folder: string;
  readonly path: string;
  readonly text: string;
}

/**
 * The configuration file in force: the one in the working folder, else the one in the user's configuration folder.
 *
 * @param refuse - throws for a file that cannot be read.
 */
export function readConfigText(
  { workingFolder, configFolder }: ConfigSurroundings,
  refuse: (path: string, cause: NodeJS.ErrnoException) => never,
): WrittenConfig | undefined {
  for (const folder of [workingFolder, configFolder]) {
    const path = join(folder, configFileName);
    try {
      return { folder, path, text: readFileSync(path, 'utf8') };
    } catch (thrown) {
      const cause = thrown as NodeJS.ErrnoException;
      if (cause.code !== 'ENOENT' && cause.code !== 'ENOTDIR') refuse(path, cause);
    }
  }
  return undefined;
}

/**
 * The folder of the store that a command line means; undefined for a store on a server, and where its settings tell none.
 *
 * @param args - the arguments after the program's name.
 */
export async function findStore(
  args: readonly string[],
  surroundings: ConfigSurroundings,
): Promise<string | undefined> {
  const { environment, homeFolder, workingFolder } = surroundings;
  try {
    const { values } = parseArgs({ args: [...args], options: { at: { type: 'string' } }, strict: false });
    const given = values.at ?? (environment[environmentName('at')] || undefined);
    if (given !== undefined) return folderOf(given, workingFolder, homeFolder);
    const file = readConfigText(surroundings, (_, cause) => {
      throw cause;
    });
    if (file === undefined) return defaultPlace(surroundings);
    const { parse } = await import('smol-toml');
    const { at = defaultPlace(surroundings) } = parse(file.text);
    return folderOf(at, file.folder, homeFolder);
  } catch {
    return undefined;
  }
}

function folderOf(at: unknown, base: string, home: string): string | undefined {
  return typeof at === 'string' && !isAddress(at) ? fullPlace(at, base, home) : undefined;
}
