/** Opening a memory that can be opened: any path, again and again, spaces apart, files private, indexes rebuilt. */
import { appendFile, cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Madeleine } from '../../src/index.ts';
import { markedSeq } from '../../src/store/high-water-mark.ts';
import { runChild } from '../support/child-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { createWordEmbedder } from '../support/word-embedder.mjs';

interface Opened {
  readonly origin: string;
  readonly observations: number;
  readonly seq: number;
  readonly ok: boolean;
  readonly found?: readonly { readonly id: string; readonly score: number }[];
}

/** Opens a store in a process of its own, which has to end by itself and without an error. */
async function opened(task: object, cwd?: string): Promise<readonly Opened[]> {
  const end = await runChild('open-attempt.mjs', task, cwd === undefined ? {} : { cwd });
  expect({ code: end.code, signal: end.signal }, `${end.stderr}${JSON.stringify(end.said)}`).toEqual({
    code: 0,
    signal: null,
  });
  return end.said.filter(({ event }) => event === 'opened') as unknown as readonly Opened[];
}

/** Opens a store in this process, which takes the ledger as it has it open, and the index from the disk. */
async function reopened({ at, write = 0, recall }: { at: string; write?: number; recall?: string }): Promise<Opened> {
  const memory = await open(at);
  const agent = memory.agent('Lisa');
  for (let count = 1; count <= write; count += 1)
    await agent.observe({ content: `Mark's cat Luna jumped over fence ${count} in Seattle.`, session: 'garden' });
  const found = recall === undefined ? [] : (await agent.search({ query: recall })).memories;
  const [{ records, seq }, { ok }] = [await memory.stats(), await memory.doctor()];
  await memory.close();
  return { origin: memory.indexOrigin, observations: records.observation ?? 0, seq, ok, found };
}

const open = (at: string, space = 'default'): Promise<Madeleine> =>
  Madeleine.open({ at, space, embedder: createWordEmbedder() });

describe('the path of a store', () => {
  test.each(['with space', '100%25 sure', 'Grüße 記憶 🐈', 'quote\'d #1; & "more"'])('may be "%s"', async (name) => {
    const folder = await temporaryFolder();
    await opened({ at: join(folder, name), write: 2 });
    expect(await readdir(folder)).toEqual([name]);
    expect(await readdir(join(folder, name))).toContain('ledger');
    expect(await opened({ at: join(folder, name) })).toMatchObject([{ observations: 2, ok: true }]);
  });

  test('may be relative, deep, and through a link', async () => {
    const folder = await temporaryFolder();
    await opened({ at: './a/b/../c', write: 1 }, folder);
    expect(await opened({ at: join(folder, 'a', 'c') })).toMatchObject([{ observations: 1 }]);
  });
});

