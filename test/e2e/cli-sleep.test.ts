/** Sleep through the real command line. */
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SleepReport } from '../../src/index.ts';
import { CliInProcess } from '../support/cli-in-process.ts';

let cli: CliInProcess;
const store = ['--at', 'store', '--embedder', 'none'];
beforeAll(async () => {
  cli = await CliInProcess.make();
});
afterAll(() => cli.remove());

it('tells what it would do, does it, and finds nothing the second time', async () => {
  const said = ['I prefer tea to coffee.', '--speaker', 'user', '--entity', 'Luna'];
  await cli.run(['observe', ...said, '--agent', 'lisa', ...store]);
  const kept = await cli.run(['sleep', '--dry-run', ...store]);
  expect(kept.stdout).toMatch(/\nwould share nothing\n$/);
  await writeFile(cli.path('madeleine.toml'), '[sharing]\nstatements = "everyone"\n');
  const dry = await cli.run(['sleep', '--dry-run', ...store]);
  expect(dry.exitCode).toBe(0);
  expect(dry.stdout).toMatch(
    /\nwould share 1 fact; system stands for every agent\n {2}lisa -> system: User prefers tea to coffee\.\n$/,
  );
  expect(dry.stdout).toMatch(/^would change\n {2}promote +read for facts 1 of 1 observation \(facts: 1\)\n/);
  const { steps } = (await cli.json(['sleep', ...store])) as unknown as SleepReport;
  expect(steps[0]).toEqual({ step: 'promote', lookedAt: 1, changed: 1, counts: { facts: 1 } });
  const again = await cli.run(['sleep', ...store]);
  expect(again.stdout).toMatch(/^slept: nothing to change\n/);
  expect((await cli.run(['sharing', ...store])).stdout).toMatch(
    /\nstatements +everyone +by the configuration +what users say/,
  );
  const set = await cli.run(['sharing', '--findings', 'everyone', ...store]);
  expect(set.stdout).toMatch(/\nfindings +everyone +set for this space/);
  const refused = await cli.run(['sharing', '--statements', 'hearer', ...store]);
  expect(refused.exitCode).not.toBe(0);
  expect(refused.stderr).toContain('"statements" must stay "everyone", with which the memory was opened, got "hearer"');
  const { stdout } = await cli.run(['search', 'what does the user drink', '--agent', 'electra', ...store]);
  expect(stdout).toContain('tea');
});
