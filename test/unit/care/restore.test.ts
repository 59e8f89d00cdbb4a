/** Restoring backups, through the public surface; every store here is a folder of its own. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Madeleine, type OpenOptions } from '../../../src/index.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { createWordEmbedder } from '../../support/word-embedder.mjs';

/** Time stands still, so that what fades scores the same in both. */
const clock = (): Date => new Date('2026-01-05T12:00:00Z');
const opened: Madeleine[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((memory) => memory.close()));
});

async function open(options: Partial<OpenOptions> = {}): Promise<Madeleine> {
  const memory = await Madeleine.open({ at: await temporaryFolder(), embedder: 'none', clock, ...options });
  opened.push(memory);
  return memory;
}

/** A memory with what lisa and electra hold of Luna, and a backup of it, which no test changes. */
let memory: Madeleine;
let file: string;
let hash: string;

beforeAll(async () => {
  memory = await Madeleine.open({ at: await temporaryFolder(), embedder: 'none', clock });
  const lisa = memory.agent('lisa');
  const observations = Array.from({ length: 300 }, (_, at) => ({ content: `Luna slept on mat ${at}.`, session: 's' }));
  const { receipts } = await lisa.observeMany({ observations });
  const fact = await lisa.believe({ content: 'Luna is a cat', derivedFrom: [receipts[0]?.id ?? ''] });
  await lisa.believe({ content: 'Luna is a tomcat', supersedes: [fact.id] });
  await memory.agent('electra').believe({ content: 'Luna is no cat' });
  await lisa.recall({ query: 'mat 7' });
  file = join(await temporaryFolder(), 'luna.ndjson');
  hash = (await memory.backup({ file })).hash;
});
afterAll(() => memory.close());

async function found(space: Madeleine, agent: string): Promise<readonly (readonly [string, number])[]> {
  const { memories } = await space.agent(agent).search({ query: 'cat on mat 7' });
  return memories.map(({ id, score }) => [id, score]);
}

describe('restoring a backup', () => {
  it('gives a new store the same hash, the same answers, and a memory that goes on', async () => {
    const copy = await open();
    expect(await copy.restore({ file })).toEqual({ file, hash, records: (await memory.hash()).records });
    expect((await copy.hash()).hash).toBe(hash);
    for (const agent of ['lisa', 'electra', 'system'])
      expect(await found(copy, agent)).toEqual(await found(memory, agent));
    expect(await copy.doctor()).toMatchObject({ ok: true });
    const again = join(await temporaryFolder(), 'again.ndjson');
    expect((await copy.backup({ file: again })).hash).toBe(hash);
    const lines = async (name: string): Promise<readonly string[]> => (await readFile(name, 'utf8')).split('\n');
    expect((await lines(again)).slice(1)).toEqual((await lines(file)).slice(1));
    const { id } = await copy.agent('lisa').observe({ content: 'A cat on mat 7.' });
    expect(await found(copy, 'lisa')).toContainEqual([id, expect.any(Number)]);
    expect(await copy.doctor()).toMatchObject({ ok: true });
  });

  it('leaves nothing but the new ledger, with which the store opens', async () => {
    const copy = await open();
    await copy.restore({ file });
    expect((await readdir(copy.at)).sort()).toEqual(['index', 'ledger-2', 'ledger-in-use', 'marks', 'owner']);
    await copy.close();
    const again = await open({ at: copy.at });
    expect((await again.hash()).hash).toBe(hash);
    expect(await again.doctor()).toMatchObject({ ok: true });
  });

  it('makes the vectors where there is a model', async () => {
    const copy = await open({ embedder: createWordEmbedder() });
    await copy.restore({ file });
    expect((await copy.stats()).embedder.missing).toBe(0);
    expect((await copy.hash()).hash).toBe(hash);
  });

  it('keeps the other spaces of the store, their vectors and all', async () => {
    const other = await open({ space: 'other', embedder: createWordEmbedder() });
    await other.agent('lisa').observe({ content: 'Rex barked.' });
    const before = [await other.hash(), (await other.stats()).seq];
    await other.close();
    const copy = await open({ at: other.at });
    await copy.restore({ file });
    expect((await copy.hash()).hash).toBe(hash);
    const after = await open({ at: other.at, space: 'other', embedder: createWordEmbedder() });
    expect([await after.hash(), (await after.stats()).seq]).toEqual(before);
    expect(await after.stats()).toMatchObject({ embedder: { missing: 0 } });
    expect(await after.doctor()).toMatchObject({ ok: true });
  });

  it('sets the policy of sharing as it was, and leaves the one that is set where the backup has none', async () => {
    const shared = await open();
    await shared.agent('lisa').observe({ content: 'Luna is a cat.' });
    await shared.sharing({ preset: 'household' });
    const kept = join(await temporaryFolder(), 'shared.ndjson');
    await shared.backup({ file: kept });
    const copy = await open();
    expect(await copy.sharing()).toMatchObject({ statements: 'hearer' });
    await copy.restore({ file: kept });
    expect(await copy.sharing()).toEqual(await shared.sharing());
    const other = await open();
    await other.sharing({ findings: 'everyone' });
    await other.restore({ file });
    expect(await other.sharing()).toMatchObject({ statements: 'hearer', findings: 'everyone' });
    await other.import({ file: kept });
    expect(await other.sharing()).toMatchObject({ statements: 'hearer' });
  });
});

