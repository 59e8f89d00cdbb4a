/**
 * A verb as the doors see it: the shape of the rows of the tables of verbs. One row declares a verb once. From it come
 * the method of the remote memory, the HTTP route, the OpenAPI document and the tables of `docs/`; commands and MCP
 * tools take the names, the bounds and the choices of their options from it.
 *
 *   name      the key of the row; the method of the library
 *   options   the rules of the library; their comments are the help of an editor and the text of the reference tables
 *   result    how the JSON of an answer becomes what the library answers
 *   the rest  how the verb goes over a wire and over the command line, where it is not what most do
 */
import { z } from 'zod';
import { checked } from '../domain/input.ts';

/** What a caller must be allowed to: each holds those before it. */
export const accesses = ['read', 'write', 'admin'] as const;
/** What a caller must be allowed to. */
export type Access = (typeof accesses)[number];

/**
 * How a verb goes over HTTP. `json`: options in, result out; `long`: so too, with its progress as events where the
 * caller wants them; `upload`: the body is a file, the options stand in the query, then as `long`; `download`: the
 * answer is NDJSON, `result` one line of it; `events`: the answer goes on and on, `result` one event of it.
 */
export type VerbForm = 'json' | 'long' | 'upload' | 'download' | 'events';

/** What a person writes on the command line to call a verb. */
export interface CommandLine {
  /** The options that stand there by themselves, in their order. @default none */
  readonly arguments?: readonly string[];
  /** Options by what their flags are called. @default the option in kebab-case, `asOf` as `--as-of` */
  readonly flags?: Readonly<Record<string, string>>;
}

/** One verb of an agent's memory or of a space's. */
export interface Verb<Result = unknown> {
  /** Its last part in a path: the name in kebab-case. */
  readonly path: string;
  readonly access: Access;
  /** One sentence. */
  readonly summary: string;
  readonly form: VerbForm;
  /** The option that a caller in this process passes as an argument of its own, before the others. */
  readonly subject?: string;
  /** Whether doing it twice with the same options comes to the same as doing it once. */
  readonly repeatable: boolean;
  /**
   * What gets an id from the caller's side of a wire, so that a call that is made twice writes once: the one `memory`
   * that the options tell of, the `session` that they open, or each memory of the list in the option of this name.
   */
  readonly ownIds?: 'memory' | 'session' | 'observations' | 'facts';
  /** The options as they are meant, where the value of one may stand for another. */
  meant(options: object): object;
  /** Of a verb that never throws: whether an answer may hide that an option breaks a rule ({@link tellRefusal}). */
  mayHideRefusal?(answer: Result): boolean;
  /** The library's rules for its options. */
  readonly options: z.ZodType;
  /** The same without what cannot go over a wire: signals, listeners, language models, paths of files. */
  readonly input: z.ZodObject;
  /**
   * From the JSON of a result (`JSON.stringify`) to what the library answers, dates and classes included; its JSON
   * Schema is that of its input.
   */
  readonly result: z.ZodType<Result>;
  readonly commandLine: CommandLine;
  /** The options that go over a wire, in the order in which its rules name them. */
  readonly wireOptions: readonly VerbOption[];
}

/** What a method answers: an event or a line, where it goes on and on. */
export type Answered<Method> = Method extends (...values: never[]) => infer Answer
  ? Answer extends AsyncIterable<infer Item>
    ? Item
    : Awaited<Answer>
  : never;

/** A row as it is written. What is left out is what most verbs have. */
export interface VerbRow<Result>
  extends Pick<Verb<Result>, 'access' | 'summary' | 'options' | 'result' | 'subject' | 'ownIds' | 'mayHideRefusal'> {
  /** @default 'json' */
  readonly form?: VerbForm;
  /** @default true */
  readonly repeatable?: boolean;
  /** @default as they are given */
  readonly meant?: Verb['meant'];
  /** Other rules for options that go over a wire in another way; `undefined` for one that does not. @default none */
  readonly wire?: Readonly<Record<string, z.ZodType | undefined>>;
  /** @default every option is a flag of its name */
  readonly commandLine?: CommandLine;
}

/** A verb for each row, by its name. */
export function verbTable<Table extends object>(
  rows: {
    readonly [Name in keyof Table]: Table[Name] extends Verb<infer Result> ? VerbRow<Result> : never;
  },
): Table {
  const verbs = Object.entries<VerbRow<unknown>>(rows).map(([name, { wire = {}, ...row }]): [string, Verb] => {
    const input = wireInput(row.options, wire);
    const { commandLine = {} } = row;
    let options: readonly VerbOption[] | undefined;
    return [
      name,
      {
        path: kebabCase(name),
        form: 'json',
        repeatable: true,
        meant: (options) => options,
        ...row,
        commandLine,
        input,
        get wireOptions() {
          options ??= optionsOf(input, commandLine);
          return options;
        },
      },
    ];
  });
  // Its rows have the names and the results that the table is to have.
  return Object.fromEntries(verbs) as Table;
}

