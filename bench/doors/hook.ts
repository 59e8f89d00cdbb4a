/**
 * How long does Claude Code wait for the hook of a prompt, from the start of its process to its end, beside what Node
 * alone takes? The hub runs, on a store with a few memories that the prompt brings to mind.
 */
import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import { Madeleine } from 'madeleine';
import { runs, wholeNumber } from '../command-line.ts';
import { table } from '../print.ts';
import { type Percentiles, percentiles } from '../statistics.ts';
import { executable, isAlive, ownerToken, startHub } from './hub.ts';

/** Adds `hook`: how long a host waits for the hook of a prompt. */
export function addHook(program: Command, signal: AbortSignal): void {
  const command = program
    .command('hook')
    .summary('how long a host waits for the hook of a prompt')
    .description('Runs the hook of a prompt against a hub on a temporary store, and Node alone beside it.')
    .option('--runs <count>', 'how often to run both (default: 30)', wholeNumber('hook', '--runs'));
  runs<{ readonly runs?: number }>(command, signal, async ({ runs: count = 30 }, context) => {
    if (count < 1 || count > 10_000) throw context.refusal(`"--runs" must be 1-10000, got ${count}`);
    const { folder } = context;
    const embedder = context.embedderName();
    const onProgress = (done: number, total: number): void => context.show('running', done, total);
    const result = await hookBench({ folder, embedder, runs: count, onProgress, signal });
    await context.print(result, () => render(result));
  });
}

function render({ runs, nodeMs, hookMs, told }: HookBenchResult): readonly string[] {
  const times = (name: string, { p50, p95 }: Percentiles): readonly string[] => [name, p50.toFixed(0), p95.toFixed(0)];
  return [
    `${runs} prompts, ${told} of them with something told in time`,
    '',
    ...table(['ms', 'p50', 'p95'], [times('node alone', nodeMs), times('the hook of a prompt', hookMs)], [1, 2]),
  ];
}

/** What to measure. */
interface HookBenchOptions {
  /** An empty folder. */
  readonly folder: string;
  readonly embedder: string;
  readonly runs: number;
  readonly onProgress: (done: number, total: number) => void;
  readonly signal: AbortSignal;
}

/** What was measured. */
interface HookBenchResult {
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
async function hookBench(options: HookBenchOptions): Promise<HookBenchResult> {
  const { folder, embedder, runs, onProgress, signal } = options;
  const hub = await startHub(folder, embedder);
  try {
    await teach(hub.url, await ownerToken(folder));
    const hook = [executable, 'hook', 'user-prompt', '--agent', agent, '--at', folder];
    const times = { node: [] as number[], hook: [] as number[] };
    let told = 0;
    for (let run = 0; run < runs; run += 1) {
      signal.throwIfAborted();
      const event = { session_id: `bench-${run}`, cwd: folder, hook_event_name: 'UserPromptSubmit', prompt };
      times.node.push((await timed(['-e', '0'], '')).ms);
      const { ms, output } = await timed(hook, JSON.stringify(event));
      times.hook.push(ms);
      told += output === '' ? 0 : 1;
      onProgress(run + 1, runs);
    }
    return { runs, nodeMs: percentiles(times.node), hookMs: percentiles(times.hook), told };
  } finally {
    await end(hub.pid);
  }
}

async function teach(url: string, token: string): Promise<void> {
  const memory = await Madeleine.connect(url, { token });
  for (const content of known) {
    const said = { type: 'user_input', channel: 'user', source: 'bench', speaker: 'user' } as const;
    await memory.agent(agent).observe({ content, ...said, importance: 5, session: 'earlier' });
  }
  await memory.close();
}

/** Runs Node with an input; how long it took to its end, and what it printed. */
function timed(args: readonly string[], input: string): Promise<{ readonly ms: number; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] });
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
