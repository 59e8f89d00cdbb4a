/**
 * Starts the hub of a store in the background and waits until one is ready, started by any program: of several
 * that start at once, the lock of the store lets one in. Loads nothing of the engine.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findHub } from './find-hub.ts';
import type { HubNote } from './hub-note.ts';

/** The file beside the store in which a hub in the background says what went wrong. */
export const hubLog = 'hub.log';

/** What a hub is started with; what is left out is as the settings of its process say. */
export interface HubStart {
  /** The space that is open from its start. */
  readonly space?: string;
  readonly embedder?: string;
  /** Minutes without a call after which it leaves; 0 for never. @default 0 */
  readonly idleExit?: number;
}

/** How a hub is started and waited for. */
export interface StartHubOptions extends HubStart {
  /** Ends the waiting; a hub that was started goes on. */
  readonly signal?: AbortSignal;
}

/** A hub that did not come about, in the words of the process that tried. */
export class HubStartError extends Error {
  override readonly name: string = 'HubStartError';
}

/** A large index takes seconds to load, and the store may still be held by a command that is about to end. */
const waitMs = 60_000;
const lookEveryMs = 50;

/** A hub mostly waits, so it gives young objects less room and collects when nobody calls (docs/deploy.md, "Memory"). */
const lightNode = ['--max-semi-space-size=2', '--expose-gc'];
/** The engine has some twenty threads, and glibc keeps what they free in up to eight arenas for each core. */
const lightMemory = { MALLOC_ARENA_MAX: '2' };

/** The command line of this package. */
export const executable: string = fileURLToPath(new URL('../../../bin/madeleine.js', import.meta.url));

/**
 * The hub of the store in a folder, started when there is none.
 *
 * @throws {HubStartError} when it does not start, or not in time.
 */
export async function startHub(folder: string, { signal, ...start }: StartHubOptions = {}): Promise<HubNote> {
  const until = performance.now() + waitMs;
  let child: Background | undefined;
  while (performance.now() < until) {
    signal?.throwIfAborted();
    const hub = await findHub(folder);
    if (hub !== undefined) return hub;
    child ??= await Background.start(folder, argsOf(start));
    if (child.exitCode !== undefined && child.exitCode !== 0) throw new HubStartError(await child.lastWords());
    // It found another hub and left; if that is gone by now, the next look starts a new one.
    if (child.exitCode === 0) child = undefined;
    await sleep(lookEveryMs, undefined, { signal });
  }
  throw new HubStartError(`the hub of "${folder}" was not ready within ${waitMs / 1000} s`);
}

function argsOf({ space, embedder, idleExit }: HubStart): readonly string[] {
  return Object.entries({ '--space': space, '--embedder': embedder, '--idle-exit': idleExit }).flatMap(
    ([flag, value]) => (value === undefined ? [] : [flag, String(value)]),
  );
}

/** A hub that outlives the program that started it. */
class Background {
  readonly #child: ChildProcess;
  readonly #log: string;
  readonly #logStart: number;

  private constructor(child: ChildProcess, log: string, logStart: number) {
    this.#child = child;
    this.#log = log;
    this.#logStart = logStart;
  }

  static async start(folder: string, args: readonly string[]): Promise<Background> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const log = join(folder, hubLog);
    const file = await open(log, 'a', 0o600);
    try {
      const { size } = await file.stat();
      const child = spawn(process.execPath, [...lightNode, executable, 'serve', '--at', folder, '--json', ...args], {
        detached: true,
        windowsHide: true,
        env: { ...lightMemory, ...process.env },
        stdio: ['ignore', 'ignore', file.fd],
      });
      child.on('error', () => undefined);
      child.unref();
      return new Background(child, log, size);
    } finally {
      await file.close();
    }
  }

  /** Undefined while it runs. */
  get exitCode(): number | undefined {
    const { exitCode, signalCode, pid } = this.#child;
    if (pid === undefined || signalCode !== null) return 1;
    return exitCode ?? undefined;
  }

  /** Why it ended, as it said it last. */
  async lastWords(): Promise<string> {
    const said = (await readFile(this.#log)).subarray(this.#logStart).toString('utf8').trim().split('\n');
    return said.at(-1) || `it ended with ${this.#child.exitCode ?? this.#child.signalCode}`;
  }
}
