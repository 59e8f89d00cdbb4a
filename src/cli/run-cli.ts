/** Runs a command line from its arguments to its exit code. Owns how errors are told; never ends the process. */
import addCompletion from '@bomb.sh/tab/commander';
import { Command, CommanderError } from 'commander';
import pc from 'picocolors';
import {
  agentVerbs,
  CancelledError,
  errorTable,
  InternalError,
  InvalidArgumentError,
  kebabCase,
  MadeleineError,
  nearest,
  spaceVerbs,
  version,
} from '../index.ts';
import { commandName } from './command-context.ts';
import { BrokenPipe, type CommandIo, processIo } from './command-io.ts';
import { careCommands } from './commands/care.ts';
import { compareCommands } from './commands/compare.ts';
import { addConfig } from './commands/config.ts';
import { copyCommands } from './commands/copies.ts';
import { addDemo } from './commands/demo.ts';
import { forgetCommands } from './commands/forget.ts';
import { graphCommands } from './commands/graph.ts';
import { addHook } from './commands/hook.ts';
import { hubCommands } from './commands/hub.ts';
import { installCommands } from './commands/install.ts';
import { lookUpCommands } from './commands/look-up.ts';
import { overviewCommands } from './commands/overview.ts';
import { recallCommands } from './commands/recall.ts';
import { rememberCommands } from './commands/remember.ts';
import { rollbackCommands } from './commands/rollback.ts';
import { addSession } from './commands/session.ts';
import { addToken } from './commands/token.ts';
import { commandGroups, examples, meantCommand, optionForWord } from './guide.ts';
import { plainJson } from './text-layout.ts';
import type { Commands } from './verb-command.ts';

/**
 * Runs a command.
 *
 * @param args - the arguments after the program's name.
 * @returns the exit code; whatever went wrong has been told on standard error.
 */
export async function runCli(args: readonly string[], io: CommandIo): Promise<number> {
  let exitCode = 0;
  const program = createProgram(io, (code) => {
    exitCode = code;
  });
  try {
    if (args.length === 0) program.outputHelp();
    else await program.parseAsync(args[0] === '-V' ? ['-v'] : [...args], { from: 'user' });
    return exitCode;
  } catch (thrown) {
    if (thrown instanceof CommanderError && thrown.exitCode === 0) return 0;
    if (io.signal.reason instanceof BrokenPipe) return 0;
    const told = asTold(thrown, io.signal, program, args);
    io.stderr.write(args.includes('--json') ? asJson(told) : asText(told, io, program, args));
    return told.error.exitCode;
  }
}

interface Told {
  readonly error: MadeleineError;
  readonly hint: string;
}

function asTold(thrown: unknown, signal: AbortSignal, program: Command, args: readonly string[]): Told {
  if (thrown instanceof CommanderError) return asMisuse(thrown, program, args);
  if (thrown instanceof MadeleineError) return { error: thrown, hint: hintOf(thrown, program, args) };
  if (signal.aborted && isAbort(thrown)) {
    const error = new CancelledError('CANCELLED', 'madeleine: cancelled.', { cause: thrown });
    return { error, hint: error.hint };
  }
  const reason = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  const error = new InternalError('INTERNAL', `madeleine: ${reason}`, { cause: thrown });
  return { error, hint: error.hint };
}

/**
 * How to mend a wrong call: which commands show ids. The hint of most says no more than to correct what is named; then
 * the option's own line of help says more.
 */
function hintOf(error: MadeleineError, program: Command, args: readonly string[]): string {
  if (error.hint === errorTable.NOT_FOUND.hint)
    return 'Look the id up first: recall, search and latest show ids with --why.';
  if (error.code !== 'INVALID_ARGUMENT' || error.hint !== errorTable.INVALID_ARGUMENT.hint) return error.hint;
  const command = calledCommand(program, args);
  const [, named] = /"(?:--)?([A-Za-z][\w-]*)[^"]*" /.exec(error.message) ?? [];
  const called = named === undefined ? undefined : kebabCase(named);
  const option = command?.options.find(({ long }) => long === `--${called}` || `${long}s` === `--${called}`);
  if (command !== undefined && option !== undefined)
    return `${option.flags}: ${command.createHelp().optionDescription(option)}`;
  return command === undefined ? error.hint : helpOf(command);
}

