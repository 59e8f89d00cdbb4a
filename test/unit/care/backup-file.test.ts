/** Backups and the canonical hash, through the public surface. */
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { Madeleine } from '../../../src/index.ts';
import { openSpace, storeFolder, storeOfItsOwn } from '../../support/open-space.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { createWordEmbedder } from '../../support/word-embedder.mjs';

storeOfItsOwn();

const contents = Array.from({ length: 300 }, (_, at) => `Luna slept on mat ${at}.`);

/** A space in which one memory of each kind and a recall stand beside many observations. */
async function lunaSpace(): Promise<Madeleine> {
  const memory = await openSpace();
  const lisa = memory.agent('lisa');
  const { receipts } = await lisa.observeMany({
    observations: contents.map((content) => ({ content, speaker: 'Mark', session: 'monday' })),
  });
  const fact = await lisa.believe({ content: 'Luna is a cat', derivedFrom: [receipts[0]?.id ?? ''] });
  await memory.agent('electra').believe({ content: 'Luna is no cat' });
  await lisa.withdraw({ id: fact.id });
  await lisa.recall({ query: 'mat 7' });
  return memory;
}

async function linesOf(memory: Madeleine): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const line of memory.export()) lines.push(line);
  return lines;
}

async function newFile(lines: readonly string[] = []): Promise<string> {
  const file = join(await temporaryFolder(), 'space.ndjson');
  if (lines.length > 0) await writeFile(file, lines.join(''));
  return file;
}

/** One that no test changes. */
let luna: Madeleine;
beforeAll(async () => {
  luna = await lunaSpace();
});

describe('the hash of a space', () => {
  it('is the same after an export was imported, whatever the batches, the index and the vectors', async () => {
    const hash = await luna.hash();
    const lines = await linesOf(luna);
    expect(hash.records).toBe(lines.length - 1);
    const plain = await openSpace();
    await plain.import({ file: await newFile(lines) });
    expect(await plain.hash()).toEqual(hash);
    const embedded = await openSpace({ embedder: createWordEmbedder() });
    // In two parts, and so in other batches.
    await embedded.import({ file: await newFile(lines.slice(0, 100)) });
    await embedded.import({ file: await newFile(lines) });
    expect(await embedded.hash()).toEqual(hash);
  });

  it('is another one when anything that is known is another', async () => {
    const memory = await lunaSpace();
    const { hash, records } = await memory.hash();
    const [held] = (await memory.agent('electra').search({ query: 'Luna' })).memories;
    await memory.agent('electra').recall({ query: 'Luna' });
    const recalled = await memory.hash();
    expect(recalled).toMatchObject({ records, hash: expect.not.stringMatching(hash) });
    await memory.agent('electra').withdraw({ id: held?.id ?? '' });
    expect((await memory.hash()).hash).not.toBe(recalled.hash);
  });

  it('of an empty space is that of nothing', async () => {
    const hash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
    expect(await (await openSpace()).hash()).toEqual({ records: 0, hash });
  });
});

describe('an export of a space in use', () => {
  it('shows the moment at which it began', async () => {
    const memory = await lunaSpace();
    // It writes what recall has counted so far.
    await memory.hash();
    const before = await linesOf(memory);
    const lines: string[] = [];
    for await (const line of memory.export()) {
      if (lines.length === 0) {
        await memory.agent('electra').observe({ content: 'Luna woke up.' });
        await memory.agent('lisa').believe({ content: 'Luna is a cat' });
      }
      lines.push(line);
    }
    expect(lines.slice(1)).toEqual(before.slice(1));
    expect((await linesOf(memory)).length).toBeGreaterThan(lines.length);
  });

  it('has what was recalled a moment before, so that an import of it has the hash of the space', async () => {
    const memory = await lunaSpace();
    const file = await newFile(await linesOf(memory));
    const copy = await openSpace();
    await copy.import({ file });
    expect(await copy.hash()).toEqual(await memory.hash());
  });
});

describe('a backup', () => {
  it('has every record and ends with the hash of the space, readable by its owner only', async () => {
    const file = await newFile();
    const { hash, records } = await luna.hash();
    expect(await luna.backup({ file })).toEqual({ file, lines: records + 2, hash });
    const written = (await readFile(file, 'utf8')).split('\n');
    expect(JSON.parse(written[records + 1] ?? '')).toEqual({ record: 'end', records, hash });
    const exported = await linesOf(luna);
    expect(written.slice(1, -2).map((line) => `${line}\n`)).toEqual(exported.slice(1));
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(dirname(file))).toEqual(['space.ndjson']);
  });

  it('is whole although writes go on, which all are kept', async () => {
    const memory = await lunaSpace();
    const file = await newFile();
    const lisa = memory.agent('lisa');
    const [backup] = await Promise.all([
      memory.backup({ file }),
      ...contents
        .slice(0, 40)
        .map((content) => lisa.observe({ content: `Rex barked: ${content}`, session: 'tuesday' })),
    ]);
    const copy = await openSpace();
    await copy.import({ file });
    expect((await copy.hash()).hash).toBe(backup.hash);
    expect((await lisa.search({ query: 'Rex barked', limit: 50 })).memories).toHaveLength(40);
  });

  it('takes the place of no file', async () => {
    const memory = await openSpace();
    const file = await newFile(['precious']);
    await expect(memory.backup({ file })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: `backup: "file" must be a new file, got "${file}", which is there already; name another or move it away.`,
    });
    expect(await readFile(file, 'utf8')).toBe('precious');
    await expect(memory.backup({ file: join(await temporaryFolder(), 'no', 'file') })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining('(ENOENT)'),
    });
  });

  it('is refused by a memory that is closed', async () => {
    const memory = await Madeleine.open({ at: await storeFolder(), space: 'closed', embedder: 'none' });
    await memory.close();
    await expect(memory.backup({ file: await newFile() })).rejects.toMatchObject({ code: 'CLOSED' });
  });
});
