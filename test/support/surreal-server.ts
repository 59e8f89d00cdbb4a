/** A real SurrealDB server for tests: beside the project in `../shared/bin`, or on the PATH. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The program; undefined where there is none. */
export const surrealProgram: string | undefined = findProgram();

function findProgram(): string | undefined {
  const shared = fileURLToPath(new URL('../../../shared/bin/surreal', import.meta.url));
  const onPath = (process.env['PATH'] ?? '').split(':').map((folder) => join(folder, 'surreal'));
  return [shared, ...onPath].find((path) => existsSync(path));
}

/** The user of the whole server. */
export const rootUser = { username: 'root', password: 'the root of all tests' };

/** A server that runs, and may be killed and started again on the same port and files. */
export interface SurrealServer {
  readonly url: string;
  /** Settles when it answers. */
  start(): Promise<void>;
  /** Ends it, at once unless asked otherwise; settles when it has ended. */
  end(signal?: NodeJS.Signals): Promise<void>;
  /** Stops it where it is, or lets it go on. */
  freeze(isFrozen: boolean): void;
  /** Ends it for good and removes its files. */
  remove(): Promise<void>;
}

/** How a server is started. */
export interface ServerStart {
  /** Whether each commit lies on the disk before it is acknowledged. @default false */
  readonly sync?: boolean;
  /** A certificate and its key, in files. */
  readonly tls?: { readonly certificate: string; readonly key: string };
}

/** Starts a server on files of its own. */
export async function startSurreal({ sync = false, tls }: ServerStart = {}): Promise<SurrealServer> {
  const program = surrealProgram ?? '';
  const folder = mkdtempSync(join(tmpdir(), 'madeleine-surreal-'));
  const port = await freePort();
  let child: ChildProcess | undefined;
  const options = tls === undefined ? [] : ['--web-crt', tls.certificate, '--web-key', tls.key];
  const user = ['--user', rootUser.username, '--pass', rootUser.password];
  const server: SurrealServer = {
    url: `${tls === undefined ? 'ws' : 'wss'}://127.0.0.1:${port}`,
    start: async () => {
      const files = `rocksdb:${join(folder, 'store')}`;
      const started = spawn(program, ['start', ...user, '--bind', `127.0.0.1:${port}`, ...options, files], {
        stdio: 'ignore',
        env: { ...process.env, SURREAL_SYNC_DATA: String(sync) },
      });
      child = started;
      endWithThisProcess(started.pid);
      while (started.exitCode === null && !(await answers(port)))
        await new Promise((resolve) => setTimeout(resolve, 20));
      if (started.exitCode !== null) throw new Error(`surreal: it ended with ${started.exitCode}.`);
    },
    end: async (signal = 'SIGKILL') => {
      const ending = child;
      child = undefined;
      if (ending === undefined || ending.exitCode !== null) return;
      const ended = new Promise((resolve) => ending.once('exit', resolve));
      ending.kill(signal);
      await ended;
    },
    freeze: (isFrozen) => void child?.kill(isFrozen ? 'SIGSTOP' : 'SIGCONT'),
    remove: async () => {
      await server.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}

/** Ends a server when this process has ended, also when it was killed and could clear nothing away. */
function endWithThisProcess(pid = 0): void {
  const watch = 'while kill -0 $0 && kill -0 $1; do sleep 1; done 2>/dev/null; kill -9 $1';
  spawn('sh', ['-c', watch, String(process.pid), String(pid)], { detached: true, stdio: 'ignore' }).unref();
}

/** Whether somebody listens at a port; the server listens when it is ready. */
async function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port }, () => resolve(socket.destroy() !== undefined));
    socket.once('error', () => resolve(false));
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** The documented script that makes a user of least privilege, for one space. */
export function leastUserScript(
  namespace: string,
  space: string,
  user: { username: string; password: string },
): string {
  const text = readFileSync(fileURLToPath(new URL('../../docs/deploy-server.md', import.meta.url)), 'utf8');
  const script = /```surql\n(-- least privilege[\s\S]*?)```/.exec(text)?.[1] ?? '';
  return script
    .replaceAll('NAMESPACE IF NOT EXISTS madeleine', `NAMESPACE IF NOT EXISTS \`${namespace}\``)
    .replaceAll('USE NS madeleine', `USE NS \`${namespace}\``)
    .replaceAll('DATABASE IF NOT EXISTS default', `DATABASE IF NOT EXISTS \`${space}\``)
    .replaceAll('DB default', `DB \`${space}\``)
    .replaceAll('EXISTS madeleine ON DATABASE', `EXISTS ${user.username} ON DATABASE`)
    .replaceAll('a password of your own', user.password);
}

/** Runs SurrealQL as the root user. */
export async function asRoot(url: string, script: string): Promise<void> {
  const user = Buffer.from(`${rootUser.username}:${rootUser.password}`).toString('base64');
  const headers = { accept: 'application/json', authorization: `Basic ${user}` };
  const response = await fetch(`${url.replace('ws', 'http')}/sql`, { method: 'POST', headers, body: script });
  const results = (await response.json()) as readonly { readonly status: string; readonly result: unknown }[];
  const refused = results.filter(({ status }) => status !== 'OK');
  // Two at once that define the same meet each other.
  if (JSON.stringify(refused).includes('can be retried')) return asRoot(url, script);
  if (refused.length > 0) throw new Error(`surreal: ${JSON.stringify(refused)}`);
}

/** A certificate for 127.0.0.1 that signs itself; undefined where there is no openssl. */
export function selfSigned(folder: string): { readonly certificate: string; readonly key: string } | undefined {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  try {
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', certificate, ...subject],
      { stdio: 'ignore' },
    );
    return { certificate, key };
  } catch {
    return undefined;
  }
}
