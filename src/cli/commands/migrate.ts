import type { Command } from 'commander';
import type { MigrationReport } from '../../index.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { counted, plain, table } from '../text-layout.ts';

interface MigrateFlags {
  readonly dryRun?: boolean;
  readonly backup?: string;
}

/** How each field is called in the table. */
const names: Readonly<Record<string, string>> = {
  surfacesWhen: 'triggers',
  knowledgeType: 'type of knowledge',
  contradicts: 'contradictions',
};

/** Adds `madeleine migrate`: brings what an older version stored up to date. */
export function addMigrate(program: Command, io: CommandIo): void {
  const command = program
    .command('migrate')
    .summary('bring what an older version stored up to date')
    .description(
      'Gives memories that an older version stored what this one would have written of them. Backs the space up first. Can be stopped and started again.',
    )
    .option('--dry-run', 'count what would change, and change nothing')
    .option('--backup <file>', 'the file to back the space up in; by default one beside the store')
    .action(async ({ dryRun = false, backup }: MigrateFlags) => {
      const context = new CommandContext(io, command);
      const { progress, signal } = context;
      const options = { dryRun, onProgress: progress.report, signal, ...(backup === undefined ? {} : { backup }) };
      // A hub backs up beside the store and nowhere else.
      const report = await context.withMemory((memory) => memory.migrate(options), { alone: backup !== undefined });
      await context.print(report, () => renderReport(report, context));
    });
}

function renderReport(report: MigrationReport, { colours }: CommandContext): readonly string[] {
  const { dryRun, backup, changed, counts, memories } = report;
  const isDone = counts.every((count) => count.changed === 0);
  const rows = counts.map((count) => [
    names[count.what] ?? count.what,
    ...[count.before, count.changed, count.after].map((number) => number.toLocaleString('en')),
    count.of === undefined ? '' : count.of.toLocaleString('en'),
  ]);
  const linked = counts.reduce((sum, count) => sum + (count.of === undefined ? count.changed : 0), 0);
  const found = linked === 0 ? '' : `, ${counted(linked, 'link')} found`;
  const verb = dryRun ? colours.yellow('would change') : colours.green('changed');
  return [
    isDone
      ? `${colours.green('up to date')}: ${counted(memories, 'memory', 'memories')}`
      : `${verb} ${changed.toLocaleString('en')} of ${counted(memories, 'memory', 'memories')}${found}`,
    ...(backup === undefined ? [] : [`  backup ${plain(backup.file)}, ${counted(backup.lines, 'line')}`]),
    '',
    ...table(['', 'before', 'changed', 'after', 'of'], rows, [1, 2, 3, 4]),
  ];
}
