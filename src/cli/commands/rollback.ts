import type { Command } from 'commander';
import type {
  Impact,
  EntityMergeReport,
  ReachedBelief,
  ReachedCorrection,
  RollbackOptions,
  RollbackReport,
  SpaceVerbs,
  UndoReport,
  UndoableOperation,
} from '../../index.ts';
import { type Colours, CommandContext, type GlobalOptions } from '../command-context.ts';
import { type ConfirmationFlags, addConfirmation, confirm } from '../confirm.ts';
import type { CommandIo } from '../command-io.ts';
import { columnsOf, counted, cut, day, plain } from '../text-layout.ts';
import { addSpaceCommand } from '../verb-command.ts';

/** The agent is the one that is named on the command line: one that is configured is no word on whose beliefs are to go. */
type RollbackFlags = ConfirmationFlags &
  Pick<GlobalOptions, 'agent'> & {
    readonly source?: string;
    readonly since?: string;
    readonly dryRun?: boolean;
  };

/** Adds `madeleine rollback`: takes back what came from a source, by an agent or since a time. */
export function addRollback(program: Command, io: CommandIo): void {
  const command = program
    .command('rollback')
    .summary('take back what came from a source, by an agent or since a time')
    .description(
      'Withdraws what came from --source, what --agent believes or made universal, or what was learned --since a ' +
        'time, with what was derived from it; of several that are given all must hold. Shows it and asks first. ' +
        'undo takes the rollback back.',
    )
    .option('--source <source>', 'what was learned from this source')
    .option('--since <date>', 'what was learned at this time or later, ISO 8601')
    .option('--dry-run', 'tell what would be taken back, and change nothing');
  addConfirmation(command).action(async () => {
    const context = new CommandContext(io, command);
    const flags: RollbackFlags = command.optsWithGlobals();
    const report = await context.withMemory((memory) => rolledBack(memory, context, flags));
    await context.print(report, () => renderRollback(report, context));
  });
}

async function rolledBack(memory: SpaceVerbs, context: CommandContext, flags: RollbackFlags): Promise<RollbackReport> {
  const { source, since, agent, dryRun, yes } = flags;
  const { signal } = context;
  const options: RollbackOptions = {
    ...(source === undefined ? {} : { source }),
    ...(since === undefined ? {} : { since }),
    ...(agent === undefined ? {} : { agent }),
    signal,
  };
  if (yes !== true || dryRun === true) {
    const dry = await memory.rollback({ ...options, dryRun: true });
    if (dryRun === true || dry.beliefs.length + dry.corrections.length + dry.links === 0) return dry;
    for (const line of renderRollback(dry, context)) context.notice(line);
    await confirm(context, 'Take all of this back?', flags);
  }
  return memory.rollback(options);
}

/** Adds `madeleine impact`: what came from a source. */
export function addImpact(program: Command, io: CommandIo): void {
  addSpaceCommand(program, io, 'impact', {
    name: 'impact',
    summary: 'what came from a source, and what was derived from that',
    description:
      'Tells what came from a source: who believes it, what was derived from it, and what it superseded. ' +
      'Changes nothing; rollback takes it back.',
    options: { source: '<source> the source, as why and recall tell it' },
    print: (result, { context }) => renderImpact(result, context),
  });
}

interface UndoFlags extends ConfirmationFlags {
  readonly dryRun?: boolean;
}

/** Adds `madeleine undo`: undoes a rollback or a merge, or lists what can be undone. */
export function addUndo(program: Command, io: CommandIo): void {
  const command = program
    .command('undo')
    .summary('undo a rollback or a merge of entities, or list what can be undone')
    .description(
      'Undoes a rollback or a merge of entities, after it has asked: everything is as it was before, but for what ' +
        'was changed since. ' +
        'Without an id it lists what can be undone.',
    )
    .argument('[id]', 'what to undo, such as undo:KEY')
    .option('--dry-run', 'tell what would be undone, and change nothing');
  addConfirmation(command).action(async (id: string | undefined, flags: UndoFlags) => {
    const context = new CommandContext(io, command);
    const { signal } = context;
    if (id === undefined) {
      const operations = await context.withMemory((memory) => memory.undoable({ signal }));
      return context.print(operations, () => renderUndoable(operations));
    }
    const report = await context.withMemory((memory) => undone(memory, context, id, flags));
    return context.print(report, () => renderUndo(report, context));
  });
}

