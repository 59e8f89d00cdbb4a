import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Madeleine } from '../../../src/index.ts';
import { Database } from '../../../src/store/database.ts';
import { readOnlyQuery } from '../../../src/store/read-only-query.ts';
import { SpaceReader } from '../../../src/store/space-reader.ts';
import { openSpace, storeFolder } from '../../support/open-space.ts';
import { createWordEmbedder } from '../../support/word-embedder.mjs';

let memory: Madeleine;
let walk: string;

beforeAll(async () => {
  memory = await openSpace({ embedder: createWordEmbedder() });
  const lisa = memory.agent('lisa');
  await lisa.observe({ content: 'Anna walked the dog in the park.', session: 'monday', importance: 7 });
  walk = (await lisa.observe({ content: 'The dog met a greyhound.', session: 'monday' })).id;
  await memory.agent('tom').believe({ content: 'Anna lives in Rome.', importance: 3 });
});

async function rows(sql: string, options = {}): Promise<readonly unknown[]> {
  return (await memory.query(sql, options)).rows;
}

/** What a query must never do, and what it must never read. */
const attacks = [
  'CREATE fact:x',
  'SELECT * FROM (CREATE fact:x SET content = 1)',
  'RETURN CREATE fact:x',
  'RETURN (CREATE fact:x)',
  'SELECT (DELETE fact) FROM fact',
  'SELECT *, (UPDATE believes SET strength = 1) AS u FROM agent',
  'SELECT * FROM fact WHERE (UPSERT fact:x SET content = 1)',
  'RETURN { LET $a = 1; CREATE fact:x; RETURN $a }',
  'RETURN IF true THEN (DELETE fact) ELSE 1 END',
  'RETURN (RELATE agent:a->believes->fact:x)',
  'RETURN (INSERT INTO fact { content: 1 })',
  'SELECT * FROM fact; DELETE fact',
  'SELECT * FROM fact) ; DELETE fact; SELECT * FROM (fact',
  'SELECT * FROM fact /* ; */ ; DELETE fact',
  'SELECT * FROM fact -- ) ; DELETE fact',
  'BEGIN; DELETE fact; COMMIT',
  'COMMIT',
  'CANCEL; DELETE fact',
  'DEFINE TABLE x',
  'DEFINE USER eve ON DATABASE PASSWORD "x" ROLES OWNER',
  'SELECT (REMOVE TABLE fact) FROM fact',
  'ALTER TABLE fact DROP',
  'REBUILD INDEX fact_content ON fact',
  'LIVE SELECT * FROM fact',
  'SELECT (LIVE SELECT * FROM fact) FROM fact',
  'KILL u"0192a6a8-0000-7000-8000-000000000000"',
  'USE DB other',
  'RETURN sleep(10s)',
  'SLEEP 10s',
  'RETURN http::get("http://127.0.0.1:1")',
  'RETURN http::post("http://127.0.0.1:1", {})',
  'RETURN file::get(f"bucket:/x")',
  'RETURN f"bucket:/x".get()',
  'RETURN function() { return 1 }',
  'RETURN fn::x()',
  'RETURN ml::x<1>(1)',
  'RETURN crypto::argon2::generate("x")',
  'RETURN sequence::nextval("x")',
  'RETURN array::repeat(array::repeat(1, 10000), 10000)',
  'RETURN [1, 2].map(|$x| (CREATE fact:x))',
  'RETURN <future> { CREATE fact:x }',
  'RETURN value::chain(1, |$x| $x)',
  'INFO FOR DB',
  'INFO FOR ROOT',
  'SHOW CHANGES FOR TABLE fact SINCE 0',
  'SELECT * FROM meta',
  'SELECT * FROM `meta`',
  'SELECT * FROM ⟨meta⟩',
  'SELECT * FROM meta:space',
  'RETURN meta:space.tombstone_key',
  'RETURN (<record> "meta:space").tombstone_key',
  'RETURN r"meta:space".tombstone_key',
  'SELECT * FROM type::table("meta")',
  'SELECT * FROM type::record("meta:space")',
  'SELECT * FROM type::thing("meta", "space")',
  'SELECT 1 AS meta, { meta:space } AS x FROM fact',
  'SELECT 1 AS create FROM fact',
  'SELECT 1 AS `create` FROM fact',
  'SELECT * FROM tombstone',
  'SELECT * FROM head',
  'SELECT * FROM change',
  'RETURN $session',
  'RETURN $auth',
  'RETURN $token',
  'SELECT content / "/; DELETE fact; /" FROM fact',
  'SELECT * FROM fact\u00a0',
  'THROW "x"',
  'FOR $x IN [1] { CREATE fact:x }',
  'OPTION IMPORT',
  'ACCESS a ON DATABASE SHOW',
  'EXPLAIN SELECT * FROM fact',
];

