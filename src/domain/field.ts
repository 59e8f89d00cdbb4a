/**
 * The kinds of fields that records have. A field says once what its value may be, how the engine keeps it and where it
 * may be missing. The types of records, the schema, the codec and the rules of import files follow from that.
 */
import { z } from 'zod';
import { isBelieverKey } from './audience.ts';
import { keyOf } from './values.ts';
import { date, flag, identifier, maxIdBytes, integerIn, numberIn, oneOf, text } from './input.ts';

/** How the engine keeps a value: unchanged, or as a datetime, a record id, an agent's record id, floats or bytes, rows or JSON text. */
export type Kept = 'value' | 'date' | 'reference' | 'agent' | 'vector' | 'bytes' | 'rows' | 'json';

/**
 * Where a field may be missing: nowhere (`given`), in a file (`filled`: an import takes a fixed value; `derived`: it
 * works the value out), or anywhere (`optional`). An `internal` field is always in the ledger and never in a file.
 */
export type Presence = 'given' | 'filled' | 'derived' | 'optional' | 'internal';

/** One field of a record with a value of type `T`. */
export interface Field<T = unknown, P extends Presence = Presence> {
  /** What a file may give as its value. */
  readonly rule: z.ZodType<T>;
  readonly presence: P;
  readonly kept: Kept;
  /** Its type in SurrealQL, without `option<...>`. */
  readonly type: string;
  /** What follows the type in the schema: FLEXIBLE, ASSERT or DEFAULT. */
  readonly clause?: string;
  /** The fields of an object, or of each object in a list. */
  readonly fields?: RecordFields;
  /** The tables that a reference can point at. */
  readonly tables?: readonly string[];
  /** The name of the engine's index on this field. */
  readonly index?: string;
  /** What an import takes when a file leaves a `filled` field out. */
  readonly orElse?: (now: Date) => T;
  /** Whether a record gets this date after it was made; an export of an earlier moment leaves a later date out. */
  readonly givenLater?: boolean;
  /** Whether it is of the ledger alone, as an `internal` field is. */
  readonly unfiled?: true;
  /** Whether it has texts outside of memories, and is emptied when they say what is forgotten. */
  readonly erasedByText?: boolean;
}

/** Fields by name. */
export type RecordFields = Readonly<Record<string, Field>>;

type ValueOf<F> = F extends Field<infer T> ? T : never;
type NamesOf<F extends RecordFields, P extends Presence> = {
  [K in keyof F]: F[K] extends Field<unknown, P> ? K : never;
}[keyof F];

/** The record that has some fields. */
export type RecordOf<F extends RecordFields> = {
  readonly [K in keyof F as K extends NamesOf<F, 'optional'> ? never : K]: ValueOf<F[K]>;
} & { readonly [K in keyof F as K extends NamesOf<F, 'optional'> ? K : never]?: ValueOf<F[K]> };

/** The same record in a file: without internal fields, with derived ones where they are known. */
export type FileRecordOf<F extends RecordFields> = {
  readonly [K in keyof F as K extends NamesOf<F, 'given'> ? K : never]: ValueOf<F[K]>;
} & { readonly [K in keyof F as K extends NamesOf<F, 'filled' | 'derived' | 'optional'> ? K : never]?: ValueOf<F[K]> };

/** A record of a file once its missing fields are filled; what an import works out may still be missing. */
export type FilledRecordOf<F extends RecordFields> = {
  readonly [K in keyof F as K extends NamesOf<F, 'given' | 'filled'> ? K : never]: ValueOf<F[K]>;
} & { readonly [K in keyof F as K extends NamesOf<F, 'derived' | 'optional'> ? K : never]?: ValueOf<F[K]> };

type Given<T> = Field<T, 'given'>;
type More = Partial<Omit<Field, 'rule' | 'presence' | 'type' | 'orElse'>>;

function field<T>(type: string, rule: z.ZodType<T>, more: More = {}): Given<T> {
  return { rule, presence: 'given', kept: 'value', type, ...more };
}

/** Free text of 1 to `max` characters. */
export function textField(max: number, more: More = {}): Given<string> {
  return field('string', text(max), more);
}

