/**
 * A change of one configuration file: what it holds, what it would hold, and how it gets there. Owns that nothing
 * is written unless the new text says exactly the old data with the change, that a copy of the old file is kept,
 * and that a file is whole at every moment.
 */
import { constants } from 'node:fs';
import { copyFile, mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Node, type ParseError, findNodeAtLocation, parse, parseTree, printParseErrorCode } from 'jsonc-parser';
import { InvalidArgumentError } from '../../index.ts';
import { type ConfigText, type ValuePath, emptiedPath, isTable, tomlText, valueAt, withValue } from './config-text.ts';
import type { ConfigSyntax } from './host.ts';

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
  /** Whether it holds a secret afterwards, so that nobody else may read it. @default false */
  readonly isSecret?: boolean;
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

/** What a file holds; undefined where there is none, or none that can be read. */
export async function readConfig(
  file: string,
  syntax: ConfigSyntax,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    const text = await readIfThere(file);
    return text === undefined ? undefined : dataOf(configTexts[syntax], text);
  } catch {
    return undefined;
  }
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
export async function makeChange(
  { file, before, after, isSecret = false }: ConfigChange,
  now: Date,
): Promise<string | undefined> {
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
  const mode = before === undefined || isSecret ? 0o600 : (await stat(target)).mode & 0o777;
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

// JSON, with or without comments. A change puts in, replaces or takes out one value and leaves every other character
// as it is, so that taking out what was put in restores the text.

const byteOrderMark = '\uFEFF';

/** JSON as its hosts read it. */
function jsonText({ name, comments }: { readonly name: string; readonly comments: boolean }): ConfigText {
  const read = (text: string): unknown => readJson(text, comments);
  return {
    name,
    read,
    write: (text, path, value) => {
      const mark = text.startsWith(byteOrderMark) ? byteOrderMark : '';
      const bare = text.trim() === mark ? '{\n}\n' : text.slice(mark.length);
      const whole = value === undefined ? emptiedPath(read(text), path) : path;
      return mark + (value === undefined ? cut(bare, whole) : put(bare, whole, value));
    },
  };
}

function readJson(text: string, comments: boolean): unknown {
  const bare = text.replace(byteOrderMark, '');
  if (bare.trim() === '') return {};
  const errors: ParseError[] = [];
  const data: unknown = parse(bare, errors, { disallowComments: !comments, allowTrailingComma: comments });
  const [first] = errors;
  if (first === undefined) return data;
  const line = bare.slice(0, first.offset).split('\n').length;
  throw new SyntaxError(`${printParseErrorCode(first.error)} in line ${line}`);
}

function put(text: string, path: ValuePath, value: unknown): string {
  const tree = parseTree(text, [], { allowTrailingComma: true })!;
  const found = findNodeAtLocation(tree, [...path]);
  if (found !== undefined) {
    const written = valueText(text, value, indentAt(text, found.offset));
    return spliced(text, found.offset, found.offset + found.length, written);
  }
  const depth = path.findLastIndex((_, place) => findNodeAtLocation(tree, path.slice(0, place)) !== undefined);
  const holder = findNodeAtLocation(tree, path.slice(0, depth))!;
  const nested = path.slice(depth + 1).reduceRight<unknown>((inner, key) => wrapped(key, inner), value);
  return append(text, holder, path[depth]!, nested);
}

/** Puts a value behind the last one of a table or list, on a line of its own where the others have theirs. */
function append(text: string, holder: Node, key: string | number, value: unknown): string {
  const end = holder.offset + holder.length - 1;
  const [first, last] = [holder.children?.[0], holder.children?.at(-1)];
  const name = typeof key === 'string' ? `${JSON.stringify(key)}: ` : '';
  const isOneLine = last !== undefined && !text.slice(holder.offset, last.offset).includes('\n');
  if (isOneLine) return spliced(text, endOf(last), endOf(last), `,${name}${JSON.stringify(value)}`);
  const outer = indentAt(text, holder.offset);
  const indent = first === undefined ? outer + unitOf(text) : indentAt(text, first.offset);
  const line = `${lineEnd(text)}${indent}${name}${valueText(text, value, indent)}`;
  if (last === undefined) return spliced(text, holder.offset + 1, end, `${line}${lineEnd(text)}${outer}`);
  const place = holder.offset + text.slice(holder.offset, end).trimEnd().length;
  const hasComma = commaBehind(text, last) !== undefined;
  const appended = spliced(text, place, place, hasComma ? `${line},` : line);
  return hasComma ? appended : spliced(appended, endOf(last), endOf(last), ',');
}

/** Takes a value out, with its name, its comma and the space before it. */
function cut(text: string, path: ValuePath): string {
  const tree = parseTree(text, [], { allowTrailingComma: true })!;
  const found = findNodeAtLocation(tree, [...path]);
  const entry = found?.parent?.type === 'property' ? found.parent : found;
  const siblings = entry?.parent?.children ?? [];
  if (entry === undefined || entry.parent === undefined) return text;
  if (siblings.length === 1) return spliced(text, entry.parent.offset + 1, endOf(entry.parent) - 1, '');
  const previous = siblings[siblings.indexOf(entry) - 1];
  const comma = commaBehind(text, entry);
  const start = text.slice(0, entry.offset).trimEnd().length;
  if (comma !== undefined) return spliced(text, start, comma + 1, '');
  const rest = spliced(text, start, endOf(entry), '');
  const before = previous === undefined ? undefined : commaBehind(text, previous);
  return before === undefined ? rest : spliced(rest, before, before + 1, '');
}

/** Where the comma behind a value stands, past space and comments. */
function commaBehind(text: string, node: Node): number | undefined {
  const [space = ''] = /^(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/.exec(text.slice(endOf(node))) ?? [];
  const place = endOf(node) + space.length;
  return text[place] === ',' ? place : undefined;
}

function valueText(text: string, value: unknown, indent: string): string {
  return JSON.stringify(value, null, unitOf(text)).replaceAll('\n', `${lineEnd(text)}${indent}`);
}

function wrapped(key: string | number, inner: unknown): unknown {
  return typeof key === 'number' ? [inner] : { [key]: inner };
}

function spliced(text: string, start: number, end: number, between: string): string {
  return text.slice(0, start) + between + text.slice(end);
}

function endOf(node: Node): number {
  return node.offset + node.length;
}

/** The space at the beginning of the line of a place. */
function indentAt(text: string, place: number): string {
  const [indent = ''] = /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', place - 1) + 1)) ?? [];
  return indent;
}

/** One step of indentation: that of the first line that has one. */
function unitOf(text: string): string {
  return /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
}

function lineEnd(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

/** How each syntax is read and written. */
export const configTexts: Readonly<Record<ConfigSyntax, ConfigText>> = {
  json: jsonText({ name: 'JSON', comments: false }),
  jsonc: jsonText({ name: 'JSON with comments', comments: true }),
  toml: tomlText,
};
