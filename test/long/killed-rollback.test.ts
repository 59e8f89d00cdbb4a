/** Rollbacks that are killed wherever they change the disk, and what undoes them. Needs a build. */
import { expect, test } from 'vitest';
import { differences, expectOldOrNewStore, killAtPoints } from '../support/killed-runs.ts';

test.each([
  ['a rollback', 'rollback'],
  ['an undo', 'undo'],
])('%s that is killed at any point leaves the store as it was or as it is to be', async (_, operation) => {
  const killed = await killAtPoints(operation);
  expect(differences(killed.before, killed.whole.killed).length).toBeGreaterThan(5);
  expectOldOrNewStore(killed);
});
