/** A migration that is killed wherever it changes the disk. Needs a build. */
import { expect, test } from 'vitest';
import { differences, killAtPoints, neitherOldNorNew } from '../support/killed-runs.ts';

/** What tells of the writes themselves and of the schema's version: these pass through more than two states. */
const ofWrites = /^(?:head|change|meta):/;

test('a migration that is killed at any point leaves every record old or new, and the next one does the rest', async () => {
  const { before, whole, runs } = await killAtPoints('migrate');
  const changed = differences(before, whole.killed, ofWrites);
  expect(changed.length).toBeGreaterThan(800);
  // A memory that was changed has a whole backup from before.
  const [backup] = whole.files;
  const ofBackfill = /^observation:/;
  for (const { point, killed, files, finished, errors } of runs) {
    const where = JSON.stringify(point);
    expect(neitherOldNorNew(killed, before, whole.killed, ofWrites), where).toEqual([]);
    expect(differences(finished, whole.killed, /^(?:head|change):/), where).toEqual([]);
    expect(errors, where).toEqual([]);
    const backups = files.filter(({ name }) => name.endsWith('.ndjson'));
    const migrated = Object.keys(before).some((id) => ofBackfill.test(id) && killed[id] !== before[id]);
    if (migrated) expect(backups.length, where).toBe(1);
    for (const { text } of backups) expect(text, where).toBe(backup?.text);
  }
});
