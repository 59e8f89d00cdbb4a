import type { Command } from 'commander';
import type { RecallOptions } from '../../index.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { addRecallFlags, addWhyFlag, type RecallFlags, recallInputOf } from '../recall-flags.ts';
import { renderConstellation } from '../render/render-constellation.ts';

/** Adds `madeleine recall`: what an agent remembers about something. */
export function addRecall(program: Command, io: CommandIo): void {
  const command = program
    .command('recall')
    .summary('what an agent remembers about something')
    .description('Recalls in the perspective of the agent that --agent names: what it believes, and what is universal.')
    .argument('<query...>', 'a question, or some words')
    .option('--no-attention', 'leave no trace: do not reinforce what is recalled');
  addWhyFlag(addRecallFlags(command)).action(
    async (words: readonly string[], flags: RecallFlags & { attention: boolean }) => {
      const context = new CommandContext(io, command);
      const input = recallInputOf(context, words.join(' '), flags);
      // The library checks every value: what an option holds need not be of its type.
      const result = await context.withAgent((agent) => agent.recall(input as unknown as RecallOptions));
      await context.print(result, () => renderConstellation(result, { ...context, why: flags.why === true }));
    },
  );
}
