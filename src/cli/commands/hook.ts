import type { Command } from 'commander';
import type { CommandIo } from '../command-io.ts';
import { hookNames } from '../hook/hook-event.ts';
import { hookProcess } from '../hook/hook-process.ts';

/**
 * Adds `madeleine hook`. Hosts start it with its name first, and then the executable takes a shorter way to the same
 * work; this is the way of any other order.
 */
export function addHook(program: Command, io: CommandIo): void {
  const command = program
    .command('hook')
    .summary('speak the hooks of Claude Code')
    .description(
      'Reads the event of a hook as JSON from standard input (docs/hooks.md has one) and prints what it adds to the conversation. Started by ' +
        'the host; `madeleine install claude-code --hooks` sets it up.',
    )
    .argument('<name>', hookNames.join(', '))
    .action(async (name: string) => {
      const { at, space, agent, embedder } = command.optsWithGlobals();
      const complain = (reason: string): void => void io.stderr.write(`madeleine hook: ${reason}\n`);
      await hookProcess(
        { name, at, space, agent, embedder },
        {
          stdin: io.stdin as AsyncIterable<Buffer | string>,
          elapsedMs: () => performance.now(),
          answer: (answer) => void io.stdout.write(`${JSON.stringify(answer)}\n`),
          complain,
        },
      ).catch((error: unknown) => complain(error instanceof Error ? error.message : String(error)));
    });
}
