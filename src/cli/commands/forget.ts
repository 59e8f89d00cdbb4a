import type { Command } from 'commander';
import {
  ConflictError,
  type ForgetOptions,
  type ForgetReport,
  meantSubjectsRules,
  type PurgeReport,
} from '../../index.ts';
import { CommandContext } from '../command-context.ts';
import {
  type DryRunFlags,
  addConfirmation,
  chooseOne,
  confirm,
  confirmation,
  isAtTerminal,
  makeConfirmed,
} from '../confirm.ts';
import type { CommandIo } from '../command-io.ts';
import { counted, cut, plain, wrap, grouped } from '../text-layout.ts';
import { type Commands, spaceCommands } from '../verb-command.ts';

interface ForgetFlags extends DryRunFlags {
  readonly subject?: string;
  readonly id?: string;
  readonly query?: string;
  readonly own?: boolean;
}

type Forget = (options: ForgetOptions) => Promise<ForgetReport>;

/** Memories that are shown before one is asked; `--dry-run --json` has all. */
const maxShown = 50;

/** The commands that take something out of a store for good. */
export const forgetCommands: Commands = {
  forget: addForget,
  ...spaceCommands({
    purge: {
      summary: 'take what was forgotten off the disk',
      description:
        'Writes the store anew without what was forgotten, all its spaces, and removes the old files. Asks first. ' +
        'Names the files that it leaves alone and that may hold it too, such as backups.',
      own: ['yes'],
      options: { yes: confirmation },
      prepare: async (asked, context) => {
        await confirm(context, `Write ${plain(context.config().values.at)} anew and remove its old files?`, {
          yes: asked['yes'] === true,
        });
        return asked;
      },
      print: (report, { context }) => renderPurge(report, context),
    },
  }),
};

function addForget(program: Command, io: CommandIo): void {
  const command = program
    .command('forget')
    .summary('erase what is known of something, for good')
    .description(
      'Erases memories with all that hangs on them, for every agent, so that nothing finds them and no import brings ' +
        'them back. Shows first what would be gone, and asks. What is forgotten is in no past either.',
    )
    .option(
      '--subject <name>',
      'An entity: every memory that is about it, mentions it, contains its name or an alias, or was said by it. Where several may be meant it asks which; `entity:KEY` names one.',
    )
    .option('--id <id>', 'One memory, such as `fact:KEY`, and the facts that follow from it alone.')
    .option(
      '--query <words>',
      'Every memory that holds all of these words, whatever their endings; stop words do not count.',
    )
    .option(
      '--own',
      'Only what the agent that `--agent` names believes itself. Others keep their beliefs, and what is universal stays.',
    )
    .option('--dry-run', 'Shows what would be forgotten, and forgets nothing.');
  addConfirmation(command).action(async ({ own = false, subject, id, query, ...flags }: ForgetFlags) => {
    const context = new CommandContext(io, command);
    const named = [subject, id, query].filter((one) => one !== undefined);
    if (named.length !== 1) throw context.refusal('pass one of --subject, --id and --query');
    // The library leaves out what is undefined.
    const asked = { subject, id, query } as ForgetOptions;
    const run = async (forget: Forget): Promise<void> => {
      const make = (what: ForgetOptions): Promise<ForgetReport> =>
        makeConfirmed(context, flags, {
          make: (dryRun) => forget({ ...what, signal: context.signal, dryRun }),
          lines: (found) => renderForgotten(found, context),
          question: ({ memories }) => `Forget ${counted(memories.length, 'memory', 'memories')} for good?`,
          isNothing: ({ memories }) => memories.length === 0,
        });
      const report = await make(asked).catch(async (error: unknown) =>
        make({ subject: await meant(context, error, own) }),
      );
      await context.print(report, () => renderForgotten(report, context));
    };
    if (own) await context.withAgent((agent) => run((options) => agent.forget(options)));
    else await context.withMemory((memory) => run((options) => memory.forget(options)));
  });
}

/**
 * Asks on the terminal which of several is meant. Where nobody can be asked the error lists the commands that say it.
 *
 * @throws what was thrown, if it does not tell who may be meant.
 */
async function meant(context: CommandContext, thrown: unknown, own: boolean): Promise<string> {
  const which = meantSubjectsRules.safeParse(thrown instanceof ConflictError ? thrown.details['which'] : []);
  const ones = (which.data ?? []).flatMap(({ name, id, says = '' }) => (id === undefined ? [] : [{ name, id, says }]));
  if (!(thrown instanceof ConflictError) || ones.length === 0) throw thrown;
  const lines = ones.map(({ name, id, says }) =>
    cut(`${plain(name)} (${plain(id)}): ${plain(says)}`, context.width - 5),
  );
  // Where nobody can be asked, the error says it.
  if (isAtTerminal(context)) context.notice(thrown.message);
  const place = await chooseOne(context, 'Which one?', lines);
  if (place !== undefined) return ones[place]!.id;
  const commands = ones.map(({ id }) => `madeleine forget --subject ${id}${own ? ' --own' : ''}`);
  throw new ConflictError(thrown.code, thrown.message, {
    details: thrown.details,
    hint: `Say which: ${commands.join('; ')}`,
  });
}

function renderForgotten(report: ForgetReport, { colours, width }: CommandContext): readonly string[] {
  const { dryRun, memories, kept, sources } = report;
  if (memories.length + kept.length === 0) return nothingMatches(dryRun);
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
    ...(shown.length > 0 && more > 0 ? [`  and ${grouped(more)} more`] : []),
    ...noted('they are universal and stay; forget them without --own', kept),
    ...noted('what it followed from stays; forget it too if it says the same', sources),
  ];
}

function nothingMatches(dryRun: boolean): readonly string[] {
  return [
    'no memory matches',
    ...(dryRun ? ['  --yes erases it from the goals of sessions and other texts all the same'] : []),
  ];
}

function noted(why: string, ids: readonly string[]): readonly string[] {
  return ids.length === 0 ? [] : [`  ${why}:`, ...ids.map((id) => `    ${plain(id)}`)];
}

function renderPurge({ rows, left }: PurgeReport, { colours }: CommandContext): readonly string[] {
  return [
    `${colours.green('purged')}: ${counted(rows, 'row')} written anew, the old files are removed`,
    ...left.map((file) => colours.yellow(`  left alone, and may hold what was forgotten: ${plain(file)}`)),
  ];
}
