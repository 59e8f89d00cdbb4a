/**
 * What a tool takes. Most of its arguments are options of verbs: a verb's row says their type, range and choices, and
 * the verb checks them. A tool names them in snake_case and has words of its own for a model. It checks only what no
 * verb knows: arguments of its own, and options that it narrows.
 */
import { z } from 'zod';
import {
  type AgentVerbs,
  type AgentVerbTable,
  agentVerbs,
  checked,
  type ValueSchema,
  type Verb,
  type VerbOption,
} from '../index.ts';

type AgentVerbName = keyof AgentVerbTable;
type VerbOptions<Name extends AgentVerbName> = Exclude<Parameters<AgentVerbs[Name]>[0], string | undefined>;

/** What a tool makes of an option: what it shows of it and, where it takes less than the verb, what it checks. */
type Narrowing = (option: VerbOption) => { readonly shown: ValueSchema; readonly own?: z.ZodType };

/** What a tool says of an option that it offers. */
export interface Offer {
  /** For the model. */
  readonly words: string;
  /** @default the option in snake_case */
  readonly as?: string;
  /** @default the verb's rule is shown as it is */
  readonly narrowed?: Narrowing;
}

interface Argument {
  readonly name: string;
  /** What hosts are shown. */
  readonly shown: z.ZodType;
  /** What the tool checks; anything passes where the verb does. */
  readonly own: z.ZodType;
}

/**
 * The arguments of a tool.
 *
 * @typeParam Options - what its calls get: options of verbs and arguments of its own, by the names of options.
 */
export class ToolInput<Options> {
  /** What hosts are shown: every rule, whoever checks it. */
  readonly shown: z.ZodObject;
  readonly #own: z.ZodObject;
  /** What arguments are called, by the names of options. */
  readonly #names: ReadonlyMap<string, string>;
  /** What arguments are called, by other names that rules have for them. */
  readonly #aliases: ReadonlyMap<string, string>;
  /** The arguments that are times. */
  readonly times: ReadonlySet<string>;

  constructor(
    shown: z.ZodObject,
    own: z.ZodObject,
    names: ReadonlyMap<string, string>,
    {
      aliases = new Map(),
      times = new Set(),
    }: { readonly aliases?: ReadonlyMap<string, string>; readonly times?: ReadonlySet<string> } = {},
  ) {
    this.shown = shown;
    this.#own = own;
    this.#names = names;
    this.#aliases = aliases;
    this.times = times;
  }

  /** These arguments and others after them. */
  and<Others>(others: ToolInput<Others>): ToolInput<Options & Others> {
    return new ToolInput(
      z.strictObject({ ...this.shown.shape, ...others.shown.shape }),
      z.strictObject({ ...this.#own.shape, ...others.#own.shape }),
      new Map([...this.#names, ...others.#names]),
      { times: new Set([...this.times, ...others.times]) },
    );
  }

  /** The same with a rule over several arguments; `path` is the argument of which it speaks. */
  where(
    holds: (options: Options) => boolean,
    broken: { readonly path?: string[]; readonly error: string },
  ): ToolInput<Options> {
    const own = this.#own.refine((given) => holds(this.#optionsIn(given)), broken);
    return new ToolInput(this.shown, own, this.#names, { aliases: this.#aliases, times: this.times });
  }

  /** The same where a rule of a verb has another name for an argument: arguments by those names. */
  alsoCalled(names: Readonly<Record<string, string>>): ToolInput<Options> {
    const aliases = new Map(Object.entries(names));
    return new ToolInput(this.shown, this.#own, this.#names, { aliases, times: this.times });
  }

  /**
   * What a call gets for its arguments.
   *
   * @throws {InvalidArgumentError} for an argument that the tool does not have or that breaks a rule of its own.
   */
  read(tool: string, args: unknown): Options {
    return this.#optionsIn(checked(tool, this.#own, args ?? {}));
  }

  /** What the argument for an option is called. */
  argumentOf(option: string): string {
    return this.#names.get(option) ?? this.#aliases.get(option) ?? snakeCase(option);
  }

  #optionsIn(given: Readonly<Record<string, unknown>>): Options {
    const read = [...this.#names].map(([option, name]) => [option, given[name]] as const);
    // What the tool does not check, the verb does.
    return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as Options;
  }
}

/** Arguments that no verb has; the tool checks them. */
export function own<Rules extends z.ZodObject>(rules: Rules): ToolInput<z.output<Rules>> {
  return new ToolInput(rules, rules, new Map(Object.keys(rules.shape).map((name) => [name, name])));
}

/** Options of a verb, each with its words for the model or with more. */
export function offered<Name extends AgentVerbName, const Option extends keyof VerbOptions<Name> & string>(
  verb: Name,
  offers: Readonly<Record<Option, string | Offer>>,
): ToolInput<Pick<VerbOptions<Name>, Option>> {
  const row: Verb = agentVerbs[verb];
  const args = Object.entries<string | Offer>(offers).map(([option, offer]) => {
    return [option, argumentFor(row, option, typeof offer === 'string' ? { words: offer } : offer)] as const;
  });
  const shapeOf = (face: 'shown' | 'own'): z.ZodRawShape =>
    Object.fromEntries(args.map(([, argument]) => [argument.name, argument[face]]));
  const names = new Map(args.map(([option, { name }]) => [option, name]));
  const isTime = (option: string): boolean =>
    row.wireOptions.some(({ name, kind }) => name === option && kind === 'date');
  const times = new Set(args.flatMap(([option, { name }]) => (isTime(option) ? name : [])));
  return new ToolInput(z.strictObject(shapeOf('shown')), z.strictObject(shapeOf('own')), names, { times });
}

function argumentFor(row: Verb, name: string, { words, as, narrowed }: Offer): Argument {
  const option = row.wireOptions.find((one) => one.name === name);
  if (option === undefined) throw new TypeError(`${row.path} has no option "${name}".`);
  const { shown, own: checkedHere = z.unknown() } = narrowed?.(option) ?? { shown: option.schema };
  const told = z.unknown().meta({ ...shown, description: words });
  return {
    name: as ?? snakeCase(name),
    shown: option.isRequired ? told : told.optional(),
    own: checkedHere.optional(),
  };
}

function snakeCase(option: string): string {
  return option.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A whole number up to `max`, where the verb takes more than a model should ask for. */
export function upTo(max: number): Narrowing {
  return ({ min = 0, schema }) => {
    const rule = `must be a whole number, ${min}-${max}`;
    const own = z.int({ error: rule }).min(min, { error: rule }).max(max, { error: rule });
    return { shown: { ...schema, maximum: max }, own };
  };
}

/** Some of the choices. */
export function among(values: readonly string[]): Narrowing {
  return ({ schema }) => ({ shown: { ...schema, enum: values }, own: oneWordOf(values) });
}

/** A list of texts is shown, where the verb takes single ones and objects too. */
export const textList: Narrowing = ({ schema }) => {
  const list = schema.anyOf?.find(({ type }) => type === 'array') ?? schema;
  const item = list.items?.anyOf?.find(({ type }) => type === 'string');
  return { shown: item === undefined ? list : { ...list, items: item } };
};

/** One of a closed list, as an argument of a tool's own. */
export function oneWordOf<const Values extends readonly string[]>(
  values: Values,
): z.ZodEnum<{ [Value in Values[number]]: Value }> {
  return z.enum(values, { error: `must be one of ${values.join(', ')}` });
}
