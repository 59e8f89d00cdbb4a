import type { Command } from 'commander';
import type { ForgetOptions, ForgetReport, PurgeReport } from '../../index.ts';
import { CommandContext } from '../command-context.ts';
import { type ConfirmationFlags, addConfirmation, confirm } from '../confirm.ts';
import type { CommandIo } from '../command-io.ts';
import { counted, plain, wrap } from '../text-layout.ts';

interface ForgetFlags extends ConfirmationFlags {
  readonly subject?: string;
  readonly id?: string;
  readonly query?: string;
  readonly own?: boolean;
  readonly dryRun?: boolean;
}

/** Memories that are shown before one is asked; `--dry-run --json` has all. */
const maxShown = 50;

/** Adds `madeleine forget`: erases what is known of something, for good. */
export function addForget(program: Command, io: CommandIo): void {
  const command = program
    .command('forget')
    .summary('erase what is known of something, for good')
    .description(
      'Erases memories with all that hangs on them, for every agent, so that nothing finds them and no import brings ' +
        'them back. Shows first what would be gone, and asks. What is forgotten is in no past either.',
    )
    .option('--subject <name>', 'all that is about somebody or something, or mentions it')
    .option('--id <id>', 'one memory, such as fact:KEY, and facts that follow from it alone')
    .option('--query <words>', 'every memory that holds all of these words')
    .option('--own', 'only what the agent that --agent names believes itself; others keep theirs')
    .option('--dry-run', 'show what would be forgotten, and forget nothing');
  addConfirmation(command).action(async ({ own = false, dryRun = false, yes, ...asked }: ForgetFlags) => {
    const context = new CommandContext(io, command);
    const run = async (forget: (options: ForgetOptions) => Promise<ForgetReport>): Promise<void> => {
      const options = { ...asked, signal: context.signal };
      const found = dryRun || yes !== true ? await forget({ ...options, dryRun: true }) : undefined;
      if (dryRun) return context.print(found, () => renderForgotten(found!, context));
      if (found !== undefined) await ask(found, context);
      const report = await forget({ ...options, dryRun: false });
      await context.print(report, () => renderForgotten(report, context));
    };
    if (own) await context.withAgent((agent) => run((options) => agent.forget(options)));
    else await context.withMemory((memory) => run((options) => memory.forget(options)));
  });
}

async function ask(found: ForgetReport, context: CommandContext): Promise<void> {
  for (const line of renderForgotten(found, context)) context.notice(line);
  await confirm(context, `Forget ${counted(found.memories.length, 'memory', 'memories')} for good?`, {});
}

function renderForgotten(report: ForgetReport, { colours, width }: CommandContext): readonly string[] {
  const { dryRun, memories, kept, sources } = report;
  const verb = dryRun ? colours.yellow('would forget') : colours.green('forgot');
  const shown = memories.slice(0, maxShown).flatMap(({ content, id }) => {
    if (content === undefined) return [];
    const [first = ''] = wrap(plain(content), width - 4);
    return [`  ${colours.bold(plain(id))}`, `    ${first}`];
  });
  const more = memories.length - maxShown;
  return [
    `${verb} ${counted(memories.length, 'memory', 'memories')}`,
    ...shown,
    ...(shown.length > 0 && more > 0 ? [`  and ${more.toLocaleString('en')} more`] : []),
    ...noted('they are universal and stay; forget them without --own', kept),
    ...noted('what it followed from stays; forget it too if it says the same', sources),
  ];
}

function noted(why: string, ids: readonly string[]): readonly string[] {
  return ids.length === 0 ? [] : [`  ${why}:`, ...ids.map((id) => `    ${plain(id)}`)];
}

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
    await context.print(report, () => renderPurge(report, context));
  });
}

function renderPurge({ rows, left }: PurgeReport, { colours }: CommandContext): readonly string[] {
  return [
    `${colours.green('purged')}: ${counted(rows, 'row')} written anew, the old files are removed`,
    ...left.map((file) => colours.yellow(`  left alone, and may hold what was forgotten: ${plain(file)}`)),
  ];
}
