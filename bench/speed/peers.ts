/**
 * How does Madeleine weigh beside its peers? The bench is a package of its own, so that no peer enters the project's
 * lockfile; this starts it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { runs } from '../command-line.ts';

interface PeersFlags {
  readonly data?: string;
  readonly memories?: string;
  readonly peers?: string;
}

/** From the folder that the benches are built into. */
const folder = join(import.meta.dirname, '../../bench/peers');

/** Adds `peers`: the same memories in Madeleine and in its peers. */
export function addPeers(program: Command, signal: AbortSignal): void {
  const command = program
    .command('peers')
    .summary('the same memories in Madeleine and in its peers')
    .description('Stores and searches the same memories with the same vectors in Madeleine and in its peers.')
    .option('--data <file>', 'a file of LoCoMo; the conversation that is nearest to 700 turns counts')
    .option('--memories <counts>', 'sizes of synthetic stores (default: 10000,50000)')
    .option('--peers <names>', 'which, separated by commas (default: all)');
  runs<PeersFlags>(command, signal, async (flags, context) => {
    if (!existsSync(join(folder, 'node_modules')))
      throw context.refusal('the peers must be installed, with `npm install` in bench/peers');
    const given = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, `${value}`]);
    const args = [join(folder, 'main.js'), ...given, ...(context.json ? ['--json'] : [])];
    const child = spawn(process.execPath, args, { stdio: 'inherit', signal });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw context.refusal(`the peers ended with ${code}`);
  });
}
