import type { Command } from 'commander';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { renderInspection } from '../render/render-inspection.ts';

/** Adds `madeleine inspect`: everything about one memory or entity. */
export function addInspect(program: Command, io: CommandIo): void {
  const command = program
    .command('inspect')
    .summary('everything about one memory or entity, whoever believes it')
    .description(
      'Tells all that is kept of one memory or one entity: its fields, everybody who believes it, what took whose ' +
        'place, what stands for and against it, what it follows from. It is the view of whoever owns the space.',
    )
    .argument('<id>', 'an id such as fact:KEY, observation:KEY or entity:KEY')
    .action(async (id: string) => {
      const context = new CommandContext(io, command);
      const result = await context.withMemory((memory) => memory.inspect({ id, signal: context.signal }));
      await context.print(result, () => renderInspection(result, context));
    });
}
