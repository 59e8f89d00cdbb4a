/** Runs a command line from its arguments to its exit code. Owns how errors are told; never ends the process. */
import { Command, CommanderError } from 'commander';
import pc from 'picocolors';
import { CancelledError, InternalError, InvalidArgumentError, MadeleineError, version } from '../index.ts';
import { BrokenPipe, type CommandIo, processIo } from './command-io.ts';
import { addAmbient, addExplain, addRecall, addSearch } from './commands/recall.ts';
import { addBackup, addExport, addImport, addRestore } from './commands/copies.ts';
import { addBelieve, addJudge, addObserve, addThink, addWithdraw } from './commands/remember.ts';
import { addImpact, addMerge, addRollback, addUndo } from './commands/rollback.ts';
import { addInspect, addTimeline } from './commands/overview.ts';
import { addCompare } from './commands/compare.ts';
import { addConfig } from './commands/config.ts';
import { addConflicts, addEntities, addFacts, addLatest, addWhy } from './commands/look-up.ts';
import { addDemo } from './commands/demo.ts';
import { addDoctor, addMigrate, addReindex, addSleep, addStats } from './commands/care.ts';
import { addExplore, addGraph, addNavigate } from './commands/graph.ts';
import { addForget, addPurge } from './commands/forget.ts';
import { addHook } from './commands/hook.ts';
import { addInstall, addUninstall } from './commands/install.ts';
import { addMcp, addOpen, addServe, addStop, addToken } from './commands/hub.ts';
import { addSession } from './commands/session.ts';

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
    else await program.parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (thrown) {
    if (thrown instanceof CommanderError && thrown.exitCode === 0) return 0;
    if (io.signal.reason instanceof BrokenPipe) return 0;
    const told = asTold(thrown, io.signal);
    io.stderr.write(args.includes('--json') ? asJson(told) : asText(told, io));
    return told.error.exitCode;
  }
}

interface Told {
  readonly error: MadeleineError;
  readonly hint: string;
}

function asTold(thrown: unknown, signal: AbortSignal): Told {
  if (thrown instanceof CommanderError) return asMisuse(thrown);
  if (thrown instanceof MadeleineError) return { error: thrown, hint: thrown.hint };
  if (signal.aborted && isAbort(thrown)) {
    const error = new CancelledError('CANCELLED', 'madeleine: cancelled.', { cause: thrown });
    return { error, hint: error.hint };
  }
  const reason = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  const error = new InternalError('INTERNAL', `madeleine: ${reason}`, { cause: thrown });
  return { error, hint: error.hint };
}

/** Commander says `error: unknown option '--limt'\n(Did you mean --limit?)`. */
function asMisuse(error: CommanderError): Told {
  const [first = '', suggestion = ''] = error.message.replace(/^error: /, '').split('\n');
  const message = `madeleine: ${first.replaceAll("'", '"').replace(/\.$/, '')}.`;
  const meant = suggestion.replace(/^\((.*)\)$/, '$1');
  const hint = meant === '' ? 'Run madeleine --help to see what there is.' : meant;
  return { error: new InvalidArgumentError('INVALID_ARGUMENT', message, { cause: error }), hint };
}

function asJson({ error, hint }: Told): string {
  const { code, message, exitCode, details } = error;
  return `${JSON.stringify({ error: { code, message, hint, exitCode, details } })}\n`;
}

function asText({ error, hint }: Told, io: CommandIo): string {
  const colourful = io.stderr.isTTY === true && !io.environment['NO_COLOR'];
  const colours = pc.createColors(colourful);
  return `${colours.red(error.message)}\n${colours.dim(hint)}\n`;
}

function isAbort(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === 'AbortError';
}

// The command line: its global options and its commands. Reads nothing and does nothing by itself.

/** Adds one command, with those below it. */
type AddCommand = (program: Command, io: CommandIo, end: (exitCode: number) => void) => void;

/** The commands in the order in which help lists them. */
const commands: readonly AddCommand[] = [
  addDemo,
  addObserve,
  addThink,
  addBelieve,
  addWithdraw,
  addConflicts,
  addJudge,
  addAmbient,
  addSession,
  addRecall,
  addSearch,
  addLatest,
  addEntities,
  addFacts,
  addExplain,
  addWhy,
  addNavigate,
  addExplore,
  addCompare,
  addGraph,
  addInspect,
  addImpact,
  addRollback,
  addMerge,
  addUndo,
  addForget,
  addImport,
  addExport,
  addBackup,
  addRestore,
  addPurge,
  addTimeline,
  addStats,
  addDoctor,
  addReindex,
  addSleep,
  addMcp,
  addMigrate,
  addServe,
  addOpen,
  addStop,
  addInstall,
  addUninstall,
  addToken,
  addHook,
  addConfig,
];

/**
 * The program, ready to parse. It throws where commander would end the process.
 *
 * @param end - takes the exit code of a command that ends well but not with 0.
 */
export function createProgram(io: CommandIo = processIo(), end: (exitCode: number) => void = () => {}): Command {
  const program = new Command('madeleine')
    .description('A memory for AI agents: what each of them believes, and why it comes to mind.')
    .version(version, '--version', 'print the version')
    .option('--at <place>', 'the folder of the store, or the ws:// or wss:// address of a SurrealDB server')
    .option('--space <name>', "the space: one tenant's memory (default: default)")
    .option('--agent <name>', 'who remembers and recalls')
    .option('--embedder <name>', 'minilm, or none for lexical recall (default: minilm)')
    .option('--json', 'print results, and errors on standard error, as JSON')
    .option('--no-color', 'print without colours')
    .helpOption('--help', 'tell about a command')
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      // What goes wrong is thrown and printed in one place.
      writeErr: () => {},
      outputError: () => {},
      getOutHelpWidth: () => Math.min(100, io.stdout.columns ?? 100),
      getOutHasColors: () => false,
    })
    .exitOverride();
  for (const add of commands) add(program, io, end);
  return program;
}
