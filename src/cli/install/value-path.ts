/** Values within parsed configuration, by their path. */
import type { ValuePath } from './config-text.ts';

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
