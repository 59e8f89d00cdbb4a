import type { Command } from 'commander';
import type { EntityMergeReport } from '../../index.ts';
import { CommandContext, type GlobalOptions } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { counted, plain } from '../text-layout.ts';

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
