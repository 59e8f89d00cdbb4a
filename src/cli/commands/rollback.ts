import type { Command } from 'commander';
import type {
  Impact,
  EntityMergeReport,
  ReachedBelief,
  ReachedCorrection,
  RollbackOptions,
  RollbackReport,
  UndoReport,
  UndoableOperation,
} from '../../index.ts';
import { CommandContext, type GlobalOptions, type Layout } from '../command-context.ts';
import { type DryRunFlags, addConfirmation, makeConfirmed } from '../confirm.ts';
import type { CommandIo } from '../command-io.ts';
import { columnsOf, counted, cut, day, plain, grouped } from '../text-layout.ts';
import { type Commands, spaceCommands } from '../verb-command.ts';

/** The commands that tell and change what came into a space. */
export const rollbackCommands: Commands = {
  rollback: addRollback,
  undo: addUndo,
  ...spaceCommands({
    impact: {
      summary: 'what came from a source, and what was derived from that',
      description:
        'Tells what came from a source: who believes it, what was derived from it, and what it superseded. ' +
        'Changes nothing; rollback takes it back.',
      options: { source: '<source> The source, as `why` and `recall` tell it.' },
      print: (result, { context }) => renderImpact(result, context),
    },
    mergeEntities: {
      name: 'merge',
      summary: 'say that two entities are one',
      description:
        'Says that two entities are one, to the agent that --agent names, else to everybody: each name of either leads ' +
        'to all that is remembered of both. Nothing that mentions them is changed, and undo takes the merge back.',
      options: {
        from: '<from> A name, or the id of an entity.',
        into: '<into> The name or the id of what it is the same as.',
        dryRun: 'Tells what would be merged, and changes nothing.',
      },
      // An agent that is only configured does not say to whom the entities are one.
      prepare: (asked, { given: { agent: believer } }) => ({ ...asked, believer }),
      print: (report, { context }) => renderMerge(report, context),
    },
  }),
};

/** An agent that is only configured does not say whose beliefs are to go. */
type RollbackFlags = DryRunFlags & Pick<GlobalOptions, 'agent'> & { readonly source?: string; readonly since?: string };

function addRollback(program: Command, io: CommandIo): void {
  const command = program
    .command('rollback')
    .summary('take back what came from a source, by an agent or since a time')
    .description(
      'Withdraws what came from --source, what --agent believes or made universal, or what was learned --since a ' +
        'time, with what was derived from it; of several that are given all must hold. Shows it and asks first. ' +
        'undo takes the rollback back.',
    )
    .option('--source <source>', 'What was learned from this source.')
    .option('--since <date>', 'What was learned at this time or later. ISO 8601.')
    .option('--dry-run', 'Shows what would be taken back, and changes nothing.');
  addConfirmation(command).action(async () => {
    const context = new CommandContext(io, command);
    const { source, since, agent, ...flags }: RollbackFlags = command.optsWithGlobals();
    // The library leaves out what is undefined.
    const options = { source, since, agent, signal: context.signal } as RollbackOptions;
    const report = await context.withMemory((memory) =>
      makeConfirmed(context, flags, {
        make: (dryRun) => memory.rollback({ ...options, dryRun }),
        lines: (dry) => renderRollback(dry, context),
        question: () => 'Take all of this back?',
        isNothing: ({ beliefs, corrections, links }) => beliefs.length + corrections.length + links === 0,
      }),
    );
    await context.print(report, () => renderRollback(report, context));
  });
}

function addUndo(program: Command, io: CommandIo): void {
  const command = program
    .command('undo')
    .summary('undo a rollback or a merge of entities, or list what can be undone')
    .description(
      'Undoes a rollback or a merge of entities, after it has asked: everything is as it was before, but for what ' +
        'was changed since. ' +
        'Without an id it lists what can be undone.',
    )
    .argument('[id]', 'What to undo, such as `undo:KEY`.')
    .option('--dry-run', 'Tells what would be undone, and changes nothing.');
  addConfirmation(command).action(async (id: string | undefined, flags: DryRunFlags) => {
    const context = new CommandContext(io, command);
    const { signal } = context;
    if (id === undefined) {
      const operations = await context.withMemory((memory) => memory.undoable({ signal }));
      return context.print(operations, () => renderUndoable(operations));
    }
    const report = await context.withMemory((memory) =>
      makeConfirmed(context, flags, {
        make: (dryRun) => memory.undo(id, { dryRun, signal }),
        lines: (dry) => renderUndo(dry, context),
        question: () => 'Undo it?',
      }),
    );
    return context.print(report, () => renderUndo(report, context));
  });
}

