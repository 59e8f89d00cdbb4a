/** Shows what came from somewhere, what was taken back of it, and what undoing that did. */
import type {
  Blast,
  ReachedBelief,
  ReachedCorrection,
  RollbackReport,
  UndoableOperation,
  UndoReport,
} from '../../index.ts';
import type { Colours } from '../command-context.ts';
import { columnsOf, counted, cut, day, plain } from '../text-layout.ts';

/** How it is shown. */
export interface RenderRollbackOptions {
  readonly colours: Colours;
  readonly width: number;
}

/** Beliefs and corrections that are listed, each; all are counted. */
const mostListed = 50;

/** What came from a source, as lines for a terminal. */
export function renderBlast(blast: Blast, options: RenderRollbackOptions): readonly string[] {
  const { beliefs, corrections, others, source } = blast;
  const from = `from ${JSON.stringify(plain(source))}`;
  if (beliefs.length === 0) return [`nothing came ${from}`];
  return [
    `${counted(beliefs.length, 'belief')} came ${from}`,
    ...reachLines({ beliefs, corrections, others }, options),
  ];
}

/** What a rollback took back, or would, as lines for a terminal. */
export function renderRollback(report: RollbackReport, options: RenderRollbackOptions): readonly string[] {
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
export function renderUndo(report: UndoReport, { colours }: RenderRollbackOptions): readonly string[] {
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
export function renderUndoable(operations: readonly UndoableOperation[]): readonly string[] {
  if (operations.length === 0) return ['nothing to undo'];
  return operations.map(({ at, changes, id, undoneAt, what }) => {
    const state = undoneAt === undefined ? '' : `, undone on ${day(undoneAt)}`;
    return `${id}  ${day(at)}  ${plain(what)}, ${counted(changes, 'change')}${state}`;
  });
}

function reachLines(
  { beliefs, corrections, others }: Pick<Blast, 'beliefs' | 'corrections' | 'others'>,
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
  const more = lines.length - mostListed;
  return more <= 0 ? lines : [...lines.slice(0, mostListed), `  and ${more.toLocaleString('en')} more`];
}
