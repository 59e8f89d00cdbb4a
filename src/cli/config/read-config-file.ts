/** Reads madeleine.toml: the one in the working folder, else the one in the user's configuration folder. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse, type TomlTable } from 'smol-toml';
import { InvalidArgumentError } from '../../index.ts';
import { unknownSetting } from './config-error.ts';
import { settings } from './settings.ts';

/** The name of the file. */
export const configFileName = 'madeleine.toml';

/** What a file sets, by key, not yet checked. */
export interface ConfigFile {
  readonly path: string;
  /** What relative folders in it are relative to. */
  readonly folder: string;
  readonly values: ReadonlyMap<string, unknown>;
}

/**
 * The first of these folders' files that exists.
 *
 * @throws {InvalidArgumentError} CONFIG_INVALID when it cannot be read, is no TOML, or has an unknown key.
 */
export function readConfigFile(folders: readonly string[]): ConfigFile | undefined {
  for (const folder of folders) {
    const path = join(folder, configFileName);
    const text = readIfThere(path);
    if (text !== undefined) return { path, folder: dirname(path), values: readToml(text, path) };
  }
  return undefined;
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new InvalidArgumentError('CONFIG_INVALID', `config: "${path}" must be a readable file (${code}).`, { cause });
  }
}

function readToml(text: string, path: string): ReadonlyMap<string, unknown> {
  let table: TomlTable;
  try {
    table = parse(text);
  } catch (cause) {
    const [reason] = String(cause instanceof Error ? cause.message : cause).split('\n');
    throw new InvalidArgumentError('CONFIG_INVALID', `config: "${path}" must be TOML: ${reason}.`, { cause });
  }
  const known = settings.map((setting) => setting.key);
  const sections = new Set(known.flatMap(sectionsOf));
  const values = new Map(flattened(table, '', sections));
  for (const key of values.keys()) {
    if (!known.some((name) => name === key)) throw unknownSetting(key, path, [...known, ...sections]);
  }
  return values;
}

/** The sections that a key lies in: `a` and `a.b` for `a.b.c`. */
function sectionsOf(key: string): readonly string[] {
  const parts = key.split('.');
  return parts.slice(1).map((_, inner) => parts.slice(0, inner + 1).join('.'));
}

/** Every value of a table under its whole key, as far down as there are sections. */
function* flattened(
  table: Record<string, unknown>,
  prefix: string,
  sections: ReadonlySet<string>,
): Generator<readonly [string, unknown]> {
  for (const [name, value] of Object.entries(table)) {
    const key = `${prefix}${name}`;
    const inner = sections.has(key) ? asTable(value) : undefined;
    if (inner === undefined) yield [key, value];
    else yield* flattened(inner, `${key}.`, sections);
  }
}

function asTable(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
    ? (value as Record<string, unknown>)
    : undefined;
}
