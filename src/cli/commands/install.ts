import type { Command } from 'commander';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { type HostFlags, addHostFlags, carryOut, hosts, meant } from '../install/carry-out.ts';
import { ownCommand } from '../install/host.ts';
import { hostAgent, hostsWith, hubDoor, revokeOld, sharingLines, tokenLines } from '../install/host-agent.ts';
import {
  type HookKind,
  type HubDoor,
  hookKinds,
  installedHooks,
  planInstall,
  planUninstall,
} from '../install/plan-install.ts';
import type { Commands } from '../verb-command.ts';

/** The commands that put Madeleine into programs that host agents, and take it out. */
export const installCommands: Commands = { install: addInstall, uninstall: addUninstall };

interface InstallFlags extends HostFlags {
  /** True where no kind is named. */
  readonly hooks?: string | true;
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
      '--hooks [kind]',
      'Also ambient memory and observations by hooks: `command` starts a process for each event, `http` asks the hub and is faster on a busy machine. Hooks that are there keep their kind, and are changed without it too. Only for `claude-code`. Default: `command`.',
    )
    .action(async (name: string, flags: InstallFlags) => {
      const context = new CommandContext(io, command);
      const options = meant(context, name, flags);
      if (flags.hooks !== undefined && options.host.hookFile === undefined) {
        throw context.refusal(`${options.host.title} has no hooks that Madeleine speaks; leave --hooks out`);
      }
      const found = await installedHooks(options);
      const kind = hookKind(context, flags.hooks) ?? found?.kind;
      if (kind !== undefined && context.config().values.at.includes('://')) {
        throw context.refusal(
          'hooks need a store in a folder; leave --hooks out and uninstall those that are there, or name a folder with --at',
        );
      }
      await context.placeFor(context.config().values.at, true);
      const agent = await hostAgent(context, options, flags);
      const memory = memoryOptions(context, agent.name);
      const door = kind === 'http' ? await hubDoor(context, agent.name, found?.token, flags) : undefined;
      try {
        const hooks: HubDoor | 'command' | undefined = door ?? (kind === undefined ? undefined : 'command');
        const own = { own: ownCommand(), options: memory, ...(hooks === undefined ? {} : { hooks }) };
        const changes = await planInstall({ ...options, ...own });
        const sharedWith = await hostsWith(options, memory, hosts);
        await carryOut(context, options.host, [...changes, ...agent.changes], flags, {
          lines: [...sharingLines(agent, options.host.title, sharedWith), ...tokenLines(options, door)],
          data: { agent: agent.name, sharedWith },
        });
      } catch (error) {
        await door?.takeBack();
        throw error;
      }
      if (flags.dryRun !== true && found?.token !== door?.token) await revokeOld(found);
    });
}

/** The kind that `--hooks` names, or the one that it means by itself. */
function hookKind(context: CommandContext, given: string | true | undefined): HookKind | undefined {
  const kind = hookKinds.find((one) => one === (given === true ? 'command' : given));
  if (kind !== undefined || given === undefined) return kind;
  throw context.refusal(`"--hooks" must be ${hookKinds.join(' or ')}, got ${JSON.stringify(given)}`);
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
    const hooks = await installedHooks(options);
    await carryOut(context, options.host, await planUninstall(options), flags);
    if (flags.dryRun !== true) await revokeOld(hooks);
  });
}
