import type { Command } from 'commander';
import type { JudgeOptions } from '../../index.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';

/** Adds `madeleine judge`: says whether two memories really support or contradict each other. */
export function addJudge(program: Command, io: CommandIo): void {
  const command = program
    .command('judge')
    .summary('say whether two memories really support or contradict each other')
    .description(
      'Sets the state of the link between two memories, as the agent that --agent names sees it: confirmed, ' +
        'dismissed (neither shown nor used any more), exception (both hold), or potential again.',
    )
    .argument('<one>', 'the id of a memory in view')
    .argument('<other>', 'the id of another memory in view')
    .argument('<state>', 'confirmed, dismissed, exception or potential')
    .option('--kind <kind>', 'supports or contradicts; states a link where no rule has found one')
    .action(async (one: string, other: string, state: string, flags: { readonly kind?: string }) => {
      const context = new CommandContext(io, command);
      // The library checks every value: what an argument holds need not be of its type.
      const options = { one, other, state, kind: flags.kind, signal: context.signal } as JudgeOptions;
      const link = await context.withAgent((agent) => agent.judge(options));
      await context.print(link, () => [
        `${context.colours.green(link.state)} ${context.colours.bold(link.one)} ${link.kind} ${link.other}`,
        `  found by ${link.by}, similarity ${link.similarity.toFixed(2)}`,
        ...(link.before === undefined ? [] : [`  it was ${link.before} before`]),
      ]);
    });
}
