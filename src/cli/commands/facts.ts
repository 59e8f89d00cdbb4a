import type { Command } from 'commander';
import type { FactsOptions, FactsResult } from '../../index.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { wholeNumber } from '../option-values.ts';
import { plain, table } from '../text-layout.ts';

/** Adds `madeleine facts`: what an agent holds true about somebody or something. */
export function addFacts(program: Command, io: CommandIo): void {
  const command = program
    .command('facts')
    .summary('what an agent holds true about somebody or something')
    .description(
      'Lists the facts about some names that the agent that --agent names holds, in the order in which it learned them. ' +
        'Leaves no trace.',
    )
    .argument('[names...]', 'names or ids of entities, or agent:NAME; everybody and everything when left out')
    .option('--faded', 'also what has faded from memory or is archived')
    .option('--limit <number>', 'how many, 1-1,000; 100 when left out', wholeNumber('facts', '--limit'))
    .option('--offset <number>', 'how many of the first to leave out', wholeNumber('facts', '--offset'))
    .action(async (names: readonly string[], flags: Pick<FactsOptions, 'faded' | 'limit' | 'offset'>) => {
      const context = new CommandContext(io, command);
      const about = names.length === 0 ? {} : { about: names };
      const { faded, limit, offset } = flags;
      const options = { ...about, faded, limit, offset, signal: context.signal } as FactsOptions;
      const found = await context.withAgent((agent) => agent.facts(options));
      await context.print(found, () => renderFacts(found));
    });
}

function renderFacts({ facts, total }: FactsResult): readonly string[] {
  if (facts.length === 0) return ['nothing is held true of that'];
  const rows = facts.map(({ id, content, superseded }) => [
    id,
    plain(superseded === undefined ? content : `${content} (holds no more)`),
  ]);
  return [...table(['id', 'fact'], rows), `${facts.length.toLocaleString('en')} of ${total.toLocaleString('en')}`];
}
