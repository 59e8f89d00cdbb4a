/** Forgetting and purging that are killed wherever they change the disk. Needs a build. */
import { expect, test } from 'vitest';
import { differences, expectOldOrNewStore, killAtPoints } from '../support/killed-runs.ts';

test('what is killed while it forgets has forgotten or not, and once done no snapshot tells', async () => {
  const forgotten = await killAtPoints('forget');
  const { before, whole, runs } = forgotten;
  const changed = differences(before, whole.killed);
  expect(changed).toEqual(expect.arrayContaining(['observation:secret', 'fact:secret', 'fact:fears']));
  expect(changed.length).toBeGreaterThan(5);
  expectOldOrNewStore(forgotten);
  for (const { point, traces } of runs) {
    expect(
      traces.filter((folder) => !folder.startsWith('ledger')),
      JSON.stringify(point),
    ).toEqual([]);
  }
});

test('a purge that is killed at any point leaves every space as it was, and once done no file tells', async () => {
  const purged = await killAtPoints('purge');
  // But for the log of changes, which no longer names what is gone.
  const changed = differences(purged.before, purged.whole.killed);
  expect(changed.filter((id) => !id.startsWith('change:'))).toEqual([]);
  expect(changed.length).toBeGreaterThan(0);
  expectOldOrNewStore(purged);
  for (const { point, traces } of purged.runs) expect(traces, JSON.stringify(point)).toEqual([]);
});
