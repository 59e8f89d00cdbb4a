import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SpaceStats, Timeline } from '../../src/index.ts';
import { CliInProcess } from '../support/cli-in-process.ts';

let cli: CliInProcess;
const store = ['--embedder', 'none'];
const lisa = ['--agent', 'lisa', ...store];

beforeAll(async () => {
  cli = await CliInProcess.make();
  await cli.run(['observe', 'I prefer tea to coffee.', '--speaker', 'user', '--id', 'tea', ...lisa]);
  await cli.run(['believe', 'Luna lives in Oslo.', '--id', 'oslo', ...lisa]);
  await cli.run(['believe', 'Luna lives in Lyon.', '--supersedes', 'fact:oslo', ...lisa]);
  await cli.run(['observe', 'It rained.', '--agent', 'electra', ...store]);
});

afterAll(() => cli.remove());

test('timeline counts and lists what became of beliefs, and tells what a sleep did', async () => {
  await cli.run(['sleep', ...store]);
  const { exitCode, stdout } = await cli.run(['timeline', '--bucket', 'month', ...store]);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^from \d{4}-\d\d-\d\d \d\d:\d\d to .* UTC\nmonth +learned +strengthened +faded +archived/);
  expect(stdout).toMatch(/superseded +lisa +Luna lives in Oslo\. by: Luna lives in Lyon\.\n/);
  expect(stdout).toMatch(/\n\nsleeps\n\d{4}-\d\d-\d\d \d\d:\d\d\n +learned +.*tea/);
});

test('timeline shows the beliefs of the agent that is named, and none but the last of them', async () => {
  const { events, total } = (await cli.json([
    'timeline',
    '--agent',
    'electra',
    '--limit',
    '1',
    ...store,
  ])) as unknown as Timeline;
  expect([events.map(({ memory }) => memory.content), total]).toEqual([['It rained.'], 1]);
  const some = await cli.run(['timeline', '--limit', '1', ...store]);
  expect(some.stdout).toMatch(/\nthe last 1 of \d+ events\n/);
  const none = await cli.run(['timeline', '--from', '2020-01-01', '--to', '2020-02-01', ...store]);
  expect(none.stdout).toBe('nothing came about from 2020-01-01 00:00 to 2020-02-01 00:00 UTC\n');
  expect((await cli.run(['timeline', '--bucket', 'year', ...store])).exitCode).toBe(2);
});

test('stats tell of the last backup and the last sleep', async () => {
  await cli.run(['backup', cli.path('space.ndjson'), ...store]);
  const stats = (await cli.json(['stats', ...store])) as unknown as SpaceStats;
  expect(stats).toMatchObject({ lastBackup: { at: expect.any(String) }, lastSleep: { endedAt: expect.any(String) } });
  const { stdout } = await cli.run(['stats', ...store]);
  expect(stdout).toMatch(
    /\nlast backup \d{4}-\d\d-\d\d \d\d:\d\d\nlast sleep \d{4}-\d\d-\d\d \d\d:\d\d\nrecall \d+ calls?, .*\nambient \d+ messages?/,
  );
});