describe('a memory', () => {
  test('is closed and opened again by one process, from its snapshot', async () => {
    const at = join(await temporaryFolder(), 'store');
    const [first, second, third] = await opened({ at, write: 2, times: 3 });
    expect(first).toMatchObject({ origin: 'ledger', observations: 2 });
    expect(second).toMatchObject({ origin: 'snapshot', observations: 4, ok: true });
    expect(third).toMatchObject({ origin: 'snapshot', observations: 6, ok: true });
  });

  test('that two parts of one process open is one memory', async () => {
    const at = join(await temporaryFolder(), 'store');
    const [one, other] = await Promise.all([open(at), open(`${at}/../store`)]);
    const lisa = one.agent('Lisa');
    const again = other.agent('Lisa');
    await lisa.observe({ content: 'The violin is in the attic.' });
    expect((await again.search({ query: 'violin attic' })).memories).toHaveLength(1);
    await again.observe({ content: 'The lantern is in the cellar.' });
    expect((await lisa.search({ query: 'lantern cellar' })).memories[0]?.content).toContain('lantern');
    await Promise.all(
      [lisa, again, lisa, again].map((agent, at) => agent.observe({ content: `Both write note ${at}.` })),
    );
    expect((await lisa.search({ query: 'note' })).total).toBe(6);
    expect(await one.stats()).toMatchObject({ seq: 6, records: { observation: 6 } });

    await one.close();
    await again.observe({ content: 'The other part goes on.' });
    expect(await other.doctor()).toMatchObject({ ok: true });
    await other.close();
  });

  test('that was closed and deleted is begun anew where it was, or goes on with what was put there', async () => {
    const parent = await temporaryFolder();
    const [at, copy] = [join(parent, 'store'), join(parent, 'copy')];
    const told = async (content: string): Promise<readonly string[]> => {
      const memory = await Madeleine.open({ at, embedder: 'none' });
      const luna = memory.agent('luna');
      await luna.observe({ content });
      const all = await luna.latest();
      await memory.close();
      return all.map((one) => one.content);
    };
    expect(await told('The quokka sleeps.')).toEqual(['The quokka sleeps.']);
    await cp(at, copy, { recursive: true });
    for (const content of ['The wombat digs.', 'The emu runs.']) {
      await rm(at, { recursive: true });
      expect(await told(content)).toEqual([content]);
    }
    expect(await told('The emu rests.')).toEqual(['The emu rests.', 'The emu runs.']);
    await rm(at, { recursive: true });
    await cp(copy, at, { recursive: true });
    expect(await told('The quokka wakes.')).toEqual(['The quokka wakes.', 'The quokka sleeps.']);
  });

  test('shares nothing with another space of its store', async () => {
    const at = join(await temporaryFolder(), 'store');
    const [mine, yours] = await Promise.all([open(at, 'mine'), open(at, 'yours')]);
    await mine.agent('Lisa').observe({ content: 'The violin is in the attic.', shared: true, id: 'n1' });
    await yours.agent('Lisa').observe({ content: 'The lantern is in the cellar.', shared: true, id: 'n1' });
    const found = async (memory: Madeleine): Promise<readonly string[]> => {
      const { memories } = await memory.agent('Lisa').search({ query: 'violin lantern attic cellar' });
      return memories.map(({ content }) => content);
    };
    expect(await found(mine)).toEqual(['The violin is in the attic.']);
    expect(await found(yours)).toEqual(['The lantern is in the cellar.']);
    expect(await mine.stats()).toMatchObject({ seq: 1, records: { observation: 1 } });
    expect(await yours.stats()).toMatchObject({ seq: 1, records: { observation: 1 } });
    await Promise.all([mine.close(), yours.close()]);
  });
});

describe('the files of a store', () => {
  test('are for their owner only, whatever the umask', async () => {
    const folder = await temporaryFolder();
    const at = join(folder, 'store');
    await opened({ at, write: 2, umask: 0o022 });
    const entries = await readdir(at, { recursive: true, withFileTypes: true });
    const modes = await Promise.all(
      [at, ...entries.map((entry) => join(entry.parentPath, entry.name))].map(async (path) => {
        const found = await stat(path);
        return { path: path.slice(folder.length), folder: found.isDirectory(), mode: (found.mode & 0o777).toString(8) };
      }),
    );
    expect(modes.filter(({ folder: isFolder, mode }) => isFolder && mode !== '700')).toEqual([]);
    const files = modes.filter(({ folder: isFolder }) => !isFolder);
    const ours = files.filter(({ path }) => !path.startsWith('/store/ledger/'));
    expect(ours.map(({ path }) => path).sort()).toEqual([
      '/store/index/default/recall-index.snapshot',
      '/store/marks/default',
      '/store/owner',
    ]);
    expect(files.length).toBeGreaterThan(ours.length + 4);
    expect(files.filter(({ mode }) => mode !== '600')).toEqual([]);
  });
});

