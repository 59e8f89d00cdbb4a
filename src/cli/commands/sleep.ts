import type { Command } from 'commander';
import type { SleepReport, SleepStepName, SleepStepReport } from '../../index.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { counted } from '../text-layout.ts';

interface SleepFlags {
  readonly dryRun?: boolean;
}

/** What each step did, in words, and what it looks at. */
const steps: Readonly<Record<SleepStepName, { readonly verb: string; readonly one: string; readonly many: string }>> = {
  promote: { verb: 'read for facts', one: 'observation', many: 'observations' },
  link: { verb: 'compared', one: 'memory', many: 'memories' },
  resolve: { verb: 'settled', one: 'conflict', many: 'conflicts' },
  merge: { verb: 'merged', one: 'entity', many: 'entities' },
  archive: { verb: 'archived', one: 'faded belief', many: 'faded beliefs' },
};

/** Adds `madeleine sleep`: one pass over the space. */
export function addSleep(program: Command, io: CommandIo): void {
  const command = program
    .command('sleep')
    .summary('let what happened become what is known, and archive what is forgotten')
    .description(
      'One pass over the whole space, for all its agents. Can be stopped and started again; started twice it changes nothing more.',
    )
    .option('--dry-run', 'count what would change, and change nothing')
    .action(async ({ dryRun = false }: SleepFlags) => {
      const context = new CommandContext(io, command);
      const { progress, signal } = context;
      const report = await context.withMemory((memory) =>
        memory.sleep({ dryRun, onProgress: progress.report, signal }),
      );
      await context.print(report, () => renderReport(report, context));
    });
}

function renderReport({ dryRun, steps: taken }: SleepReport, { colours }: CommandContext): readonly string[] {
  const changed = taken.some((step) => step.changed > 0);
  const title = dryRun ? colours.yellow('would change') : colours.green('slept');
  return [changed ? title : `${title}: nothing to change`, ...taken.map((step) => `  ${lineOf(step)}`)];
}

function lineOf({ step, lookedAt, changed, counts }: SleepStepReport): string {
  const { verb, one, many } = steps[step];
  const details = Object.entries(counts).flatMap(([what, count]) => (count === 0 ? [] : [`${what}: ${count}`]));
  const found = details.length === 0 ? '' : ` (${details.join(', ')})`;
  return `${step.padEnd(8)} ${verb} ${changed.toLocaleString('en')} of ${counted(lookedAt, one, many)}${found}`;
}
