import type { Command } from 'commander';
import type { SearchOptions } from '../../index.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { wholeNumber } from '../option-values.ts';
import { addRecallFlags, addWhyFlag, type RecallFlags, recallInputOf } from '../recall-flags.ts';
import { renderRecall } from '../render/render-recall.ts';

/** Adds `madeleine search`: recall that leaves no trace and can be paged through. */
export function addSearch(program: Command, io: CommandIo): void {
  const command = program
    .command('search')
    .summary('look through memories without leaving a trace')
    .description('Recalls like `recall`, but leaves no trace on what it finds, and can be paged through.')
    .argument('<query...>', 'a question, or some words')
    .option('--offset <number>', 'how many memories to leave out from the top', wholeNumber('search', '--offset'));
  addWhyFlag(addRecallFlags(command)).action(
    async (words: readonly string[], flags: RecallFlags & { offset?: number }) => {
      const context = new CommandContext(io, command);
      const input = recallInputOf(context, words.join(' '), flags);
      // The library checks every value: what an option holds need not be of its type.
      const result = await context.withAgent((agent) => agent.search(input as unknown as SearchOptions));
      await context.print(result, () => renderRecall(result, { ...context, why: flags.why === true }));
    },
  );
}
