import type { Command } from 'commander';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { counted, plain } from '../text-layout.ts';

/** Adds `madeleine restore`: makes a space of a backup again. */
export function addRestore(program: Command, io: CommandIo): void {
  const command = program
    .command('restore')
    .summary('make a space of a backup again')
    .description('Restores a file of `backup` into an empty space: all of it, or nothing.')
    .argument('<file>', 'the backup')
    .action(async (file: string) => {
      const context = new CommandContext(io, command);
      const { colours, progress, signal } = context;
      const report = await context.withMemory((memory) =>
        memory.restore({ file, onProgress: progress.report, signal }),
      );
      await context.print(report, () => [
        `${colours.green('restored')} ${counted(report.records, 'record')} of ${colours.bold(plain(file))}`,
        `  hash ${report.hash}`,
      ]);
    });
}
