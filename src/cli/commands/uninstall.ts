import type { Command } from 'commander';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { addHostFlags, carryOut, type HostFlags, meant } from '../install/carry-out.ts';
import { planUninstall } from '../install/plan-install.ts';

/** Adds `madeleine uninstall`: takes Madeleine out of the configuration of a host. */
export function addUninstall(program: Command, io: CommandIo): void {
  const command = program
    .command('uninstall')
    .summary('take Madeleine out of a program that hosts agents')
    .description(
      'Takes the MCP server and the hooks of Madeleine out of the configuration of a host, and nothing else, after ' +
        'showing what changes and asking. The memory itself stays.',
    );
  addHostFlags(command).action(async (name: string, flags: HostFlags) => {
    const context = new CommandContext(io, command);
    const options = meant(context, name, flags);
    await carryOut(context, options.host, await planUninstall(options), flags);
  });
}
