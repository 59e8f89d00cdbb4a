/**
 * The rules for what may come in, at every public call. Owns the primitives and how a broken
 * rule is put into words; which verb takes what stands with the verb.
 */
import { z } from 'zod';
import { InvalidArgumentError } from './errors.ts';
import type { Domain } from './records.ts';

/** The longest content of a memory, in UTF-16 code units. */
export const maxContentLength = 100_000;
/** The longest id or name of an agent, session or source, in UTF-8 bytes. */
export const maxIdBytes = 256;
/** The deepest nesting of an argument. */
export const maxDepth = 64;

const forbiddenKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Free text: lone surrogates are replaced, blank text is refused. */
export function text(max: number): z.ZodType<string, string> {
  return z
    .string({ error: 'must be a string' })
    .refine((value) => value.trim().length > 0, { error: 'must not be blank', abort: true })
    .refine((value) => value.length <= max, {
      error: `must be 1-${max.toLocaleString('en')} characters`,
    })
    .transform((value) => value.toWellFormed());
}

/** An id or a name by which records are found: well-formed, without control characters, 1-256 bytes. */
export function identifier(): z.ZodType<string, string> {
  return z
    .string({ error: 'must be a string' })
    .refine((value) => value.trim().length > 0, { error: 'must not be blank', abort: true })
    .refine((value) => value.isWellFormed(), {
      error: 'must be well-formed Unicode (it has a lone surrogate)',
      abort: true,
    })
    .refine((value) => !hasControlCharacter(value), { error: 'must not contain control characters', abort: true })
    .refine((value) => Buffer.byteLength(value) <= maxIdBytes, { error: `must be at most ${maxIdBytes} bytes` });
}

/** A finite number in a closed range. */
export function numberIn(min: number, max: number): z.ZodType<number, number> {
  const rule = `must be ${min}-${max}`;
  return z.number({ error: rule }).min(min, { error: rule }).max(max, { error: rule });
}

/** A whole number in a closed range. */
export function integerIn(min: number, max: number): z.ZodType<number, number> {
  const rule = `must be a whole number, ${min}-${max}`;
  return z.int({ error: rule }).min(min, { error: rule }).max(max, { error: rule });
}

/** One of a closed list. */
export function oneOf<const T extends readonly string[]>(values: T): z.ZodType<T[number], T[number]> {
  return z.enum(values, { error: `must be one of ${values.join(', ')}` }) as unknown as z.ZodType<T[number], T[number]>;
}

/** A `Date`, or an ISO 8601 string; years 1 to 9999. */
export const date: z.ZodType<Date, Date | string> = z
  .union([z.date(), z.string()], { error: 'must be a Date or an ISO 8601 string' })
  .transform((value, context) => {
    const parsed = typeof value === 'string' ? parseIso(value) : value;
    if (parsed !== undefined && Number.isFinite(parsed.getTime()) && inYears(parsed)) return parsed;
    context.addIssue({ code: 'custom', message: 'must be a valid date between the years 1 and 9999', input: value });
    return z.NEVER;
  });

/** The area of life that a memory belongs to. */
export const domainName: z.ZodType<Domain, Domain> = z
  .string({ error: 'must be a domain' })
  .regex(/^(work|personal|learning|reference|system|project:\S.{0,199})$/u, {
    error: 'must be work, personal, learning, reference, system or project:NAME',
  }) as unknown as z.ZodType<Domain, Domain>;

/** An optional abort signal. */
export const signal: z.ZodType<AbortSignal | undefined, AbortSignal | undefined> = z
  .instanceof(AbortSignal, { error: 'must be an AbortSignal' })
  .optional();

/** Options whose rules are checked: what may be given as a text or a date has become a date. */
export type Checked<T> = {
  [K in keyof T]: undefined extends T[K] ? CheckedValue<T[K]> | undefined : CheckedValue<T[K]>;
};
type CheckedValue<V> = Date extends V ? Exclude<V, string> : V;

/** `undefined` and the absence of a key mean the same to callers; this drops the former. */
type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/**
 * Checks `value` against `schema` and answers it without its `undefined` keys.
 *
 * @throws {InvalidArgumentError} naming the operation, the option, the rule, what was received and the remedy.
 */
