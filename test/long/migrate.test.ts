/** A migration that is killed in the middle: nothing is torn, and the next one does the rest. Needs a build. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runChild, startChild } from '../support/child-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const memories = 1000;

test('a migration that was killed in the middle goes on with the rest, and has a whole backup from before', async () => {
  const folder = await temporaryFolder();
  const task = { at: join(folder, 'store'), memories };
  const made = await runChild('migrate-store.mjs', { ...task, step: 'make' });
  expect(made, made.stderr).toMatchObject({ code: 0 });

  const child = startChild('migrate-store.mjs', { ...task, step: 'migrate' });
  expect(await child.event('half')).toMatchObject({ done: memories / 2 + 100 });
  child.process.kill('SIGKILL');
  expect(await child.ended).toMatchObject({ signal: 'SIGKILL' });
  const backups = (await readdir(folder)).filter((name) => name !== 'store');
  expect(backups).toEqual([expect.stringMatching(/^store-default-.*\.ndjson$/)]);
  const lines = (await readFile(join(folder, backups[0] ?? ''), 'utf8')).trimEnd().split('\n');
  const kept = lines.map((line) => JSON.parse(line) as { record: string; concepts?: readonly string[] });
  expect(kept.filter(({ record, concepts }) => record === 'observation' && concepts?.length === 0)).toHaveLength(
    memories,
  );

  const { said, code, stderr } = await runChild('migrate-store.mjs', { ...task, step: 'finish' });
  expect(code, stderr).toBe(0);
  const finished = said.find(({ event }) => event === 'finished');
  expect(finished).toMatchObject({
    bare: 0,
    ok: true,
    reports: [
      { changed: memories / 2 - 100, unchanged: memories / 2 + 100 },
      { changed: 0, unchanged: memories },
      { changed: 0, unchanged: memories, dryRun: true },
    ],
  });
  // The second and the third had nothing to change, and so nothing to back up.
  expect(await readdir(folder)).toHaveLength(3);
});
