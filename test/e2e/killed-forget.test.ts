/** Forgetting that is killed wherever it changes the disk. Needs a build. */
import { expect, test } from 'vitest';
import { differences, expectOldOrNewStore, killAtPoints } from '../support/killed-runs.ts';

test('forgetting that is killed at any point leaves the store as it was or as it is to be', async () => {
  const killed = await killAtPoints('forget');
  expect(differences(killed.before, killed.whole.killed).length).toBeGreaterThan(5);
  expectOldOrNewStore(killed);
});
