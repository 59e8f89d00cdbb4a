/**
 * The rules for what may come in, at every public call. Owns the primitives; which verb takes what
 * stands with the verb, and how a broken rule is put into words in `input-refusal.ts`.
 */
import { z } from 'zod';
import { refusal } from './input-refusal.ts';
import { checkShape } from './input-shape.ts';
import { parseIsoDate } from './iso-date.ts';
import type { Domain, Mood } from './records.ts';

/** The longest content of a memory, in UTF-16 code units. */
export const maxContentLength = 100_000;
/** The longest id or name of an agent, session or source, in UTF-8 bytes. */
export const maxIdBytes = 256;

/** Free text: lone surrogates are replaced, blank text is refused. */
export function text(max: number): z.ZodType<string, string> {
  return boundedString(max).transform((value, context) => {
    if (value.length > max)
      return refuse(context, value, `must be 1-${counted(max)} characters`, counted(value.length));
    if (value.trim() === '') return refuse(context, value, 'must not be blank');
    return value.toWellFormed();
  });
}

/** A secret, which no message shows; 1 to `max` characters. */
export function secret(max: number): z.ZodType<string, string> {
  return z.unknown().transform((value, context) => {
    if (typeof value !== 'string') return refuse(context, value, 'must be a string', `a ${typeof value}`);
    if (value.length >= 1 && value.length <= max) return value;
    return refuse(context, value, `must be 1-${counted(max)} characters`, counted(value.length));
  }) as unknown as z.ZodType<string, string>;
}

/** An id or a name by which records are found: well-formed, without control characters, 1-256 bytes. */
export function identifier(): z.ZodType<string, string> {
  return boundedString(maxIdBytes).transform((value, context) => {
    const bytes = Buffer.byteLength(value);
    if (bytes > maxIdBytes) return refuse(context, value, `must be 1-${maxIdBytes} bytes`, counted(bytes));
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
): z.ZodType<Output[], Input[]> {
  const rule = min === 0 ? `must be at most ${counted(max)} ${things}` : `must be ${rangeText(min, max)} ${things}`;
  const list = z.array(item, { error: `must be a list of ${things}` }).meta({ minItems: min, maxItems: max });
  return z.preprocess((value, context) => {
    const fits = !Array.isArray(value) || (value.length >= min && value.length <= max);
    return fits ? value : refuse(context, value, rule, counted(value.length));
  }, list) as unknown as z.ZodType<Output[], Input[]>;
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

/** A place on the two axes of mood, each -1 to 1. */
export const moodValue: z.ZodType<Mood, Mood> = z.strictObject(
  { valence: numberIn(-1, 1), arousal: numberIn(-1, 1) },
  { error: 'must be { valence, arousal }' },
);

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

/** Options whose rules are checked: what may be given as a text or a date has become a date. */
export type Checked<T> = {
  [K in keyof T]: undefined extends T[K] ? CheckedValue<T[K]> | undefined : CheckedValue<T[K]>;
};
type CheckedValue<V> = Date extends V ? Exclude<V, string> : V;

/** `undefined` and the absence of a key mean the same to callers; this drops the former. */
export type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/**
 * Checks `value` against `schema` and answers it without its `undefined` keys.
 *
 * @throws {InvalidArgumentError} naming the operation, the option, the rule, what was received and the remedy.
 */
export function checked<Output>(operation: string, schema: z.ZodType<Output>, value: unknown): Defined<Output> {
  checkShape(operation, value);
  const result = schema.safeParse(value);
  if (result.success) return withoutUndefined(result.data);
  throw refusal(operation, result.error, value);
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
  return min < 0 ? `${min} to ${counted(max)}` : `${counted(min)}-${counted(max)}`;
}

function counted(amount: number): string {
  return amount.toLocaleString('en');
}

function inYears(value: Date): boolean {
  const year = value.getUTCFullYear();
  return year >= 1 && year <= 9999;
}

function hasControlCharacter(value: string): boolean {
  return /\p{Cc}/u.test(value);
}
