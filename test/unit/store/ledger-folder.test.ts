/** Which ledger is in use, while another process goes from one to the next. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ledgerInUse, makeLedger, removeOtherLedgers, useLedger } from '../../../src/store/ledger-folder.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('a ledger that is replaced between two looks is not taken for a missing one', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'ledger'));
  const owner = { isDone: false };
  const replacing = (async () => {
    let name = 'ledger';
    for (let change = 0; change < 200; change += 1) {
      name = await makeLedger(folder, name);
      await useLedger(folder, name);
      await removeOtherLedgers(folder, name);
    }
    owner.isDone = true;
    return name;
  })();
  while (!owner.isDone) expect(await ledgerInUse(folder)).toMatch(/^ledger(-\d+)?$/);
  expect(await ledgerInUse(folder)).toBe(await replacing);
});
