/** Runs commands in the process of the test, where a process for each would take too long. */
import { PassThrough, Writable } from 'node:stream';
import type { Command } from 'commander';
import type { CommandIo } from '../../src/cli/command-io.ts';
import { runCli } from '../../src/cli/run-cli.ts';
import type { CliRun } from './cli-run.ts';

/** Runs a command as somebody would whose home is a folder, with nothing on standard input. */
export async function runInProcess(args: readonly string[], homeFolder: string): Promise<CliRun> {
  const [stdout, stderr] = [new Heard(), new Heard()];
  const io: CommandIo = {
    stdin: new PassThrough().end(),
    stdout,
    stderr,
    signal: new AbortController().signal,
    environment: { MADELEINE_HUB__START_FOR_COMMANDS: 'false' },
    workingFolder: homeFolder,
    homeFolder,
    userName: 'somebody',
    dataFolder: homeFolder,
    configFolder: homeFolder,
  };
  const exitCode = await runCli(args, io);
  return { exitCode, stdout: stdout.text, stderr: stderr.text };
}

/** Keeps what is written to it. */
class Heard extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString('utf8');
    done();
  }
}

/** Each command and those below it by their full names, such as `session open`; the program has its own. */
export function commandsOf(command: Command, name = ''): readonly (readonly [string, Command])[] {
  const below = command.commands.flatMap((sub) => commandsOf(sub, `${name} ${sub.name()}`.trim()));
  return [[name === '' ? command.name() : name, command], ...below];
}
