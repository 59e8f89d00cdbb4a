import type { Command } from 'commander';
import type { TimelineOptions } from '../../index.ts';
import { CommandContext, type GlobalOptions } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { wholeNumber } from '../option-values.ts';
import { renderTimeline } from '../render/render-timeline.ts';

/** The agent is the one that is named on the command line: who is configured is no word on whose beliefs are to be shown. */
type TimelineFlags = Pick<GlobalOptions, 'agent'> & Pick<TimelineOptions, 'from' | 'to' | 'bucket' | 'limit'>;

/** Adds `madeleine timeline`: what became of beliefs over time, and what sleeps did. */
export function addTimeline(program: Command, io: CommandIo): void {
  const command = program
    .command('timeline')
    .summary('what was learned, strengthened, faded and superseded over time, and what sleeps did')
    .description(
      "Counts by hour, day, week or month what became of everybody's beliefs, or of those of --agent, lists the " +
        'latest events, and tells what the last sleeps did. Leaves no trace.',
    )
    .option('--from <date>', 'what came about at this time or later, ISO 8601 (default: everything)')
    .option('--to <date>', 'what came about at this time or before, ISO 8601 (default: now)')
    .option('--bucket <size>', 'hour, day, week or month (default: as short as 60 of them suffice)')
    .option(
      '--limit <number>',
      'how many events to list, 1-1,000; 100 when left out',
      wholeNumber('timeline', '--limit'),
    )
    .action(async () => {
      const context = new CommandContext(io, command);
      const { agent, from, to, bucket, limit }: TimelineFlags = command.optsWithGlobals();
      // The library checks every value: what an option holds need not be of its type.
      const options = { agent, from, to, bucket, limit, signal: context.signal } as TimelineOptions;
      const timeline = await context.withMemory((memory) => memory.timeline(options));
      await context.print(timeline, () => renderTimeline(timeline, context));
    });
}
