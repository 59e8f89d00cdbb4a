/** Spaces that an earlier schema wrote, on the real embedded store. */
import { expect, test } from 'vitest';
import { moment } from '../../src/store/codec.ts';
import { initialSchema } from '../../src/store/migrations/0001-initial.ts';
import * as statements from '../../src/store/statement.ts';
import { openLedger, testDatabase } from '../support/open-ledger.ts';

const at = new Date('2026-01-14T08:00:00Z');

const written = `
CREATE agent:lisa SET name = 'lisa';
CREATE fact:tea SET content = 'Tea.', kind = 'world.fact', title = 'Tea.', content_key = 'a', importance = 5, concepts = [],
  surfaces_when = [], accesses = 3, recorded_at = $at, position = 1, provenance = { channel: 'user', source: 'lisa', trust: 0.9 };
CREATE fact:coffee SET content = 'Coffee.', kind = 'world.fact', title = 'Coffee.', content_key = 'b', importance = 5, concepts = [],
  surfaces_when = [], accesses = 0, recorded_at = $at, position = 2, provenance = { channel: 'user', source: 'lisa', trust: 0.9 };
INSERT RELATION INTO believes { id: ['lisa', 'fact:tea'], in: agent:lisa, out: fact:tea, strength: 1, confidence: 0.9, since: $at,
  reinforced_at: $at, permanent: false, half_life_days: 180, provenance: { channel: 'user', source: 'lisa', trust: 0.9 } };
INSERT RELATION INTO contradicts { in: fact:tea, out: fact:coffee, similarity: 0.5, state: 'potential', by: 'slot' };
INSERT RELATION INTO co_activated { in: fact:tea, out: fact:coffee, count: 2, last_at: $at };
`;

test('a space of the first schema gains what the second one keeps by agent, and loses nothing', async () => {
  const space = await (await testDatabase()).space('first-schema');
  await space.run(statements.defineMeta);
  await space.run(initialSchema);
  await space.run(statements.writeMeta, { version: 1, space_key: 'key', at: moment(at) });
  await space.run(written, { at: moment(at) });
  const ledger = await openLedger('first-schema');
  expect(await ledger.belief('lisa', 'fact:tea')).toMatchObject({
    accesses: 0,
    strength: 1,
    confidence: 0.9,
    since: at,
  });
  const found = {
    believer: 'system',
    from: 'fact:tea',
    to: 'fact:coffee',
    similarity: 0.5,
    state: 'potential',
    by: 'slot',
  };
  for await (const link of ledger.all('contradicts')) expect(link).toEqual(found);
  for await (const pair of ledger.all('co_activated')) expect(pair).toMatchObject({ agent: 'system', count: 2 });
  expect(await ledger.counts()).toMatchObject({ contradicts: 1, co_activated: 1, believes: 1, fact: 2 });
  await ledger.close();
});
