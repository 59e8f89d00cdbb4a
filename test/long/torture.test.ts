/** A part of the campaign of `torture/`, as much as fits in less than two minutes. Needs a build. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const campaign = fileURLToPath(new URL('../../torture/main.mjs', import.meta.url));

test('kills, power cuts, damage, full disks, clocks and stops lose nothing, tear nothing and pass nothing in silence', () => {
  const args = ['--share', '0.1', '--minutes', '1.5', '--seed', '20261123'];
  const { status, stdout, stderr } = spawnSync(process.execPath, [campaign, ...args], { encoding: 'utf8' });
  process.stdout.write(stdout);
  expect(status, stderr).toBe(0);
  const rounds = [...stdout.matchAll(/^\| (\w+) \| (?:skipped|(\d+))/gm)];
  expect(rounds.map(([, kind]) => kind)).toEqual(['kill', 'power', 'damage', 'full', 'clock', 'stop', 'hub']);
  expect(rounds.some(([, , count]) => Number(count) > 0)).toBe(true);
});
