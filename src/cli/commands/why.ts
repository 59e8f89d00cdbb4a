import type { Command } from 'commander';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { plain, wrap } from '../text-layout.ts';

/** Adds `madeleine why`: why a memory is believed. */
export function addWhy(program: Command, io: CommandIo): void {
  const command = program
    .command('why')
    .summary('who believes a memory, since when, and where from')
    .description(
      'Says of one memory why the agent that --agent names believes it: since when, how strongly and where from, ' +
        'what it follows from, what took its place, and what stands for and against it.',
    )
    .argument('<id>', 'the id of a memory, such as fact:KEY')
    .action(async (id: string) => {
      const context = new CommandContext(io, command);
      const result = await context.withAgent((agent) => agent.why({ id, signal: context.signal }));
      await context.print(result, () =>
        result.text.split('\n').flatMap((sentence, place) => {
          const [first = '', ...rest] = wrap(plain(sentence), context.width - 2);
          return [place === 0 ? context.colours.bold(first) : first, ...rest.map((line) => `  ${line}`)];
        }),
      );
    });
}
