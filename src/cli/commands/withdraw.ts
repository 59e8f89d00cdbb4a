import type { Command } from 'commander';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { renderReceipt } from '../render/render-receipt.ts';

/** Adds `madeleine withdraw`: stops believing a memory. */
export function addWithdraw(program: Command, io: CommandIo): void {
  const command = program
    .command('withdraw')
    .summary('stop believing a memory')
    .description(
      'Stops believing a memory, as the agent that --agent names. Other believers keep it, and recall --as-of still ' +
        'shows it. believe --memory takes that back.',
    )
    .argument('<id>', 'the id of a memory that the agent itself believes')
    .action(async (id: string) => {
      const context = new CommandContext(io, command);
      const receipt = await context.withAgent((agent) => agent.withdraw({ id, signal: context.signal }));
      await context.print(receipt, () => renderReceipt(receipt, context.colours));
    });
}
