import type { Command } from 'commander';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { wholeNumber } from '../option-values.ts';
import { renderPerspectives } from '../render/render-perspectives.ts';

/** Adds `madeleine compare`: two agents side by side. */
export function addCompare(program: Command, io: CommandIo): void {
  const command = program
    .command('compare')
    .summary('what two agents both believe, only one does, and where they are opposed')
    .description(
      'Compares two agents, about a topic or in what they believe most strongly: what both hold, what only one ' +
        'of them does, and which of their memories contradict each other.',
    )
    .argument('<one>', 'an agent')
    .argument('<other>', 'another agent')
    .argument('[topic...]', 'what to compare them about (default: what they believe most strongly)')
    .option(
      '--limit <number>',
      'how many memories or pairs to a list at most, 1 to 100 (default: 10)',
      wholeNumber('compare', '--limit'),
    )
    .action(async (one: string, other: string, words: readonly string[], flags: { readonly limit?: number }) => {
      const context = new CommandContext(io, command);
      const { limit } = flags;
      const result = await context.withMemory((memory) =>
        memory.perspectives({
          agents: [one, other],
          ...(words.length === 0 ? {} : { topic: words.join(' ') }),
          ...(limit === undefined ? {} : { limit }),
          signal: context.signal,
        }),
      );
      await context.print(result, () => renderPerspectives(result, context));
    });
}
