import type { Command } from 'commander';
import type { Conflict, ConflictsOptions } from '../../index.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { wholeNumber } from '../option-values.ts';
import { counted, cut, plain, wrap } from '../text-layout.ts';

/** Adds `madeleine conflicts`: which memories contradict each other. */
export function addConflicts(program: Command, io: CommandIo): void {
  const command = program
    .command('conflicts')
    .summary('which memories contradict each other')
    .description(
      'Lists the contradictions between memories in view of the agent that --agent names. Leaves no trace; ' +
        'judge says what becomes of one.',
    )
    .option('--state <state>', 'potential (the default), confirmed, exception or dismissed')
    .option('--limit <number>', 'how many, 1-200; 20 when left out', wholeNumber('conflicts', '--limit'))
    .action(async (flags: Pick<ConflictsOptions, 'state' | 'limit'>) => {
      const context = new CommandContext(io, command);
      // The library checks every value: what an option holds need not be of its type.
      const options = { ...flags, signal: context.signal } as ConflictsOptions;
      const { name, found } = await context.withAgent(async (agent) => ({
        name: agent.name,
        found: await agent.conflicts(options),
      }));
      const { colours, width } = context;
      await context.print(found, () => [
        `${colours.bold(plain(name))} has ${counted(found.total, `${flags.state ?? 'potential'} contradiction`)}`,
        ...found.conflicts.flatMap((conflict) => renderConflict(conflict, width)),
      ]);
    });
}

function renderConflict({ one, other, rule, similarity }: Conflict, width: number): readonly string[] {
  const told = [one, other].flatMap(({ id, content }, place) => [
    ...wrap(plain(content), width - 2).map((line, at) => `${place === 1 && at === 0 ? '≠' : ' '} ${line}`),
    `  ${plain(id)}`,
  ]);
  return ['', ...told, `  found by ${cut(plain(rule), 32)}, similarity ${similarity.toFixed(2)}`];
}
