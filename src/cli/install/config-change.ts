/**
 * A change of one configuration file: what it holds, what it would hold, and how it gets there. Owns that nothing
 * is written unless the new text says exactly the old data with the change, that a copy of the old file is kept,
 * and that a file is whole at every moment.
 */
import { constants } from 'node:fs';
import { copyFile, mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { InvalidArgumentError } from '../../index.ts';
import { configTexts } from './config-syntax.ts';
import type { ConfigText, ValuePath } from './config-text.ts';
import type { ConfigSyntax } from './host.ts';
import { isTable, valueAt, withValue } from './value-path.ts';

/** A value to set at a path; undefined takes out what is there. */
export interface ConfigEdit {
  readonly path: ValuePath;
  readonly value: unknown;
}

/** What is to become of one file. */
export interface ConfigChange {
  readonly file: string;
  /** Undefined where there is no file yet. */
  readonly before: string | undefined;
  /** Undefined where nothing would be left in the file. */
  readonly after: string | undefined;
}

/**
 * Reads a file and works out its change.
 *
 * @param edits - what to change, from the data that the file holds.
 * @throws {InvalidArgumentError} when the file is damaged or cannot be changed without touching something else.
 */
export async function planChange(
  operation: string,
  file: string,
  syntax: ConfigSyntax,
  edits: (data: Readonly<Record<string, unknown>>) => readonly ConfigEdit[],
): Promise<ConfigChange> {
  const format = configTexts[syntax];
  const before = await readIfThere(file);
  const refuse = (rule: string, cause?: unknown): never => {
    const message = `${operation}: ${JSON.stringify(file)} ${rule}; nothing was changed. Change it by hand and call again.`;
    throw new InvalidArgumentError('INVALID_ARGUMENT', message, { details: { file }, cause });
  };
  let text = before ?? '';
  try {
    for (const edit of edits(dataOf(format, text))) text = edited(format, text, edit);
  } catch (cause) {
    if (cause instanceof InvalidArgumentError) throw cause;
    const [reason] = String(cause instanceof Error ? cause.message : cause).split('\n');
    refuse(`must be ${format.name} that can be changed, got: ${reason}`, cause);
  }
  if (text === (before ?? '')) return { file, before, after: before };
  const isEmpty = Object.keys(dataOf(format, text)).length === 0 && !/#|\/[/*]/.test(text);
  return { file, before, after: isEmpty ? undefined : text };
}

/** Whether a change changes anything. */
export function isChange({ before, after }: ConfigChange): boolean {
  return before !== after;
}

/**
 * Makes a change.
 *
 * @param now - names the copy that is kept of the old file, beside it.
 * @returns the copy, where there was a file.
 */
export async function makeChange({ file, before, after }: ConfigChange, now: Date): Promise<string | undefined> {
  // A settings file may be a link into a folder of its own: what it points to is changed, not the link.
  const target = before === undefined ? file : await realpath(file);
  const stamp = now.toISOString().replace(/[:.]/g, '-');
  const backup = before === undefined ? undefined : `${target}.madeleine-backup-${stamp}`;
  if (backup !== undefined) await copyFile(target, backup, constants.COPYFILE_EXCL);
  if (after === undefined) {
    await rm(target, { force: true });
    return backup;
  }
  await mkdir(dirname(target), { recursive: true });
  const mode = before === undefined ? 0o600 : (await stat(target)).mode & 0o777;
  const fresh = `${target}.madeleine-new`;
  await writeFile(fresh, after, { mode });
  await rename(fresh, target);
  return backup;
}

/** The text with one edit, and with nothing else changed. */
function edited(format: ConfigText, text: string, { path, value }: ConfigEdit): string {
  if (isDeepStrictEqual(valueAt(format.read(text), path), value)) return text;
  const after = format.write(text, path, value);
  const expected = withValue(format.read(text), path, value);
  // An empty table may be left where one was written down: for what is meant that is the same.
  const found = [format.read(after), ...(value === undefined ? [withValue(format.read(after), path, value)] : [])];
  if (!found.some((data) => isDeepStrictEqual(data, expected))) {
    throw new Error(`"${path.join('.')}" is written in an unusual way`);
  }
  return after;
}

function dataOf(format: ConfigText, text: string): Readonly<Record<string, unknown>> {
  const data = format.read(text);
  if (!isTable(data) || Array.isArray(data)) throw new Error('no table at the top');
  return data;
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw cause;
  }
}
