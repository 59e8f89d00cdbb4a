import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import { z } from 'zod';
import {
  AgentInTalk,
  errorFrom,
  type HubRecordsPlace,
  MadeleineError,
  openHubRecords,
  problemSchema,
  UnavailableError,
} from '../../index.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo, RunCommand } from '../command-io.ts';
import { type ConfigFlags, openOptionsOf } from '../config/resolve-config.ts';
import { findHub, isAlive } from '../hub/find-hub.ts';
import { findOrStartHub } from '../hub/hub-connection.ts';
import { type HubNote, readOwnerToken } from '../hub/hub-note.ts';
import { decimal, repeated, wholeNumber } from '../option-values.ts';
import { plain } from '../text-layout.ts';
import type { Commands } from '../verb-command.ts';

/** The commands about the hub of a store, and the server that reaches it over MCP; a hub runs other commands by `runCommand`. */
export function hubCommands(runCommand: RunCommand): Commands {
  return {
    serve: (program, io) => addServe(program, io, runCommand),
    stop: addStop,
    open: addOpen,
    mcp: addMcp,
  };
}

interface ServeFlags {
  readonly host?: string;
  readonly port?: number;
  readonly idleExit?: number;
  readonly sleepAfterIdle?: number;
  readonly allowRemote?: boolean;
  readonly allowHost?: readonly string[];
  readonly allowOrigin?: readonly string[];
}

function addServe(program: Command, io: CommandIo, runCommand: RunCommand): void {
  const command = program
    .command('serve')
    .summary('serve the store to other processes')
    .description(
      'Owns the store and serves it over HTTP and MCP to programs of this machine that have a token, until it is ended. ' +
        'Where a hub serves the store already, it says so and ends. A SurrealDB server may have any number of hubs.',
    )
    .option(
      '--host <address>',
      'The address to listen on. Any address but loopback needs `--allow-remote`. Default: `127.0.0.1`.',
    )
    .option(
      '--port <number>',
      'The port. Default: `hub.port`, else one that follows from the folder.',
      wholeNumber('serve', '--port'),
    )
    .option(
      '--idle-exit <minutes>',
      'Ends after so many minutes without a call. Default: never.',
      decimal('serve', '--idle-exit'),
    )
    .option(
      '--sleep-after-idle <minutes>',
      'Lets a space sleep after so many minutes without a call; 0 for never. Default: `hub.sleep_after_idle`.',
      decimal('serve', '--sleep-after-idle'),
    )
    .option('--allow-remote', 'Lets other machines in, with a token.')
    .option(
      '--allow-host <host>',
      'A `Host` header to answer to beside its own address, such as `memory.example:443`. May be repeated.',
      repeated,
    )
    .option(
      '--allow-origin <origin>',
      'An origin whose pages may call, such as `https://memory.example`. May be repeated.',
      repeated,
    )
    .action(async (flags: ServeFlags) => {
      const context = new CommandContext(io, command);
      const other = await serve(context, flags, runCommand);
      if (other !== undefined) await context.print(other, () => [`a hub serves the store already, at ${other.url}`]);
    });
}

async function serve(context: CommandContext, flags: ServeFlags, runCommand: RunCommand): Promise<HubNote | undefined> {
  const {
    host = '127.0.0.1',
    port,
    idleExit = 0,
    sleepAfterIdle,
    allowRemote = false,
    allowHost = [],
    allowOrigin = [],
  } = flags;
  // Who starts a hub by hand has it until it is ended: the setting is for those in the background, which are passed it.
  const settings: ConfigFlags = {
    'hub.port': port,
    'hub.idle_exit': idleExit,
    'hub.sleep_after_idle': sleepAfterIdle,
  };
  const { values } = context.config(settings);
  const found = await context.placeFor(values.at, true);
  // Loaded when it is needed: no other command is to wait for the servers.
  const { runHub } = await import('../hub/run-hub.ts');
  return runHub({
    open: { ...openOptionsOf(values), space: values.space },
    http: { host, port: values['hub.port'], allowRemote, allowedHosts: allowHost, allowedOrigins: allowOrigin },
    idleExit: values['hub.idle_exit'],
    openSpaces: values['hub.open_spaces'],
    serverPlace: context.serverPlace,
    sleepAfterIdle: values['hub.sleep_after_idle'],
    signal: context.signal,
    runCommand,
    onReady: (hub) => {
      context.noticeMade(values.at, found);
      return context.print(hub, () => [
        `serving ${plain(values.at)} at ${hub.url}; Ctrl-C or \`madeleine stop\` ends it`,
      ]);
    },
    onError: (error) => context.notice(toldBehind(error)),
  });
}

/** What a failure in the background is told as: a typed error tells what to do; of any other, where it came from shows more. */
function toldBehind(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error instanceof MadeleineError ? error.message : (error.stack ?? error.message);
}

/** A hub finishes the calls under way and writes its indexes before it ends. */
const endMs = 30_000;
const lookEveryMs = 50;

