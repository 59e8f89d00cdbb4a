import type { Command } from 'commander';
import type { EntitiesOptions, EntityInView } from '../../index.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { wholeNumber } from '../option-values.ts';
import { plain, table } from '../text-layout.ts';

/** Adds `madeleine entities`: who and what an agent knows by name. */
export function addEntities(program: Command, io: CommandIo): void {
  const command = program
    .command('entities')
    .summary('who and what an agent knows by name')
    .description('Lists who and what the agent that --agent names knows by name, the most spoken of first.')
    .argument('[beginning]', 'how a name begins, whatever its case; all of them when left out')
    .option('--limit <number>', 'how many, 1-1,000; 100 when left out', wholeNumber('entities', '--limit'))
    .action(async (startsWith: string | undefined, { limit }: Pick<EntitiesOptions, 'limit'>) => {
      const context = new CommandContext(io, command);
      const options = { startsWith, limit, signal: context.signal } as EntitiesOptions;
      const known = await context.withAgent((agent) => agent.entities(options));
      await context.print(known, () => renderEntities(known));
    });
}

function renderEntities(known: readonly EntityInView[]): readonly string[] {
  if (known.length === 0) return ['no such name is known'];
  const rows = known.map(({ name, type, memories, id }) => [plain(name), type, memories.toLocaleString('en'), id]);
  return table(['name', 'type', 'memories', 'id'], rows, [2]);
}
