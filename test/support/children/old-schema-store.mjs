/** A store of a made-up old schema: its memories have neither cognitive fields nor links, its beliefs no accesses. */
import { momentOf } from '../../../dist/store/codec.js';
import { Database } from '../../../dist/store/database.js';
import { history, migrate } from '../../../dist/store/migrate.js';
import { schema, sharedSchema } from '../../../dist/store/schema.js';
import * as statements from '../../../dist/store/statement.js';

const made = new Date('2026-01-14T08:00:00Z');
const provenance = { channel: 'user', source: 'lisa', trust: 0.9 };
const memoryRow = {
  importance: 5,
  concepts: [],
  surfaces_when: [],
  accesses: 0,
  recorded_at: momentOf(made),
  provenance,
};
const saidBefore = ['The quokka must eat leaves.', 'The wombat lives in Perth.', 'The wombat lives in Sydney.'];

/** The version before the first one that was released; the steps of this build follow its own. */
const version = history.first - 1;
const released = new Set(sharedSchema.split('\n').filter((line) => line !== ''));
const later = /^DEFINE FIELD IF NOT EXISTS (accesses ON believes|agent ON co_activated|believer ON contradicts) /;
const oldSchema = schema
  .split('\n')
  .filter((line) => !later.test(line) && !released.has(line))
  .join('\n');
const step = `
DEFINE FIELD IF NOT EXISTS accesses ON believes TYPE int DEFAULT 0;
UPDATE believes SET accesses = 0 WHERE accesses = NONE RETURN NONE;
DEFINE FIELD IF NOT EXISTS agent ON co_activated TYPE string DEFAULT 'system';
UPDATE co_activated SET agent = 'system' WHERE agent = NONE RETURN NONE;
DEFINE FIELD IF NOT EXISTS believer ON contradicts TYPE string DEFAULT 'system';
UPDATE contradicts SET believer = 'system' WHERE believer = NONE RETURN NONE;`;

/** Brings its schema up to date. */
export async function takeSteps(at) {
  const database = await Database.open(at, {}, process.pid);
  await database.accept();
  const space = await database.space('default');
  await migrate(space, 'key', made, { first: version, schema, steps: [step, ...history.steps] });
  await space.close();
}

/** Makes it in a folder. */
export async function makeOldSchema(at) {
  const database = await Database.open(at, {}, process.pid);
  await database.accept();
  const space = await database.space('default');
  await space.run(statements.defineMeta);
  await space.run(oldSchema);
  await space.run(statements.writeMeta, { version, space_key: 'key', at: momentOf(made) });
  const observations = Array.from({ length: 410 }, (_, at) => ({
    ...memoryRow,
    ...{ id: `o${at}`, content: saidBefore[at] ?? `Quokka number${at} must eat.`, type: 'user_input', agent: 'lisa' },
    ...{ occurred_at: momentOf(made), position: at },
  }));
  const tea = { ...memoryRow, id: 'tea', content: 'Tea is hot.', kind: 'world.fact', title: 'Tea', content_key: 'tea' };
  await space.run(
    'INSERT INTO observation $observations; INSERT INTO fact $facts; CREATE agent:lisa SET name = "lisa";',
    {
      ...{ observations, facts: [{ ...tea, position: 500 }] },
    },
  );
  await space.run(
    `FOR $memory IN array::concat((SELECT VALUE id FROM observation), (SELECT VALUE id FROM fact)) {
       INSERT RELATION INTO believes { id: ['lisa', <string> $memory], in: agent:lisa, out: $memory, strength: 1, confidence: 0.9,
         since: $at, reinforced_at: $at, permanent: false, half_life_days: 180, provenance: $provenance } };
     INSERT RELATION INTO co_activated { in: fact:tea, out: observation:o0, count: 2, last_at: $at };
     INSERT RELATION INTO contradicts { in: fact:tea, out: observation:o9, similarity: 0.5, state: 'potential', by: 'slot' };`,
    { at: momentOf(made), provenance },
  );
}
