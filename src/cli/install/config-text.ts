/** Values within parsed configuration, by their path. */
import { parse, stringify } from 'smol-toml';

/** The value at a path, or undefined. */
export function valueAt(data: unknown, path: ValuePath): unknown {
  return path.reduce<unknown>((inner, key) => (isTable(inner) ? inner[key as string] : undefined), data);
}

/** The path, or the one above it that holds nothing else: what is to go when the value goes. */
export function emptiedPath(data: unknown, path: ValuePath): ValuePath {
  const above = path.slice(0, -1);
  const holder = valueAt(data, above);
  return above.length > 0 && isTable(holder) && Object.keys(holder).length <= 1 ? emptiedPath(data, above) : path;
}

/** A copy with the value set at a path, made where there is none; undefined takes it out as {@link emptiedPath} says. */
export function withValue(data: unknown, path: ValuePath, value: unknown): unknown {
  return value === undefined ? without(data, emptiedPath(data, path)) : replaced(data, path, value);
}

/** Whether a value has values by key: a table or a list. */
export function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !(value instanceof Date);
}

function replaced(data: unknown, [key, ...rest]: ValuePath, value: unknown): unknown {
  if (key === undefined) return value;
  if (typeof key === 'number') {
    const list: readonly unknown[] = Array.isArray(data) ? data : [];
    return list.toSpliced(key, 1, replaced(list[key], rest, value));
  }
  const table = isTable(data) ? data : {};
  return { ...table, [key]: replaced(table[key], rest, value) };
}

function without(data: unknown, path: ValuePath): unknown {
  const [key, ...rest] = path;
  if (key === undefined || !isTable(data)) return data;
  if (rest.length > 0) return key in data ? replaced(data, [key], without(data[key as string], rest)) : data;
  if (Array.isArray(data)) return data.filter((_, place) => place !== key);
  return Object.fromEntries(Object.entries(data).filter(([name]) => name !== key));
}

/** The way to a value: names of tables and places in lists. */
export type ValuePath = readonly (string | number)[];

/** One way of writing configuration. */
export interface ConfigText {
  /** What an error calls it. */
  readonly name: string;
  /** The data of a text. @throws when the text is damaged. */
  readonly read: (text: string) => unknown;
  /** The text with a value set, made where there is none; undefined takes it out, and what is left empty above it. */
  readonly write: (text: string, path: ValuePath, value: unknown) => string;
}

/** TOML as Codex reads it. */
export const tomlText: ConfigText = {
  name: 'TOML',
  // Plain tables, as they compare with those of a change.
  read: (text) => JSON.parse(JSON.stringify(parse(text))) as unknown,
  write: writeTable,
};

function writeTable(text: string, path: ValuePath, value: unknown): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  // A key outside all tables stands before them.
  if (value !== undefined && !isTable(value)) return tableLines(path, value).join(eol) + eol + text;
  const lines = text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
  const [start, end] = linesOf(lines, path.join('.'));
  const table = value === undefined ? [] : tableLines(path, value);
  if (start !== undefined) lines.splice(start, end - start, ...table);
  else if (table.length > 0) lines.push(...(lines.length > 0 ? [''] : []), ...table);
  // Taken from the end, the table takes the empty line with it that was put before it.
  if (value === undefined && start === lines.length && lines.at(-1) === '') lines.pop();
  return lines.map((line) => line + eol).join('');
}

/** The lines of a table with those below it, from its heading to its last value: comments behind it belong to what follows. */
function linesOf(lines: readonly string[], name: string): readonly [number | undefined, number] {
  const heading = new RegExp(`^\\s*\\[${name.replaceAll('.', '\\.')}(\\..*)?\\]\\s*(#.*)?$`);
  const start = lines.findIndex((line) => heading.test(line));
  if (start < 0) return [undefined, 0];
  let next = start + 1;
  while (next < lines.length && (heading.test(lines[next]!) || !/^\s*\[/.test(lines[next]!))) next += 1;
  while (/^\s*(#.*)?$/.test(lines[next - 1]!)) next -= 1;
  return [start, next];
}

function tableLines(path: ValuePath, value: unknown): readonly string[] {
  const nested = path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
  return stringify(nested).trimEnd().split('\n');
}
