/** What install and uninstall share: which host and files are meant, the question, the writing and the report. */
import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { addConfirmation, type ConfirmationFlags, confirm } from '../confirm.ts';
import { plain, plainLine } from '../text-layout.ts';
import { type ConfigChange, makeChange } from './config-change.ts';
import type { Host, HostPlaces } from './host.ts';
import { hostNamed, hosts } from './hosts.ts';
import { lineDiff } from './line-diff.ts';
import type { PlanOptions } from './plan-install.ts';

/** The options that both commands take. */
export interface HostFlags extends ConfirmationFlags {
  readonly project?: boolean;
  readonly dryRun?: boolean;
}

/** Adds the host and the options that both commands take. */
export function addHostFlags(command: Command): Command {
  return addConfirmation(
    command
      .argument('<host>', hosts.map(({ name }) => name).join(', '))
      .option('--project', 'for the project of the working folder alone, instead of for everything you do')
      .option('--dry-run', 'show what would change, and change nothing'),
  );
}

/**
 * The host and the files that a command means.
 *
 * @throws {InvalidArgumentError} for a host that is not known, or one without files of a project.
 */
export function meant(context: CommandContext, name: string, { project = false }: HostFlags): PlanOptions {
  const { homeFolder: home, workingFolder, environment } = context.io;
  const host = hostNamed(context.operation, name);
  if (project && host.projectFile === undefined) {
    throw context.refusal(`${host.title} has no configuration of a project; leave --project out`);
  }
  const places: HostPlaces = { home, project: workingFolder, environment, platform: process.platform };
  return { host, places, project };
}

/** Shows the changes, asks, makes them, and says what to do next. */
export async function carryOut(
  context: CommandContext,
  { title, next }: Host,
  changes: readonly ConfigChange[],
  flags: HostFlags,
): Promise<void> {
  const { json, operation } = context;
  const diffs = changes.map(({ file, before = '', after = '' }) => ({ file, diff: lineDiff(before, after) }));
  if (flags.dryRun === true) {
    await context.print({ changes: diffs }, () => (changes.length === 0 ? unchanged(title) : diffs.flatMap(shown)));
    return;
  }
  if (changes.length > 0 && !json) await context.write(`${diffs.flatMap(shown).join('\n')}\n\n`);
  if (changes.length > 0) await confirm(context, `Change the configuration of ${title}?`, flags);
  const made: { readonly file: string; readonly backup?: string }[] = [];
  for (const change of changes) {
    const backup = await makeChange(change, new Date());
    made.push({ file: change.file, ...(backup === undefined ? {} : { backup }) });
  }
  const done = operation === 'install' ? 'installed in' : 'uninstalled from';
  await context.print({ changes: made }, () =>
    made.length === 0
      ? unchanged(title)
      : [
          `${context.colours.green(`${done} ${title}`)}`,
          ...made.map(({ file, backup }) => `  ${plain(file)}${backup ? ` (before: ${plain(backup)})` : ''}`),
          next,
        ],
  );
}

function shown({ file, diff }: { readonly file: string; readonly diff: readonly string[] }): readonly string[] {
  return [plain(file), ...diff.map((line) => `  ${line.slice(0, 2)}${plainLine(line.slice(2))}`)];
}

function unchanged(title: string): readonly string[] {
  return [`${title}: nothing to change`];
}