describe('a query', () => {
  test('finds rows of a table, in the order that it asks for', async () => {
    expect(await rows('SELECT content, importance FROM observation ORDER BY importance DESC')).toEqual([
      { content: 'Anna walked the dog in the park.', importance: 7 },
      { content: 'The dog met a greyhound.', importance: expect.any(Number) },
    ]);
    expect(await rows('SELECT VALUE content FROM fact')).toEqual(['Anna lives in Rome.']);
  });

  test('sees what every agent believes, and who does', async () => {
    expect(await rows('SELECT VALUE in FROM believes GROUP BY in ORDER BY in')).toEqual(['agent:lisa', 'agent:tom']);
  });

  test('calls edges as the published designs do, in graphs too', async () => {
    expect(await rows('SELECT VALUE ->BELIEVES->observation.content FROM agent:lisa')).toEqual([
      expect.arrayContaining(['The dog met a greyhound.']),
    ]);
    expect(await rows('SELECT count() FROM BELONGS_TO GROUP ALL')).toEqual([{ count: 2 }]);
    expect(await rows('SELECT count(<-MENTIONS) AS times, name FROM entity WHERE name = "Anna"')).toEqual([
      { times: 2, name: 'Anna' },
    ]);
  });

  test('takes values by name; an id is a record', async () => {
    expect(await rows('SELECT VALUE content FROM $memory', { bindings: { memory: walk } })).toEqual([
      'The dog met a greyhound.',
    ]);
    const since = new Date(0);
    expect(
      await rows('SELECT VALUE content FROM fact WHERE recorded_at > $since AND importance IN $some', {
        bindings: { since, some: [3, 4] },
      }),
    ).toEqual(['Anna lives in Rome.']);
  });

  test('has ids and dates as texts, which JSON has too', async () => {
    const [row] = await rows('SELECT id, occurred_at, provenance FROM observation LIMIT 1');
    expect(row).toEqual(JSON.parse(JSON.stringify(row)));
    expect(row).toEqual({
      id: expect.stringMatching(/^observation:/),
      occurred_at: expect.stringMatching(/^\d{4}-.*Z$/),
      provenance: expect.objectContaining({ channel: 'user' }),
    });
    expect(await rows('SELECT VALUE id FROM believes WHERE in = agent:tom')).toEqual([
      expect.stringMatching(/^believes:\["tom","fact:.*"\]$/),
    ]);
  });

  test('may return what several selects answer', async () => {
    const sql = 'RETURN { facts: (SELECT VALUE content FROM fact), agents: count((SELECT * FROM agent)) };';
    expect(await rows(sql)).toEqual([{ facts: ['Anna lives in Rome.'], agents: 3 }]);
  });

  test('compares vectors as arrays where that is asked for', async () => {
    const sql = `SELECT memory.content AS content, vector::similarity::cosine(vector, $like) AS score
      FROM embedding ORDER BY score DESC LIMIT 2`;
    const [like] = await createWordEmbedder().embed(['The dog met a greyhound.']);
    const found = await rows(sql, { vectors: true, bindings: { like } });
    expect(found).toEqual([
      { content: 'The dog met a greyhound.', score: expect.closeTo(1, 5) },
      { content: expect.any(String), score: expect.any(Number) },
    ]);
    const sizes = await rows('SELECT memory, vector FROM embedding', { vectors: true });
    expect(sizes).toContainEqual({ memory: walk, vector: [...like!].map((value) => expect.closeTo(value, 6)) });
    expect(await rows('SELECT VALUE vector FROM embedding LIMIT 1')).toEqual([
      expect.stringMatching(/^[A-Za-z0-9+/]+=*$/),
    ]);
  });

  test('says when there was more than its limit', async () => {
    expect(await memory.query('SELECT id FROM observation', { limit: 1 })).toMatchObject({ truncated: true });
    expect(await memory.query('SELECT id FROM observation', { limit: 2 })).toMatchObject({ truncated: false });
  });

  test('ends in time, and the next one is answered', async () => {
    const crossed =
      'SELECT (SELECT (SELECT (SELECT (SELECT count() FROM believes) FROM believes, observation, entity) ' +
      'FROM believes, observation, entity) FROM believes, observation, entity) FROM believes, observation, entity';
    const slow = `SELECT (${crossed}) FROM believes, observation, entity`;
    await expect(memory.query(slow, { timeoutMs: 50 })).rejects.toMatchObject({ code: 'STORE_TIMEOUT' });
    expect(await rows('RETURN 1')).toEqual([1]);
  });

  test('ends with its signal', async () => {
    await expect(memory.query('RETURN 1', { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'CANCELLED',
    });
  });

  test.each(attacks)('refuses %s', async (sql) => {
    await expect(memory.query(sql)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  test('names what is wrong, and where', async () => {
    await expect(memory.query('SELECT *\nFROM facts')).rejects.toThrow(
      'query: "facts" (line 2, character 6) is no table, column or word of a query; docs/schema.md has what a query may read.',
    );
    await expect(memory.query('SELECT content FROM fact WHERE importance > $least')).rejects.toThrow(
      'is bound to nothing; give it in "bindings"',
    );
    for (const cut of ['SELECT', 'SELECT content FROM fact WHERE']) {
      await expect(memory.query(cut)).rejects.toThrow(/^query: the engine refused it: .*Unexpected end of the query/);
    }
    await expect(memory.query('SELECT (1 + ) FROM fact')).rejects.toThrow('Unexpected token `)`');
    await expect(memory.query('SELECT 1 FROM fact', { bindings: { session: 1 } })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
  });

  test('changes nothing even where its text is not looked at', async () => {
    const database = await Database.open(await storeFolder(), {}, process.pid);
    const reader = new SpaceReader(() => database.readOnlySession(memory.space));
    const before = await memory.hash();
    const run = { bindings: {}, limit: 10, timeoutMs: 1_000, vectors: false, signal: undefined };
    for (const expression of attacks) await reader.run({ ...run, expression }).catch(() => undefined);
    const left = await reader.run({ ...run, expression: 'SELECT count() FROM fact GROUP ALL' });
    expect(left.rows).toEqual([{ count: 1 }]);
    expect(await memory.hash()).toEqual(before);
    const patient = { ...run, timeoutMs: 60_000 };
    for (const refused of ['http::get("http://127.0.0.1:1")', 'sleep(1s)', 'function() { return 1 }']) {
      await expect(reader.run({ ...patient, expression: refused })).rejects.toThrow(/not (?:allowed|enabled)/);
    }
    await reader.close();
  });

  test('is answered after the store was written anew', async () => {
    const alone = await openSpace({ at: `${await storeFolder()}-query` });
    await alone.agent('lisa').observe({ content: 'The kettle is red.' });
    expect((await alone.query('SELECT VALUE content FROM observation')).rows).toEqual(['The kettle is red.']);
    await alone.purge();
    expect((await alone.query('SELECT VALUE content FROM observation')).rows).toEqual(['The kettle is red.']);
  });
});

describe('the worked queries of docs/schema.md', () => {
  const page = readFileSync(new URL('../../../docs/schema.md', import.meta.url), 'utf8');
  const worked = [...page.matchAll(/```surql\n([^`]+)```/g)].map(([, sql = '']) => sql.trim());

  let told: Madeleine;
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    told = await openSpace({ embedder: createWordEmbedder() });
    const [lisa, tom] = [told.agent('lisa'), told.agent('tom')];
    const heard = await lisa.observe({ content: 'Anna said that she lives in Rome.', session: 'monday' });
    const paris = await lisa.believe({ content: 'Anna lives in Paris.', about: ['Anna'] });
    const rome = { content: 'Anna lives in Rome.', about: ['Anna'] };
    await lisa.believe({ ...rome, derivedFrom: [heard.id], supersedes: [paris.id], reason: 'she moved' });
    const { id } = await tom.believe(rome);
    await lisa.observe({ content: 'Anna asked for the way.', session: 'monday', occurredAt: '2020-01-01' });
    await lisa.think({ thought: 'Anna may know the Trevi fountain.' });
    const { id: thought } = await lisa.think({ thought: 'So she can tell of it.' });
    Object.assign(ids, { memory: id, thought });
  });

  test('there are a dozen', () => {
    expect(worked.length).toBeGreaterThanOrEqual(12);
  });

  test.each(worked)('%s', async (sql) => {
    const [like] = await createWordEmbedder().embed(['a greyhound']);
    const bindings = { ...ids, since: new Date(0), like };
    const found = (await told.query(sql, { bindings, vectors: true })).rows;
    expect(found.flat(2).length).toBeGreaterThan(0);
    expect(JSON.stringify(found)).not.toMatch(/null|NaN/);
    const dates = found.flatMap((row) =>
      Object.values(Object(row)).filter((value) => /^2\d{3}-.*Z$/.test(String(value))),
    );
    if (/ORDER BY \w*at\b/.test(sql))
      expect(dates).toEqual(/DESC/.test(sql) ? dates.toSorted().reverse() : dates.toSorted());
  });
});

describe('the text of a query', () => {
  const names = { bindings: ['q'], vectors: false };

  test('stays as it is, but for the names of edges and for vectors', () => {
    const said = 'select ->BELIEVES->fact  from agent:⟨a b⟩ where content = "BELIEVES /* ; */ vector"';
    expect(readOnlyQuery(said, names)).toBe(said.replace('->BELIEVES', '->believes'));
    const near = 'SELECT vector, memory, vector::similarity::cosine(vector, $q) AS vector FROM embedding';
    expect(readOnlyQuery(near, names)).toBe(near);
    expect(readOnlyQuery(near, { ...names, vectors: true })).toBe(
      'SELECT $floats(vector) AS vector, memory, vector::similarity::cosine($floats(vector), $q) AS vector FROM embedding',
    );
  });

  test('may name columns as it likes, but by no word of a statement', () => {
    const said = 'SELECT type AS sort, count() AS times, { sort: type } AS kind FROM observation GROUP BY sort';
    expect(readOnlyQuery(said, names)).toBe(said);
    for (const word of ['delete', 'Create', 'meta', 'select', 'let']) {
      expect(() => readOnlyQuery(`SELECT type AS ${word} FROM fact`, names)).toThrow(JSON.stringify(word));
      expect(() => readOnlyQuery(`RETURN { ${word}: 1 }`, names)).toThrow(JSON.stringify(word));
    }
  });
});
