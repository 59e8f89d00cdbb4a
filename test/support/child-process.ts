/** Runs the child programs of the tests (plain JavaScript on the built library) and hears what they say. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** How a child ended. */
export interface ChildEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Each line of its output that is JSON, parsed. */
  readonly said: readonly Record<string, unknown>[];
  readonly stderr: string;
  /** From its start to its end. */
  readonly tookMs: number;
}

/** How a child is started. */
export interface ChildOptions {
  /** The user that it runs as, where that can be chosen. */
  readonly uid?: number;
  /** Ends it with SIGTERM after this time, so that a hang is seen as one. @default 600_000 */
  readonly guardMs?: number;
  readonly cwd?: string;
  /** Variables beside those of this process. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Counts the points at which it changes the disk, and kills it at one of them (`kill-points.mjs`). */
  readonly kill?: KillPoint;
}

/** Where a child is killed. */
export interface KillPoint {
  /** Which of its points, from 1 on; with 0 they are only counted. */
  readonly at: number;
  readonly moment: 'before' | 'amid' | 'after';
}

/** A child program at work. */
export interface RunningChild {
  readonly process: ChildProcess;
  /** Each line of its output so far that is JSON, parsed. */
  readonly said: readonly Record<string, unknown>[];
  /** Settles with the first line that has this `event`; undefined when the child ends without it. */
  event(name: string): Promise<Record<string, unknown> | undefined>;
  /** Settles when the child has ended. */
  readonly ended: Promise<ChildEnd>;
}

/** Starts a program of `test/support/children`; `task` reaches it as JSON in its first argument. */
export function startChild(program: string, task: object, options: ChildOptions = {}): RunningChild {
  const path = fileURLToPath(new URL(`children/${program}`, import.meta.url));
  const startedAt = performance.now();
  const { kill, environment } = options;
  const preload = kill === undefined ? [] : ['--import', new URL('kill-points.mjs', import.meta.url).href];
  const child = spawn(process.execPath, [...preload, path, JSON.stringify(task)], {
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    env: { ...process.env, ...environment, ...(kill === undefined ? {} : { KILL_POINT: JSON.stringify(kill) }) },
  });
  const said: Record<string, unknown>[] = [];
  const waiting = new Map<unknown, (line: Record<string, unknown> | undefined) => void>();
  const stderr: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => stderr.push(text));
  createInterface({ input: child.stdout }).on('line', (text) => {
    const line = parsed(text);
    if (line === undefined) return;
    said.push(line);
    waiting.get(line['event'])?.(line);
  });
  const guard = setTimeout(() => child.kill('SIGTERM'), options.guardMs ?? 600_000);
  const ended = new Promise<ChildEnd>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(guard);
      for (const tell of waiting.values()) tell(undefined);
      resolve({ code, signal, said, stderr: stderr.join(''), tookMs: performance.now() - startedAt });
    });
  });
  const event: RunningChild['event'] = async (name) => {
    const known = said.find((line) => line['event'] === name);
    if (known !== undefined || child.exitCode !== null || child.signalCode !== null) return known;
    return new Promise((resolve) => waiting.set(name, resolve));
  };
  return { process: child, said, event, ended };
}

/** Runs a program of `test/support/children` to its end. */
export function runChild(program: string, task: object, options: ChildOptions = {}): Promise<ChildEnd> {
  return startChild(program, task, options).ended;
}

/** A line as an object; what the engine or Node print is not one. */
function parsed(text: string): Record<string, unknown> | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    // A line that a kill cut off.
    return undefined;
  }
}
