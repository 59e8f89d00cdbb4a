/**
 * Commands that call one verb. A command writes down what people read of it; how its arguments and flags are named and
 * read follows from the verb's row, and the library checks every value.
 */
import type { Command } from 'commander';
import {
  type AgentVerbs,
  agentVerbs,
  type Answered,
  callVerb,
  kebabCase,
  optionsOf,
  type SpaceVerbs,
  spaceVerbs,
  type Verb,
  type VerbOption,
} from '../index.ts';
import { CommandContext, type MemoryUse } from './command-context.ts';
import type { CommandIo } from './command-io.ts';
import { decimal, moodReader, repeated, wholeNumber } from './option-values.ts';

/** The options of a verb by name, as commander has read them, and flags of the command's own. */
export type ReadOptions = Readonly<Record<string, unknown>>;

/** What a command prints with. */
export interface Printing {
  readonly context: CommandContext;
  /** What was asked for. */
  readonly asked: ReadOptions;
  /** The agent in whose perspective the verb was called; empty for a verb of the space. */
  readonly agent: string;
}

/** A command that calls a verb. */
export interface VerbCommand<Answer> {
  /** As it is typed. */
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  /**
   * What people may say: by the name of an option, what stands for its value and what it means, such as
   * `<number> how many`; without a value it is a switch. `no ` before the name makes the switch that turns it off. A
   * name that `own` lists is a flag of the command's own. Arguments of the row come first, in their order.
   */
  readonly options?: Readonly<Record<string, string>>;
  /** Flags that the verb does not take. @default none */
  readonly own?: readonly string[];
  /** How the values of some options are read, where that does not follow from their kind. */
  readonly readers?: Readonly<Record<string, (text: string, before: never) => unknown>>;
  /** The option that is read from standard input for `-`, or where something is piped in. */
  readonly piped?: string;
  /** Makes what people said into what the verb takes. @default as it was said */
  readonly prepare?: (asked: ReadOptions, context: CommandContext) => ReadOptions;
  /** What the command needs of the store. */
  readonly use?: (context: CommandContext) => MemoryUse;
  /** Whether there is nothing to print. @default there always is something */
  readonly isSilent?: (answer: Answer, printing: Printing) => boolean;
  /** The lines to print. */
  readonly print: (answer: Answer, printing: Printing) => readonly string[];
}

type AgentVerbName = keyof typeof agentVerbs;
type SpaceVerbName = keyof typeof spaceVerbs;

/** Adds a command that calls a verb as the agent that --agent names. */
export function addAgentCommand<Name extends AgentVerbName>(
  program: Command,
  io: CommandIo,
  verb: Name,
  spec: VerbCommand<Answered<AgentVerbs[Name]>>,
): void {
  const row: Verb = agentVerbs[verb];
  addVerbCommand(program, io, row, spec, async (asked, context) => {
    const use = spec.use?.(context);
    return context.withAgent(async (agent) => {
      // The row and the method are of one name, so the answer is that of the method.
      const answer = (await callVerb(agent, verb, row, asked)) as Answered<AgentVerbs[Name]>;
      return { answer, agent: agent.name };
    }, use);
  });
}

/** Adds a command that calls a verb of the space. */
export function addSpaceCommand<Name extends SpaceVerbName>(
  program: Command,
  io: CommandIo,
  verb: Name,
  spec: VerbCommand<Answered<SpaceVerbs[Name]>>,
): void {
  const row: Verb = spaceVerbs[verb];
  addVerbCommand(program, io, row, spec, async (asked, context) => {
    const onProgress = row.form === 'json' ? {} : { onProgress: context.progress.report };
    const answer = await context.withMemory(
      async (memory) => (await callVerb(memory, verb, row, { ...asked, ...onProgress })) as Answered<SpaceVerbs[Name]>,
      spec.use?.(context),
    );
    return { answer, agent: '' };
  });
}