async function undone(memory: SpaceVerbs, context: CommandContext, id: string, flags: UndoFlags): Promise<UndoReport> {
  const { signal } = context;
  if (flags.yes !== true || flags.dryRun === true) {
    const dry = await memory.undo(id, { dryRun: true, signal });
    if (flags.dryRun === true) return dry;
    for (const line of renderUndo(dry, context)) context.notice(line);
    await confirm(context, 'Undo it?', flags);
  }
  return memory.undo(id, { signal });
}

// Shows what came from somewhere, what was taken back of it, and what undoing that did.

/** How it is shown. */
export interface RenderRollbackOptions {
  readonly colours: Colours;
  readonly width: number;
}

/** Beliefs and corrections that are listed, each; all are counted. */
const maxListed = 50;

/** What came from a source, as lines for a terminal. */
function renderImpact(impact: Impact, options: RenderRollbackOptions): readonly string[] {
  const { beliefs, corrections, others, source } = impact;
  const from = `from ${JSON.stringify(plain(source))}`;
  if (beliefs.length === 0) return [`nothing came ${from}`];
  return [
    `${counted(beliefs.length, 'belief')} came ${from}`,
    ...reachLines({ beliefs, corrections, others }, options),
  ];
}

/** What a rollback took back, or would, as lines for a terminal. */
function renderRollback(report: RollbackReport, options: RenderRollbackOptions): readonly string[] {
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

/** What undoing did, or would do, as lines for a terminal. */
function renderUndo(report: UndoReport, { colours }: RenderRollbackOptions): readonly string[] {
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

/** What can be undone or was, as lines for a terminal. */
function renderUndoable(operations: readonly UndoableOperation[]): readonly string[] {
  if (operations.length === 0) return ['nothing to undo'];
  return operations.map(({ at, changes, id, undoneAt, what }) => {
    const state = undoneAt === undefined ? '' : `, undone on ${day(undoneAt)}`;
    return `${id}  ${day(at)}  ${plain(what)}, ${counted(changes, 'change')}${state}`;
  });
}

function reachLines(
  { beliefs, corrections, others }: Pick<Impact, 'beliefs' | 'corrections' | 'others'>,
  options: RenderRollbackOptions,
): readonly string[] {
  const kept = others.length === 0 ? [] : [`  ${counted(others.length, 'belief')} of others in the same memories`];
  return [
    ...listed(beliefs.map((belief) => beliefLine(belief, options))),
    ...listed(corrections.map(correctionLine)),
    ...kept.map((line) => `${line}, for reasons of their own, are none of it`),
  ];
}

function beliefLine(
  { agent, content, how, memory, withdrawnAt }: ReachedBelief,
  options: RenderRollbackOptions,
): string {
  const marks = `${how === 'derived' ? ', derived' : ''}${withdrawnAt === undefined ? '' : `, withdrawn on ${day(withdrawnAt)}`}`;
  const head = `  ${memory} (${plain(agent)}${marks}) `;
  return head + cut(plain(content), Math.max(20, options.width - columnsOf(head)));
}

function correctionLine({ believer, from, to }: ReachedCorrection): string {
  return `  ${to} was superseded by ${from} for ${plain(believer)}`;
}

function listed(lines: readonly string[]): readonly string[] {
  const more = lines.length - maxListed;
  return more <= 0 ? lines : [...lines.slice(0, maxListed), `  and ${more.toLocaleString('en')} more`];
}

/** The agent is the one that is named on the command line: one that is configured is no word on whose entities are one. */
type MergeFlags = Pick<GlobalOptions, 'agent'> & { readonly dryRun?: boolean };

/** Adds `madeleine merge`: says that two entities are one. */
export function addMerge(program: Command, io: CommandIo): void {
  const command = program
    .command('merge')
    .summary('say that two entities are one')
    .description(
      'Says that two entities are one, to the agent that --agent names, else to everybody: each name of either leads ' +
        'to all that is remembered of both. Nothing that mentions them is changed, and undo takes the merge back.',
    )
    .argument('<from>', 'a name, or the id of an entity')
    .argument('<into>', 'the name or the id of what it is the same as')
    .option('--dry-run', 'tell what would be merged, and change nothing')
    .action(async (from: string, into: string) => {
      const context = new CommandContext(io, command);
      const { agent: believer, dryRun = false }: MergeFlags = command.optsWithGlobals();
      const options = { from, into, dryRun, signal: context.signal, ...(believer === undefined ? {} : { believer }) };
      const report = await context.withMemory((memory) => memory.mergeEntities(options));
      await context.print(report, () => renderMerge(report, context));
    });
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
