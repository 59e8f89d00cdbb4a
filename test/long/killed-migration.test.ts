/** A migration that is killed wherever it changes the disk. Needs a build. */
import { expect, test } from 'vitest';
import { differences, expectOldOrNewRecords, killAtPoints } from '../support/killed-runs.ts';

test('a migration that is killed at any point leaves every record old or new, and the next one does the rest', async () => {
  const migrated = await killAtPoints('migrate');
  const { before, whole, runs } = migrated;
  expect(differences(before, whole.killed).length).toBeGreaterThan(800);
  expectOldOrNewRecords(migrated);
  // An observation that was changed has a whole backup from before.
  for (const { point, killed, files } of runs) {
    const backups = files.filter(({ name }) => name.endsWith('.ndjson'));
    const isChanged = differences(killed, before).some((id) => id.startsWith('observation:'));
    if (isChanged) expect(backups.length, JSON.stringify(point)).toBe(1);
    for (const { text } of backups) expect(text, JSON.stringify(point)).toBe(whole.files[0]?.text);
  }
});
