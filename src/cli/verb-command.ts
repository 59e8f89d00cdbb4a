/**
 * Commands that call one verb. A command writes down what people read of it; how its arguments and flags are named and
 * read follows from the verb's row, and the library checks every value.
 */
import { Command } from 'commander';
import {
  type AgentVerbs,
  agentVerbs,
  type Answered,
  callVerb,
  checked,
  kebabCase,
  lineNotUtf8,
  type SpaceVerbs,
  spaceVerbs,
  type Verb,
  type VerbOption,
} from '../index.ts';
import { CommandContext, type MemoryUse } from './command-context.ts';
import type { CommandIo } from './command-io.ts';
import { decimal, jsonReader, moodReader, optionWords, repeated, wholeNumber } from './option-values.ts';

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
  /** As it is typed. @default the name of the verb */
  readonly name?: string;
  readonly summary: string;
  readonly description: string;
  /**
   * What people may say: by the name of an option, what stands for its value, what it means, and last its default, such
   * as `<number> How many. Default: 20.`; without a value it is a switch. Range and choices come from the row.
   * `no ` before the name makes the switch that turns it off. A name that `own` lists is a flag of the command's own.
   * Arguments of the row come first, in their order.
   */
  readonly options?: Readonly<Record<string, string>>;
  /** Flags that the verb does not take. @default none */
  readonly own?: readonly string[];
  /** How the values of some options are read, where that does not follow from their kind. */
  readonly readers?: Readonly<Record<string, (text: string, before: never) => unknown>>;
  /** The option that is read from standard input for `-`, or where something is piped in. */
  readonly piped?: string;
  /** Makes what people said into what the verb takes. @default as it was said */
  readonly prepare?: (asked: ReadOptions, context: CommandContext) => ReadOptions | Promise<ReadOptions>;
  /** What the command needs of the store. */
  readonly use?: (context: CommandContext, asked: ReadOptions) => MemoryUse;
  /** Whether there is nothing to print. @default there always is something */
  readonly isSilent?: (answer: Answer, printing: Printing) => boolean;
  /** The lines to print. */
  readonly print: (answer: Answer, printing: Printing) => readonly string[];
}

/** Adds one command, with those below it; `end` takes the exit code of a command that ends well but not with 0. */
export type AddCommand = (program: Command, io: CommandIo, end: (exitCode: number) => void) => void;

/** Commands by their names. */
export type Commands = Readonly<Record<string, AddCommand>>;

type AgentVerbName = keyof typeof agentVerbs;
type SpaceVerbName = keyof typeof spaceVerbs;

/** Commands that call verbs as the agent that --agent names: one for each verb. */
export function agentCommands<Name extends AgentVerbName>(
  specs: { readonly [N in Name]: VerbCommand<Answered<AgentVerbs[N]>> },
): Commands {
  return commandsOf(specs, (program, io, verb: Name) => addAgentCommand(program, io, verb, specs[verb]));
}

/** Commands that call verbs of the space: one for each verb. */
export function spaceCommands<Name extends SpaceVerbName>(
  specs: { readonly [N in Name]: VerbCommand<Answered<SpaceVerbs[N]>> },
): Commands {
  return commandsOf(specs, (program, io, verb: Name) => addSpaceCommand(program, io, verb, specs[verb]));
}

function commandsOf<Name extends string>(
  specs: Readonly<Record<Name, { readonly name?: string }>>,
  add: (program: Command, io: CommandIo, verb: Name) => void,
): Commands {
  const verbs = Object.keys(specs) as Name[];
  return Object.fromEntries(verbs.map((verb) => [specs[verb].name ?? verb, (program, io) => add(program, io, verb)]));
}

/** The option that every command of an agent has, since every verb of an agent takes it but `forget`. */
const talkOption = {
  with: '<who> Who is talked with: `user:NAME` or `group:NAME`. Leaves out what others said, and keeps what is written from others.',
};

/** Adds a command that calls a verb as the agent that --agent names. */
export function addAgentCommand<Name extends AgentVerbName>(
  program: Command,
  io: CommandIo,
  verb: Name,
  spec: VerbCommand<Answered<AgentVerbs[Name]>>,
): void {
  const row: Verb = agentVerbs[verb];
  const options = verb === 'forget' ? { ...spec.options } : { ...spec.options, ...talkOption };
  addVerbCommand(program, io, row, { name: verb, ...spec, options }, (asked, context) =>
    context.withAgent(
      async (agent, memory) => {
        // The row and the method are of one name, so the answer is that of the method.
        const answer = (await callVerb(agent, verb, row, asked)) as Answered<AgentVerbs[Name]>;
        if (row.access === 'read') await context.noteStranger(agent, memory);
        return { answer, agent: agent.name };
      },
      { makes: row.access === 'write', ...useOf(verb, row, spec.use?.(context, asked), asked) },
    ),
  );
}

