import type { Command } from 'commander';
import type { PurgeReport } from '../../index.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { addConfirmation, type ConfirmationFlags, confirm } from '../confirm.ts';
import { counted, plain } from '../text-layout.ts';

/** Adds `madeleine purge`: takes what was forgotten off the disk. */
export function addPurge(program: Command, io: CommandIo): void {
  const command = program
    .command('purge')
    .summary('take what was forgotten off the disk')
    .description(
      'Writes the store anew without what was forgotten, all its spaces, and removes the old files. Asks first. ' +
        'Names the files that it leaves alone and that may hold it too, such as backups.',
    );
  addConfirmation(command).action(async (flags: ConfirmationFlags) => {
    const context = new CommandContext(io, command);
    const { progress, signal } = context;
    await confirm(context, `Write ${plain(context.config().values.at)} anew and remove its old files?`, flags);
    const report = await context.withMemory((memory) => memory.purge({ onProgress: progress.report, signal }));
    await context.print(report, () => renderReport(report, context));
  });
}

function renderReport({ rows, left }: PurgeReport, { colours }: CommandContext): readonly string[] {
  return [
    `${colours.green('purged')}: ${counted(rows, 'row')} written anew, the old files are removed`,
    ...left.map((file) => colours.yellow(`  left alone, and may hold what was forgotten: ${plain(file)}`)),
  ];
}
