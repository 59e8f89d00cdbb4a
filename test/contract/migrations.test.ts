/** Spaces that an earlier schema wrote, on the real embedded store. */
import { expect, test } from 'vitest';
import { momentOf } from '../../src/store/codec.ts';
import { latestVersion, history, migrate } from '../../src/store/migrate.ts';
import * as statements from '../../src/store/statement.ts';
import { madeUpHistory, oldSchema } from '../support/made-up-history.ts';
import { openLedger, testSpace } from '../support/open-ledger.ts';

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

test('a space of an old schema gains what a later one keeps by agent, and loses nothing', async () => {
  const space = await testSpace('first-schema');
  await space.run(statements.defineMeta);
  await space.run(oldSchema);
  await space.run(statements.writeMeta, { version: 11, space_key: 'key', at: momentOf(at) });
  await space.run(written, { at: momentOf(at) });
  expect(await migrate(space, 'key', at, madeUpHistory)).toMatchObject({ version: latestVersion(madeUpHistory) });
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

const related = `
CREATE entity:mark SET name = 'Mark', name_key = 'mark', aliases = [], type = 'person';
CREATE entity:luna SET name = 'Luna', name_key = 'luna', aliases = [], type = 'other';
CREATE entity:tom SET name = 'Tom', name_key = 'tom', aliases = [], type = 'other';
CREATE fact:⟨0-1⟩ SET content = 'Mark Owns Luna', kind = 'world.fact', title = 'Mark', content_key = 'c', importance = 5,
  concepts = [], surfaces_when = [], accesses = 0, recorded_at = $at, position = 3,
  provenance = { channel: 'user', source: 'lisa', trust: 0.9 };
INSERT RELATION INTO about { id: ['fact:0-1', 'entity:mark'], in: fact:⟨0-1⟩, out: entity:mark };
INSERT RELATION INTO about { id: ['fact:0-1', 'entity:luna'], in: fact:⟨0-1⟩, out: entity:luna };
INSERT RELATION INTO relates [
  { id: ['entity:mark', 'owns', 'entity:luna'], in: entity:mark, out: entity:luna, predicate: 'owns' },
  { id: ['entity:mark', 'feeds', 'entity:luna'], in: entity:mark, out: entity:luna, predicate: 'feeds' },
  { id: ['entity:luna', 'owns', 'entity:tom'], in: entity:luna, out: entity:tom, predicate: 'owns' },
].map(|$edge| { id: $edge.id, in: $edge.in, out: $edge.out, predicate: $edge.predicate, mentions: 2, first_at: $at,
  last_at: $at, trust: 0.6 });
`;

test('a relation of an earlier schema goes to the fact that states it, and stays where there is none', async () => {
  const space = await testSpace('untold-relations');
  await space.run(statements.defineMeta);
  await space.run(oldSchema);
  await space.run(madeUpHistory.steps[0] ?? '');
  await space.run(statements.writeMeta, { version: 12, space_key: 'key', at: momentOf(at) });
  await space.run(related, { at: momentOf(at) });
  await migrate(space, 'key', at, madeUpHistory);
  const ledger = await openLedger('untold-relations');
  const told = { from: 'entity:mark', predicate: 'owns', to: 'entity:luna', memory: 'fact:0-1' };
  expect(await ledger.list('relates')).toEqual([
    { from: 'entity:luna', predicate: 'owns', to: 'entity:tom' },
    { from: 'entity:mark', predicate: 'feeds', to: 'entity:luna' },
    told,
  ]);
  expect((await ledger.edges(['fact:0-1', 'fact:none'])).relates).toEqual([told]);
  await ledger.close();
});

test('a step that was taken is not taken again, and one that was broken off is', async () => {
  const space = await testSpace('broken-off');
  await space.run(statements.defineMeta);
  await space.run(oldSchema);
  await space.run(statements.writeMeta, { version: 11, space_key: 'key', at: momentOf(at) });
  const broken = { ...madeUpHistory, steps: [madeUpHistory.steps[0] ?? '', 'THROW "broken off"'] };
  await expect(migrate(space, 'key', at, broken)).rejects.toMatchObject({
    code: 'INTERNAL',
    cause: { message: expect.stringContaining('broken off') },
  });
  const counted = { ...madeUpHistory, steps: ['THROW "taken again"', ...madeUpHistory.steps.slice(1)] };
  expect(await migrate(space, 'other', at, counted)).toMatchObject({ version: 13, spaceKey: 'key' });
  expect(await migrate(space, 'other', at, counted)).toMatchObject({ version: 13, spaceKey: 'key' });
});

test('a space from before the first release is refused with its version, and so is one of a later build', async () => {
  const space = await testSpace('unreleased');
  await space.run(statements.defineMeta);
  await space.run(statements.writeMeta, { version: history.first - 1, space_key: 'key', at: momentOf(at) });
  await expect(openLedger('unreleased')).rejects.toMatchObject({
    code: 'UNSUPPORTED',
    message: expect.stringContaining('schema version 12, from before the first release'),
  });
  await space.run(statements.writeMeta, { version: latestVersion(history) + 1, space_key: 'key', at: momentOf(at) });
  await expect(openLedger('unreleased')).rejects.toMatchObject({ code: 'STORE_NEWER' });
});