/**
 * Calls a verb by its name with its options in one object, as they come over a wire.
 *
 * @throws {TypeError} when the memory has no such verb.
 */
export function callVerb(memory: object, name: string, { subject }: Verb, options: object): unknown {
  const method = (memory as Readonly<Record<string, (...values: unknown[]) => unknown>>)[name];
  if (typeof method !== 'function') throw new TypeError(`callVerb: no verb "${name}".`);
  if (subject === undefined) return method.call(memory, options);
  const { [subject]: first, ...others } = options as Readonly<Record<string, unknown>>;
  return method.call(memory, first, others);
}

/**
 * Says what is wrong with the options of a verb that never throws. A door calls it with the answer, so that options
 * are checked once more only where the answer may hide a refusal.
 *
 * @throws {InvalidArgumentError} when an option breaks a rule.
 */
export function tellRefusal(name: string, verb: Verb, options: object, answer: unknown): void {
  if (verb.mayHideRefusal?.(answer) === true) checked(name, verb.options, options);
}

/** Options that only a caller in this process can pass. */
const atHome: Readonly<Record<string, undefined>> = { signal: undefined, onProgress: undefined };

/** The library's rules for options as far as they go over a wire. Rules that concern several options stay. */
function wireInput(rules: z.ZodType, changed: Readonly<Record<string, z.ZodType | undefined>>): z.ZodObject {
  // Zod takes nothing away from an object with rules over several keys, lest one of them need it; none needs these.
  const object = rules as unknown as z.ZodObject;
  const shape = Object.entries({ ...object.def.shape, ...atHome, ...changed }).filter(([, rule]) => rule !== undefined);
  return object.clone({ ...object.def, shape: Object.fromEntries(shape) as z.ZodObject['def']['shape'] });
}

/** The rules for the options of a verb, but for one that a door fills in. */
export function rulesWithout({ input }: Verb, option: string): z.ZodObject {
  return wireInput(input, { [option]: undefined });
}

/** One option of a verb, as a command or a tool offers it. */
export interface VerbOption {
  /** In the library and over HTTP. */
  readonly name: string;
  /** The flag on the command line without its dashes; missing where the option is an argument there. */
  readonly flag?: string;
  readonly isRequired: boolean;
  /** Its value, or each of its values where it is a list; `object` is anything with fields or of several forms. */
  readonly kind: 'text' | 'date' | 'number' | 'integer' | 'flag' | 'choice' | 'object';
  readonly isList: boolean;
  /** Of a choice. */
  readonly choices?: readonly string[];
  /** The least number. */
  readonly min?: number;
  /** The greatest number. */
  readonly max?: number;
  /** All of that in JSON Schema. */
  readonly schema: ValueSchema;
}

/** What JSON Schema says of a value, as far as options need it. */
export interface ValueSchema {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly items?: ValueSchema;
  readonly anyOf?: readonly ValueSchema[];
  readonly minimum?: number;
  readonly maximum?: number;
}

const kinds: Readonly<Record<string, VerbOption['kind']>> = {
  string: 'text',
  number: 'number',
  integer: 'integer',
  boolean: 'flag',
};

function optionsOf(input: z.ZodObject, commandLine: CommandLine): readonly VerbOption[] {
  const { properties = {}, required = [] } = z.toJSONSchema(input, { io: 'input' }) as {
    readonly properties?: Readonly<Record<string, ValueSchema>>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, schema]) => {
    const value = schema.items ?? schema;
    const { enum: choices, minimum: min, maximum: max } = value;
    return {
      name,
      ...(commandLine.arguments?.includes(name) ? {} : { flag: commandLine.flags?.[name] ?? kebabCase(name) }),
      isRequired: required.includes(name),
      kind: kindOf(value),
      isList: schema.items !== undefined,
      ...(choices === undefined ? {} : { choices }),
      ...(min === undefined ? {} : { min }),
      ...(max === undefined ? {} : { max }),
      schema,
    };
  });
}

function kindOf({ type = '', description, enum: choices }: ValueSchema): VerbOption['kind'] {
  if (choices !== undefined) return 'choice';
  if (description?.startsWith('ISO 8601') === true) return 'date';
  return kinds[type] ?? 'object';
}

/** A name as paths and flags write it: `asOf` as `as-of`. */
export function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
