/** Backups, their restoring, exports of another time and purges, by the command line. */
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CliInProcess } from '../support/cli-in-process.ts';

let cli: CliInProcess;
const store = ['--at', 'store', '--embedder', 'none'];
const copy = ['--at', 'copy', '--embedder', 'none'];

beforeAll(async () => {
  cli = await CliInProcess.make();
  await cli.json(['observe', 'Luna met Kestrelzanzibar.', '--agent', 'lisa', ...store]);
  await cli.json(['believe', 'Luna is a cat.', '--agent', 'lisa', '--shared', ...store]);
});
afterAll(() => cli.remove());

/** The text of every file of a folder. */
async function textIn(folder: string): Promise<string> {
  const entries = await readdir(cli.path(folder), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return (await Promise.all(files.map(({ parentPath, name }) => readFile(`${parentPath}/${name}`, 'latin1')))).join();
}

it('backs up, and restores to the same hash', async () => {
  const { hash, records } = await cli.json(['export', '--hash', ...store]);
  const file = cli.path('luna.ndjson');
  expect(await cli.json(['backup', file, ...store])).toMatchObject({ file, hash });
  expect(await cli.json(['restore', file, ...copy])).toEqual({ file, hash, records });
  expect(await cli.json(['export', '--hash', ...copy])).toEqual({ hash, records });
  const again = await cli.run(['restore', file, ...copy]);
  expect(again).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('restore: the space holds') });
});

it('exports to a new file, and over one that is there only with --force', async () => {
  const file = cli.path('mine.txt');
  await writeFile(file, 'keep');
  const refused = await cli.run(['export', file, ...store]);
  expect(refused).toMatchObject({ exitCode: 4, stderr: expect.stringMatching(/there already.*\n.*--force/) });
  expect(await readFile(file, 'utf8')).toBe('keep');
  expect(await cli.json(['export', file, '--force', ...store])).toMatchObject({ file });
  expect(await readFile(file, 'utf8')).toContain('Luna is a cat.');
});

it('exports what was known at a time', async () => {
  const { stdout } = await cli.run(['export', '--as-of', '2020-01-01', ...store]);
  expect(stdout.trim().split('\n')).toEqual([expect.stringContaining('"asOf":"2020-01-01T00:00:00.000Z"')]);
  const refused = await cli.run(['export', '--valid-at', 'yesterday', ...store]);
  expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('"validAt"') });
});

it('purges what was forgotten when that is confirmed, and says what it leaves', async () => {
  await cli.json(['forget', '--query', 'kestrelzanzibar', '--yes', ...store]);
  expect(await textIn('store')).toContain('Kestrelzanzibar');
  const unconfirmed = await cli.run(['purge', ...store]);
  expect(unconfirmed).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--yes') });
  expect(await textIn('store')).toContain('Kestrelzanzibar');
  const purged = await cli.run(['purge', '--yes', ...store]);
  expect(purged).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^purged: \d+ rows written anew/) });
  expect((await textIn('store')).toLowerCase()).not.toContain('kestrelzanzibar');
  expect(await cli.json(['search', 'Luna', '--agent', 'lisa', ...store])).toMatchObject({
    memories: [{ content: 'Luna is a cat.' }],
  });
  expect(await cli.json(['doctor', ...store])).toMatchObject({ ok: true });
});

it('has no control character of a memory reach a terminal', async () => {
  const content = 'Rex \u001b]0;pwned\u0007 barks \u009b2J.';
  await cli.json(['observe', content, '--agent', 'rex', '--at', 'rex', '--embedder', 'none']);
  for (const how of [['--format', 'markdown'], ['--format', 'mem0'], []]) {
    const { stdout } = await cli.run(['export', ...how, '--at', 'rex', '--embedder', 'none'], { isTerminal: true });
    expect(stdout).not.toMatch(/(?!\n)\p{Cc}/u);
  }
  const { stdout } = await cli.run(['export', '--at', 'rex', '--embedder', 'none']);
  expect(stdout).toContain('\u009b2J');
  const found = await cli.run(['search', 'Rex', '--agent', 'rex', '--json', '--at', 'rex', '--embedder', 'none']);
  expect(found.stdout).not.toContain('\u009b');
  expect(JSON.parse(found.stdout)).toMatchObject({ memories: [{ content }] });
});

it('hashes the records, and no other form of an export', async () => {
  const { hash } = await cli.json(['export', '--hash', ...store]);
  expect(await cli.json(['export', '--hash', '--format', 'ndjson', ...store])).toMatchObject({ hash });
  const refused = await cli.run(['export', '--hash', '--format', 'mem0', ...store]);
  expect(refused).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('"--format" must be ndjson, got "mem0"'),
  });
});

it('exports for its owner alone, where a part of an earlier export lies too', async () => {
  const file = cli.path('fresh.ndjson');
  await writeFile(`${file}.partial`, 'cut off', { mode: 0o644 });
  await cli.json(['export', file, ...store]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});