describe('a restore that is refused changes nothing:', () => {
  it('into a space that holds something', async () => {
    await expect(memory.restore({ file })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await memory.hash()).hash).toBe(hash);
    expect(await readdir(memory.at)).toContain('ledger');
  });

  it('of a file that was cut off, changed, or is no backup', async () => {
    const lines = (await readFile(file, 'utf8')).split('\n');
    const cut = lines.slice(0, -2);
    const changed = lines.map((line) => line.replace('Luna slept on mat 5.', 'Luna slept on mat 6.'));
    const less = lines.filter((line) => !line.includes('Luna slept on mat 5.'));
    const copy = await open();
    for (const [at, text] of [cut, changed, less, ['Luna']].entries()) {
      const bad = join(await temporaryFolder(), `${at}.ndjson`);
      await writeFile(bad, text.join('\n'));
      await expect(copy.restore({ file: bad }), bad).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    }
    const plain = join(await temporaryFolder(), 'env.sh');
    await writeFile(plain, 'export A=1\n');
    await expect(copy.restore({ file: plain })).rejects.toThrow(`"${plain}" is no backup of Madeleine; name a file`);
    await expect(copy.restore({ file: `${file}.not` })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining('(ENOENT)'),
    });
    expect((await copy.hash()).records).toBe(0);
    expect(await copy.restore({ file })).toMatchObject({ file });
  });

  it('while the store is open more than once, or is exported', async () => {
    const copy = await open();
    const other = await open({ at: copy.at, space: 'other' });
    await expect(copy.restore({ file })).rejects.toMatchObject({ code: 'CONFLICT' });
    await other.close();
    const lines = copy.export();
    await lines[Symbol.asyncIterator]().next();
    await expect(copy.restore({ file })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'restore: the space is being exported; wait until that has ended.',
    });
  });

  it('that is cancelled', async () => {
    const copy = await open();
    const controller = new AbortController();
    const restoring = copy.restore({ file, signal: controller.signal, onProgress: () => controller.abort() });
    await expect(restoring).rejects.toMatchObject({ code: 'CANCELLED' });
    expect((await copy.hash()).records).toBe(0);
    expect(await readdir(copy.at)).not.toContain('ledger-2');
    expect(await copy.restore({ file })).toMatchObject({ file });
    expect(await readdir(copy.at)).toContain('ledger-3');
  });
});
