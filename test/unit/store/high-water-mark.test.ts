import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { HighWaterMark, markedSeq, markedSpaces } from '../../../src/store/high-water-mark.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let store = '';
let ledger = '';
beforeEach(async () => {
  store = await temporaryFolder();
  ledger = join(store, 'ledger');
});

async function noted(seq: number): Promise<void> {
  await (await HighWaterMark.open(store, ledger, 'default', seq)).close();
}

test('a mark lies in two places that only their owner can read', async () => {
  expect(await markedSeq([store, ledger], 'default')).toBeUndefined();
  await noted(0);
  expect(await markedSpaces([store, ledger])).toEqual(['default']);
  for (const folder of [store, ledger]) {
    expect(await markedSeq([folder], 'default')).toBe(0);
    expect((await stat(join(folder, 'marks', 'default'))).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'marks'))).mode & 0o777).toBe(0o700);
  }
});

test('a mark says what was noted last, also a smaller number', async () => {
  for (const seq of [1, 99, 1_234_567, Number.MAX_SAFE_INTEGER, 7]) {
    const mark = await HighWaterMark.open(store, ledger, 'default', 5);
    await mark.note(seq);
    expect(mark.seq).toBe(seq);
    await mark.close();
    expect(await markedSeq([store], 'default')).toBe(seq);
    expect(await markedSeq([ledger], 'default')).toBe(seq);
  }
});

test.each(['', 'garbage', '\u0000\u0000\u0000\u0000', '-5', '1e9'])(
  'a place that holds %j is none: the other one counts',
  async (text) => {
    for (const folder of [store, ledger]) {
      await noted(3);
      await writeFile(join(folder, 'marks', 'default'), text);
      expect(await markedSeq([folder], 'default')).toBeUndefined();
      expect(await markedSeq([store, ledger], 'default')).toBe(3);
    }
  },
);

test('no bit of a mark can flip unseen', async () => {
  await noted(1234);
  const path = join(store, 'marks', 'default');
  const whole = await readFile(path);
  for (let bit = 0; bit < whole.length * 8; bit += 1) {
    const flipped = Buffer.from(whole);
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    await writeFile(path, flipped);
    expect(await markedSeq([store], 'default')).toBeUndefined();
  }
});

test('of two places that differ the higher one counts', async () => {
  await noted(3);
  const older = await readFile(join(store, 'marks', 'default'));
  await noted(4);
  await writeFile(join(ledger, 'marks', 'default'), older);
  expect(await markedSeq([store, ledger], 'default')).toBe(4);
});

test('a mark is there for the next process before it is closed', async () => {
  const mark = await HighWaterMark.open(store, ledger, 'default', 1);
  try {
    await mark.note(2);
    for (const folder of [store, ledger]) expect(await markedSeq([folder], 'default')).toBe(2);
  } finally {
    await mark.close();
  }
});