describe('the mark of the last acknowledged write', () => {
  test('is brought up when a process died between the commit and the mark', async () => {
    const at = join(await temporaryFolder(), 'store');
    const mark = join(at, 'marks', 'default');
    await opened({ at, write: 3 });
    expect(await markedSeq([at], 'default')).toBe(3);
    await writeFile(mark, '0000000000000000002\n');
    expect(await opened({ at, write: 1 })).toMatchObject([{ seq: 4, observations: 4, ok: true }]);
    expect(await markedSeq([at], 'default')).toBe(4);
  });

  test('is made anew from its second place when it is missing, empty, or no number', async () => {
    const at = join(await temporaryFolder(), 'store');
    const mark = join(at, 'marks', 'default');
    await opened({ at, write: 3 });
    await rm(mark);
    expect(await opened({ at })).toMatchObject([{ seq: 3, observations: 3, ok: true }]);
    expect(await markedSeq([at], 'default')).toBe(3);
    for (const text of ['', 'garbage']) {
      await writeFile(mark, text);
      expect(await opened({ at }), text).toMatchObject([{ seq: 3, ok: true }]);
      expect(await markedSeq([at], 'default')).toBe(3);
    }
  });
});

describe('the snapshot of the index', () => {
  const query = 'Luna jumped over fence 4';
  const snapshotIn = (at: string): string => join(at, 'index', 'default', 'recall-index.snapshot');

  test('changes nothing about what is recalled', async () => {
    const at = join(await temporaryFolder(), 'store');
    await reopened({ at, write: 8 });
    const loaded = await reopened({ at, recall: query });
    await rm(join(at, 'index'), { recursive: true });
    const built = await reopened({ at, recall: query });
    expect([loaded.origin, built.origin]).toEqual(['snapshot', 'ledger']);
    expect(loaded.found?.map(({ id }) => id)).toEqual(built.found?.map(({ id }) => id));
    expect(loaded.found).toHaveLength(8);
  });

  test('is caught up when it is behind the ledger', async () => {
    const at = join(await temporaryFolder(), 'store');
    await reopened({ at, write: 5 });
    const kept = join(at, 'kept');
    await cp(snapshotIn(at), kept);
    await reopened({ at, write: 5 });
    await cp(kept, snapshotIn(at));
    const caughtUp = await reopened({ at, recall: query });
    await rm(join(at, 'index'), { recursive: true });
    const built = await reopened({ at, recall: query });
    expect(caughtUp).toMatchObject({ origin: 'snapshot', observations: 10, ok: true });
    expect(caughtUp.found?.map(({ id }) => id)).toEqual(built.found?.map(({ id }) => id));
  });

  test('is built again when it is damaged, cut off, empty, of another store, or ahead of this one', async () => {
    const at = join(await temporaryFolder(), 'store');
    const other = join(await temporaryFolder(), 'store');
    await reopened({ at, write: 3 });
    await reopened({ at: other, write: 3 });
    const snapshot = snapshotIn(at);
    const whole = await readFile(snapshot);
    const flipped = Buffer.from(whole);
    flipped[whole.length - 20] = (flipped[whole.length - 20] ?? 0) ^ 1;
    const bad = [flipped, whole.subarray(0, whole.length - 9), Buffer.alloc(0), await readFile(snapshotIn(other))];
    for (const [index, bytes] of bad.entries()) {
      await writeFile(snapshot, bytes);
      const found = await reopened({ at, recall: query });
      expect(found, `snapshot ${index}`).toMatchObject({ origin: 'ledger', observations: 3, ok: true });
      expect(found.found).toHaveLength(3);
    }
    await appendFile(snapshot, 'more');
    expect(await reopened({ at })).toMatchObject({ origin: 'ledger', ok: true });
  });

  test('is done without when it cannot be written', async () => {
    const at = join(await temporaryFolder(), 'store');
    await mkdir(snapshotIn(at), { recursive: true });
    expect(await reopened({ at, write: 2 })).toMatchObject({ origin: 'ledger', ok: true });
    expect(await reopened({ at, recall: query })).toMatchObject({ origin: 'ledger', observations: 2, ok: true });
  });
});