/** A key of at most 256 bytes that names something: an agent, a source, a branch. */
export function label(more: More = {}): Given<string> {
  return field('string', identifier(), more);
}

/** A text that matches a pattern; `error` says which. */
export function matching(pattern: RegExp, error: string, more: More = {}): Given<string> {
  return field('string', z.string().regex(pattern, { error }), more);
}

/** A text by a rule of its own. */
export function ruled<T extends string>(rule: z.ZodType<T>): Given<T> {
  return field('string', rule);
}

/** One of a closed list, which the schema holds the engine to. */
export function choice<const T extends readonly string[]>(values: T): Given<T[number]> {
  return field(values.map((value) => `'${value}'`).join(' | '), oneOf(values));
}

/** One of a list that may grow, so that the engine takes any text. */
export function openChoice<const T extends readonly string[]>(values: T): Given<T[number]> {
  return field('string', oneOf(values));
}

/** A number in a closed range; `clause` is what the engine checks of it. */
export function numeric(min: number, max: number, clause?: string): Given<number> {
  return field('number', numberIn(min, max), clause === undefined ? {} : { clause });
}

/** A share, 0 to 1, which the engine checks too. */
export function share(): Given<number> {
  return numeric(0, 1, 'ASSERT $value >= 0 AND $value <= 1');
}

/** A whole number in a closed range. */
export function integer(min: number, max: number = Number.MAX_SAFE_INTEGER, clause?: string): Given<number> {
  return field('int', integerIn(min, max), clause === undefined ? {} : { clause });
}

/** True or false. */
export function bool(): Given<boolean> {
  return field('bool', flag);
}

/** True; what is not so has no such field. */
export function mark(): Given<true> {
  return field('bool', z.literal(true));
}

/** A moment. */
export function instant(more: More = {}): Given<Date> {
  return field('datetime', date, { kept: 'date', ...more });
}

/** The id of a record in one of some tables, `table:key`. */
export function reference(...tables: readonly string[]): Given<string> {
  const prefixes = tables.map((name) => `${name}:`);
  // A key that a caller chose, with its table and a tag.
  const rule = identifier(2 * maxIdBytes).refine(
    (value) => prefixes.some((prefix) => value.startsWith(prefix) && value.length > prefix.length),
    { error: `must be an id such as ${prefixes.map((prefix) => `"${prefix}KEY"`).join(' or ')}` },
  );
  return field(`record<${tables.join(' | ')}>`, rule, { kept: 'reference', tables });
}

/** Who believes: an agent's name, and an audience where there is one (`audience.ts` has the form). */
export function believerKey(more: More = {}): Given<string> {
  const within = z.string().refine(isBelieverKey, { error: 'must be the name of an agent' });
  return field('string', z.union([identifier(), within], { error: 'must be the name of an agent' }), more);
}

/** Who believes, kept as the record id. */
export function believerReference(): Given<string> {
  return { ...believerKey({ kept: 'agent', tables: ['agent'] }), type: 'record<agent>' };
}

/** A vector, kept as its bytes. */
export function vector(): Given<Float32Array> {
  return field('bytes', z.instanceof(Float32Array), { kept: 'vector' });
}

/** Numbers from -128 to 127, kept as bytes. */
export function packedNumbers(): Given<Int8Array> {
  return field('bytes', z.instanceof(Int8Array), { kept: 'bytes' });
}

/** At most `max` texts. */
export function texts(item: Given<string>, max: number, more: More = {}): Given<readonly string[]> {
  return field('array<string>', z.array(item.rule).max(max), more);
}

/** An object, kept as it is. */
export function object<F extends RecordFields>(fields: F): Given<RecordOf<F>> {
  return field('object', objectRule(fields), { fields });
}

/** A list of objects, kept as they are. */
export function objects<F extends RecordFields>(fields: F): Given<readonly RecordOf<F>[]> {
  return field('array<object>', z.array(objectRule(fields)), { fields });
}

/** At most `max` objects, kept as rows whose columns are named and typed as those of a table. */
export function rows<F extends RecordFields>(fields: F, max: number): Given<readonly RecordOf<F>[]> {
  return field('array<object>', z.array(objectRule(fields)).max(max), { fields, kept: 'rows' });
}

