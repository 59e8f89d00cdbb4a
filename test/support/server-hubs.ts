/** Hubs of one space on a SurrealDB server, each a process that may be killed. */
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { CliSurroundings } from './cli-run.ts';
import type { RoundRobin } from './round-robin.ts';
import { rootUser, type SurrealServer } from './surreal-server.ts';

/** A hub that listens. */
export interface ServerHub {
  readonly url: string;
  readonly process: ChildProcess;
}

/** What hubs are started with. */
export interface HubsOfServer {
  readonly server: SurrealServer;
  readonly cli: CliSurroundings;
  readonly proxy: RoundRobin;
  /** For how long a call waits for a server that is away, in milliseconds. */
  readonly waitMs: number;
}

/** The global options with which commands reach the space. */
export function placeOf({ server }: Pick<HubsOfServer, 'server'>): readonly string[] {
  return ['--at', server.url, '--space', 'home', '--username', 'root'];
}

/** The environment of commands and hubs. */
export function hubEnvironment({ waitMs }: Pick<HubsOfServer, 'waitMs'>): Readonly<Record<string, string>> {
  return { MADELEINE_SERVER__PASSWORD: rootUser.password, MADELEINE_SERVER__WAIT_MS: String(waitMs) };
}

/** Starts a hub; pages of the proxy's address may call it. */
export async function startServerHub(hubs: HubsOfServer): Promise<ServerHub> {
  const { cli, proxy } = hubs;
  const here = [...placeOf(hubs), '--embedder', 'none', '--port', '0', '--json'];
  const pages = ['--allow-host', `127.0.0.1:${proxy.port}`, '--allow-origin', proxy.url];
  const process = cli.start(['serve', ...here, ...pages], hubEnvironment(hubs));
  let said = '';
  process.stderr.on('data', (text: Buffer) => {
    said += text.toString();
  });
  for await (const line of createInterface({ input: process.stdout })) {
    const { url } = JSON.parse(line) as { readonly url: string };
    return { url, process };
  }
  throw new Error(`the hub did not start: ${said}`);
}

/** Kills a hub, and settles when it has ended. */
export async function killServerHub({ process }: ServerHub): Promise<void> {
  const ended = new Promise((resolve) => process.once('exit', resolve));
  process.kill('SIGKILL');
  await ended;
}
