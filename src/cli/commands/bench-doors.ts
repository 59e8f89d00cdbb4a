import { join } from 'node:path';
import type { Command } from 'commander';
import { type DoorsStartsResult, doorsStarts } from '../bench/doors-starts.ts';
import { type DoorsTimingResult, doorsTiming } from '../bench/doors-timing.ts';
import { type DoorsWritesResult, doorsWrites, killHub } from '../bench/doors-writes.ts';
import type { Percentiles } from '../bench/timed-recall.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { wholeNumber } from '../option-values.ts';
import { inTemporaryFolder } from '../temporary-folder.ts';
import { table } from '../text-layout.ts';

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

/** Adds `madeleine bench doors`: many processes on one store, and what the way through the hub costs. */
export function addBenchDoors(bench: Command, io: CommandIo): void {
  const command = bench
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
    )
    .action(async (flags: DoorsFlags) => {
      const context = new CommandContext(io, command);
      try {
        const result = await measured(context, flags);
        context.progress.stop();
        await context.print(result, () => rendered(result));
      } finally {
        context.progress.stop();
      }
    });
}

function measured(context: CommandContext, { writes, rounds, memories }: DoorsFlags): Promise<DoorsResult> {
  const { progress } = context;
  const { embedder } = context.config().values;
  const showing = (task: string) => (done: number, total: number) => progress.show(task, done, total);
  return inTemporaryFolder(async (folder) => {
    const [many, starting, timed] = ['many', 'starting', 'timed'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    try {
      return {
        writes: await doorsWrites({ at: many, writes, kills: 3, onProgress: showing('writing') }),
        starts: await doorsStarts({ at: starting, rounds, starts: 8, onProgress: showing('starting') }),
        timing: await doorsTiming({
          at: timed,
          embedder,
          memories,
          queries,
          starts: coldStarts,
          onProgress: (task, done, total) => progress.show(task, done, total),
        }),
      };
    } finally {
      await Promise.all([many, starting, timed].map(killHub));
    }
  });
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
