import type { Command } from 'commander';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { type HostFlags, addHostFlags, carryOut, hosts, meant } from '../install/carry-out.ts';
import { ownCommand } from '../install/host.ts';
import { hostAgent, hostsWith, sharingLines } from '../install/host-agent.ts';
import { hasHooks, planInstall, planUninstall } from '../install/plan-install.ts';
import type { Commands } from '../verb-command.ts';

/** The commands that put Madeleine into programs that host agents, and take it out. */
export const installCommands: Commands = { install: addInstall, uninstall: addUninstall };

interface InstallFlags extends HostFlags {
  readonly hooks?: boolean;
}

function addInstall(program: Command, io: CommandIo): void {
  const command = program
    .command('install')
    .summary('put Madeleine into a program that hosts agents')
    .description(
      'Writes the MCP server into the configuration of a host, after showing what changes and asking. The old file is ' +
        'kept beside the new one. All hosts of a machine remember as one agent, whose name is asked for once; --agent ' +
        'separates a host.',
    );
  addHostFlags(command)
    .option(
      '--hooks',
      'Also ambient memory and observations by hooks; hooks that are there are changed without it too. Only for `claude-code`.',
    )
    .action(async (name: string, flags: InstallFlags) => {
      const context = new CommandContext(io, command);
      const options = meant(context, name, flags);
      if (flags.hooks === true && options.host.hookFile === undefined) {
        throw context.refusal(`${options.host.title} has no hooks that Madeleine speaks; leave --hooks out`);
      }
      const hooks = flags.hooks === true || (await hasHooks(options));
      if (hooks && context.config().values.at.includes('://')) {
        throw context.refusal(
          'hooks need a store in a folder; leave --hooks out and uninstall those that are there, or name a folder with --at',
        );
      }
      const agent = await hostAgent(context, options, flags);
      const memory = memoryOptions(context, agent.name);
      const changes = await planInstall({ ...options, own: ownCommand(), options: memory, hooks });
      const sharedWith = await hostsWith(options, memory, hosts);
      await carryOut(context, options.host, [...changes, ...agent.changes], flags, {
        lines: sharingLines(agent, options.host.title, sharedWith),
        data: { agent: agent.name, sharedWith },
      });
    });
}

/**
 * The options that name the memory. A host starts Madeleine in another folder and environment, so whatever a flag,
 * the environment or a file sets here is written down; the place always is, which lets a hook find the hub quickly.
 */
function memoryOptions(context: CommandContext, agent: string): readonly string[] {
  const { entries, values } = context.config();
  const isSet = (key: string): boolean => entries.some((entry) => entry.key === key && entry.from !== 'default');
  return [
    '--agent',
    agent,
    '--at',
    values.at,
    ...(isSet('space') ? ['--space', values.space] : []),
    ...(isSet('embedder') ? ['--embedder', values.embedder] : []),
  ];
}

function addUninstall(program: Command, io: CommandIo): void {
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
