import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { HighWaterMark } from '../../../src/store/ledger.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('a mark begins at 0, in a folder made for it that only its owner can read', async () => {
  const path = join(await temporaryFolder(), 'marks', 'default');
  const mark = await HighWaterMark.open(path);
  expect(mark.seq).toBe(0);
  await mark.close();
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(join(path, '..'))).mode & 0o777).toBe(0o700);
});

test('a mark that is opened again says what was noted last, also a smaller number', async () => {
  const path = join(await temporaryFolder(), 'default');
  for (const seq of [1, 99, 1_234_567, Number.MAX_SAFE_INTEGER, 7]) {
    const mark = await HighWaterMark.open(path);
    await mark.note(seq);
    expect(mark.seq).toBe(seq);
    await mark.close();
    const again = await HighWaterMark.open(path);
    expect(again.seq).toBe(seq);
    await again.close();
  }
});

test.each(['', 'garbage', '\u0000\u0000\u0000\u0000', '-5', '1e9'])(
  'a file that holds %j counts as 0 and is mended',
  async (text) => {
    const path = join(await temporaryFolder(), 'default');
    await writeFile(path, text);
    const mark = await HighWaterMark.open(path);
    expect(mark.seq).toBe(0);
    await mark.note(3);
    await mark.close();
    expect(Number(await readFile(path, 'utf8'))).toBe(3);
  },
);
