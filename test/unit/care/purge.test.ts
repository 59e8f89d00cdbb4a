/** What is left on the disk of what was forgotten, through the public surface and the files themselves. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { Madeleine, type OpenOptions } from '../../../src/index.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { createWordEmbedder } from '../../support/word-embedder.mjs';

const canaries = Array.from({ length: 50 }, (_, at) => `Kestrel${at}Zanzibar hid the Ångström${at}Ledger in Łódź.`);
const others = Array.from({ length: 30 }, (_, at) => `Luna slept on mat ${at}.`);
const embedder = createWordEmbedder({ dimension: 64 });

/** The forms in which a text could lie on the disk: as it is, its tokens, in UTF-16, in base64, and its vector. */
const forms: Readonly<Record<string, (text: string) => Promise<readonly Buffer[]>>> = {
  text: async (text) =>
    text
      .split(' ')
      .slice(0, 1)
      .concat(text)
      .map((part) => Buffer.from(part)),
  tokens: async (text) => (text.toLowerCase().match(/\p{L}+\d+\p{L}+/gu) ?? []).map((token) => Buffer.from(token)),
  'UTF-16': async (text) => [Buffer.from(text.slice(0, 16), 'utf16le')],
  base64: async (text) => [Buffer.from(Buffer.from(text).toString('base64').slice(0, 40))],
  vector: async (text) => {
    const [vector = new Float32Array()] = await embedder.embed([text]);
    return [Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)];
  },
};

const opened: Madeleine[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((memory) => memory.close()));
});

async function open(options: Partial<OpenOptions> = {}): Promise<Madeleine> {
  const memory = await Madeleine.open({ at: join(await temporaryFolder(), 'store'), embedder, ...options });
  opened.push(memory);
  return memory;
}

async function observe(memory: Madeleine, contents: readonly string[]): Promise<readonly string[]> {
  const observations = contents.map((content) => ({ content }));
  const { receipts } = await memory.agent('lisa').observeMany({ observations });
  return receipts.map(({ id }) => id);
}

async function bytesOf(folder: string): Promise<readonly Buffer[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(files.map((file) => readFile(file)));
}

/** How many of the canaries some file of a folder holds in each form. */
async function found(folder: string): Promise<Readonly<Record<string, number>>> {
  const files = await bytesOf(folder);
  const counts: Record<string, number> = {};
  for (const [form, patternsOf] of Object.entries(forms)) {
    const hits = await Promise.all(
      canaries.map(async (text) =>
        (await patternsOf(text)).some((bytes) => files.some((file) => file.includes(bytes))),
      ),
    );
    counts[form] = hits.filter(Boolean).length;
  }
  return counts;
}

const nothing = { text: 0, tokens: 0, 'UTF-16': 0, base64: 0, vector: 0 };

/** A store whose files hold the canaries, which are forgotten; and the hash from before they came. */
async function forgotten(): Promise<{ readonly at: string; readonly hash: string }> {
  const first = await open();
  await observe(first, others);
  const { hash } = await first.hash();
  const ids = await observe(first, canaries);
  for (const id of ids) await first.forget({ id });
  await first.close();
  return { at: first.at, hash };
}

describe('a purge', () => {
  it('leaves no byte of what was forgotten in the folder, in none of its forms', async () => {
    const { at, hash } = await forgotten();
    const before = await found(at);
    expect(before).toMatchObject({ text: canaries.length, tokens: canaries.length });
    // A record that the engine's log splits between two blocks is not found in one piece.
    expect(before['vector']).toBeGreaterThan(canaries.length * 0.8);
    const memory = await open({ at });
    const { left, rows } = await memory.purge();
    expect(left).toEqual([]);
    expect(rows).toBeGreaterThan(others.length);
    expect(await found(at)).toEqual(nothing);
    expect((await memory.hash()).hash).toBe(hash);
    await observe(memory, ['Luna woke up.']);
    expect(await memory.doctor()).toMatchObject({ ok: true });
    await memory.close();
    expect(await found(at)).toEqual(nothing);
    const again = await open({ at });
    expect(again.indexOrigin).toBe('ledger');
    expect((await again.agent('lisa').search({ query: 'Luna mat 7' })).memories[0]).toMatchObject({
      content: 'Luna slept on mat 7.',
    });
    expect(await again.doctor()).toMatchObject({ ok: true });
  });

  it('finds in a control file each form that it looks for', async () => {
    const folder = await temporaryFolder();
    for (const [form, patternsOf] of Object.entries(forms)) {
      const written = await Promise.all(canaries.map(patternsOf));
      await writeFile(join(folder, 'control'), Buffer.concat(written.flat()));
      expect(await found(folder), form).toMatchObject({ [form]: canaries.length });
    }
  });

  it('changes nothing of what is known, and the memory that purged goes on', async () => {
    const memory = await open();
    await observe(memory, others);
    await memory.agent('lisa').recall({ query: 'mat 7' });
    const before = [await memory.hash(), (await memory.stats()).seq, (await memory.stats()).embedder];
    const query = { query: 'Luna mat 7', attention: false } as const;
    const ids = async (): Promise<readonly string[]> =>
      (await memory.agent('lisa').search({ query: query.query })).memories.map(({ id }) => id);
    const answered = await ids();
    await memory.purge();
    await memory.purge();
    expect([await memory.hash(), (await memory.stats()).seq, (await memory.stats()).embedder]).toEqual(before);
    expect(await ids()).toEqual(answered);
    expect((await readdir(memory.at)).sort()).toEqual(['ledger-3', 'ledger-in-use', 'marks', 'owner']);
    await Promise.all(others.map((content) => memory.agent('lisa').observe({ content: `Again, ${content}` })));
    expect(await memory.doctor()).toMatchObject({ ok: true });
  });

  it('takes along what was forgotten in the other spaces of the store', async () => {
    const { at } = await forgotten();
    const other = await open({ at, space: 'other' });
    await observe(other, others);
    const { hash } = await other.hash();
    await other.purge();
    expect(await found(at)).toEqual(nothing);
    expect((await other.hash()).hash).toBe(hash);
    expect((await (await open({ at })).hash()).records).toBeGreaterThan(others.length);
  });

  it('names exports and backups beside the store, by whatever name, and what else lies in its folder', async () => {
    const memory = await open();
    const beside = join(dirname(memory.at), `${basename(memory.at)}-default-now.ndjson`);
    await memory.backup({ file: beside });
    const other = join(dirname(memory.at), 'space.backup');
    await memory.backup({ file: other });
    await writeFile(join(dirname(memory.at), 'notes.txt'), 'none of ours');
    await writeFile(join(memory.at, 'notes.txt'), 'mine');
    expect((await memory.purge()).left).toEqual([other, beside, join(memory.at, 'notes.txt')]);
    expect(await readdir(memory.at)).toContain('notes.txt');
  });

  it('that is cancelled changes nothing', async () => {
    const memory = await open();
    await observe(memory, others);
    const { hash } = await memory.hash();
    const controller = new AbortController();
    const purging = memory.purge({ signal: controller.signal, onProgress: () => controller.abort() });
    await expect(purging).rejects.toMatchObject({ code: 'CANCELLED', message: expect.stringMatching(/^purge: /) });
    expect((await memory.hash()).hash).toBe(hash);
    expect(await readdir(memory.at)).toContain('ledger');
    expect(await readdir(memory.at)).not.toContain('ledger-2');
  });

  it('is refused while the store is open beside it', async () => {
    const memory = await open();
    await open({ at: memory.at });
    await expect(memory.purge()).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});
