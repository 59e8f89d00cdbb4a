import { afterAll, describe, expect, test } from 'vitest';
import type { Embedder } from '../../src/embed/embedder.ts';
import { noneEmbedder } from '../../src/embed/resolve-embedder.ts';
import { cosine, norm } from './embedder-arithmetic.ts';
import { embedderCases } from './embedder-cases.ts';

const sentences = [
  'Luna is a grey cat who hates the cold.',
  'ok',
  'The login bug sits in src/auth.py, in the way the session token is compared after it was refreshed.',
  'Mark moved to Seattle in March.',
  'ünïcödé, 東京, Привет, 🙂',
];

for (const { name, make, skip } of embedderCases) {
  describe.skipIf(skip !== undefined)(`embedder contract: ${name}`, () => {
    const shared: Promise<Embedder> | undefined = skip === undefined ? make() : undefined;
    const open = async (): Promise<Embedder> => (await shared) ?? make();

    afterAll(async () => (await shared)?.close());

    test('names its model and the length of its vectors', async () => {
      const embedder = await open();
      const [vector] = await embedder.embed(['a text']);
      expect(embedder.model).not.toBe('');
      expect(vector).toHaveLength(embedder.dimension);
    });

    test('answers in the order of the texts, also when they come in one call and of mixed length', async () => {
      const embedder = await open();
      const together = await embedder.embed(sentences);
      const another = await make();
      for (const [at, sentence] of sentences.entries()) {
        const [alone] = await another.embed([sentence]);
        expect(cosine(together[at], alone)).toBeGreaterThan(0.99999);
      }
      await another.close();
    });

    test('makes finite vectors of norm 1', async () => {
      const embedder = await open();
      for (const vector of await embedder.embed(sentences)) {
        expect(vector.every(Number.isFinite)).toBe(true);
        expect(norm(vector)).toBeCloseTo(1, 5);
      }
    });

    test('makes the same vector of the same text, within a call and in the next, and others of other texts', async () => {
      const embedder = await open();
      const [one, other, again] = await embedder.embed(['twice', 'something else', 'twice']);
      const [later] = await embedder.embed(['twice'], { purpose: 'query' });
      expect(again).toEqual(one);
      expect(cosine(later, one)).toBeGreaterThan(0.99999);
      expect(cosine(other, one)).toBeLessThan(0.99);
    });

    test('hands out vectors that the caller may change', async () => {
      const embedder = await open();
      const [mine] = await embedder.embed(['changed by its caller']);
      const before = mine?.slice();
      mine?.fill(0);
      expect((await embedder.embed(['changed by its caller']))[0]).toEqual(before);
    });

    test('answers an empty list with an empty list', async () => {
      expect(await (await open()).embed([])).toEqual([]);
    });

    test('answers concurrent calls each with its own vectors', async () => {
      const embedder = await open();
      const calls = Array.from({ length: 6 }, (_, at) => [`call ${at} first`, `and the second text of call ${at}`]);
      const answers = await Promise.all(calls.map((texts) => embedder.embed(texts)));
      for (const [at, texts] of calls.entries()) {
        const expected = await embedder.embed(texts);
        expect(answers[at]?.map((vector, row) => cosine(vector, expected[row]) > 0.99999)).toEqual([true, true]);
      }
    });

    test('refuses a call whose signal has fired', async () => {
      const call = (await open()).embed(['never'], { signal: AbortSignal.abort() });
      await expect(call).rejects.toMatchObject({ name: 'CancelledError', code: 'CANCELLED' });
    });

    test('ends a call whose signal fires under way, and only that call', async () => {
      const embedder = await open();
      const controller = new AbortController();
      const many = Array.from({ length: 60 }, (_, at) => `a text to be cancelled, number ${at}`);
      const cancelled = embedder.embed(many, { signal: controller.signal });
      const other = embedder.embed(['stays']);
      setTimeout(() => controller.abort(), 1);
      await expect(cancelled).rejects.toMatchObject({ name: 'CancelledError', code: 'CANCELLED' });
      expect(await other).toHaveLength(1);
    });

    test('refuses what is not text', async () => {
      const call = (await open()).embed(['fine', 7] as unknown as string[]);
      await expect(call).rejects.toThrow('embed: "texts[1]" must be a string, got number.');
    });

    test('closes twice, and refuses to embed afterwards', async () => {
      const embedder = await make();
      await embedder.embed(['before']);
      await embedder.close();
      await embedder.close();
      await expect(embedder.embed(['after'])).rejects.toMatchObject({ name: 'ConflictError', code: 'CLOSED' });
    });
  });
}

describe('embedder contract: none', () => {
  test('says by its dimension that it makes no vectors', () => {
    expect(noneEmbedder).toMatchObject({ model: 'none', dimension: 0 });
  });

  test('answers an empty list with an empty list and refuses texts', async () => {
    expect(await noneEmbedder.embed([])).toEqual([]);
    await expect(noneEmbedder.embed(['text'])).rejects.toMatchObject({ code: 'UNSUPPORTED' });
  });

  test('closes twice and stays usable, because all share it', async () => {
    await noneEmbedder.close();
    await noneEmbedder.close();
    expect(await noneEmbedder.embed([])).toEqual([]);
  });
});
