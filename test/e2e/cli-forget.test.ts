/** `madeleine forget`, as somebody at a terminal runs it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CliInProcess } from '../support/cli-in-process.ts';

const store = ['--at', 'store', '--embedder', 'none'];
const lisa = [...store, '--agent', 'lisa'];
let cli: CliInProcess;

beforeAll(async () => {
  cli = await CliInProcess.make();
  await cli.json(['believe', 'Marlow plays the cello.', ...lisa]);
  await cli.json(['believe', 'Marlow lives in Oslo.', '--shared', ...lisa]);
  await cli.json(['believe', 'The cello is old.', ...lisa]);
});

afterAll(() => cli.remove());

async function found(words: string): Promise<readonly string[]> {
  const { memories } = await cli.json(['search', words, ...lisa]);
  return (memories as { content: string }[]).map(({ content }) => content).sort();
}

test('what would be gone is shown, and forgotten only when it is confirmed', async () => {
  const dry = await cli.run(['forget', '--subject', 'marlow', '--dry-run', ...store]);
  expect(dry.stdout).toMatch(/^would forget 2 memories\n.*fact:.*\n +Marlow plays the cello\.\n/);
  const unconfirmed = await cli.run(['forget', '--subject', 'marlow', ...store]);
  expect(unconfirmed).toMatchObject({ exitCode: 2, stdout: '' });
  expect(unconfirmed.stderr).toMatch(/would forget 2 memories\n[\s\S]*pass --yes/);
  expect(await found('Marlow')).toHaveLength(2);
});

test('an agent forgets what is its own, and an import says what it kept out', async () => {
  await cli.run(['export', cli.path('old.ndjson'), ...store]);
  const own = await cli.json(['forget', '--subject', 'Marlow', '--own', '--yes', ...lisa]);
  expect(own).toMatchObject({ dryRun: false, memories: [{}], kept: [expect.stringMatching(/^fact:/)] });
  expect(await found('Marlow')).toEqual(['Marlow lives in Oslo.']);
  expect((await cli.run(['forget', '--subject', 'Marlow', '--yes', ...store])).stdout).toBe('forgot 1 memory\n');
  const again = await cli.run(['import', cli.path('old.ndjson'), ...store]);
  expect(again.stdout).toMatch(/0 stored, .*, \d+ forgotten and kept out\n$/);
  expect(await found('Marlow cello')).toEqual(['The cello is old.']);
});

test('of several of one name the commands are listed that name one, and one of them forgets it alone', async () => {
  await cli.json(['observe', 'Anna Berg plays the harp.', ...lisa]);
  await cli.json(['observe', 'Anna Koch tunes a harp.', ...lisa]);
  const which = await cli.run(['forget', '--subject', 'Anna', '--own', ...lisa]);
  expect(which).toMatchObject({ exitCode: 4, stdout: '' });
  expect(which.stderr).toContain('which may be Anna Berg or Anna Koch');
  expect(which.stderr.match(/Anna Berg or/g)).toHaveLength(1);
  const asJson = await cli.run(['forget', '--subject', 'Anna', '--own', '--dry-run', '--json', ...lisa]);
  expect(JSON.parse(asJson.stderr)).toMatchObject({ error: { exitCode: 4 } });
  const [command = ''] = which.stderr.match(/(?<=madeleine )forget --subject entity:\S+ --own/) ?? [];
  const report = await cli.json([...command.split(' '), '--yes', ...lisa]);
  expect(report).toMatchObject({ memories: [{}] });
  expect(await found('harp')).toEqual(['Anna Koch tunes a harp.']);
});

test('where nothing matches it says so and asks nothing', async () => {
  const none = await cli.run(['forget', '--subject', 'Nobody', ...store]);
  expect(none).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^no memory matches\n/), stderr: '' });
  expect((await cli.run(['forget', '--subject', 'Nobody', '--yes', ...store])).stdout).toBe('no memory matches\n');
});

test('exactly one thing to go by must be named', async () => {
  for (const flags of [[], ['--subject', 'Rex', '--query', 'cello']]) {
    const refused = await cli.run(['forget', '--yes', ...flags, ...store]);
    expect(refused).toMatchObject({
      exitCode: 2,
      stderr: 'forget: pass one of --subject, --id and --query.\nRun madeleine forget --help to see what it takes.\n',
    });
  }
  expect((await cli.run(['forget', '--id', 'fact:none', '--yes', ...store])).exitCode).toBe(3);
});
