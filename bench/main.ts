/**
 * The process of the benches, `npm run --silent bench -- recall --data FILE`. Owns signals, broken pipes, how errors
 * are told and the exit code. The engine keeps threads alive, so the process is ended once everything is written.
 */
import { CommanderError } from 'commander';
import { CancelledError, InternalError, InvalidArgumentError, MadeleineError } from 'madeleine';
import { createBenches } from './benches.ts';

const stop = new AbortController();
const endings = { SIGINT: 130, SIGTERM: 143 } as const;
let endedBy: keyof typeof endings | 'EPIPE' | undefined;

for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => {
    // The first asks for a tidy end, the second ends.
    if (endedBy === name) process.exit(endings[name]);
    endedBy = name;
    stop.abort();
  });
}

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    // A reader such as `head` has had enough: that is no failure.
    endedBy ??= 'EPIPE';
    stop.abort();
  });
}

const exitCode = await run(process.argv.slice(2));
await Promise.all([process.stdout, process.stderr].map(flushed));
process.exit(endedBy === 'EPIPE' ? 0 : endedBy === undefined ? exitCode : endings[endedBy]);

async function run(args: readonly string[]): Promise<number> {
  const benches = createBenches(stop.signal);
  try {
    if (args.length === 0) benches.outputHelp();
    else await benches.parseAsync([...args], { from: 'user' });
    return 0;
  } catch (thrown) {
    if (endedBy === 'EPIPE' || (thrown instanceof CommanderError && thrown.exitCode === 0)) return 0;
    const { code, message, hint, exitCode, details } = errorOf(thrown);
    const asJson = JSON.stringify({ error: { code, message, hint, exitCode, details } });
    process.stderr.write(args.includes('--json') ? `${asJson}\n` : `${message}\n${hint}\n`);
    return exitCode;
  }
}

function errorOf(thrown: unknown): MadeleineError {
  if (thrown instanceof MadeleineError) return thrown;
  if (thrown instanceof CommanderError) {
    const message = `bench: ${thrown.message.replace(/^error: /, '').replace('\n', ' ')}.`;
    return new InvalidArgumentError('INVALID_ARGUMENT', message, { cause: thrown });
  }
  if (stop.signal.aborted) return new CancelledError('CANCELLED', 'bench: cancelled.', { cause: thrown });
  const reason = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  return new InternalError('INTERNAL', `bench: ${reason}`, { cause: thrown });
}

function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.writableLength === 0 || stream.destroyed) resolve();
    else stream.write('', () => resolve());
  });
}
