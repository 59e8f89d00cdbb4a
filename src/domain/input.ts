/**
 * The rules for what may come in, at every public call. Owns the primitives; which verb takes what
 * stands with the verb, and how a broken rule is put into words in `input-refusal.ts`.
 */
import { z } from 'zod';
import { InvalidArgumentError } from './errors.ts';
import { nearest } from './values.ts';
import type { Domain } from './vocabulary.ts';

/** Reads dates as ISO 8601 writes them. Stricter than `new Date(text)`: a day that no month has is no date. */
const pattern = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})?)?$/;
const minuteMs = 60_000;

/**
 * The moment that a text names, or undefined when it names none. A time without an offset is UTC
 * and so is a day without a time (midnight), whatever the machine's time zone. Fractions of a
 * second count to the millisecond.
 */
export function parseIsoDate(text: string): Date | undefined {
  const parts = pattern.exec(text);
  if (parts === null) return undefined;
  const numbers = parts.slice(1, 7).map((part) => Number(part ?? 0));
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = numbers;
  const offset = offsetMinutes(parts[8]);
  if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59 || offset === undefined) {
    return undefined;
  }
  // Not the constructor, which takes the years 0-99 for 1900-1999.
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCDate() !== day) return undefined;
  date.setUTCHours(hour, minute, second, Number((parts[7] ?? '').slice(0, 3).padEnd(3, '0')));
  return new Date(date.getTime() - offset * minuteMs);
}

function offsetMinutes(text: string | undefined): number | undefined {
  if (text === undefined || text === 'Z') return 0;
  const hours = Number(text.slice(1, 3));
  const minutes = Number(text.slice(-2));
  if (hours > 23 || minutes > 59) return undefined;
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

/** The longest content of a memory, in UTF-16 code units. */
export const maxContentLength = 100_000;
/** The largest number of a believer's tags on one memory. */
export const maxTags = 32;
/** The largest metadata of a believer on one memory, as JSON text. */
export const maxMetadataLength = 16_384;
/** The longest id or name of an agent, session or source, in UTF-8 bytes. */
export const maxIdBytes = 256;

/** Free text as it was given, lone surrogates too; blank text is refused. */
export function rawText(max: number): z.ZodType<string, string> {
  return boundedString(max).transform((value, context) => {
    if (value.length > max)
      return refuse(context, value, `must be 1-${withCommas(max)} characters`, withCommas(value.length));
    return value.trim() === '' ? refuse(context, value, 'must not be blank') : value;
  });
}

/** Free text: lone surrogates are replaced, blank text is refused. */
export function text(max: number): z.ZodType<string, string> {
  return rawText(max).transform((value) => value.toWellFormed());
}

/** A secret, which no message shows; 1 to `max` characters. */
export function secret(max: number): z.ZodType<string, string> {
  return z.unknown().transform((value, context) => {
    if (typeof value !== 'string') return refuse(context, value, 'must be a string', `a ${typeof value}`);
    if (value.length >= 1 && value.length <= max) return value;
    return refuse(context, value, `must be 1-${withCommas(max)} characters`, withCommas(value.length));
  }) as unknown as z.ZodType<string, string>;
}

/** An id or a name by which records are found: well-formed, without control characters, 1-256 bytes if not said otherwise. */
export function identifier(maxBytes: number = maxIdBytes): z.ZodType<string, string> {
  return boundedString(maxBytes).transform((value, context) => {
    const bytes = Buffer.byteLength(value);
    if (bytes > maxBytes) return refuse(context, value, `must be 1-${maxBytes} bytes`, withCommas(bytes));
    if (value.trim() === '') return refuse(context, value, 'must not be blank');
    if (!value.isWellFormed()) return refuse(context, value, 'must be well-formed Unicode, without lone surrogates');
    if (hasControlCharacter(value)) return refuse(context, value, 'must not contain control characters');
    return value;
  });
}

/** A key, or an id of the form `table:key` whose key is not blank. */
export function recordKey(): z.ZodType<string, string> {
  return identifier().refine((value) => !/^(observation|fact|session|entity|agent):\s*$/.test(value), {
    error: 'must have a key after its colon',
  });
}

/** A JSON object of at most `max` characters as text. */
export function jsonObject(max: number): z.ZodType<JsonObject, JsonObject> {
  const rule = `must be a JSON object of at most ${withCommas(max)} characters`;
  return z
    .record(z.string(), z.unknown(), { error: rule })
    .meta({ additionalProperties: true })
    .refine((value) => isJson(value) && JSON.stringify(value).length <= max, { error: rule });
}
/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

function isJson(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isJson);
  if (typeof value === 'object' && value !== null) return isPlain(value) && Object.values(value).every(isJson);
  return value === null || ['string', 'boolean'].includes(typeof value) || Number.isFinite(value);
}

