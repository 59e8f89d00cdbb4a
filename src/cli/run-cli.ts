/** Runs a command line from its arguments to its exit code. Owns how errors are told; never ends the process. */
import { CommanderError } from 'commander';
import pc from 'picocolors';
import { CancelledError, InternalError, InvalidArgumentError, MadeleineError } from '../index.ts';
import { BrokenPipe, type CommandIo } from './command-io.ts';
import { createProgram } from './program.ts';

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
