/**
 * What is refused of an argument before anything looks into it: nesting without end, more values
 * than any call takes, and keys that would come back from the engine as an object's prototype.
 */
import { InvalidArgumentError } from './errors.ts';

/** The deepest nesting of an argument. */
export const maxDepth = 64;
/** The most values in an argument, at all depths together: far above what any call takes, far below what takes long. */
export const maxValues = 1_000_000;

const forbiddenKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Walks through an argument as far as it is plain data.
 *
 * @throws {InvalidArgumentError} for what is nested too deep, contains itself, is too large or has a forbidden key.
 */
export function checkShape(operation: string, value: unknown): void {
  new ShapeCheck(operation).visit(value, [], 0);
}

class ShapeCheck {
  readonly #operation: string;
  readonly #around = new Set<object>();
  #values = 0;

  constructor(operation: string) {
    this.#operation = operation;
  }

  visit(value: unknown, path: readonly PropertyKey[], depth: number): void {
    if (value === null || typeof value !== 'object') return;
    if (Array.isArray(value)) this.#visitAll(value, value.length, value.entries(), path, depth);
    else if (isPlain(value)) {
      const keys = Object.keys(value);
      for (const key of keys) {
        if (forbiddenKeys.has(key)) throw this.#refusal([...path, key], 'is a key that is not allowed; rename it');
      }
      this.#visitAll(value, keys.length, Object.entries(value), path, depth);
    }
  }

  #visitAll(
    value: object,
    count: number,
    entries: Iterable<readonly [PropertyKey, unknown]>,
    path: readonly PropertyKey[],
    depth: number,
  ): void {
    this.#values += count;
    if (this.#values > maxValues) {
      throw this.#refusal([], `must hold at most ${maxValues.toLocaleString('en')} values in all; pass fewer`);
    }
    if (depth > maxDepth) throw this.#refusal(path, `must not nest deeper than ${maxDepth} levels; flatten it`);
    if (this.#around.has(value)) throw this.#refusal(path, 'must not contain itself; pass a tree');
    this.#around.add(value);
    for (const [key, inner] of entries) {
      if (inner !== null && typeof inner === 'object') this.visit(inner, [...path, key], depth + 1);
    }
    this.#around.delete(value);
  }

  #refusal(path: readonly PropertyKey[], rule: string): InvalidArgumentError {
    const option = pathText(path);
    const subject = option === '' ? 'the options' : `"${option.length <= 80 ? option : `${option.slice(0, 80)}…`}"`;
    return new InvalidArgumentError('INVALID_ARGUMENT', `${this.#operation}: ${subject} ${rule}.`, {
      details: { option, rule },
    });
  }
}

/** A path as callers write it: `observations[3].mood.valence`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text === '' ? String(key) : `${text}.${String(key)}`),
    '',
  );
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