/** A finite number in a closed range. */
export function numberIn(min: number, max: number): z.ZodType<number, number> {
  const rule = `must be ${rangeText(min, max)}`;
  return z.number({ error: rule }).min(min, { error: rule }).max(max, { error: rule });
}

/** A whole number in a closed range. */
export function integerIn(min: number, max: number): z.ZodType<number, number> {
  const rule = `must be a whole number, ${rangeText(min, max)}`;
  return z.int({ error: rule }).min(min, { error: rule }).max(max, { error: rule });
}

/** One of a closed list. */
export function oneOf<const T extends readonly string[]>(values: T): z.ZodType<T[number], T[number]> {
  return z.enum(values, { error: `must be one of ${values.join(', ')}` }) as unknown as z.ZodType<T[number], T[number]>;
}

/** True or false. */
export const flag: z.ZodType<boolean, boolean> = z.boolean({ error: 'must be true or false' });

/** A list of `min` to `max` items; `things` says what they are. Its length is checked before its items. */
export function listOf<Output, Input>(
  item: z.ZodType<Output, Input>,
  things: string,
  min: number,
  max: number,
): z.ZodType<Output[], readonly Input[]> {
  const rule = min === 0 ? `must be at most ${withCommas(max)} ${things}` : `must be ${rangeText(min, max)} ${things}`;
  const list = z.array(item, { error: `must be a list of ${things}` }).meta({ minItems: min, maxItems: max });
  return z.preprocess((value, context) => {
    const fits = !Array.isArray(value) || (value.length >= min && value.length <= max);
    return fits ? value : refuse(context, value, rule, withCommas(value.length));
  }, list) as unknown as z.ZodType<Output[], readonly Input[]>;
}

/** A `Date`, or an ISO 8601 string, UTC where it names no offset; years 1 to 9999. */
export const date: z.ZodType<Date, Date | string> = z
  .unknown()
  .meta({ type: 'string', description: 'ISO 8601, such as 2023-05-08 or 2023-05-08T13:56:00Z; UTC without an offset' })
  .transform((value, context) => {
    // An unknown value may be missing too.
    if (value === undefined) return refuse(context, value, 'is required');
    if (typeof value !== 'string' && !(value instanceof Date && !Number.isNaN(value.getTime())))
      return refuse(context, value, 'must be a Date or an ISO 8601 string');
    const parsed = typeof value === 'string' ? parseIsoDate(value) : new Date(value);
    if (parsed !== undefined && inYears(parsed)) return parsed;
    return refuse(
      context,
      value,
      'must be a date that exists, of the years 1-9999, such as 2023-05-08 or 2023-05-08T13:56:00Z',
    );
  }) as unknown as z.ZodType<Date, Date | string>;

const domainPattern = /^(work|personal|learning|reference|system|project:\S.{0,199})$/u;

/** The area of life that a memory belongs to. */
export const domainName: z.ZodType<Domain, Domain> = identifier()
  .refine((value) => domainPattern.test(value), {
    error: 'must be work, personal, learning, reference, system or project:NAME',
  })
  .meta({ pattern: domainPattern.source }) as unknown as z.ZodType<Domain, Domain>;

/** An optional abort signal. */
export const signal: z.ZodType<AbortSignal | undefined, AbortSignal | undefined> = z
  .instanceof(AbortSignal, { error: 'must be an AbortSignal' })
  .optional();

/** A rule for options of which exactly one must be given. */
export function oneOption(names: readonly string[]): (options: object, context: z.core.$RefinementCtx) => void {
  const quoted = names.map((name) => `"${name}"`);
  const rule = `must have exactly one of ${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`;
  return (options, context) => {
    const asked = quoted.filter((_, at) => Reflect.get(options, names[at]!) !== undefined);
    if (asked.length !== 1) refuse(context, options, rule, asked.join(' and ') || 'none of them');
  };
}

type GivenValues<Rules> = { readonly [K in keyof Rules]: Exclude<z.input<Rules[K]>, undefined> };
type MayBeMissing<Rules> = {
  [K in keyof Rules]: undefined extends z.input<Rules[K]> ? K : never;
}[keyof Rules];
/** An intersection as one object, so that an editor shows its fields. */
export type Flat<T> = { [K in keyof T]: T[K] };

/**
 * What a caller passes for these rules, which stand by the names of options: the type of a verb's options. The comments
 * of the rules are those of the options.
 */
export type Given<Rules> = Flat<
  Pick<GivenValues<Rules>, Exclude<keyof Rules, MayBeMissing<Rules>>> &
    Partial<Pick<GivenValues<Rules>, MayBeMissing<Rules>>>
>;