function addVerbCommand<Answer>(
  program: Command,
  io: CommandIo,
  row: Verb,
  spec: VerbCommand<Answer>,
  call: (asked: ReadOptions, context: CommandContext) => Promise<{ readonly answer: Answer; readonly agent: string }>,
): void {
  const command = program.command(spec.name).summary(spec.summary).description(spec.description);
  const positional = row.commandLine.arguments ?? [];
  const names = addOptions(command, row, spec);
  command.action(async (...given: readonly unknown[]) => {
    const context = new CommandContext(io, command);
    const said = { ...flagsOf(command, names), ...argumentsOf(command, row, positional, given) };
    const piped = spec.piped === undefined ? {} : await pipedText(context, said, spec.piped);
    const asked = { ...said, ...piped };
    const options = taken(spec.prepare?.(asked, context) ?? asked, spec.own ?? []);
    const { answer, agent } = await call({ ...options, signal: context.signal }, context);
    const printing = { context, asked, agent };
    if (spec.isSilent?.(answer, printing) !== true) await context.print(answer, () => spec.print(answer, printing));
  });
}

/** Declares arguments and flags; gives the option of every flag, by the name that commander has for it. */
function addOptions<Answer>(command: Command, row: Verb, spec: VerbCommand<Answer>): ReadonlyMap<string, string> {
  const { arguments: positional = [], flags = {} } = row.commandLine;
  const names = new Map<string, string>();
  for (const [key, words] of Object.entries(spec.options ?? {})) {
    const [, value = '', help = ''] = /^(<[^>]+>|\[[^\]]+\])?\s*(.*)$/su.exec(words) ?? [];
    if (positional.includes(key)) {
      command.argument(value, help);
      continue;
    }
    const name = key.replace(/^no /, '');
    const flag = kebabCase(flags[name] ?? name);
    const written = `--${key.startsWith('no ') ? 'no-' : ''}${flag}`;
    names.set(camelCase(flag), name);
    if (value === '') command.option(written, help);
    else command.option(`${written} ${value}`, help, readerOf(spec, row, name, written));
  }
  return names;
}

/** Reads the value of an option by its kind. The rules of a verb are looked into only when its command is used. */
function readerOf<Answer>(
  { name: command, readers }: VerbCommand<Answer>,
  row: Verb,
  name: string,
  flag: string,
): (text: string, before: unknown) => unknown {
  const own = readers?.[name];
  if (own !== undefined) return (text, before) => own(text, before as never);
  return (text, before) => {
    const option = optionsOf(row).find((one) => one.name === name);
    if (option?.isList === true) return repeated(text, before as readonly string[] | undefined);
    return reading(option, command, flag)(text);
  };
}

function reading(option: VerbOption | undefined, command: string, flag: string): (text: string) => unknown {
  if (option?.name === 'mood') return moodReader(command, flag);
  if (option?.kind === 'integer') return wholeNumber(command, flag);
  return option?.kind === 'number' ? decimal(command, flag) : (text) => text;
}

function flagsOf(command: Command, names: ReadonlyMap<string, string>): ReadOptions {
  const entries = Object.entries<unknown>(command.opts());
  return Object.fromEntries(entries.map(([key, value]) => [names.get(key) ?? key, value]));
}

/** Words that stand for one text become it, words that are a list stay one; none at all are left out. */
function argumentsOf(
  command: Command,
  row: Verb,
  positional: readonly string[],
  given: readonly unknown[],
): ReadOptions {
  const declared = command.registeredArguments;
  return Object.fromEntries(
    declared.flatMap(({ variadic }, position) => {
      const name = positional[position]!;
      const value = given[position];
      if (!variadic || !Array.isArray(value)) return value === undefined ? [] : [[name, value]];
      if (value.length === 0) return [];
      const isText = optionsOf(row).some((option) => option.name === name && option.kind === 'text' && !option.isList);
      return [[name, isText ? value.join(' ') : value]];
    }),
  );
}

/** A text such as the content of a memory: the argument, or standard input for `-` or when something is piped in. */
async function pipedText(context: CommandContext, said: ReadOptions, name: string): Promise<ReadOptions> {
  const { stdin } = context.io;
  const argument = said[name];
  if (typeof argument === 'string' && argument !== '-') return {};
  // A memory that is there already needs no content.
  if (argument === undefined && said['memory'] !== undefined) return {};
  if (argument === undefined && stdin.isTTY) {
    throw context.refusal(`"${name}" is required; pass a text, or - to read it`);
  }
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
  return { [name]: Buffer.concat(chunks).toString('utf8').trimEnd() };
}

/** What goes to the verb: not the flags of the command's own, nor what was left out. */
function taken(options: ReadOptions, own: readonly string[]): ReadOptions {
  return Object.fromEntries(
    Object.entries(options).filter(([name, value]) => value !== undefined && !own.includes(name)),
  );
}

function camelCase(flag: string): string {
  return flag.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
