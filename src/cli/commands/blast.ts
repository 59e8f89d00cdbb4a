import type { Command } from 'commander';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { renderBlast } from '../render/render-rollback.ts';

/** Adds `madeleine blast`: what came from a source. */
export function addBlast(program: Command, io: CommandIo): void {
  const command = program
    .command('blast')
    .summary('what came from a source, and what was derived from that')
    .description(
      'Tells what came from a source: who believes it, what was derived from it, and what it superseded. ' +
        'Changes nothing; rollback takes it back.',
    )
    .argument('<source>', 'the source, as why and recall tell it')
    .action(async (source: string) => {
      const context = new CommandContext(io, command);
      const result = await context.withMemory((memory) => memory.blast(source, { signal: context.signal }));
      await context.print(result, () => renderBlast(result, context));
    });
}