/** Options whose rules are checked: what may be given as a text or a date has become a date. */
export type Checked<T> = {
  [K in keyof T]: undefined extends T[K] ? CheckedValue<T[K]> | undefined : CheckedValue<T[K]>;
};
type CheckedValue<V> = Date extends V ? Exclude<V, string> : V;

/** An object with these fields and no others, which stands within options. */
export function objectOf<Rules extends z.ZodRawShape>(
  rules: Rules,
  error?: string,
): z.ZodType<GivenObject<Given<Rules>>, Given<Rules>> {
  // Zod infers the same object, but with `undefined` as a value of what may be missing.
  return z.strictObject(rules, error) as unknown as z.ZodType<GivenObject<Given<Rules>>, Given<Rules>>;
}
type GivenObject<T> = { [K in keyof T]: Exclude<CheckedValue<T[K]>, undefined> };

/** `undefined` and the absence of a key mean the same to callers; this drops the former. */
export type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/**
 * Checks `value` against `schema` and answers it without its `undefined` keys.
 *
 * @throws {InvalidArgumentError} naming the operation, the option, the rule, what was received and the remedy.
 */
export function checked<Output>(operation: string, schema: z.ZodType<Output>, value: unknown): Defined<Output> {
  checkShape(operation, value);
  const result = schema.safeParse(value, { error: ruleInWords });
  if (result.success) return withoutUndefined(result.data);
  throw refusal(operation, result.error, value, schema);
}

function withoutUndefined<T>(value: T): Defined<T> {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value as Defined<T>;
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined)) as Defined<T>;
}

/** Any string; how long it may be is told in JSON Schema and checked by who asks. */
function boundedString(max: number): z.ZodString {
  return z.string({ error: 'must be a string' }).meta({ minLength: 1, maxLength: max });
}

/** Refuses a value; `got` says how much it was where that tells more than the value. */
function refuse(context: z.core.$RefinementCtx, input: unknown, message: string, got?: string): never {
  context.addIssue({ code: 'custom', message, input, ...(got === undefined ? {} : { params: { got } }) });
  return z.NEVER;
}

function rangeText(min: number, max: number): string {
  return min < 0 ? `${min} to ${withCommas(max)}` : `${withCommas(min)}-${withCommas(max)}`;
}

/** A number with commas; the first `toLocaleString` of a process costs 30 ms. */
export function withCommas(amount: number): string {
  return String(amount).replace(/(?<=^-?\d+)(?=(?:\d{3})+$)/g, ',');
}

function inYears(value: Date): boolean {
  const year = value.getUTCFullYear();
  return year >= 1 && year <= 9999;
}

function hasControlCharacter(value: string): boolean {
  return /\p{Cc}/u.test(value);
}

// Puts a broken rule into words: operation, option, rule, what was received.

/** The names that rules know at a path into what they check. */
function namesAt(schema: unknown, path: readonly PropertyKey[]): readonly string[] {
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((form) => namesAt(form, path));
  if (schema instanceof z.ZodPipe) return [schema.in, schema.out].flatMap((form) => namesAt(form, path));
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return namesAt(schema.unwrap(), path);
  const [key, ...inner] = path;
  if (schema instanceof z.ZodArray) return key === undefined ? [] : namesAt(schema.element, inner);
  if (!(schema instanceof z.ZodObject)) return [];
  return key === undefined ? Object.keys(schema.shape) : namesAt(schema.shape[String(key)], inner);
}

function refusal(
  operation: string,
  { issues }: z.core.$ZodError,
  value: unknown,
  schema: z.ZodType,
): InvalidArgumentError {
  // A name that is mistyped tells more than that the right one is missing.
  const issue =
    issues.find((one) => one.code === 'unrecognized_keys' && meantBy(one, schema) !== undefined) ?? issues[0];
  if (issue === undefined)
    return new InvalidArgumentError('INVALID_ARGUMENT', `${operation}: the options are not valid.`);
  return refusalOf(operation, issue, value, schema);
}

