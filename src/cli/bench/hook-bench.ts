/**
 * How long Claude Code waits for the hook of a prompt, from the start of its process to its end, beside what Node
 * alone takes. The hub runs, on a store with a few memories that the prompt brings to mind.
 */
import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { hubMemory } from '../hook/hub-memory.ts';
import type { HookMemory } from '../hook/hook-memory.ts';
import { isAlive } from '../hub/find-hub.ts';
import { readOwnerToken } from '../hub/hub-note.ts';
import { startHub } from '../hub/start-hub.ts';
import { ownCommand } from '../install/host.ts';
import { percentiles, type Percentiles } from './timed-recall.ts';

/** What to measure. */
export interface HookBenchOptions {
  /** An empty folder. */
  readonly folder: string;
  readonly embedder: string;
  readonly runs: number;
  readonly onProgress: (done: number, total: number) => void;
  readonly signal: AbortSignal;
}

/** What was measured. */
export interface HookBenchResult {
  readonly runs: number;
  readonly nodeMs: Percentiles;
  readonly hookMs: Percentiles;
  /** Runs in which something was told in time. */
  readonly told: number;
}

const agent = 'lisa';
const known = ['Luna is a cat.', 'Luna is sixteen and feels the cold.', 'Luna sleeps by the stove.'];
const prompt = 'How should I build a bed for Luna?';

/** Measures both, turn by turn. */
export async function hookBench(options: HookBenchOptions): Promise<HookBenchResult> {
  const { folder, embedder, runs, onProgress, signal } = options;
  const hub = await startHub(folder, { embedder, signal });
  try {
    const token = await readOwnerToken(folder);
    await teach(hubMemory({ url: hub.url, token, space: 'default', agent }));
    const { command, args } = ownCommand();
    const hook = [...args, 'hook', 'user-prompt', '--agent', agent, '--at', folder];
    const times = { node: [] as number[], hook: [] as number[] };
    let told = 0;
    for (let run = 0; run < runs; run += 1) {
      signal.throwIfAborted();
      const event = { session_id: `bench-${run}`, cwd: folder, hook_event_name: 'UserPromptSubmit', prompt };
      times.node.push((await timed(command, ['-e', '0'], '')).ms);
      const { ms, output } = await timed(command, hook, JSON.stringify(event));
      times.hook.push(ms);
      told += output === '' ? 0 : 1;
      onProgress(run + 1, runs);
    }
    return { runs, nodeMs: percentiles(times.node), hookMs: percentiles(times.hook), told };
  } finally {
    await end(hub.pid);
  }
}

async function teach(memory: HookMemory): Promise<void> {
  for (const content of known) {
    const said = { type: 'user_input', channel: 'user', source: 'bench', speaker: 'user' } as const;
    await memory.observe({ content, ...said, importance: 5, session: 'earlier' });
  }
}

/** Runs a process with an input; how long it took to its end, and what it printed. */
function timed(
  command: string,
  args: readonly string[],
  input: string,
): Promise<{ readonly ms: number; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    child.on('error', reject);
    child.on('close', () => resolve({ ms: performance.now() - start, output }));
  });
}

/** Ends a hub and waits until it is gone: its folder is removed next. */
async function end(pid: number): Promise<void> {
  process.kill(pid);
  while (isAlive(pid)) await pause(50);
}