/** Commander says `error: unknown option '--limt'\n(Did you mean --limit?)`. */
function asMisuse(error: CommanderError, program: Command, args: readonly string[]): Told {
  const command = calledCommand(program, args);
  const said = error.code === 'commander.help' ? withoutCommand(program, args) : error.message;
  const [first = '', suggestion = ''] = said.replace(/^error: /, '').split('\n');
  const [, unknown = ''] = /unknown command '(.*)'/.exec(first) ?? [];
  const [, missing] = /missing required argument '(.*)'/.exec(first) ?? [];
  const argument = command?.registeredArguments.find((one) => one.name() === missing);
  const rule = [first.replaceAll("'", '"'), ...(argument === undefined ? [] : [argument.description])].join(': ');
  const message = `${command === undefined ? 'madeleine' : commandName(command)}: ${rule.replace(/\.$/, '')}.`;
  const meant = meantCommand(unknown);
  const suggested = meant === undefined ? suggestion.replace(/^\((.*)\)$/, '$1') : `Did you mean madeleine ${meant}?`;
  const help = command === undefined ? 'Run madeleine --help to see what there is.' : helpOf(command);
  const stray = error.code === 'commander.excessArguments' && command !== undefined ? strayWords(command) : undefined;
  const text = command === undefined ? undefined : quotedText(command, error);
  const hint = suggested === '' ? (stray ?? text ?? help) : suggested;
  return { error: new InvalidArgumentError('INVALID_ARGUMENT', message, { cause: error }), hint };
}

/** How to say with an option what no argument is for, and which options there are beside it. */
function strayWords(command: Command): string | undefined {
  const words = command.args.slice(command.registeredArguments.length).join(' ');
  const options = command.options.map(({ long = '' }) => long.replace(/^--/, ''));
  const option = optionForWord(commandName(command), words, options);
  if (option === undefined) return undefined;
  const others = options.filter((one) => one !== option).map((one) => `--${one}`);
  const more =
    others.length === 0 ? '' : ` It takes ${others.join(', ')} too: see madeleine ${commandName(command)} --help.`;
  return `Did you mean madeleine ${commandName(command)} --${option} ${/\s/.test(words) ? `"${words}"` : words}?${more}`;
}

/** The arguments that are a text of several words. */
const texts: ReadonlySet<string> = new Set(['content', 'thought', 'message', 'query']);

