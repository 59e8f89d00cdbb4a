import type { Command } from 'commander';
import type { SpaceVerbs, RollbackOptions, RollbackReport } from '../../index.ts';
import { CommandContext, type GlobalOptions } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { addConfirmation, type ConfirmationFlags, confirm } from '../confirm.ts';
import { renderRollback } from '../render/render-rollback.ts';

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
