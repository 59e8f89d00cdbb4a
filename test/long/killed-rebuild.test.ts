/** What writes a store anew, killed wherever it changes the disk. Needs a build. */
import { expect, test } from 'vitest';
import { differences, expectOldOrNewStore, killAtPoints } from '../support/killed-runs.ts';

test('a restore that is killed at any point leaves the store as it was or as it is to be, and no second ledger', async () => {
  const restored = await killAtPoints('restore');
  const changed = differences(restored.before, restored.whole.killed);
  expect(changed).toEqual(expect.arrayContaining(['fact:cello', 'head:main']));
  // Another space of the store is written anew as well, and is the same in it.
  expect(restored.before['other observation:otter']).toBeDefined();
  expect(changed.filter((id) => id.startsWith('other '))).toEqual([]);
  expectOldOrNewStore(restored);
});