/** An object of any fields, kept as it is. */
export function anyObject<T>(rule: z.ZodType<T>): Given<T> {
  return field('object', rule, { clause: 'FLEXIBLE' });
}

/** An object of a caller, kept as its JSON: the engine has no room for each number and key of JSON. */
export function json<T>(rule: z.ZodType<T>, more: More = {}): Given<T> {
  return field('string', rule, { kept: 'json', ...more });
}

/** A field that may be missing. */
export function optional<T>(one: Given<T>): Field<T, 'optional'> {
  return { ...one, presence: 'optional' };
}

/** A field that a file may leave out; then an import takes `value`. */
export function filled<T>(one: Given<T>, value: NoInfer<T>): Field<T, 'filled'> {
  return { ...one, presence: 'filled', orElse: () => value };
}

/** A date that a file may leave out; then an import takes the time at which it stores the record. */
export function filledNow(one: Given<Date>): Field<Date, 'filled'> {
  return { ...one, presence: 'filled', orElse: (now) => now };
}

/** A field that a file may leave out; then an import works it out. */
export function derived<T>(one: Given<T>): Field<T, 'derived'> {
  return { ...one, presence: 'derived' };
}

/** A field of the ledger alone. */
export function internal<T>(one: Given<T>): Field<T, 'internal'> {
  return { ...one, presence: 'internal' };
}

/** A text that is `value` where nothing is given, in a file and in the engine. */
export function defaultsTo(one: Given<string>, value: string): Given<string> {
  return { ...one, rule: one.rule.default(value), clause: `DEFAULT '${value}'` };
}

/** The rules of some fields as a file may give them. */
export function fileShape(fields: RecordFields): Record<string, z.ZodType> {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, { rule, presence, unfiled }] of Object.entries(fields)) {
    if (presence !== 'internal' && unfiled !== true) shape[name] = presence === 'given' ? rule : rule.optional();
  }
  return shape;
}

function objectRule<F extends RecordFields>(fields: F): z.ZodType<RecordOf<F>> {
  // Each rule of the shape checks the type that its field has.
  return z.strictObject(fileShape(fields)) as unknown as z.ZodType<RecordOf<F>>;
}

/** What is said of a table beside its fields; the names are those of its fields. */
export interface TableOptions<Name extends string = string> {
  /** What names a record: one field as a text, several as a list without those that are missing. */
  readonly key: readonly Name[];
  /** Of an edge: its two ends, from and to. */
  readonly ends?: readonly [Name, Name];
  /** The ids that a commit counts as touched when a record is inserted. */
  readonly touches?: readonly Name[];
  /** Where exports hold its records, in the order of the tables: in a first part, or after it. */
  readonly exported?: 'first' | 'last';
  /** Since when there is a record: an export of an earlier moment leaves it out. */
  readonly since?: Name;
  /** Whose it is: the agent for whom an edge counts, or who opened a session. They forget it by themselves. */
  readonly whose?: Name;
  /** Whether the recall index holds its records, so that `doctor` compares them. */
  readonly indexed?: true;
}

/** One table: its name, its fields and what is said of it. */
export interface Table extends TableOptions {
  readonly name: string;
  readonly fields: RecordFields;
}

/** Declares a table. */
export function table<const N extends string, F extends RecordFields, const O extends TableOptions<keyof F & string>>(
  name: N,
  options: O,
  fields: F,
): { readonly name: N; readonly fields: F } & O {
  return { name, fields, ...options };
}

/** The texts in some fields of a record, in the order of the fields, without those that are missing. */
export function textsIn(record: object, names: readonly string[]): string[] {
  const values: Readonly<Record<string, unknown>> = { ...record };
  return names.map((name) => values[name]).filter((value) => typeof value === 'string');
}

/** The key of a record within its table; of one that has an id, what follows the colon. */
export function recordKeyIn({ key }: Table, record: object): string | string[] {
  const texts = textsIn(record, key);
  if (key.length > 1) return texts;
  const [text = ''] = texts;
  return key[0] === 'id' ? keyOf(text) : text;
}
