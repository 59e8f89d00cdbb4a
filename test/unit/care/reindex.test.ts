import { expect, it } from 'vitest';
import { Madeleine, type RecallResult } from '../../../src/index.ts';
import { openSpace, storeFolder, storeOfItsOwn } from '../../support/open-space.ts';
import { createWordEmbedder } from '../../support/word-embedder.mjs';

storeOfItsOwn();

const memories = 200;

/** A space of memories with vectors of one model, closed again. */
async function spaceOf(space: string, model: string): Promise<void> {
  const embedder = createWordEmbedder({ model });
  const memory = await Madeleine.open({ at: await storeFolder(), space, embedder });
  const observations = Array.from({ length: memories - 1 }, (_, at) => ({ content: `quokka ${at}`, id: `o${at}` }));
  await memory.agent('lisa').observeMany({ observations });
  await memory.agent('lisa').believe({ content: 'The wombat digs.' });
  await memory.close();
}

it('recalls by words under another model, says so once, and by meaning after reindexing', async () => {
  await spaceOf('swapped', 'one');
  const memory = await openSpace({ space: 'swapped', embedder: createWordEmbedder({ model: 'two', dimension: 8 }) });
  expect((await memory.stats()).embedder).toEqual({ model: 'two', dimension: 8, missing: memories });
  const ask = (): Promise<RecallResult> => memory.agent('lisa').recall({ query: 'wombat', attention: false });
  const first = await ask();
  expect(first.notices).toEqual([
    'Some memories have no vector of two, so recall goes by words until reindex has run.',
  ]);
  expect(first.memories[0]?.content).toBe('The wombat digs.');
  expect(first.memories[0]?.signals.map(({ name }) => name)).not.toContain('semantic');
  expect((await ask()).notices).toEqual([]);

  const done: string[] = [];
  const result = await memory.reindex({
    onProgress: (progress) => done.push(`${progress.task} ${progress.done}/${progress.total}`),
  });
  expect(result).toEqual({ model: 'two', embedded: memories, remaining: 0 });
  expect(done).toEqual(['reindex 64/200', 'reindex 128/200', 'reindex 192/200', 'reindex 200/200']);
  const after = await ask();
  expect(after.notices).toEqual([]);
  expect(after.memories[0]?.signals.map(({ name }) => name)).toContain('semantic');
  expect(await memory.reindex()).toEqual({ model: 'two', embedded: 0, remaining: 0 });
});

it('can be stopped, keeps what is done, and goes on with the rest, also after opening again', async () => {
  await spaceOf('stopped', 'one');
  const embedder = createWordEmbedder({ model: 'two' });
  const memory = await Madeleine.open({ at: await storeFolder(), space: 'stopped', embedder });
  const stop = new AbortController();
  const stopped = memory.reindex({ signal: stop.signal, onProgress: ({ done }) => done >= 128 && stop.abort() });
  await expect(stopped).rejects.toMatchObject({ code: 'CANCELLED', message: 'reindex: cancelled by its signal.' });
  expect((await memory.stats()).embedder.missing).toBe(memories - 128);
  await memory.close();
  const again = await openSpace({ space: 'stopped', embedder });
  expect(await again.reindex()).toEqual({ model: 'two', embedded: memories - 128, remaining: 0 });
  expect((await again.doctor()).findings.find(({ check }) => check === 'vectors')).toMatchObject({ level: 'ok' });
  expect((await again.stats()).records.embedding).toBe(memories);
});

it('is refused where there is no embedder', async () => {
  const memory = await openSpace();
  await expect(memory.reindex()).rejects.toMatchObject({
    code: 'UNSUPPORTED',
    message: 'reindex: the embedder "none" makes no vectors; open the memory with another embedder.',
  });
});

it('counts what a space holds', async () => {
  await spaceOf('counted', 'one');
  const memory = await openSpace({ space: 'counted', embedder: createWordEmbedder({ model: 'one' }) });
  await memory.agent('electra').observe({ content: 'Luna purrs', session: 'monday', entities: ['Luna'], shared: true });
  const stats = await memory.stats();
  expect(stats).toMatchObject({
    space: 'counted',
    seq: 3,
    agents: [
      { name: 'lisa', believes: memories },
      { name: 'system', believes: 1 },
    ],
    index: { memories: memories + 1, vectors: memories + 1, vocabulary: expect.any(Number) },
    embedder: { model: 'one', dimension: 16, missing: 0 },
    records: { observation: memories, fact: 1, session: 1, entity: 1, mentions: 1, believes: memories + 1, agent: 3 },
  });
  expect(stats.storeBytes).toBeGreaterThan(memories * 64);
  const { bytes } = stats.index;
  // A vector of 16 components takes 16 bytes; each memory has a posting of 8 bytes at the least.
  expect(bytes.vectors).toBeGreaterThanOrEqual((memories + 1) * 16);
  expect(bytes.terms).toBeGreaterThan(memories * 8);
  expect(bytes.columns).toBeGreaterThan(memories * 100);
  expect(bytes.tokens).toBe(0);
});
