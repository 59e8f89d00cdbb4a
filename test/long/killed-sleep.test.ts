/** A sleep that is killed wherever it changes the disk. Needs a build. */
import { expect, test } from 'vitest';
import { differences, expectOldOrNewRecords, killAtPoints } from '../support/killed-runs.ts';

test('a sleep that is killed at any point leaves every record old or new, and the next one goes on to the same end', async () => {
  const slept = await killAtPoints('sleep');
  const { before, whole } = slept;
  const tables = new Set(differences(before, whole.killed).map((id) => id.slice(0, id.indexOf(':'))));
  // Every step had something to do.
  for (const table of ['fact', 'derived_from', 'observation', 'entity_merge', 'believes'])
    expect(tables).toContain(table);
  expectOldOrNewRecords(slept);
});
