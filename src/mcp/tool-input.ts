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
  InvalidArgumentError,
  readPeriod,
  type ValueSchema,
  type Verb,
  type VerbOption,
} from '../index.ts';
import { shownOf, type Understood } from './understood-arguments.ts';

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

/** A time as the verbs read it; what begins so is theirs to check. */
const isoTime = /^\d{4}-\d\d-\d\d(?:$|T)/;
/** Some leave a blank where the `T` stands. */
const spacedTime = /^(\d{4}-\d\d-\d\d) (?=\d\d:)/;
/** Times that mean the end of a stretch; the others mean its beginning. */
const untilTimes: ReadonlySet<string> = new Set(['to', 'valid_to']);
/** Times that have been. */
const pastTimes: ReadonlySet<string> = new Set(['occurred_at', 'as_of']);
/** Moments, which lie at the end of a stretch as far as it is over. */
const atTimes: ReadonlySet<string> = new Set(['as_of', 'valid_at']);

/**
 * Reads times in words, such as `yesterday`, `last week` or `2026-11`. Days are those of UTC.
 *
 * @param times - the arguments that are times.
 * @throws {InvalidArgumentError} for words that name no time, or more than one.
 */
export async function withTimesRead(
  tool: string,
  times: ReadonlySet<string>,
  { args, notes, renamed }: Understood,
  now: Date,
): Promise<Pick<Understood, 'args' | 'notes'>> {
  const read = await Promise.all(
    Object.entries(args).map(async ([name, given]) => {
      if (!times.has(name) || typeof given !== 'string') return { name, value: given, note: [] };
      const said = given.trim().replace(spacedTime, '$1T');
      if (isoTime.test(said)) return { name, value: said, note: [] };
      const value = await timeIn(tool, name, said, now);
      return { name, value, note: [`"${name}": ${JSON.stringify(said)} is read as ${value}.`] };
    }),
  );
  return {
    args: Object.fromEntries(read.map(({ name, value }) => [name, value])),
    notes: [...renamed, ...notes, ...read.flatMap(({ note }) => note)],
  };
}

async function timeIn(tool: string, name: string, said: string, now: Date): Promise<string> {
  const read = await readPeriod(said, now, name === 'valid_to');
  const { from, until } = read ?? { from: Number.NaN, until: Number.NaN };
  const isAhead = from > now.getTime();
  const last = isAhead ? until - 1 : Math.min(until - 1, now.getTime());
  const at = atTimes.has(name) ? last : untilTimes.has(name) ? until : from;
  const shown = shownOf(said);
  const written = Number.isFinite(at) ? new Date(at).toISOString().replace('T00:00:00.000Z', '') : undefined;
  if (written !== undefined && isAhead && pastTimes.has(name)) {
    const remedy = 'leave it out, and say in the text when it will be';
    const message = `${tool}: "${name}" must not lie ahead, got ${shown}, which is ${written}; ${remedy}.`;
    throw new InvalidArgumentError('INVALID_ARGUMENT', message);
  }
  if (written !== undefined) return written;
  throw new InvalidArgumentError(
    'INVALID_ARGUMENT',
    `${tool}: "${name}" must be a time such as 2026-11-28, 2026-11-28T09:30:00Z, 2026-11, yesterday, last week or 3 days ago, got ${shown}.`,
  );
}
