import type { Command } from 'commander';
import type { LatestOptions } from '../../index.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { repeated, wholeNumber } from '../option-values.ts';
import { renderMemories } from '../render/render-recall.ts';
import { plain } from '../text-layout.ts';

interface LatestFlags {
  readonly limit?: number;
  readonly session?: readonly string[];
  readonly type?: readonly string[];
}

/** Adds `madeleine latest`: what an agent learned last. */
export function addLatest(program: Command, io: CommandIo): void {
  const command = program
    .command('latest')
    .summary('what an agent learned last')
    .description('Lists what the agent that --agent names learned last, and what everybody did. Leaves no trace.')
    .option('--limit <number>', 'how many, 1-200; 20 when left out', wholeNumber('latest', '--limit'))
    .option('--session <key>', 'only of this session; may be repeated', repeated)
    .option('--type <type>', 'only facts, or observations of this type; may be repeated', repeated)
    .action(async ({ limit, session: sessions, type: types }: LatestFlags) => {
      const context = new CommandContext(io, command);
      // The library checks every value: what an option holds need not be of its type.
      const options = { limit, sessions, types, signal: context.signal } as LatestOptions;
      const { name, memories } = await context.withAgent(async (agent) => ({
        name: agent.name,
        memories: await agent.latest(options),
      }));
      const { colours } = context;
      const head = memories.length === 0 ? 'has learned nothing yet' : 'learned last';
      await context.print(memories, () => [
        `${colours.bold(plain(name))} ${head}`,
        ...renderMemories(memories, { ...context, why: false }),
      ]);
    });
}
