import type { Command } from 'commander';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { counted, plain } from '../text-layout.ts';

/** Adds `madeleine backup`: writes a file from which the space can be made again. */
export function addBackup(program: Command, io: CommandIo): void {
  const command = program
    .command('backup')
    .summary('write a file from which the space can be made again')
    .description('Writes every record of the space, as of one moment, with its hash, and reads the file back.')
    .argument('<file>', 'the file; it must not be there yet')
    .action(async (file: string) => {
      const context = new CommandContext(io, command);
      const { colours, progress, signal } = context;
      const backup = await context.withMemory((memory) => memory.backup({ file, onProgress: progress.report, signal }));
      await context.print(backup, () => [
        `${colours.green('backed up')} ${counted(backup.lines, 'line')} to ${colours.bold(plain(file))}`,
        `  hash ${backup.hash}`,
      ]);
    });
}
