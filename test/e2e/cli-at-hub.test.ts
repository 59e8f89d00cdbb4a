/**
 * Command lines at a warm hub: the process that they are typed for loads next to nothing, and tells what it tells where it
 * loads all of the library. Everything else is run by that process itself.
 */
import { once } from 'node:events';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import module from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandPath } from '../../src/cli/hub/ask-hub.ts';
import { type HubNote, writeHubNote } from '../../src/cli/hub/hub-note.ts';
import { CliInProcess } from '../support/cli-in-process.ts';
import type { CliRun, CliRunOptions } from '../support/cli-run.ts';
import { HubStore } from '../support/hub-store.ts';

let cli: CliInProcess;
let store: HubStore;
let hub: HubNote;
let token: string;
let place: readonly string[];

beforeAll(async () => {
  cli = await CliInProcess.make();
  store = new HubStore(cli.apart, 'store');
  place = ['--at', store.at, '--embedder', 'none'];
  ({ hub } = await store.serve());
  token = (await readFile(join(store.at, 'hub.token'), 'utf8')).trim();
  for (const args of told) await cli.apart.json([...args, ...place]);
});
afterAll(async () => {
  await store.kill();
  await cli.remove();
});

const lisa = ['--agent', 'lisa'];
const told = [
  ['observe', 'Luna slept on the heater all day.', '--id', 'heater', '--session', 'winter', ...lisa],
  ['observe', 'Luna chased the vacuum cleaner.', '--id', 'chase', ...lisa],
  ['believe', "Luna is Mark's cat.", '--id', 'cat', '--about', 'Luna', '--shared', ...lisa],
  ['believe', 'Mark lives in Lyon.', '--id', 'lyon', '--about', 'Mark', ...lisa],
  ['think', 'The heater must be warm.', '--id', 'warm', ...lisa],
];

/** What differs between two runs of one command: how long they took, and how far memories have faded meanwhile. */
function steady({ exitCode, stdout, stderr }: CliRun): CliRun {
  const still = (text: string): string =>
    text
      .replace(/\d+(\.\d+)? ms/g, '… ms')
      .replace(/"(latencyMs|elapsedMs)":[\d.]+/g, '"$1":…')
      .replace(/\d+\.\d+(e-?\d+)?/g, (number) => Number(number).toFixed(2));
  return { exitCode, stdout: still(stdout), stderr: still(stderr) };
}

let traces = 0;

/** Runs the executable, and tells how many bytes of code its process loaded beside that of Node, and whether it loaded `fetch`. */
async function traced(
  args: readonly string[],
  options: CliRunOptions = {},
): Promise<CliRun & { bytes: number; fetch: boolean }> {
  traces += 1;
  const folder = cli.path(`loaded-${traces}`);
  const run = await cli.apart.run(args, {
    ...options,
    environment: { ...options.environment, NODE_V8_COVERAGE: folder },
  });
  let bytes = 0;
  let fetch = false;
  for (const name of await readdir(folder)) {
    const { result } = JSON.parse(await readFile(join(folder, name), 'utf8')) as { result: { url: string }[] };
    for (const { url } of result) {
      if (url.startsWith('file:')) bytes += (await stat(fileURLToPath(url))).size;
      fetch ||= url.startsWith('node:internal/deps/undici');
    }
  }
  return { ...run, bytes, fetch };
}

/** What reads `madeleine.toml` is a third of it. The whole of the command line, which comes with the library, is over thirty times as large. */
const littleBytes = 100 * 1024;

/** Expects that a hub runs a command line, and that it tells what this process tells that runs it by itself. */
async function expectLight(args: readonly string[], options?: CliRunOptions): Promise<void> {
  const { bytes, fetch, ...light } = await traced(args, options);
  expect(bytes).toBeLessThan(littleBytes);
  expect(fetch).toBe(false);
  expect(steady(light)).toEqual(steady(await cli.run(args, options)));
}

