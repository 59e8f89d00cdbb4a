import type { Command } from 'commander';
import type { ThinkOptions } from '../../index.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { addMemoryFlags, contentFrom, type MemoryFlags, memoryInputOf } from '../memory-flags.ts';
import { wholeNumber } from '../option-values.ts';
import { renderThought } from '../render/render-receipt.ts';

interface ThinkFlags extends MemoryFlags {
  readonly thoughtNumber?: number;
  readonly totalThoughts?: number;
  readonly nextThoughtNeeded: boolean;
  readonly needsMoreThoughts?: boolean;
  readonly revisesThought?: number | string;
  readonly branchFromThought?: number | string;
  readonly branchId?: string;
  readonly follows?: string;
  readonly reason?: string;
  readonly session?: string;
  readonly occurredAt?: string;
}

/** Adds `madeleine think`: one thought of a chain. */
export function addThink(program: Command, io: CommandIo): void {
  const command = program
    .command('think')
    .summary('think: continue a chain of thought, branch off it, or revise a thought')
    .description(
      'Remembers a thought of the agent that --agent names, with what it follows: its last one, unless an option says otherwise.',
    )
    .argument('[thought]', 'the thought; - or a pipe reads it from standard input')
    .option('--revises-thought <thought>', 'what it revises: a number in the chain, or an id', numberOrId)
    .option('--branch-from-thought <thought>', 'where its branch begins: a number in the chain, or an id', numberOrId)
    .option('--branch-id <key>', 'the branch that it is on')
    .option('--follows <id>', 'the thought that it continues')
    .option('--reason <reason>', 'why it goes on, branches off or revises as it does')
    .option(
      '--thought-number <number>',
      'its number; counted on when left out',
      wholeNumber('think', '--thought-number'),
    )
    .option('--total-thoughts <number>', 'how many there will be', wholeNumber('think', '--total-thoughts'))
    .option('--no-next-thought-needed', 'no other thought is needed after it')
    .option('--needs-more-thoughts', 'more are needed than were planned')
    .option('--session <key>', 'the session that it belongs to; opened when there is none')
    .option('--occurred-at <date>', 'when it was thought, ISO 8601; now when left out');
  addMemoryFlags(command).action(async (argument: string | undefined, flags: ThinkFlags) => {
    const context = new CommandContext(io, command);
    const thought = await contentFrom(context, argument);
    // The library checks every value: what an option holds need not be of its type.
    const options = { ...memoryInputOf(flags), thought, signal: context.signal } as unknown as ThinkOptions;
    const receipt = await context.withAgent((agent) => agent.think(options));
    await context.print(receipt, () => renderThought(receipt, context.colours));
  });
}

/** Digits are the number of a thought, anything else is an id. */
function numberOrId(value: string): number | string {
  return /^\d+$/.test(value) ? Number(value) : value;
}
