/** Runs commands in the process of the test, where a process for each would take too long. */
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import type { Command } from 'commander';
import type { CommandIo } from '../../src/cli/command-io.ts';
import { runCli } from '../../src/cli/run-cli.ts';
import { type CliRun, type CliRunOptions, CliSurroundings, makeHome } from './cli-run.ts';

/** How a run differs from a plain one. */
export interface InProcessOptions extends CliRunOptions {
  /** Whether it prints on a terminal. @default false */
  readonly isTerminal?: boolean;
}

/** Runs a command as somebody would whose home is a folder, with nothing on standard input unless that is given. */
export async function runInProcess(
  args: readonly string[],
  homeFolder: string,
  { environment = {}, input = '', isTerminal = false }: InProcessOptions = {},
): Promise<CliRun> {
  const [stdout, stderr] = [new Heard(isTerminal), new Heard(isTerminal)];
  const io: CommandIo = {
    stdin: new PassThrough().end(input),
    stdout,
    stderr,
    signal: new AbortController().signal,
    environment: { MADELEINE_HUB__START_FOR_COMMANDS: 'false', ...environment },
    workingFolder: homeFolder,
    homeFolder,
    userName: userInfo().username,
    dataFolder: join(homeFolder, '.local', 'share', 'madeleine'),
    configFolder: join(homeFolder, '.config', 'madeleine'),
  };
  const exitCode = await runCli(args, io);
  return { exitCode, stdout: stdout.text, stderr: stderr.text };
}

/** Surroundings whose runs take place in the process of the test: a tenth of the time, where the process is not what is tested. */
export class CliInProcess extends CliSurroundings {
  /** The same surroundings for what needs the executable: another process, signals, files named from the working folder. */
  readonly apart: CliSurroundings = new CliSurroundings(this.folder);

  static override async make(): Promise<CliInProcess> {
    return new CliInProcess(await makeHome());
  }

  override run(args: readonly string[], options: InProcessOptions = {}): Promise<CliRun> {
    return runInProcess(args, this.folder, options);
  }
}

/** Keeps what is written to it. */
class Heard extends Writable {
  readonly isTTY: boolean;
  text = '';

  constructor(isTTY: boolean) {
    super();
    this.isTTY = isTTY;
  }

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