function addStop(program: Command, io: CommandIo): void {
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

interface PageAddress {
  /** With a code, behind `#`, where no server and no log sees it. */
  readonly url: string;
  /** When the code ends, ISO 8601. */
  readonly expiresAt: string;
}

const codeSchema = z.object({ code: z.string(), expiresAt: z.string() });

function addOpen(program: Command, io: CommandIo): void {
  const command = program
    .command('open')
    .summary('open the page, to look into the memory')
    .description(
      'Prints an address at which the page opens in a browser, once and within two minutes, and at a terminal opens it. ' +
        'Starts the hub of the store where none runs.',
    )
    .option('--print', 'Prints the address, and opens nothing.')
    .option(
      '--hub <url>',
      'Where the hubs of a store on a SurrealDB server are reached, such as `https://memory.example`.',
    )
    .action(async ({ print = false, hub }: { readonly print?: boolean; readonly hub?: string }) => {
      const context = new CommandContext(io, command);
      const address = await addressOf(context, hub);
      await context.print(address, () => [address.url]);
      context.notice('The address opens the page once, within two minutes; the page stays open for twelve hours.');
      if (io.stdout.isTTY === true && !print && !context.json) showInBrowser(address.url);
    });
}

async function addressOf(context: CommandContext, hubs: string | undefined): Promise<PageAddress> {
  const { serverPlace, hubStart: start, signal } = context;
  const { space } = context.config().values;
  const opening = (url: string, { code, expiresAt }: z.output<typeof codeSchema>): PageAddress => ({
    url: `${url}/?space=${encodeURIComponent(space)}#code=${code}`,
    expiresAt,
  });
  if (serverPlace !== undefined) {
    if (hubs === undefined || !URL.canParse(hubs))
      throw context.refusal(
        'a store on a SurrealDB server has hubs somewhere; pass --hub, such as https://memory.example',
      );
    return opening(hubs.replace(/\/+$/, ''), await codeOnServer(serverPlace));
  }
  if (hubs !== undefined) throw context.refusal('the hub of a store in a folder is found by itself; leave out --hub');
  const found = await context.placeFor(context.folder, true);
  const hub = await findOrStartHub(context.folder, { start, signal });
  context.noticeMade(context.folder, found);
  return opening(hub.url, await newCode(hub, await readOwnerToken(context.folder), signal));
}

/** A code for one page, left where all hubs of the server find it: who may write there is its owner. */
async function codeOnServer(place: HubRecordsPlace): Promise<z.output<typeof codeSchema>> {
  const { PageSessions } = await import('../../http/page-sessions.ts');
  const records = await openHubRecords(place);
  try {
    const { secret, expiresAt } = await new PageSessions(() => new Date(), records).issueCode();
    return { code: secret, expiresAt: expiresAt.toISOString() };
  } finally {
    await records.close();
  }
}

/** A code for one page; only the owner of the store gets one. */
async function newCode({ url }: HubNote, token: string, signal: AbortSignal): Promise<z.output<typeof codeSchema>> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/v1/page/codes`, { method: 'POST', headers, signal });
  const told: unknown = await answer.json();
  if (!answer.ok) throw errorFrom(problemSchema.parse(told));
  return codeSchema.parse(told);
}

function addMcp(program: Command, io: CommandIo): void {
  const command = program
    .command('mcp')
    .summary('serve an agent its memory over MCP, on standard input and output')
    .description(
      'Speaks the Model Context Protocol on standard input and output, as the agent that --agent names, until the ' +
        'input ends. Hosts of agents start it; nothing that a client says changes whose memory it is.',
    )
    .option(
      '--tools <set>',
      'Which tools are offered: the five of `core`, `all` ten, or those of another server on the same memory: `memory` or `sequential-thinking`. Default: `core`.',
    )
    .option(
      '--with <who>',
      'Who is talked with, in every call: `user:NAME` or `group:NAME`. Leaves out what others said, keeps what is stored from others, and offers no tool that forgets. May be repeated. Default: what each call says.',
      repeated,
    )
    .action(async ({ tools = 'core', with: talk }: { readonly tools?: string; readonly with?: readonly string[] }) => {
      const context = new CommandContext(io, command);
      // Loaded when it is needed: no other command is to wait for the protocol.
      const [{ serveStdio }, { isToolSetName, toolSetNames }] = await Promise.all([
        import('../../mcp/serve-stdio.ts'),
        import('../../mcp/tool-sets.ts'),
      ]);
      if (!isToolSetName(tools)) {
        throw context.refusal(`"--tools" must be one of ${toolSetNames.join(', ')}, got "${tools}"`);
      }
      const { stdin: input, stdout: output, signal } = io;
      const onError = ({ message }: Error): void => context.notice(message);
      // Through a hub, so that any number of hosts can have the same store.
      const served = { tools, input, output, signal, onError };
      await context.withAgent(
        (agent) => serveStdio({ agent: talk === undefined ? agent : new AgentInTalk(agent, talk), ...served }),
        { startsHub: true, makes: true },
      );
    });
}

/** The program that opens an address, by platform. */
const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [program: string, ...args: string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Shows an address, and does not wait for it. */
export function showInBrowser(url: string): void {
  const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...args, url], { detached: true, stdio: 'ignore' });
  // Nobody is to be bothered: the address was printed.
  child.on('error', () => undefined);
  child.unref();
}
