import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import { UnavailableError } from '../../index.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { findHub, isAlive } from '../hub/find-hub.ts';
import { plain } from '../text-layout.ts';

/** A hub finishes the calls under way and writes its indexes before it ends. */
const endMs = 30_000;
const lookEveryMs = 50;

/** Adds `madeleine stop`: ends the hub of a store. */
export function addStop(program: Command, io: CommandIo): void {
  const command = program
    .command('stop')
    .summary('end the hub of the store')
    .description('Ends the hub that serves the store, and waits until it has ended. Where none runs, it does nothing.')
    .action(async () => {
      const context = new CommandContext(io, command);
      const { at } = context.config().values;
      const hub = await findHub(at);
      if (hub !== undefined) await end(hub.pid, context);
      await context.print({ stopped: hub ?? null }, () => [
        hub === undefined
          ? `no hub serves ${plain(at)}`
          : `${context.colours.green('stopped')} the hub at ${hub.url}, process ${hub.pid}`,
      ]);
    });
}

async function end(pid: number, { signal }: CommandContext): Promise<void> {
  process.kill(pid, 'SIGTERM');
  const until = performance.now() + endMs;
  while (isAlive(pid)) {
    if (performance.now() > until) {
      const message = `stop: the hub, process ${pid}, has not ended within ${endMs / 1000} s; end the process itself.`;
      throw new UnavailableError('STORE_TIMEOUT', message, { details: { pid } });
    }
    await pause(lookEveryMs, undefined, { signal });
  }
}
