import type { Command } from 'commander';
import { InvalidArgumentError } from '../../index.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { openOptionsOf } from '../config/open-options-of.ts';
import { type ConfigFlags, isAddress } from '../config/resolve-config.ts';
import type { HubNote } from '../hub/hub-note.ts';
import { decimal, repeated, wholeNumber } from '../option-values.ts';
import { plain } from '../text-layout.ts';

interface ServeFlags {
  readonly host: string;
  readonly port?: number;
  readonly idleExit?: number;
  readonly sleepAfterIdle?: number;
  readonly allowRemote?: boolean;
  readonly allowHost?: readonly string[];
  readonly allowOrigin?: readonly string[];
}

/** Adds `madeleine serve`: the hub of a store, for every other process. */
export function addServe(program: Command, io: CommandIo): void {
  const command = program
    .command('serve')
    .summary('serve the store to other processes')
    .description(
      'Owns the store and serves it over HTTP and MCP to programs of this machine that have a token, until it is ended. ' +
        'Where a hub serves the store already, it says so and ends.',
    )
    .option('--host <address>', 'the address to listen on', '127.0.0.1')
    .option(
      '--port <number>',
      'the port; 0 for one that follows from the folder (default: 0)',
      wholeNumber('serve', '--port'),
    )
    .option(
      '--idle-exit <minutes>',
      'end after so many minutes without a call (default: never)',
      decimal('serve', '--idle-exit'),
    )
    .option(
      '--sleep-after-idle <minutes>',
      'let a space sleep after so many minutes without a call; 0 for never (default: 30)',
      decimal('serve', '--sleep-after-idle'),
    )
    .option('--allow-remote', 'let other machines in, with a token; needs --host')
    .option('--allow-host <host>', 'a Host header to answer to, such as memory.example:443 (may be repeated)', repeated)
    .option(
      '--allow-origin <origin>',
      'an origin whose pages may call, such as https://memory.example (may be repeated)',
      repeated,
    )
    .action(async (flags: ServeFlags) => {
      const context = new CommandContext(io, command);
      const other = await serve(context, flags);
      if (other !== undefined) await context.print(other, () => [`a hub serves the store already, at ${other.url}`]);
    });
}

async function serve(context: CommandContext, flags: ServeFlags): Promise<HubNote | undefined> {
  const { host, port, idleExit = 0, sleepAfterIdle, allowRemote = false, allowHost = [], allowOrigin = [] } = flags;
  // Who starts a hub by hand has it until it is ended: the setting is for those in the background, which are passed it.
  const settings: ConfigFlags = {
    'hub.port': port,
    'hub.idle_exit': idleExit,
    'hub.sleep_after_idle': sleepAfterIdle,
  };
  const { values } = context.config(settings);
  if (isAddress(values.at)) {
    const rule = `"at" must be a folder, got ${plain(values.at)}; connect to the server itself`;
    throw new InvalidArgumentError('STORE_PATH', `serve: ${rule}.`, { details: { at: values.at } });
  }
  // Loaded when it is needed: no other command is to wait for the servers.
  const { runHub } = await import('../hub/run-hub.ts');
  return runHub({
    open: { ...openOptionsOf(values), space: values.space },
    http: { host, port: values['hub.port'], allowRemote, allowedHosts: allowHost, allowedOrigins: allowOrigin },
    idleExit: values['hub.idle_exit'],
    sleepAfterIdle: values['hub.sleep_after_idle'],
    signal: context.signal,
    onReady: (hub) =>
      context.print(hub, () => [`serving ${plain(values.at)} at ${hub.url}; Ctrl-C or \`madeleine stop\` ends it`]),
    onError: (error) => context.notice(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  });
}
