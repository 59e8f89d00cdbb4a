import type { Command } from 'commander';
import type { BelieveOptions } from '../../index.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { addMemoryFlags, contentFrom, type MemoryFlags, memoryInputOf } from '../memory-flags.ts';
import { repeated } from '../option-values.ts';
import { renderReceipt } from '../render/render-receipt.ts';

interface BelieveFlags extends MemoryFlags {
  readonly memory?: string;
  readonly about?: readonly string[];
  readonly kind?: string;
  readonly title?: string;
  readonly validFrom?: string;
  readonly validTo?: string;
  readonly derivedFrom?: readonly string[];
  readonly supersedes?: readonly string[];
  readonly reason?: string;
}

/** Adds `madeleine believe`: holds something true. */
export function addBelieve(program: Command, io: CommandIo): void {
  const command = program
    .command('believe')
    .summary('hold something true')
    .description('Holds something true, as the agent that --agent names: a new fact, or a memory in view.')
    .argument('[content]', 'the fact; - or a pipe reads it from standard input')
    .option('--memory <id>', 'a memory in view that is to be believed, instead of a content')
    .option('--about <name>', 'whom or what the fact is about (may be repeated)', repeated)
    .option('--kind <kind>', 'the kind of the fact, e.g. self.preference; inferred when left out')
    .option('--title <title>', 'a title; made from the first words when left out')
    .option('--valid-from <date>', 'since when it is so, ISO 8601')
    .option('--valid-to <date>', 'until when it was so, ISO 8601')
    .option('--derived-from <id>', 'an observation that it follows from (may be repeated)', repeated)
    .option('--supersedes <id>', 'a memory whose place it takes (may be repeated)', repeated)
    .option('--reason <reason>', 'why it takes the place of another');
  addMemoryFlags(command).action(async (argument: string | undefined, flags: BelieveFlags) => {
    const context = new CommandContext(io, command);
    const { memory, about, kind, title, validFrom, validTo, derivedFrom, supersedes, reason, ...shared } = flags;
    // With both, the library says that it takes one of them.
    const content = memory !== undefined && argument === undefined ? undefined : await contentFrom(context, argument);
    const own = { memory, content, about, kind, title, validFrom, validTo, derivedFrom, supersedes, reason };
    // The library checks every value: what an option holds need not be of its type.
    const options = { ...memoryInputOf(shared), ...own, signal: context.signal } as BelieveOptions;
    const receipt = await context.withAgent((agent) => agent.believe(options));
    await context.print(receipt, () => renderReceipt(receipt, context.colours));
  });
}
