/** Which ledger is in use, while another process goes from one to the next. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ledgerInUse, makeTrial } from '../../../src/store/ledger-folder.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('a ledger that is replaced between two looks is not taken for a missing one', async () => {
  const folder = await temporaryFolder();
  mkdirSync(join(folder, 'ledger-1'));
  writeFileSync(join(folder, 'ledger-in-use'), 'ledger-1');
  const last = 300;
  let used = 1;
  const looking = Array.from({ length: 8 }, async () => {
    while (used < last) expect(await ledgerInUse(folder)).toMatch(/^ledger-\d+$/);
  });
  while (used < last) {
    await pause(1);
    // In one step, as another process may do it between any two steps of this one.
    mkdirSync(join(folder, `ledger-${used + 1}`));
    writeFileSync(join(folder, 'draft'), `ledger-${used + 1}`);
    renameSync(join(folder, 'draft'), join(folder, 'ledger-in-use'));
    rmSync(join(folder, `ledger-${used}`), { recursive: true });
    used += 1;
  }
  await Promise.all(looking);
  expect(await ledgerInUse(folder)).toBe(`ledger-${last}`);
});

test('a ledger that is missing is told', async () => {
  const folder = await temporaryFolder();
  mkdirSync(join(folder, 'ledger-1'));
  writeFileSync(join(folder, 'ledger-in-use'), 'ledger-2');
  await expect(ledgerInUse(folder)).rejects.toMatchObject({ code: 'STORE_CORRUPT', details: { ledger: 'ledger-2' } });
});

test('a trial whose folder another process has taken is made anew, and theirs is left alone', async () => {
  const folder = await temporaryFolder();
  mkdirSync(join(folder, 'ledger'));
  for (const file of ['CURRENT', 'LOCK', '000004.log']) writeFileSync(join(folder, 'ledger', file), file);
  const taken = join(folder, 'ledger-2');
  const making = makeTrial(folder);
  while (!existsSync(taken)) await turn();
  // In one step, as other processes may do it between any two steps of this one.
  rmSync(taken, { recursive: true });
  mkdirSync(taken);
  writeFileSync(join(taken, 'CURRENT'), 'theirs');
  const trial = await making;
  expect(trial).toMatchObject({ name: 'ledger-3', from: 'ledger' });
  expect(await trial.isCurrent()).toBe(true);
  expect(readFileSync(join(taken, 'CURRENT'), 'utf8')).toBe('theirs');
});
