/** Runs the real executable, as somebody at a terminal would, in surroundings of its own. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The executable of the command line. */
export const executable: string = fileURLToPath(new URL('../../bin/madeleine.js', import.meta.url));

/** The built command line of the benches. */
export const benches: string = fileURLToPath(new URL('../../dist-bench/main.js', import.meta.url));

/** What a run printed and how it ended. */
export interface CliRun {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** How a run differs from a plain one. */
export interface CliRunOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly input?: string;
  /** Sends this signal once something is printed on standard output. */
  readonly signalOnOutput?: NodeJS.Signals;
}

/** A folder that is home and working folder of one test file. */
export function makeHome(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'madeleine-cli-'));
}

/** A home and a working folder of one test file, and runs of the executable in them. */
export class CliSurroundings {
  readonly folder: string;
  readonly #program: string;

  constructor(folder: string, program: string = executable) {
    this.folder = folder;
    this.#program = program;
  }

  /** Surroundings for runs of a program, the command line of Madeleine unless another is given. */
  static async make(program: string = executable): Promise<CliSurroundings> {
    return new CliSurroundings(await makeHome(), program);
  }

  /** Commands open their store themselves: a hub would outlive the test. */
  get #environment(): NodeJS.ProcessEnv {
    return { PATH: process.env['PATH'], HOME: this.folder, MADELEINE_HUB__START_FOR_COMMANDS: 'false' };
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** Starts the executable, for whoever speaks with it while it runs. */
  start(args: readonly string[], environment: Readonly<Record<string, string>> = {}): ChildProcessWithoutNullStreams {
    return spawn(process.execPath, [this.#program, ...args], {
      cwd: this.folder,
      env: { ...this.#environment, ...environment },
    });
  }

  run(args: readonly string[], options: CliRunOptions = {}): Promise<CliRun> {
    const { environment = {}, input = '', signalOnOutput } = options;
    const child = this.start(args, environment);
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      if (signalOnOutput !== undefined) child.kill(signalOnOutput);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    // A command that reads nothing may end before its input is written.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code) => resolve({ exitCode: code ?? -1, stdout, stderr }));
    });
  }

  /** Runs with `--json` and reads what is printed. */
  async json(args: readonly string[], options?: CliRunOptions): Promise<Record<string, unknown>> {
    const { exitCode, stdout, stderr } = await this.run([...args, '--json'], options);
    if (exitCode !== 0) throw new Error(`madeleine ${args.join(' ')} ended with ${exitCode}: ${stderr}`);
    return JSON.parse(stdout) as Record<string, unknown>;
  }

  /** Runs a command line of the shell, in which `madeleine` is the executable. */
  shell(line: string): Promise<CliRun> {
    const script = `madeleine() { "${process.execPath}" "${executable}" "$@"; }\n${line}`;
    return new Promise((resolve, reject) => {
      const child = spawn('bash', ['-c', script], {
        cwd: this.folder,
        env: this.#environment,
      });
      let stdout = '';
      let stderr = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        stdout += text;
      });
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        stderr += text;
      });
      child.on('error', reject);
      child.on('close', (code) => resolve({ exitCode: code ?? -1, stdout, stderr }));
    });
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }
}