/** What callers call an option whose name they do not know. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  content: ['text', 'message', 'fact', 'observation'],
  occurredAt: ['date', 'time', 'when', 'timestamp', 'at'],
  query: ['question', 'text'],
};

function meantBy({ keys: [key = ''], path }: z.core.$ZodIssueUnrecognizedKeys, schema: z.ZodType): string | undefined {
  const names = namesAt(schema, path);
  return names.find((name) => otherNames[name]?.includes(key)) ?? nearest(key, names);
}

function refusalOf(
  operation: string,
  issue: z.core.$ZodIssue,
  value: unknown,
  schema: z.ZodType,
): InvalidArgumentError {
  const received = issue.path.reduce<unknown>(
    (inner, key) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[key],
    value,
  );
  if (issue.code === 'invalid_union') {
    const meant = issueOfMeantForm(issue);
    if (meant !== undefined)
      return refusalOf(operation, { ...meant, path: [...issue.path, ...meant.path] }, value, schema);
  }
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    const option = pathText([...issue.path, key]);
    const message = `${operation}: ${JSON.stringify(option)} is not known; leave it out.`;
    const meant = meantBy(issue, schema);
    const hint = meant === undefined ? {} : { hint: `Did you mean "${meant}"? Correct the name and call again.` };
    return new InvalidArgumentError('INVALID_ARGUMENT', message, { details: { option }, ...hint });
  }
  const option = pathText(issue.path);
  const subject = option === '' ? 'the options' : `"${option}"`;
  const missing = received === undefined && option !== '' && !issue.path.some((key) => typeof key === 'number');
  const rule = missing && isOfType(issue) ? 'is required' : issue.message;
  const got = missing ? '' : `, got ${amountOf(issue) ?? shown(received)}`;
  const hint = writtenSo(operation, issue, option, received, schema);
  return new InvalidArgumentError('INVALID_ARGUMENT', `${operation}: ${subject} ${rule}${got}.`, {
    details: { option, rule, received: amountOf(issue) ?? shown(received) },
    ...(hint === undefined ? {} : { hint }),
  });
}

/** How to write what was passed bare: options in an object, one value in a list. */
function writtenSo(
  operation: string,
  issue: z.core.$ZodIssue,
  option: string,
  received: unknown,
  schema: z.ZodType,
): string | undefined {
  if (issue.code !== 'invalid_type') return undefined;
  if (issue.expected === 'array' && ['string', 'number'].includes(typeof received))
    return `Write ${option}: [${shown(received)}].`;
  if (issue.expected !== 'object' || option !== '') return undefined;
  const names = namesAt(schema, []);
  const [mainNames, example] = Array.isArray(received)
    ? [['observations'], '[...]']
    : [['content', 'query', 'thought', 'message', 'id', 'session'], '"..."'];
  const main = mainNames.find((name) => names.includes(name));
  return main === undefined ? undefined : `Write ${operation}({ ${main}: ${example} }).`;
}

/** Of a choice between forms, what is wrong within the form that was meant: the one whose type is right. */
function issueOfMeantForm({ errors }: z.core.$ZodIssueInvalidUnion): z.core.$ZodIssue | undefined {
  return errors.find((issues) => !issues.some((issue) => issue.path.length === 0 && isOfType(issue)))?.[0];
}

function isOfType(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'invalid_type' || issue.code === 'invalid_value' || issue.code === 'invalid_union';
}

/** A rule that has no words of its own. */
function ruleInWords(issue: z.core.$ZodRawIssue): string {
  const kinds: Readonly<Record<string, string>> = { object: 'an object', int: 'a whole number', array: 'a list' };
  if (issue.code === 'invalid_type') return `must be ${kinds[issue.expected] ?? `of type ${issue.expected}`}`;
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}`;
  if (issue.code !== 'too_big' && issue.code !== 'too_small') return 'must be of another form';
  const units: Readonly<Record<string, string>> = { string: ' characters', array: ' items' };
  const [end, bound] = issue.code === 'too_big' ? ['most', issue.maximum] : ['least', issue.minimum];
  return `must be at ${end} ${withCommas(Number(bound))}${units[issue.origin] ?? ''}`;
}

/** How much was received, where that says more than what it was. */
function amountOf(issue: z.core.$ZodIssue): string | undefined {
  const params: Readonly<Record<string, unknown>> | undefined = issue.code === 'custom' ? issue.params : undefined;
  return typeof params?.['got'] === 'string' ? params['got'] : undefined;
}

/** A value as an error message shows it: short, quoted, on one line. */
function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (typeof value === 'string') return JSON.stringify(value.length <= 60 ? value : `${value.slice(0, 40)}…`);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'an invalid date' : value.toISOString();
  if (Array.isArray(value)) return `a list of ${withCommas(value.length)}`;
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

// What is refused of an argument before anything looks into it: nesting without end, more values than any call takes,
// and keys that would come back from the engine as an object's prototype.

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
function checkShape(operation: string, value: unknown): void {
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
      throw this.#refusal([], `must hold at most ${withCommas(maxValues)} values in all; pass fewer`);
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
function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text === '' ? String(key) : `${text}.${String(key)}`),
    '',
  );
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Whether a span of time that is given at both ends has any. */
export function isFromBeforeTo({
  from,
  to,
}: {
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}): boolean {
  return from === undefined || to === undefined || from < to;
}

/** What is said where {@link isFromBeforeTo} does not hold. */
export const fromBeforeToRule: { readonly path: string[]; readonly error: string } = {
  path: ['to'],
  error: 'must be after "from"',
};