export function checked<Output>(operation: string, schema: z.ZodType<Output>, value: unknown): Defined<Output> {
  checkShape(operation, value, '', 0);
  const result = schema.safeParse(value);
  if (result.success) return withoutUndefined(result.data);
  const issue = result.error.issues[0];
  if (issue === undefined)
    throw new InvalidArgumentError('INVALID_ARGUMENT', `${operation}: the options are not valid.`);
  throw asInvalidArgument(operation, issue, value);
}

function asInvalidArgument(operation: string, issue: z.core.$ZodIssue, value: unknown): InvalidArgumentError {
  const at = pathText(issue.path);
  if (issue.code === 'unrecognized_keys') {
    const key = issue.keys[0] ?? '';
    const option = at === '' ? key : `${at}.${key}`;
    return new InvalidArgumentError('INVALID_ARGUMENT', `${operation}: unknown option "${option}"; leave it out.`, {
      details: { option },
    });
  }
  const received = issue.path.reduce<unknown>(
    (inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key],
    value,
  );
  const inner = issue.code === 'invalid_union' ? deepest(issue, received) : undefined;
  if (inner !== undefined)
    return asInvalidArgument(operation, { ...inner, path: [...issue.path, ...inner.path] }, value);
  const subject = at === '' ? 'the options' : `"${at}"`;
  const rule = received === undefined && issue.code === 'invalid_type' ? 'is required' : ruleOf(issue);
  return new InvalidArgumentError('INVALID_ARGUMENT', `${operation}: ${subject} ${rule}, got ${shown(received)}.`, {
    details: { option: at, rule, received: shown(received) },
  });
}

/** Of a choice between forms, what is wrong within the form that was meant: an object was meant as an object. */
function deepest(issue: z.core.$ZodIssueInvalidUnion, received: unknown): z.core.$ZodIssue | undefined {
  if (received === null || typeof received !== 'object') return undefined;
  return issue.errors.flat().find((candidate) => candidate.path.length > 0 || candidate.code === 'unrecognized_keys');
}

function ruleOf(issue: z.core.$ZodIssue): string {
  return issue.code === 'invalid_type' && issue.message.startsWith('Invalid input')
    ? `must be of type ${issue.expected}`
    : issue.message;
}

/** Nesting, and the keys that would come back from the engine as an object's prototype. */
function checkShape(operation: string, value: unknown, at: string, depth: number): void {
  if (value === null || typeof value !== 'object' || !isPlain(value)) return;
  if (depth > maxDepth) {
    throw new InvalidArgumentError(
      'INVALID_ARGUMENT',
      `${operation}: "${at.slice(0, 80)}…" nests deeper than ${maxDepth} levels; flatten it.`,
    );
  }
  for (const key of Object.keys(value)) {
    const inner = at === '' ? key : `${at}.${key}`;
    if (forbiddenKeys.has(key)) {
      throw new InvalidArgumentError(
        'INVALID_ARGUMENT',
        `${operation}: the key "${inner}" is not allowed; rename it.`,
        { details: { option: inner } },
      );
    }
    checkShape(operation, (value as Record<string, unknown>)[key], inner, depth + 1);
  }
}

function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function withoutUndefined<T>(value: T): Defined<T> {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value as Defined<T>;
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined)) as Defined<T>;
}

function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text === '' ? String(key) : `${text}.${String(key)}`),
    '',
  );
}

function parseIso(value: string): Date | undefined {
  return /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/.test(value)
    ? new Date(value)
    : undefined;
}

function inYears(value: Date): boolean {
  const year = value.getUTCFullYear();
  return year >= 1 && year <= 9999;
}

function hasControlCharacter(value: string): boolean {
  return /\p{Cc}/u.test(value);
}

/** A value as an error message shows it: short, quoted, on one line. */
function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') {
    if (value.length <= 60) return JSON.stringify(value);
    return `${JSON.stringify(`${value.slice(0, 40)}…`)} (${value.length.toLocaleString('en')} characters)`;
  }
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint' || value === null)
    return String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'an invalid date' : value.toISOString();
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return `a value of type ${typeof value}`;
}
