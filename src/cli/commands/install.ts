import type { Command } from 'commander';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { addHostFlags, carryOut, type HostFlags, meant } from '../install/carry-out.ts';
import { ownCommand } from '../install/own-command.ts';
import { planInstall } from '../install/plan-install.ts';

interface InstallFlags extends HostFlags {
  readonly hooks?: boolean;
}

/** Adds `madeleine install`: writes Madeleine into the configuration of a host. */
export function addInstall(program: Command, io: CommandIo): void {
  const command = program
    .command('install')
    .summary('put Madeleine into a program that hosts agents')
    .description(
      'Writes the MCP server into the configuration of a host, after showing what changes and asking. The old file is ' +
        'kept beside the new one. The agent is the one of --agent, else it is named after the host.',
    );
  addHostFlags(command)
    .option('--hooks', 'also ambient memory and observations by hooks (claude-code)')
    .action(async (name: string, flags: InstallFlags) => {
      const context = new CommandContext(io, command);
      const options = meant(context, name, flags);
      const hooks = flags.hooks === true;
      if (hooks && options.host.hookFile === undefined) {
        throw context.refusal(`${options.host.title} has no hooks that Madeleine speaks; leave --hooks out`);
      }
      if (hooks && context.config().values.at.includes('://')) {
        throw context.refusal('hooks need a store in a folder; leave --hooks out, or name a folder with --at');
      }
      const memory = memoryOptions(context, options.host.name);
      const changes = await planInstall({ ...options, own: ownCommand(), options: memory, hooks });
      await carryOut(context, options.host, changes, flags);
    });
}

/**
 * The options that name the memory. A host starts Madeleine in another folder and environment, so whatever a flag,
 * the environment or a file sets here is written down; the place always is, which lets a hook find the hub quickly.
 */
function memoryOptions(context: CommandContext, fallback: string): readonly string[] {
  const { entries, values } = context.config();
  const isSet = (key: string): boolean => entries.some((entry) => entry.key === key && entry.from !== 'default');
  return [
    '--agent',
    values.agent ?? fallback,
    '--at',
    values.at,
    ...(isSet('space') ? ['--space', values.space] : []),
    ...(isSet('embedder') ? ['--embedder', values.embedder] : []),
  ];
}
