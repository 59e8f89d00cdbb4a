/** What undoes a write, on the real ledger, whatever was written and whatever has become of it. */
import { beforeEach, expect, it } from 'vitest';
import type { Link } from '../../../src/domain/records.ts';
import type { Ledger } from '../../../src/store/ledger.ts';
import type { TableName } from '../../../src/domain/records.ts';
import { inversePatches, undoing, type UndoableWrite } from '../../../src/remember/inverse-patches.ts';
import { beliefIn, entityOf, factOf } from '../../support/ledger-records.ts';
import { openLedger } from '../../support/open-ledger.ts';

const at = new Date('2026-03-01T00:00:00Z');
const validTo = new Date('2026-02-01T00:00:00Z');
const belief = beliefIn('lisa', 'fact:a', { validTo });
const link: Link = { believer: 'lisa', from: 'fact:a', to: 'fact:b', similarity: 0.5, state: 'potential', by: 'slot' };
const merge = { believer: 'lisa', from: 'entity:a', to: 'entity:b', at: validTo };
let ledger: Ledger;

beforeEach(async () => {
  ledger = await openLedger();
  await commit({
    agent: [{ name: 'lisa' }],
    entity: [entityOf('a'), entityOf('b')],
    fact: [factOf('a'), factOf('b', { position: 2 })],
    believes: [belief],
    supports: [link],
  });
});

function commit(insert: object): Promise<number> {
  return ledger.exclusive(() => ledger.commit({ insert }));
}

async function all(table: TableName): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for await (const record of ledger.all(table)) found.push(record);
  return found;
}

/** Commits a write, and what happens then; answers what undoing the write would come to. */
async function written(write: UndoableWrite, then: () => Promise<unknown> = async () => undefined) {
  const changes = await inversePatches(ledger, write);
  await ledger.exclusive(() => ledger.commit(write));
  await then();
  return undoing(ledger, changes, (id) => id !== 'fact:gone', at);
}

const patched: UndoableWrite = {
  patches: [
    { table: 'believes', record: { agent: 'lisa', memory: 'fact:a' }, set: { withdrawnAt: at, validTo: undefined } },
  ],
};

it('gives fields their values back, and empties those that were empty', async () => {
  const { write, kept } = await written(patched);
  expect(kept).toEqual([]);
  expect(await all('believes')).not.toEqual([belief]);
  await ledger.exclusive(() => ledger.commit(write));
  expect(await all('believes')).toEqual([belief]);
});

it('leaves a record of which one of the fields has been changed since, to a value or from none', async () => {
  const set = { validTo: at };
  const { write, kept } = await written(patched, () =>
    ledger.exclusive(() =>
      ledger.commit({ patches: [{ table: 'believes', record: { agent: 'lisa', memory: 'fact:a' }, set }] }),
    ),
  );
  expect(kept).toMatchObject([{ because: 'changed', change: { table: 'believes' } }]);
  expect(write.patches).toEqual([]);
});

it('leaves what is no more', async () => {
  const { kept } = await written(patched, () => ledger.exclusive(() => ledger.commit({ deletes: ['fact:a'] })));
  expect(kept).toMatchObject([{ because: 'gone' }]);
});

it('puts a deleted edge back as it was, unless it is there again or an end of it is gone', async () => {
  const { believer, from, to } = link;
  const deleted: UndoableWrite = { edgeDeletes: [{ table: 'supports', record: { believer, from, to } }] };
  const again = await written(deleted, () => commit({ supports: [{ ...link, state: 'confirmed' }] }));
  expect(again.kept).toMatchObject([{ because: 'changed' }]);
  const changes = await inversePatches(ledger, deleted);
  await ledger.exclusive(() => ledger.commit(deleted));
  const without = await undoing(ledger, changes, (id) => id !== to, at);
  expect(without.kept).toMatchObject([{ because: 'gone' }]);
  const { write } = await undoing(ledger, changes, () => true, at);
  await ledger.exclusive(() => ledger.commit(write));
  expect(await all('supports')).toEqual([{ ...link, state: 'confirmed' }]);
});

it('takes out what was put in, and says of a merge when it was undone instead', async () => {
  const contradiction = { ...link, state: 'confirmed' as const };
  const { write } = await written({ insert: { contradicts: [contradiction], entity_merge: [merge] } });
  expect(await all('contradicts')).toEqual([contradiction]);
  await ledger.exclusive(() => ledger.commit(write));
  expect([await all('contradicts'), await all('entity_merge')]).toEqual([[], [{ ...merge, undoneAt: at }]]);
});

it('leaves a merge that was undone by itself', async () => {
  const { believer, from, to } = merge;
  const { kept } = await written({ insert: { entity_merge: [merge] } }, () =>
    ledger.exclusive(() =>
      ledger.commit({ patches: [{ table: 'entity_merge', record: { believer, from, to }, set: { undoneAt: at } }] }),
    ),
  );
  expect(kept).toMatchObject([{ because: 'changed', change: { table: 'entity_merge' } }]);
});
