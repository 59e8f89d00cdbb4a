/** What do 1, 2, 4 and 8 processes that share a space get, at the hub of a folder and on a SurrealDB server? */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Command, InvalidArgumentError } from 'commander';
import { type BenchContext, runs, wholeNumber } from '../command-line.ts';
import { table } from '../print.ts';
import { type Percentiles, percentiles, rounded } from '../statistics.ts';
import { killHub, ownerToken, startHub } from './hub.ts';
import type { ProcessReport, ProcessTask } from './process-worker.ts';

interface ProcessesFlags {
  readonly server?: string;
  readonly username: string;
  readonly processes: readonly number[];
  readonly rounds: number;
}

interface ProcessesResult {
  readonly place: 'hub' | 'server';
  readonly processes: number;
  /** Writes and recalls of all processes together, each second. */
  readonly callsPerSecond: number;
  readonly writeMs: Percentiles;
  readonly recallMs: Percentiles;
  /** From the acknowledgement of a write to the moment at which another process heard of it; none for one process. */
  readonly seenMs: Percentiles;
  /** Writes that another process did not hear of within two seconds of the last. */
  readonly unheard: number;
  readonly calls: number;
  readonly refused: number;
}

/** How long listeners wait for the last writes. */
const settleMs = 2000;

/** Adds `processes`: many processes at a hub and on a server. */
export function addProcesses(program: Command, signal: AbortSignal): void {
  const command = program
    .command('processes')
    .summary('many processes that share a space, at a hub and on a SurrealDB server')
    .description(
      'Processes remember and recall in turn in one space: through the hub of a folder, and on a SurrealDB server when ' +
        'one is named. The password of its user comes from MADELEINE_SERVER__PASSWORD.',
    )
    .option('--server <url>', 'a server to compare with, such as ws://127.0.0.1:8000; a namespace of its own is made')
    .option('--username <name>', 'its root user', 'root')
    .option('--processes <counts>', 'how many processes, separated by commas', counts, [1, 2, 4, 8])
    .option(
      '--rounds <count>',
      'writes, and as many recalls, of each process',
      wholeNumber('processes', '--rounds'),
      50,
    );
  runs<ProcessesFlags>(command, signal, async (flags, context) => {
    const results: ProcessesResult[] = [];
    for (const count of flags.processes) {
      results.push(await atHub(context, flags, count));
      if (flags.server !== undefined) results.push(await onServer(flags, flags.server, count));
    }
    await context.print(results, () => rendered(results));
  });
}

function counts(text: string): readonly number[] {
  const numbers = text.split(',').map(Number);
  if (numbers.every((one) => Number.isSafeInteger(one) && one > 0 && one <= 64)) return numbers;
  throw new InvalidArgumentError('must be whole numbers from 1 to 64, such as 1,2,4,8.');
}

async function atHub(context: BenchContext, { rounds }: ProcessesFlags, count: number): Promise<ProcessesResult> {
  const at = join(context.folder, `hub-${count}`);
  const { url } = await startHub(at, 'none');
  try {
    const hub = { url, token: await ownerToken(at) };
    return await measured('hub', count, (key) => ({ hub, key, rounds }));
  } finally {
    await killHub(at);
  }
}

async function onServer(flags: ProcessesFlags, at: string, count: number): Promise<ProcessesResult> {
  const { rounds, username } = flags;
  const password = process.env['MADELEINE_SERVER__PASSWORD'] ?? '';
  const namespace = `bench-${process.pid}`;
  const open = { at, username, password, namespace, space: `processes-${count}`, embedder: 'none' } as const;
  return measured('server', count, (key) => ({ open, key, rounds }));
}

async function measured(
  place: ProcessesResult['place'],
  count: number,
  taskOf: (key: string) => ProcessTask,
): Promise<ProcessesResult> {
  const workers = Array.from({ length: count }, (_, at) => startWorker(taskOf(`w${at}`)));
  const together = (): Promise<unknown> => Promise.all(workers.map((worker) => worker.line()));
  await together();
  for (const worker of workers) worker.tell('begin');
  await together();
  await new Promise((resolve) => setTimeout(resolve, settleMs));
  for (const worker of workers) worker.tell('report');
  const lines = await Promise.all(workers.map((worker) => worker.line()));
  const reports = lines.map((line) => JSON.parse(line) as ProcessReport);
  const startedAt = Math.min(...reports.map((report) => report.startedAt));
  const endedAt = Math.max(...reports.map((report) => report.endedAt));
  const writeMs = reports.flatMap((report) => report.writeMs);
  const recallMs = reports.flatMap((report) => report.recallMs);
  const seen = reports.flatMap((writer) =>
    Object.entries(writer.stored).flatMap(([id, storedAt]) =>
      reports.filter((other) => other !== writer).map(({ heard }) => heard[id] && Math.max(0, heard[id] - storedAt)),
    ),
  );
  const known = seen.filter((ms) => ms !== undefined);
  const refused = reports.flatMap((report) => report.refused).length;
  const calls = writeMs.length + recallMs.length + refused;
  return {
    place,
    processes: count,
    callsPerSecond: rounded((1000 * (calls - refused)) / (endedAt - startedAt), 1),
    writeMs: percentiles(writeMs),
    recallMs: percentiles(recallMs),
    seenMs: percentiles(known),
    unheard: seen.length - known.length,
    calls,
    refused,
  };
}

interface Worker {
  /** Its next line. */
  line(): Promise<string>;
  tell(line: string): void;
}

function startWorker(task: ProcessTask): Worker {
  const program = fileURLToPath(new URL('process-worker.js', import.meta.url));
  const child = spawn(process.execPath, [program, JSON.stringify(task)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    line: async () => {
      const { done, value } = await lines.next();
      if (done === true) throw new Error('processes: a process ended before it was done');
      return value;
    },
    tell: (line) => void child.stdin.write(`${line}\n`),
  };
}

function rendered(results: readonly ProcessesResult[]): readonly string[] {
  const pair = ({ p50, p95 }: Percentiles): string => `${p50.toFixed(1)} / ${p95.toFixed(1)}`;
  return table(
    [
      'processes',
      'place',
      'calls/s',
      'write p50 / p95 ms',
      'recall p50 / p95 ms',
      'seen p50 / p95 ms',
      'unheard',
      'refused',
    ],
    results.map((one) => [
      String(one.processes),
      one.place,
      one.callsPerSecond.toFixed(0),
      pair(one.writeMs),
      pair(one.recallMs),
      one.processes === 1 ? '-' : pair(one.seenMs),
      String(one.unheard),
      `${one.refused} of ${one.calls}`,
    ]),
    [0, 2, 3, 4, 5, 6, 7],
  );
}