/** Beliefs and corrections that are listed, each; all are counted. */
const maxListed = 50;

function renderImpact(impact: Impact, options: Layout): readonly string[] {
  const { beliefs, corrections, others, source } = impact;
  const from = `from ${JSON.stringify(plain(source))}`;
  if (beliefs.length === 0) return [`nothing came ${from}`];
  return [
    `${counted(beliefs.length, 'belief')} came ${from}`,
    ...reachLines({ beliefs, corrections, others }, options),
  ];
}

function renderRollback(report: RollbackReport, options: Layout): readonly string[] {
  const { beliefs, corrections, dryRun, id, links } = report;
  const { colours } = options;
  if (beliefs.length + corrections.length + links === 0) return ['nothing to take back'];
  const parts = [
    counted(beliefs.length, 'belief'),
    ...(corrections.length === 0 ? [] : [counted(corrections.length, 'correction')]),
    ...(links === 0 ? [] : [counted(links, 'judged link')]),
  ];
  return [
    `${dryRun ? colours.yellow('would take back') : colours.green('took back')} ${parts.join(', ')}`,
    ...reachLines(report, options),
    ...(id === undefined ? [] : ['', `madeleine undo ${id} undoes it`]),
  ];
}

function renderUndo(report: UndoReport, { colours }: Layout): readonly string[] {
  const { at, dryRun, kept, undone, what } = report;
  return [
    `${dryRun ? colours.yellow('would undo') : colours.green('undid')} ${counted(undone, 'change')} of ${day(at)}: ${plain(what)}`,
    ...listed(
      kept.map(({ because, record, table }) => {
        const named = Object.values(record).map((value) => plain(String(value)));
        return colours.yellow(`  stays, ${because === 'gone' ? 'gone' : 'changed'} since: ${table} ${named.join(' ')}`);
      }),
    ),
  ];
}

function renderUndoable(operations: readonly UndoableOperation[]): readonly string[] {
  if (operations.length === 0) return ['nothing to undo'];
  return operations.map(({ at, changes, id, undoneAt, what }) => {
    const state = undoneAt === undefined ? '' : `, undone on ${day(undoneAt)}`;
    return `${id}  ${day(at)}  ${plain(what)}, ${counted(changes, 'change')}${state}`;
  });
}

function reachLines(
  { beliefs, corrections, others }: Pick<Impact, 'beliefs' | 'corrections' | 'others'>,
  options: Layout,
): readonly string[] {
  const kept = others.length === 0 ? [] : [`  ${counted(others.length, 'belief')} of others in the same memories`];
  return [
    ...listed(beliefs.map((belief) => beliefLine(belief, options))),
    ...listed(corrections.map(correctionLine)),
    ...kept.map((line) => `${line}, for reasons of their own, are none of it`),
  ];
}

function beliefLine({ agent, content, how, memory, withdrawnAt }: ReachedBelief, options: Layout): string {
  const marks = `${how === 'derived' ? ', derived' : ''}${withdrawnAt === undefined ? '' : `, withdrawn on ${day(withdrawnAt)}`}`;
  const head = `  ${memory} (${plain(agent)}${marks}) `;
  return head + cut(plain(content), Math.max(20, options.width - columnsOf(head)));
}

function correctionLine({ believer, from, to }: ReachedCorrection): string {
  return `  ${to} was superseded by ${from} for ${plain(believer)}`;
}

function listed(lines: readonly string[]): readonly string[] {
  const more = lines.length - maxListed;
  return more <= 0 ? lines : [...lines.slice(0, maxListed), `  and ${grouped(more)} more`];
}

function renderMerge(report: EntityMergeReport, { colours }: CommandContext): readonly string[] {
  const { believer, dryRun, from, into, memories, undo } = report;
  const verb = dryRun ? colours.yellow('would merge') : colours.green('merged');
  const whom = believer === 'system' ? 'everybody' : plain(believer);
  const [one, other] = [from, into].map(({ id, name }) => `${colours.bold(plain(name))} (${plain(id)})`);
  return [
    `${verb} ${one} into ${other} for ${whom}: ${counted(memories, 'memory', 'memories')} of the first`,
    ...(undo === undefined ? [] : ['', `madeleine undo ${undo} undoes it`]),
  ];
}
