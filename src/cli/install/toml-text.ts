/**
 * TOML, changed by whole tables: a table is put at the end or over the lines of the one that stands there, so that
 * every other line stays as it is, comments too. Tables that are written in another way (inline, by dotted keys)
 * are not understood here; the check of the whole file after a change finds that out.
 */
import { parse, stringify } from 'smol-toml';
import type { ConfigText, ValuePath } from './config-text.ts';

/** TOML as Codex reads it. */
export const tomlText: ConfigText = {
  name: 'TOML',
  // Plain tables, as they compare with those of a change.
  read: (text) => JSON.parse(JSON.stringify(parse(text))) as unknown,
  write: writeTable,
};

function writeTable(text: string, path: ValuePath, value: unknown): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
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