describe('a command at a warm hub', () => {
  test.each([
    ['stats'],
    ['recall', 'Where', 'does', 'Luna', 'sleep?', '--no-attention', ...lisa],
    ['recall', 'Luna', '--no-attention', '--why', ...lisa],
    ['recall', 'Luna', '--no-attention', '--json', ...lisa],
    ['search', 'Luna', '--limit', '1', '--offset', '1', ...lisa],
    ['explain', 'fact:cat', 'Whose cat is Luna?', ...lisa],
    ['ambient', 'How is Luna doing?', ...lisa],
    ['ambient', 'How is Luna doing?', '--why', ...lisa],
    ['ambient', 'Nothing of that is known.', ...lisa],
    ['latest', ...lisa],
    ['facts', 'Luna', 'Mark', ...lisa],
    ['entities', 'Lu', ...lisa],
    ['why', 'fact:cat', ...lisa],
    ['neighbours', 'fact:cat', ...lisa],
    ['explore', 'Luna', ...lisa],
    ['explore', 'Luna', '--mermaid', ...lisa],
    ['navigate', 'observation:warm', ...lisa],
    ['conflicts', ...lisa],
    ['session', 'list', ...lisa],
    ['session', 'digest', 'winter', ...lisa],
    ['compare', 'lisa', 'electra'],
    ['inspect', 'fact:cat'],
    ['graph', '--dot'],
    ['query', 'SELECT content FROM fact ORDER BY content'],
    ['timeline', '--bucket', 'year'],
    ['impact', 'lisa'],
    ['sharing'],
  ])('reads: %s %s', async (...args) => {
    await expectLight([...args, ...place]);
  });

  test.each([
    ['observe', 'Luna went out at night.', '--id', 'night', '--mood=0.4,-0.1', ...lisa],
    ['believe', 'Luna hates the cold.', '--id', 'cold', '--about', 'Luna', ...lisa],
    ['believe', '--memory', 'fact:cold', ...lisa],
    ['think', 'So it hates the night.', '--id', 'so', ...lisa],
    ['share', 'fact:cold', ...lisa],
    ['session', 'open', 'kitchen', '--goal', 'Plan the week', '--json', ...lisa],
    ['session', 'close', 'kitchen', '--json', ...lisa],
    ['sharing', 'team'],
  ])('writes: %s %s', async (...args) => {
    const { bytes, fetch: _, ...light } = await traced([...args, '--space', 'light', ...place]);
    const { stdout, ...whole } = await cli.run([...args, '--space', 'whole', ...place]);
    expect(bytes).toBeLessThan(littleBytes);
    const times = /"(\w+At)":"[^"]+"|\d{4}-\d\d-\d\dT[\d:.]+Z/g;
    expect({ ...light, stdout: light.stdout.replace(times, '…') }).toEqual({
      ...whole,
      stdout: stdout.replace(times, '…'),
    });
    expect(light.exitCode).toBe(0);
  });

  test.each([
    [['--help']],
    [['--version']],
    [['recall', '--help']],
    [['help', 'observe']],
    [[]],
    [['recal', 'x']],
    [['recall', 'x', '--limt', '3', ...lisa]],
    [['recall', 'x', '--limit', '0', ...lisa]],
    [['recall', 'x', '--limit', '0', '--json', ...lisa]],
    [['recall', 'x', '--limit', 'few', ...lisa]],
    [['recall', ...lisa]],
    [['recall', 'x']],
    [['recall', 'x', '--agent', 'stranger']],
    [['why', 'fact:nothing', ...lisa]],
    [['query', 'DELETE fact']],
    [['token']],
  ])('tells of it, or what is wrong with it: %j', async (args) => {
    const environment = { MADELEINE_AT: store.at };
    await expectLight(args, { environment });
  });

  test('has the settings, the folders and the colours of the process that it was typed for', async () => {
    await writeFile(cli.path('madeleine.toml'), 'at = "store"\nagent = "lisa"\n[retrieval]\nlimit = 1\n');
    await expectLight(['recall', 'Luna', '--no-attention'], { environment: { FORCE_COLOR: '1' } });
    await expectLight(['latest', '--json'], { environment: { MADELEINE_AGENT: 'electra' } });
    await writeFile(cli.path('madeleine.toml'), '');
    await expectLight(['latest', '--at', 'store', ...lisa]);
    const { stdout } = await cli.run(['recall', 'Luna', '--no-attention', ...place, ...lisa]);
    const narrow = await ask(['recall', 'Luna', '--no-attention', ...place, ...lisa], { isTTY: true, columns: 40 });
    expect(narrow?.written.map(([, text]) => text).join('')).toContain('\u001B[1m');
    expect(stdout).not.toContain('\u001B[1m');
  });
});

