/**
 * JSON, with or without comments. A change puts in, replaces or takes out one value and leaves every other character
 * as it is, so that taking out what was put in restores the text.
 */
import { findNodeAtLocation, type Node, parse, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { ConfigText, ValuePath } from './config-text.ts';
import { emptiedPath } from './value-path.ts';

const byteOrderMark = '\uFEFF';

/** JSON as its hosts read it. */
export function jsonText({ name, comments }: { readonly name: string; readonly comments: boolean }): ConfigText {
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
  const tree = parseTree(text, [], { allowTrailingComma: true }) as Node;
  const found = findNodeAtLocation(tree, [...path]);
  if (found !== undefined) {
    const written = valueText(text, value, indentAt(text, found.offset));
    return spliced(text, found.offset, found.offset + found.length, written);
  }
  const depth = path.findLastIndex((_, place) => findNodeAtLocation(tree, path.slice(0, place)) !== undefined);
  const holder = findNodeAtLocation(tree, path.slice(0, depth)) as Node;
  const nested = path.slice(depth + 1).reduceRight<unknown>((inner, key) => wrapped(key, inner), value);
  return append(text, holder, path[depth] as string | number, nested);
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
  const tree = parseTree(text, [], { allowTrailingComma: true }) as Node;
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
