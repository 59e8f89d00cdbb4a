import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSpace, storeOfItsOwn } from '../../support/open-space.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

storeOfItsOwn();

/** The hours of a clock that a test puts forward. */
function hours(): { at: (hour: number) => Date; pass: (hour: number) => void; clock: () => Date } {
  const at = (hour: number): Date => new Date(Date.UTC(2026, 0, 5, hour));
  let now = 0;
  return {
    at,
    pass: (hour) => {
      now = hour;
    },
    clock: () => at(now),
  };
}

test('tells of the last backup from when it is whole, after opening again and after a purge', async () => {
  const { at, clock, pass } = hours();
  const memory = await openSpace({ space: 'backed-up', clock });
  await memory.agent('lisa').observe({ content: 'Quokkas smile.' });
  expect(await memory.stats()).not.toHaveProperty('lastBackup');
  const file = join(await temporaryFolder(), 'backup.ndjson');
  const [{ seq }, hash] = [await memory.stats(), await memory.hash()];
  pass(1);
  await memory.backup({ file });
  pass(2);
  await expect(memory.backup({ file })).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await memory.stats()).toMatchObject({ lastBackup: { at: at(1) }, seq });
  expect(await memory.hash()).toEqual(hash);
  await memory.close();
  const again = await openSpace({ space: 'backed-up', clock });
  expect((await again.stats()).lastBackup).toEqual({ at: at(1) });
  await again.purge();
  expect((await again.stats()).lastBackup).toEqual({ at: at(1) });
  await rm(file);
  await again.backup({ file });
  expect((await again.stats()).lastBackup).toEqual({ at: at(2) });
});

test('tells of the last sleep, and of no dry run', async () => {
  const { at, clock, pass } = hours();
  const memory = await openSpace({ clock });
  await memory.sleep({ dryRun: true });
  expect(await memory.stats()).not.toHaveProperty('lastSleep');
  pass(3);
  await memory.sleep();
  pass(4);
  expect((await memory.stats()).lastSleep).toEqual({ startedAt: at(3), endedAt: at(3) });
});

test('tells how recall has done, whoever recalled, and counts no search', async () => {
  const memory = await openSpace();
  await memory.agent('lisa').observe({ content: 'Quokkas smile.' });
  await memory.agent('lisa').recall({ query: 'quokkas' });
  await memory.agent('electra').recall({ query: 'quokkas', attention: false });
  await memory.agent('lisa').search({ query: 'quokkas' });
  const { recall } = await memory.stats();
  expect(recall).toEqual({ calls: 2, empty: 1, latencyMs: { p50: expect.any(Number), p95: expect.any(Number) } });
});