describe('the process of a command runs by itself', () => {
  test.each([
    ['what reads standard input', ['observe', '-', ...lisa], { input: 'Luna purrs.' }],
    ['what is not to be done twice', ['withdraw', 'fact:lyon', ...lisa], {}],
    ['what asks first', ['forget', '--subject', 'Rex'], {}],
    ['what asks first, and is answered', ['rollback', '--source', 'nobody', '--yes'], {}],
    ['what writes files', ['export', 'space.ndjson'], {}],
    ['what goes on for long', ['sleep'], {}],
    ['what is no verb', ['config'], {}],
    ['what writes a script of the shell', ['completion', 'bash'], {}],
    ['what has settings that are wrong', ['latest', ...lisa], { environment: { MADELEINE_NAME: 'x' } }],
  ])('%s', async (_, args, options) => {
    const light = await traced([...args, ...place], options);
    expect(light.bytes).toBeGreaterThan(littleBytes);
    expect([0, 2]).toContain(light.exitCode);
    expect(light.stdout + light.stderr).not.toContain('runs it');
  });

  test('what it does in files of its own folder', async () => {
    expect(await readFile(cli.path('space.ndjson'), 'utf8')).toContain('Luna slept on the heater');
    expect((await cli.apart.run(['latest', '--limit', '50', ...place, ...lisa])).stdout).toContain('Luna purrs.');
  });

  test('what is of another store, of another version, or has no hub', async () => {
    const other = new HubStore(cli.apart, 'other');
    expect(await ask(['stats', '--at', other.at])).toBeUndefined();
    const alone = await traced(['observe', 'It rains.', '--at', other.at, '--embedder', 'none', ...lisa]);
    expect(alone).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('stored') });
    expect(alone.bytes).toBeGreaterThan(littleBytes);
    await writeHubNote(store.at, { ...hub, version: '99.0.0' });
    const refused = await traced(['stats', ...place]);
    await writeHubNote(store.at, hub);
    expect(refused).toMatchObject({ exitCode: 6, stderr: expect.stringContaining('is of version 99.0.0') });
  });

  test('what a hub was lost with, whose write is there once, and told as if nothing had been', async () => {
    for (const fate of ['lost', 'refused'] as const) {
      const { server, heard } = await losing(fate);
      await writeHubNote(store.at, { ...hub, url: urlOf(server) });
      const { bytes, ...run } = await traced(['observe', `The answer was ${fate}.`, ...place, ...lisa]);
      await writeHubNote(store.at, hub);
      server.closeAllConnections();
      server.close();
      expect(run).toMatchObject({ exitCode: 0, stderr: '', stdout: expect.stringMatching(/^stored observation:/) });
      expect(bytes).toBeGreaterThan(littleBytes);
      expect(heard.filter((path) => path === commandPath)).toHaveLength(1);
      const found = await cli.json([
        'query',
        `SELECT id FROM observation WHERE content = "The answer was ${fate}."`,
        ...place,
      ]);
      expect(found['rows']).toHaveLength(1);
    }
  });
});

