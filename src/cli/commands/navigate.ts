import type { Command } from 'commander';
import type { NavigateOptions } from '../../index.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { plainLine } from '../text-layout.ts';

interface NavigateFlags {
  readonly only?: string;
  readonly mermaid?: boolean;
}

/** Adds `madeleine navigate`: a chain of thought, with its branches and revisions. */
export function addNavigate(program: Command, io: CommandIo): void {
  const command = program
    .command('navigate')
    .summary('a chain of thought: its line, its branches, what was revised and why')
    .description(
      'Walks a chain of thought from any of its thoughts to its root and to all its ends: the line that stands, ' +
        'the alternatives at each fork and what became of them, what was revised and why, and where it stopped.',
    )
    .argument('<id>', 'the id of a thought, such as observation:KEY')
    .option('--only <part>', 'alternatives, or revised')
    .option('--mermaid', 'print a Mermaid flowchart')
    .action(async (id: string, { only, mermaid }: NavigateFlags) => {
      const context = new CommandContext(io, command);
      const input = { id, signal: context.signal, ...(only === undefined ? {} : { only }) };
      // The library checks every value: what an option holds need not be of its type.
      const chain = await context.withAgent((agent) => agent.navigate(input as NavigateOptions));
      await context.print(chain, () =>
        (mermaid === true ? chain.toMermaid() : chain.toText()).split('\n').map(plainLine),
      );
    });
}
