import { expect, test } from 'vitest';
import { SpaceUse } from '../../../src/store/space-database.ts';

test('a space is shared from its second ledger on until all are closed', () => {
  const use = new SpaceUse();
  const told: boolean[] = [];
  for (const step of ['enter', 'enter', 'leave', 'enter', 'leave', 'leave', 'enter'] as const) {
    use[step]();
    told.push(use.shared);
  }
  expect(told).toEqual([false, true, true, true, true, false, false]);
});
