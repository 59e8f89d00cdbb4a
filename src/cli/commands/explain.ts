import type { Command } from 'commander';
import type { ExplainOptions } from '../../index.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { wholeNumber } from '../option-values.ts';
import { addRecallFlags, type RecallFlags, recallInputOf } from '../recall-flags.ts';
import { renderExplanation } from '../render/render-explanation.ts';

/** Adds `madeleine explain`: why a memory is in an answer, or is not. */
export function addExplain(program: Command, io: CommandIo): void {
  const command = program
    .command('explain')
    .summary('why a memory is in the answer to a question, or is not')
    .description(
      'Says of one memory where it stands among the answers to a question, and what each signal makes of it.',
    )
    .argument('<id>', 'the id of a memory, such as fact:KEY')
    .argument('<query...>', 'the question, or some words')
    .option('--offset <number>', 'how many memories the answer leaves out', wholeNumber('explain', '--offset'));
  addRecallFlags(command).action(async (id: string, words: readonly string[], flags: RecallFlags) => {
    const context = new CommandContext(io, command);
    const input = { ...recallInputOf(context, words.join(' '), flags), id };
    // The library checks every value: what an option holds need not be of its type.
    const result = await context.withAgent((agent) => agent.explain(input as unknown as ExplainOptions));
    await context.print(result, () => renderExplanation(result, context));
  });
}