/** How to write a text that the shell has cut up, or that begins as an option does. */
function quotedText(command: Command, { code, message }: CommanderError): string | undefined {
  const [argument] = command.registeredArguments;
  if (argument === undefined || !texts.has(argument.name())) return undefined;
  const name = commandName(command);
  const quoted = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}...` : text);
  if (code === 'commander.excessArguments')
    return `Put quotes around a text of several words: madeleine ${name} ${quoted(command.args.join(' '))}.`;
  const [, unknown = ''] = /unknown option '(.*)'/s.exec(message) ?? [];
  if (!/^-\d|\s/.test(unknown)) return undefined;
  return `Put -- before a text that begins with a dash, and options before that: madeleine ${name} -- ${quoted(unknown)}.`;
}

/** Commander shows its help where none or an unknown one stands behind `help`. */
function withoutCommand({ commands: known }: Command, args: readonly string[]): string {
  const word = args[args.indexOf('help') + 1];
  if (!args.includes('help') || word === undefined) return 'a command must follow';
  const meant = nearest(
    word,
    known.map((command) => command.name()),
  );
  return `unknown command '${word}'${meant === undefined ? '' : `\n(Did you mean ${meant}?)`}`;
}

/** The command that was called, such as `token create`, wherever options stand. */
function calledCommand(program: Command, args: readonly string[]): Command | undefined {
  let called: Command | undefined;
  for (const arg of args) called = (called ?? program).commands.find((one) => one.name() === arg) ?? called;
  return called;
}

function helpOf(command: Command): string {
  return `Run madeleine ${commandName(command)} --help to see what it takes.`;
}

function asJson({ error, hint }: Told): string {
  const { code, message, exitCode, details } = error;
  return `${plainJson(JSON.stringify({ error: { code, message, hint, exitCode, details } }))}\n`;
}

function asText({ error, hint }: Told, io: CommandIo, program: Command, args: readonly string[]): string {
  const colourful = io.stderr.isTTY === true && !io.environment['NO_COLOR'] && !args.includes('--no-color');
  const colours = pc.createColors(colourful);
  return `${colours.red(underCommand(error.message, calledCommand(program, args)))}\n${colours.dim(hint)}\n`;
}

/** What the library puts before a message: a verb, or how a command came to the memory. */
const operations: ReadonlySet<string> = new Set([...Object.keys({ ...agentVerbs, ...spaceVerbs }), 'open', 'connect']);

/** The message behind the command as it was typed. */
function underCommand(message: string, command: Command | undefined): string {
  const [operation = ''] = /^\w+(?=: )/.exec(message) ?? [];
  if (command === undefined || !(operations.has(operation) || operation === command.name())) return message;
  return commandName(command) + message.slice(operation.length);
}

function isAbort(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === 'AbortError';
}

// The command line: its global options and its commands. Reads nothing and does nothing by itself.

const commands: Commands = {
  ...rememberCommands,
  ...recallCommands,
  ...lookUpCommands,
  ...graphCommands,
  ...overviewCommands,
  ...rollbackCommands,
  ...forgetCommands,
  ...copyCommands,
  ...careCommands,
  ...hubCommands(runCli),
  ...installCommands,
  demo: addDemo,
  session: addSession,
  token: addToken,
  ...compareCommands,
  hook: addHook,
  config: addConfig,
};

/**
 * The program, ready to parse. It throws where commander would end the process.
 *
 * @param end - takes the exit code of a command that ends well but not with 0.
 */
export function createProgram(io: CommandIo = processIo(), end: (exitCode: number) => void = () => {}): Command {
  const program = new Command('madeleine')
    .description('A memory for AI agents: what each of them believes, and why it comes to mind.')
    .version(version, '-v, --version', 'Prints the version.')
    .option('--at <place>', 'The folder of the store, or the `ws://` or `wss://` address of a SurrealDB server.')
    .option('--space <name>', "The space: one tenant's memory. Default: `default`.")
    .option('--agent <name>', 'Who remembers and recalls.')
    .option('--embedder <name>', '`minilm`, or `none` for lexical recall. Default: `minilm`.')
    .option('--username <name>', 'The user at a SurrealDB server; the password comes from the configuration.')
    .option('--auth-level <level>', 'Where that user is defined: `root`, `namespace` or `database`. Default: `root`.')
    .option(
      '--json',
      'Prints results as JSON, one object (or array) on standard output, and errors as JSON on standard error.',
    )
    .option('--no-color', 'Prints without colours. So do `NO_COLOR` and an output that is no terminal.')
    .helpOption('-h, --help', 'Tells about a command, with examples.')
    .configureHelp({ showGlobalOptions: true, subcommandTerm: (command) => command.name() })
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      // What goes wrong is thrown and printed in one place.
      writeErr: () => {},
      outputError: () => {},
      getOutHelpWidth: () => Math.min(100, io.stdout.columns ?? 100),
      getOutHasColors: () => false,
    })
    .exitOverride()
    .hook('preAction', (_, command) => io.beforeAction?.(command));
  for (const [heading, names] of Object.entries(commandGroups)) {
    program.commandsGroup(heading);
    for (const name of names.split(' ')) commands[name]!(program, io, end);
  }
  program.helpCommand('help [command]', 'tell about a command');
  for (const command of program.commands.flatMap((one) => [one, ...one.commands]))
    command.addHelpText('after', examplesOf(commandName(command)));
  addCompletion(program, { completionCommandName: 'completion' });
  const completion = program.commands.find((command) => command.name() === 'completion');
  for (const shell of completion?.registeredArguments ?? []) shell.description = 'Your shell.';
  completion
    ?.summary('complete commands in your shell')
    .description('Prints a script for your shell to load where it starts: then it completes commands and options.')
    .addHelpText('after', examplesOf('completion'));
  return program;
}

function examplesOf(name: string): string {
  // A command that needs another behind it has the first example of each.
  const below = Object.entries(examples).flatMap(([other, lines]) =>
    other.startsWith(`${name} `) ? lines.slice(0, 1) : [],
  );
  const lines = (examples[name] ?? below).map((line) => (line.includes('| madeleine ') ? line : `madeleine ${line}`));
  return ['', lines.length === 1 ? 'Example:' : 'Examples:', ...lines.map((line) => `  ${line}`)].join('\n');
}