describe('the process of a command', () => {
  test.skipIf(process.platform !== 'linux')(
    'keeps what it compiled in the folder of its user, where Node can',
    async () => {
      await cli.apart.run(['config', ...place]);
      const kept = await stat(cli.path('.cache/madeleine')).catch(() => undefined);
      expect(kept && kept.mode & 0o777).toBe('enableCompileCache' in module ? 0o700 : undefined);
    },
  );

  test('ends with a signal as ever while a hub runs the command', async () => {
    const { server, heard } = await losing('kept');
    await writeHubNote(store.at, { ...hub, url: urlOf(server) });
    const child = cli.apart.start(['recall', 'Luna', ...place, ...lisa]);
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    await expect.poll(() => heard).toContain(commandPath);
    child.kill('SIGINT');
    const [code] = (await once(child, 'close')) as [number];
    await writeHubNote(store.at, hub);
    server.closeAllConnections();
    server.close();
    expect({ code, stderr }).toEqual({ code: 130, stderr: expect.stringContaining('cancelled') });
  });
});

describe('the route of commands', () => {
  test('lets nobody in but the owner, with what is no command line refused', async () => {
    const made = await cli.json(['token', 'create', '--scope', 'admin', ...lisa, ...place]);
    const statuses: number[] = [];
    for (const known of [undefined, String(made['token']), token]) statuses.push((await post('{}', known)).status);
    expect(statuses).toEqual([401, 403, 400]);
    expect(await (await post('?', token)).json()).toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(await (await post('{"args":["stats"]}', token)).json()).toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  test('is not there at a hub that other machines reach', async () => {
    const reached = new HubStore(cli.apart, 'reached');
    const { hub: open } = await reached.serve(['--host', '0.0.0.0', '--allow-remote']);
    try {
      const url = new URL(commandPath, open.url.replace('0.0.0.0', '127.0.0.1'));
      const known = (await readFile(join(reached.at, 'hub.token'), 'utf8')).trim();
      const answer = await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${known}` }, body: '{}' });
      expect(answer.status).toBe(404);
    } finally {
      await reached.kill();
    }
  });
});

function post(body: string, known: string | undefined): Promise<Response> {
  const headers: Record<string, string> = known === undefined ? {} : { authorization: `Bearer ${known}` };
  return fetch(new URL(commandPath, hub.url), { method: 'POST', headers, body });
}

/** Asks the hub to run a command line for a terminal; undefined where it leaves that to the process. */
async function ask(
  args: readonly string[],
  screen: { readonly isTTY: boolean; readonly columns?: number } = { isTTY: false },
): Promise<{ readonly written: readonly (readonly [string, string])[] } | undefined> {
  const folder = cli.folder;
  const folders = { workingFolder: folder, homeFolder: folder, dataFolder: folder, configFolder: folder };
  const key = '0f9619ff-8b86-4011-b42d-00cf4fc964ff';
  const asked = { args, key, environment: {}, ...folders, userName: 'mark', stdout: screen, stderr: screen };
  const { ran } = (await (await post(JSON.stringify(asked), token)).json()) as {
    ran?: { written: [string, string][] };
  };
  return ran;
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A proxy before the hub that loses what it answers to a command line, refuses to pass it on, or keeps it waiting. */
async function losing(
  fate: 'lost' | 'refused' | 'kept',
): Promise<{ readonly server: Server; readonly heard: string[] }> {
  const heard: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const { url = '', method = 'GET', headers } = incoming;
    heard.push(url);
    if (fate === 'refused' && url === commandPath) {
      outgoing.writeHead(503, { 'content-type': 'application/json' }).end('{"code":"BUSY"}');
      return;
    }
    if (fate === 'kept' && url === commandPath) return;
    const passed = request(new URL(url, hub.url), { method, headers: { ...headers, host: new URL(hub.url).host } });
    passed.on('response', (answer) => {
      if (url === commandPath) answer.resume().on('end', () => outgoing.destroy());
      else answer.pipe(outgoing.writeHead(answer.statusCode ?? 500, answer.headers));
    });
    incoming.pipe(passed);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { server, heard };
}
