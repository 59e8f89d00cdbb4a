import type { Command } from 'commander';
import type { ToolSetName } from '../../mcp/tool-sets.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';

/** Adds `madeleine mcp`: the server that the hosts of agents start. */
export function addMcp(program: Command, io: CommandIo): void {
  const command = program
    .command('mcp')
    .summary('serve an agent its memory over MCP, on standard input and output')
    .description(
      'Speaks the Model Context Protocol on standard input and output, as the agent that --agent names, until the ' +
        'input ends. Hosts of agents start it; nothing that a client says changes whose memory it is.',
    )
    .option('--tools <set>', 'which tools are offered: all (the default), memory or sequential-thinking')
    .action(async ({ tools = 'all' }: { readonly tools?: string }) => {
      const context = new CommandContext(io, command);
      // Loaded when it is needed: no other command is to wait for the protocol.
      const [{ serveStdio }, { toolSets }] = await Promise.all([
        import('../../mcp/serve-stdio.ts'),
        import('../../mcp/tool-sets.ts'),
      ]);
      if (!isToolSet(tools, toolSets)) {
        throw context.refusal(`"--tools" must be one of ${Object.keys(toolSets).join(', ')}, got "${tools}"`);
      }
      const { stdin: input, stdout: output, signal } = io;
      const onError = ({ message }: Error): void => context.notice(message);
      // Through a hub, so that any number of hosts can have the same store.
      await context.withAgent((agent) => serveStdio({ agent, tools, input, output, signal, onError }), {
        startsHub: true,
      });
    });
}

function isToolSet(name: string, sets: object): name is ToolSetName {
  return Object.hasOwn(sets, name);
}
