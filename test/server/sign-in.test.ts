/** Who may open a space on a server, and how somebody is told who may not. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { Madeleine, MadeleineError, type OpenOptions } from '../../src/index.ts';
import { runChild } from '../support/child-process.ts';
import { CliSurroundings } from '../support/cli-run.ts';
import { eventually } from '../support/eventually.ts';
import { asRoot, leastUserScript, rootUser, selfSigned, startSurreal } from '../support/surreal-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const namespace = `sign-in-${process.pid}-${process.env['MADELEINE_TEST_USER']}`;
const server = (): string => inject('serverUrl');
const place = (): Pick<OpenOptions, 'at' | 'embedder' | 'namespace'> => ({ at: server(), embedder: 'none', namespace });

async function remembers(options: Partial<OpenOptions>): Promise<void> {
  const memory = await Madeleine.open({ ...place(), ...options });
  await memory.agent('Lisa').observe({ content: 'Mark planted a quince in the garden.' });
  const { memories } = await memory.agent('Lisa').recall({ query: 'quince' });
  expect(memories[0]?.content).toBe('Mark planted a quince in the garden.');
  await memory.close();
}

test('a root user, a namespace user and the documented user of one database open a space each', async () => {
  await remembers({ ...rootUser, space: 'by-root' });
  await asRoot(
    server(),
    `USE NS \`${namespace}\`; DEFINE USER OVERWRITE ann ON NAMESPACE PASSWORD 'of the namespace' ROLES EDITOR;`,
  );
  await remembers({ username: 'ann', password: 'of the namespace', authLevel: 'namespace', space: 'by-namespace' });
  const user = { username: 'least', password: 'of one database' };
  await asRoot(server(), leastUserScript(namespace, 'by-user', user));
  await remembers({ ...user, authLevel: 'database', space: 'by-user' });
  const beside = Madeleine.open({ ...place(), ...user, authLevel: 'database', space: 'by-root' });
  await expect(beside).rejects.toMatchObject({ code: 'STORE_REFUSED' });
});

test('whoever is refused hears why and what to do, and no password is told', async () => {
  await remembers({ ...rootUser, space: 'kept' });
  const refused: readonly Partial<OpenOptions>[] = [
    { username: 'root', password: 'a wrong word' },
    { username: 'nobody', password: 'a wrong word' },
    { ...rootUser, password: 'a wrong word', authLevel: 'database' },
    { token: 'a.wrong.word' },
    {},
  ];
  for (const options of refused) {
    const error: unknown = await Madeleine.open({ ...place(), space: 'kept', ...options }).catch((thrown) => thrown);
    expect(error).toMatchObject({
      name: 'UnavailableError',
      code: 'STORE_REFUSED',
      message: expect.stringContaining(`check user, password and level, and that the user may edit the database`),
      hint: expect.stringContaining('docs/deploy-server.md'),
      details: { at: server(), namespace, space: 'kept' },
    });
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('wrong word');
  }
  const reader = { username: 'reader', password: 'may look' };
  const script = `USE NS \`${namespace}\`; USE DB kept; DEFINE USER OVERWRITE reader ON DATABASE PASSWORD 'may look' ROLES VIEWER;`;
  await asRoot(server(), script);
  const looking = Madeleine.open({ ...place(), ...reader, authLevel: 'database', space: 'kept' });
  await expect(looking).rejects.toMatchObject({ code: 'STORE_REFUSED', message: expect.stringContaining('may edit') });
});

test('an address with a user in it is refused without telling it', async () => {
  const opening = Madeleine.open({ ...place(), at: server().replace('ws://', 'ws://root:hidden@') });
  const error: unknown = await opening.catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'STORE_PATH', message: expect.stringContaining('hold no user') });
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('hidden');
});

test('a session and a token that expire are renewed by themselves', async () => {
  await asRoot(server(), leastUserScript(namespace, 'expiring', { username: 'brief', password: 'for a second' }));
  await asRoot(
    server(),
    `USE NS \`${namespace}\`; USE DB expiring;
     DEFINE USER OVERWRITE brief ON DATABASE PASSWORD 'for a second' ROLES EDITOR DURATION FOR TOKEN 2s, FOR SESSION 1s;`,
  );
  const brief = { username: 'brief', password: 'for a second', authLevel: 'database' } as const;
  const memory = await Madeleine.open({ ...place(), ...brief, space: 'expiring' });
  for (let count = 1; count <= 4; count += 1) {
    await memory.agent('Lisa').observe({ content: `Mark counted ${count} herons at the pond.` });
    expect((await memory.stats()).records.observation).toBe(count);
    await new Promise((resolve) => setTimeout(resolve, 1300));
  }
  await memory.close();
});

test('a token opens a space, and once it has expired it opens none', async () => {
  await asRoot(server(), leastUserScript(namespace, 'by-token', { username: 'guest', password: 'asks for a token' }));
  await asRoot(
    server(),
    `USE NS \`${namespace}\`; USE DB \`by-token\`;
     DEFINE USER OVERWRITE guest ON DATABASE PASSWORD 'asks for a token' ROLES EDITOR DURATION FOR TOKEN 4s;`,
  );
  const signedIn = await fetch(`${server().replace('ws', 'http')}/signin`, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: JSON.stringify({ ns: namespace, db: 'by-token', user: 'guest', pass: 'asks for a token' }),
  });
  const { token } = (await signedIn.json()) as { readonly token: string };
  const memory = await Madeleine.open({ ...place(), token, space: 'by-token' });
  await memory.agent('Lisa').observe({ content: 'Mark keeps bees.' });
  await memory.close();
  const opened = async (): Promise<string> => {
    try {
      await (await Madeleine.open({ ...place(), token, space: 'by-token' })).close();
      return 'opened';
    } catch (error) {
      return error instanceof MadeleineError ? error.code : String(error);
    }
  };
  await eventually(async () => expect(await opened()).toBe('STORE_REFUSED'));
});

test('a process ends by itself after close', async () => {
  const end = await runChild('open-attempt.mjs', { ...place(), ...rootUser, space: 'ending', write: 2, times: 2 });
  expect(end, end.stderr).toMatchObject({ code: 0, signal: null });
  expect(end.said).toMatchObject([
    { observations: 2, ok: true },
    { observations: 4, ok: true },
  ]);
});

test('wss:// is spoken with a certificate that the process trusts, and with no other', async (context) => {
  const folder = await temporaryFolder();
  const tls = selfSigned(folder);
  if (tls === undefined) return context.skip('there is no openssl to make a certificate with');
  const secure = await startSurreal({ tls });
  const task = { at: secure.url, embedder: 'none', ...rootUser, write: 1 };
  try {
    const trusting = await runChild('open-attempt.mjs', task, {
      environment: { NODE_EXTRA_CA_CERTS: tls.certificate },
    });
    expect(trusting.said, trusting.stderr).toMatchObject([{ observations: 1, ok: true }]);
    const wary = await runChild('open-attempt.mjs', task);
    expect(wary.said).toMatchObject([
      { event: 'failed', code: 'STORE_UNREACHABLE', message: expect.stringMatching(/certificate/) },
    ]);
  } finally {
    await secure.remove();
  }
});

test('the command line takes the server from flags, the environment and madeleine.toml, and tells no password', async () => {
  const here = await CliSurroundings.make();
  const flags = ['--at', server(), '--space', 'by-command', '--agent', 'Lisa', '--embedder', 'none'];
  await writeFile(here.path('madeleine.toml'), `[server]\nnamespace = "${namespace}"\nusername = "somebody"\n`);
  const password = { MADELEINE_SERVER__PASSWORD: rootUser.password };
  const stored = await here.run(['observe', 'Mark paints boats.', ...flags, '--username', 'root'], {
    environment: password,
  });
  expect(stored, stored.stderr).toMatchObject({ exitCode: 0 });
  const found = await here.run(['search', 'boats', ...flags, '--username', 'root'], { environment: password });
  expect(found.stdout).toContain('Mark paints boats.');
  const refused = await here.run(['search', 'boats', ...flags], { environment: password });
  expect(refused).toMatchObject({ exitCode: 5, stderr: expect.stringContaining('does not let this user in') });
  const config = await here.run(['config', ...flags], { environment: password });
  expect(config.stdout).toContain('somebody');
  for (const said of [stored, found, refused, config])
    expect(`${said.stdout}${said.stderr}`).not.toContain(rootUser.password);
  expect(await readFile(join(here.folder, 'madeleine.toml'), 'utf8')).toContain('somebody');
});
