import type { Command } from 'commander';
import type { ObserveOptions } from '../../index.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { addMemoryFlags, contentFrom, type MemoryFlags, memoryInputOf } from '../memory-flags.ts';
import { wholeNumber } from '../option-values.ts';
import { renderReceipt } from '../render/render-receipt.ts';

interface ObserveFlags extends MemoryFlags {
  readonly type?: string;
  readonly speaker?: string;
  readonly session?: string;
  readonly occurredAt?: string;
  readonly branchId?: string;
  readonly thoughtNumber?: number;
}

/** Adds `madeleine observe`: remembers something that happened. */
export function addObserve(program: Command, io: CommandIo): void {
  const command = program
    .command('observe')
    .summary('remember something that happened')
    .description('Remembers something that happened, as the agent that --agent names.')
    .argument('[content]', 'what happened; - or a pipe reads it from standard input')
    .option('--type <type>', 'user_input, tool_output, thought, error or document')
    .option('--speaker <name>', 'who said it')
    .option('--session <key>', 'the session that it belongs to; opened when there is none')
    .option('--occurred-at <date>', 'when it happened, ISO 8601; now when left out')
    .option('--branch-id <key>', 'the branch of a chain of thought')
    .option(
      '--thought-number <number>',
      'the number in a chain of thought',
      wholeNumber('observe', '--thought-number'),
    );
  addMemoryFlags(command).action(async (argument: string | undefined, flags: ObserveFlags) => {
    const context = new CommandContext(io, command);
    const content = await contentFrom(context, argument);
    const { type, speaker, session, occurredAt, branchId, thoughtNumber, ...shared } = flags;
    const own = { type, speaker, session, occurredAt, branchId, thoughtNumber };
    // The library checks every value: what an option holds need not be of its type.
    const options = { ...memoryInputOf(shared), ...own, content, signal: context.signal } as ObserveOptions;
    const receipt = await context.withAgent((agent) => agent.observe(options));
    await context.print(receipt, () => renderReceipt(receipt, context.colours));
  });
}
