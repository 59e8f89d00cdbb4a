/** What does the way through the hub cost, and is anything lost when many processes are on one store? */
import { join } from 'node:path';
import type { Command } from 'commander';
import { Madeleine } from 'madeleine';
import { type BenchContext, runs, type ShowProgress, wholeNumber } from '../command-line.ts';
import { table } from '../print.ts';
import { type Percentiles, percentiles } from '../statistics.ts';
import { ZipfMemories } from '../synthetic.ts';
import { killHub, startHub } from './hub.ts';
import { StdioClient } from './stdio-client.ts';
import { doorsStarts, type DoorsStartsResult, doorsWrites, type DoorsWritesResult } from './writes.ts';

interface DoorsFlags {
  readonly writes: number;
  readonly rounds: number;
  readonly memories: number;
}

interface DoorsResult {
  readonly writes: DoorsWritesResult;
  readonly starts: DoorsStartsResult;
  readonly timing: DoorsTimingResult;
}

const queries = 300;
const coldStarts = 20;

/** Adds `doors`: many processes on one store, and what the way through the hub costs. */
export function addDoors(program: Command, signal: AbortSignal): void {
  const command = program
    .command('doors')
    .summary('many processes on one store, and what the way through the hub costs')
    .description(
      'Eight processes (MCP servers, the command line, the library) write to one store while its hub is killed three ' +
        'times; eight hubs are started at once, again and again; recall over MCP is compared with the library.',
    )
    .option('--writes <count>', 'memories that each process writes', wholeNumber('doors', '--writes'), 500)
    .option('--rounds <count>', 'rounds of simultaneous starts', wholeNumber('doors', '--rounds'), 100)
    .option(
      '--memories <count>',
      'memories in the store that is recalled from',
      wholeNumber('doors', '--memories'),
      1000,
    );
  runs<DoorsFlags>(command, signal, async (flags, context) => {
    const result = await measured(context, flags);
    await context.print(result, () => rendered(result));
  });
}

async function measured(context: BenchContext, { writes, rounds, memories }: DoorsFlags): Promise<DoorsResult> {
  const embedder = context.embedderName();
  const showing = (task: string) => (done: number, total: number) => context.show(task, done, total);
  const [many, starting, timed] = ['many', 'starting', 'timed'].map((name) => join(context.folder, name)) as [
    string,
    string,
    string,
  ];
  try {
    return {
      writes: await doorsWrites({ at: many, writes, kills: 3, onProgress: showing('writing') }),
      starts: await doorsStarts({ at: starting, rounds, starts: 8, onProgress: showing('starting') }),
      timing: await doorsTiming({
        ...{ at: timed, embedder, memories, queries, starts: coldStarts },
        onProgress: context.show,
      }),
    };
  } finally {
    await Promise.all([many, starting, timed].map(killHub));
  }
}

function rendered({ writes, starts, timing }: DoorsResult): readonly string[] {
  const row = (name: string, { p50, p95 }: Percentiles): readonly string[] => [name, p50.toFixed(1), p95.toFixed(1)];
  return [
    `${writes.processes} processes, ${writes.acknowledged} writes acknowledged in ${writes.seconds.toFixed(0)} s, the hub killed ${writes.kills} times: ${writes.lost} lost, ${writes.duplicates} twice`,
    `${starts.starts} hubs started at once: one winner in ${starts.oneWinner} of ${starts.rounds} rounds`,
    '',
    `${timing.memories} memories, ${timing.queries} queries, embedder ${timing.embedder}`,
    ...table(
      ['', 'p50 ms', 'p95 ms'],
      [
        row('recall over MCP', timing.mcpMs),
        row('recall in the library', timing.libraryMs),
        row('cold mcp to its first answer', timing.coldMs),
      ],
      [1, 2],
    ),
    '',
    `at the median, recall over MCP takes ${(timing.mcpMs.p50 - timing.libraryMs.p50).toFixed(1)} ms more than in the library`,
  ];
}

/** What is measured. */
interface DoorsTimingOptions {
  /** The store, which must be fresh; the library's own, with the same memories, lies beside it. */
  readonly at: string;
  readonly embedder: 'minilm' | 'none';
  readonly memories: number;
  readonly queries: number;
  /** Times that `madeleine mcp` is started. */
  readonly starts: number;
  readonly onProgress?: ShowProgress;
}

/** What it took. */
interface DoorsTimingResult {
  readonly embedder: string;
  readonly memories: number;
  readonly queries: number;
  /** `recall_memory` over standard input and output, through the hub. */
  readonly mcpMs: Percentiles;
  /** `recall` of the library on its own store, each question right after it was asked over MCP. */
  readonly libraryMs: Percentiles;
  /** From the start of `madeleine mcp` to the answer of its first recall, with a hub that runs. */
  readonly coldMs: Percentiles;
}

const agent = 'lisa';
const batch = 100;
/** Questions that are asked first and not counted: processes that have just started are still being compiled. */
const warmUpCount = 50;

/** Measures it. */
async function doorsTiming(options: DoorsTimingOptions): Promise<DoorsTimingResult> {
  const { at, embedder, memories, queries, starts, onProgress } = options;
  const source = new ZipfMemories(1);
  const contents = [...source.memories(0, memories)].map(({ content }) => content);
  const asked = Array.from({ length: queries }, (_, place) => source.query(contents[place % memories] ?? ''));
  await startHub(at, embedder);
  const flags = ['--at', at, '--agent', agent];
  const client = await StdioClient.start(flags);
  const memory = await Madeleine.open({ at: `${at}-alone`, embedder });
  const own = memory.agent(agent);
  for (const [place, content] of contents.entries()) {
    await client.call('add_memory', { content });
    await own.observe({ content });
    if (place % batch === 0) onProgress?.('filling', place, memories);
  }
  const recalls = [
    (query: string) => client.call('recall_memory', { query }),
    (query: string) => own.recall({ query }),
  ] as const;
  await timedInTurn(asked.slice(0, warmUpCount), recalls);
  const [mcpMs, libraryMs] = await timedInTurn(asked, recalls);
  await memory.close();
  await client.close();
  const [coldMs] = await timedInTurn(asked.slice(0, starts), [
    async (query) => {
      const fresh = await StdioClient.start(flags);
      await fresh.call('recall_memory', { query });
      // Its end is not what is measured.
      void fresh.close();
    },
  ]);
  await killHub(at);
  return { embedder, memories, queries, mcpMs, libraryMs, coldMs };
}

type Asked = (query: string) => Promise<unknown>;

/** The times of some calls, of each query one after the other, so that a machine that slows down slows them all. */
async function timedInTurn<const Calls extends readonly Asked[]>(
  asked: readonly string[],
  calls: Calls,
): Promise<{ readonly [Place in keyof Calls]: Percentiles }> {
  const times = calls.map((): number[] => []);
  for (const query of asked) {
    for (const [place, call] of calls.entries()) {
      const start = performance.now();
      await call(query);
      times[place]?.push(performance.now() - start);
    }
  }
  return times.map(percentiles) as { readonly [Place in keyof Calls]: Percentiles };
}
