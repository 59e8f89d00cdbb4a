/** Backups that are killed wherever they change the disk. Needs a build. */
import { expect, test } from 'vitest';
import { expectOldOrNewStore, killAtPoints } from '../support/killed-runs.ts';

test('a backup that is killed at any point is whole or not there, and the store is untouched', async () => {
  const killed = await killAtPoints('backup');
  expectOldOrNewStore(killed);
  const [whole] = killed.whole.files;
  for (const { point, files, left, acknowledged } of killed.runs) {
    expect(
      left.filter((name) => name.endsWith('.partial')),
      JSON.stringify(point),
    ).toEqual([]);
    const backups = files.filter(({ name }) => name.endsWith('.ndjson'));
    if (acknowledged) expect(backups, JSON.stringify(point)).toHaveLength(1);
    for (const { text } of backups) expect(text, JSON.stringify(point)).toBe(whole?.text);
  }
});
