/** What the engine may keep in memory, and what becomes of a transaction that outlasts it. */
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Database } from '../../../src/store/database.ts';

const serverAccess = {};

async function openDatabase(): Promise<Database> {
  return Database.open(await mkdtemp(join(tmpdir(), 'engine-')), serverAccess, process.pid);
}

test('the engine keeps at most 32 MiB of what it has written', async () => {
  const database = await openDatabase();
  const folder = database.markFolders![1];
  const file = (await readdir(folder)).find((name) => name.startsWith('OPTIONS'))!;
  const options = await readFile(join(folder, file), 'utf8');
  const numberOf = (name: string): number => Number(new RegExp(`^ *${name}=(\\d+)$`, 'm').exec(options)?.[1]);
  expect(numberOf('write_buffer_size')).toBe(8 * 2 ** 20);
  expect(numberOf('max_write_buffer_number')).toBe(4);
  expect(numberOf('max_write_buffer_size_to_maintain')).toBe(32 * 2 ** 20);
  // What this process starts inherits nothing of that.
  expect(Object.keys(process.env).filter((name) => name.startsWith('SURREAL_'))).toEqual([]);
});

test('a transaction that the engine cannot check, since other spaces wrote too much meanwhile, is run again', async () => {
  const database = await openDatabase();
  const [slow, busy] = [await database.space('slow'), await database.space('busy')];
  await slow.run('DEFINE TABLE counter; CREATE counter:one SET times = 0');
  await busy.run('DEFINE TABLE note');
  let hasEnded = false;
  const counted = slow
    .run(
      'BEGIN; UPDATE counter:one SET times += 1; FOR $i IN 0..1000000 { LET $x = $i + 1 }; CREATE counter:two; COMMIT',
    )
    .finally(() => {
      hasEnded = true;
    });
  const rows = Array.from({ length: 300 }, () => ({ text: 'x'.repeat(3_000) }));
  let written = 0;
  // Enough for the first time; then it may go through.
  for (; !hasEnded && written < 150; written++) await busy.run('INSERT INTO note $rows', { rows });
  await counted;
  expect(written * 300 * 3_000).toBeGreaterThan(32 * 2 ** 20);
  const [[row]] = await slow.run<[[{ times: number }]]>('SELECT times FROM counter:one');
  expect(row?.times).toBe(1);
  await Promise.all([slow.close(), busy.close()]);
});
