/** The owner's queries on a server, as a user who may only read. */
import { expect, inject, test } from 'vitest';
import { Madeleine } from '../../src/index.ts';
import { readProjectFile } from '../repo/source-files.ts';
import { asRoot, rootUser } from '../support/surreal-server.ts';
import { createWordEmbedder } from '../support/word-embedder.mjs';

const namespace = `query-${process.pid}-${process.env['MADELEINE_TEST_USER']}`;
const place = { at: '', embedder: 'none', namespace, space: 'asked', ...rootUser } as const;
const reader = { readerUsername: 'reader', readerPassword: 'another password' };

test('a query is answered by the documented reader, who may write nothing', async () => {
  const at = inject('serverUrl');
  const memory = await Madeleine.open({ ...place, at, ...reader });
  await memory.agent('Lisa').observe({ content: 'Mark planted a quince in the garden.' });
  const [, script = ''] = /```surql\n(-- a reader[^`]*)```/.exec(readProjectFile('docs/deploy-server.md')) ?? [];
  expect(script).toContain('ROLES VIEWER');
  await asRoot(at, script.replace('NS madeleine DB default', `NS \`${namespace}\` DB asked`));
  const sql = 'SELECT content, recorded_at FROM observation ORDER BY recorded_at DESC LIMIT 1';
  expect((await memory.query(sql)).rows).toEqual([
    { content: 'Mark planted a quince in the garden.', recorded_at: expect.stringMatching(/Z$/) },
  ]);
  expect((await memory.query('SELECT VALUE ->BELIEVES->observation.content FROM agent:Lisa')).rows.flat(2)).toEqual([
    'Mark planted a quince in the garden.',
  ]);
  await expect(memory.query('DELETE fact')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  const user = { username: reader.readerUsername, password: reader.readerPassword, authLevel: 'database' } as const;
  await expect(Madeleine.open({ ...place, at, ...user })).rejects.toMatchObject({ code: 'STORE_REFUSED' });
  await memory.close();
});

test('without a reader a server answers no query, and says what to do', async () => {
  const memory = await Madeleine.open({ ...place, at: inject('serverUrl') });
  await expect(memory.query('RETURN 1')).rejects.toMatchObject({
    code: 'UNSUPPORTED',
    message: expect.stringContaining('"readerUsername"'),
  });
  await memory.close();
});

test('the indexes that a server keeps find the nearest vectors and the words, and writes go on', async () => {
  const at = inject('serverUrl');
  const space = 'indexed';
  const embedder = createWordEmbedder();
  const before = await Madeleine.open({ ...place, at, space, embedder });
  await before.agent('Lisa').observe({ content: 'Mark planted a quince in the garden.' });
  await before.close();
  const opened = [1, 2].map(() => Madeleine.open({ ...place, at, space, embedder, serverIndexes: true }));
  const [memory, other] = (await Promise.all(opened)) as [Madeleine, Madeleine];
  await other.close();
  await memory.agent('Lisa').observe({ content: 'The heron waits at the pond.' });
  const [like] = await embedder.embed(['The heron waits at the pond.']);
  const asked = `USE NS \`${namespace}\` DB ${space};
    IF array::len((SELECT memory FROM near_16 WHERE vector <|1,40|> [${like?.join(', ')}])) != 1 { THROW "no vector" };
    IF array::len((SELECT id FROM near_16)) != 2 { THROW "not both" };
    IF array::len((SELECT id FROM observation WHERE content @@ "herons")) != 1 { THROW "no word" };`;
  // The server builds them behind the writes.
  for (let attempt = 1; attempt <= 50; attempt += 1) {
    const missing = await asRoot(at, asked).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (missing === undefined) break;
    if (attempt === 50) throw missing;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await memory.close();
});
