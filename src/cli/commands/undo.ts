import type { Command } from 'commander';
import type { SpaceVerbs, UndoReport } from '../../index.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { addConfirmation, type ConfirmationFlags, confirm } from '../confirm.ts';
import { renderUndo, renderUndoable } from '../render/render-rollback.ts';

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