function addSpaceCommand<Name extends SpaceVerbName>(
  program: Command,
  io: CommandIo,
  verb: Name,
  spec: VerbCommand<Answered<SpaceVerbs[Name]>>,
): void {
  const row: Verb = spaceVerbs[verb];
  addVerbCommand(program, io, row, { name: verb, ...spec }, async (asked, context) => {
    const onProgress = row.form === 'json' ? {} : { onProgress: context.progress.report };
    const answer = await context.withMemory(
      async (memory) => (await callVerb(memory, verb, row, { ...asked, ...onProgress })) as Answered<SpaceVerbs[Name]>,
      useOf(verb, row, spec.use?.(context, asked), asked),
    );
    return { answer, agent: '' };
  });
}

/** What a verb needs of the store: none is made for options that it refuses. */
function useOf(name: string, row: Verb, use: MemoryUse | undefined, asked: ReadOptions): MemoryUse {
  const check = async (): Promise<void> => {
    checked(name, row.options, row.meant(asked));
    await use?.check?.();
  };
  return { ...use, check };
}

/** A command that asks one verb and does nothing else. */
export class AskingCommand extends Command {
  readonly verb: Verb;

  constructor(name: string, verb: Verb) {
    super(name);
    this.verb = verb;
  }
}

type NamedCommand<Answer> = VerbCommand<Answer> & { readonly name: string };

function addVerbCommand<Answer>(
  program: Command,
  io: CommandIo,
  row: Verb,
  spec: NamedCommand<Answer>,
  call: (asked: ReadOptions, context: CommandContext) => Promise<{ readonly answer: Answer; readonly agent: string }>,
): void {
  const command = new AskingCommand(spec.name, row).copyInheritedSettings(program);
  program.addCommand(command.summary(spec.summary).description(spec.description));
  const positional = row.commandLine.arguments ?? [];
  const names = addOptions(command, row, spec);
  command.configureHelp({
    ...command.configureHelp(),
    optionDescription: (flag) => {
      const name = names.get(flag.attributeName());
      return optionWords(
        flag.description,
        row.wireOptions.find((option) => option.name === name),
      );
    },
  });
  command.action(async (...given: readonly unknown[]) => {
    const context = new CommandContext(io, command);
    const said = { ...flagsOf(command, names), ...argumentsOf(command, row, positional, given) };
    const piped = spec.piped === undefined ? {} : await pipedText(context, said, spec.piped);
    const asked = { ...said, ...piped };
    const options = taken((await spec.prepare?.(asked, context)) ?? asked, spec.own ?? []);
    const { answer, agent } = await call({ ...options, signal: context.signal }, context);
    const printing = { context, asked, agent };
    if (spec.isSilent?.(answer, printing) !== true) await context.print(answer, () => spec.print(answer, printing));
  });
}

/** Declares arguments and flags; gives the option of every flag, by the name that commander has for it. */
function addOptions<Answer>(command: Command, row: Verb, spec: NamedCommand<Answer>): ReadonlyMap<string, string> {
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
  { name: command, readers }: NamedCommand<Answer>,
  row: Verb,
  name: string,
  flag: string,
): (text: string, before: unknown) => unknown {
  const own = readers?.[name];
  if (own !== undefined) return (text, before) => own(text, before as never);
  return (text, before) => {
    const option = row.wireOptions.find((one) => one.name === name);
    if (option?.isList === true) return repeated(text, before as readonly string[] | undefined);
    return reading(option, command, flag)(text);
  };
}

function reading(option: VerbOption | undefined, command: string, flag: string): (text: string) => unknown {
  if (option?.name === 'mood') return moodReader(command, flag);
  if (option?.name === 'metadata') return jsonReader(command, flag);
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
      const isText = row.wireOptions.some((option) => option.name === name && option.kind === 'text' && !option.isList);
      return [[name, isText ? value.join(' ') : value]];
    }),
  );
}

/** A text such as the content of a memory: the argument, or standard input for `-` or when something is piped in. */
async function pipedText(context: CommandContext, said: ReadOptions, name: string): Promise<ReadOptions> {
  const argument = said[name];
  if (typeof argument === 'string' && argument !== '-') return {};
  // A memory that is there already needs no content.
  if (argument === undefined && said['memory'] !== undefined) return {};
  const { stdin } = context.io;
  const nothing = context.refusal(`"${name}" is required; pass a text, or - to read it`);
  if (argument === undefined && stdin.isTTY) throw nothing;
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
  const bytes = Buffer.concat(chunks);
  const line = lineNotUtf8(bytes);
  if (line !== undefined) {
    const rule = `standard input must be UTF-8, got other bytes in line ${line}`;
    throw context.refusal(rule, 'Convert it first, such as with iconv -f latin1 -t utf-8.');
  }
  const text = bytes.toString('utf8').trimEnd();
  if (argument === undefined && text === '') throw nothing;
  return { [name]: text };
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
