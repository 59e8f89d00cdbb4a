import { describe, expect, test } from 'vitest';
import { checkVectors, embedQueries, embedTexts } from '../../../src/embed/check-vectors.ts';
import { mostTokens } from '../../../src/embed/defaults.ts';
import type { Embedder } from '../../../src/embed/embedder.ts';

const embedder = { model: 'three', dimension: 3 };
const check = (vectors: readonly Float32Array[], count: number): readonly Float32Array[] =>
  checkVectors('observe', embedder, vectors, count);

describe('check vectors', () => {
  test('passes normalised vectors as they are', () => {
    const vectors = [Float32Array.of(1, 0, 0), Float32Array.of(0.6, 0.8, 0)];
    const [one, other] = check(vectors, 2);
    expect(one).toBe(vectors[0]);
    expect(other).toBe(vectors[1]);
  });

  test('normalises a copy when the norm is off by more than a thousandth', () => {
    const vector = Float32Array.of(3, 4, 0);
    expect(check([vector], 1)).toEqual([Float32Array.of(0.6, 0.8, 0)]);
    expect(vector).toEqual(Float32Array.of(3, 4, 0));
  });

  test('passes an empty list', () => {
    expect(check([], 0)).toEqual([]);
  });

  test.each([
    ['a missing vector', [Float32Array.of(1, 0, 0)], 'one vector for each text, got 1 for 2'],
    ['a short vector', [Float32Array.of(1, 0, 0), Float32Array.of(1)], 'vectors of 3 numbers, got 1 at 1'],
    ['NaN', [Float32Array.of(1, 0, 0), Float32Array.of(Number.NaN, 0, 1)], 'finite numbers, got others at 1'],
    ['infinity', [Float32Array.of(Infinity, 0, 0), Float32Array.of(1, 0, 0)], 'finite numbers, got others at 0'],
    ['zeros', [Float32Array.of(1, 0, 0), Float32Array.of(0, 0, 0)], 'a direction, got only zeros at 1'],
  ])('refuses %s', (_, vectors, rule) => {
    expect(() => check(vectors, 2)).toThrow(
      expect.objectContaining({
        code: 'EMBEDDER_UNAVAILABLE',
        message: expect.stringContaining(rule),
      }),
    );
    expect(() => check(vectors, 2)).toThrow('observe: the embedder "three" must');
  });
});

describe('the words of a text', () => {
  const vector = Float32Array.of(1, 0, 0);
  const embedderOf = (words: readonly string[], values: Int8Array): Embedder => ({
    model: 'three',
    dimension: 3,
    embed: async (texts) => texts.map(() => vector),
    embedWithTokens: async (texts) => texts.map(() => ({ vector, tokens: { words, values } })),
    close: async () => undefined,
  });
  const rows = (...firsts: readonly number[]): Int8Array =>
    Int8Array.from(firsts.flatMap((first) => [first, ...Array.from({ length: 15 }, () => 0)]));

  test('are compared without words of grammar and signs', async () => {
    const embedder = embedderOf(['the', 'greyhound', '!', 'slept'], rows(1, 2, 3, 4));
    const [query] = await embedQueries('search', embedder, ['The greyhound! Slept'], undefined);
    expect(query).toEqual({ vector, tokens: { words: ['greyhound', 'slept'], values: rows(2, 4) } });
    const [kept] = await embedTexts('observe', embedder, ['The greyhound! Slept'], undefined);
    expect(kept).toEqual({ model: 'three', vector, tokens: Int8Array.of(1, ...rows(2, 4)) });
  });

  test('are the first of a long text', async () => {
    const words = Array.from({ length: 100 }, (_, at) => `word${at}`);
    const [kept] = await embedTexts('observe', embedderOf(words, rows(...words.keys())), [words.join(' ')], undefined);
    expect(kept?.tokens).toHaveLength(1 + mostTokens * 16);
  });

  test('are left out where the embedder has none', async () => {
    const { embedWithTokens: _, ...plain } = embedderOf([], rows());
    expect(await embedTexts('observe', plain, ['A text'], undefined)).toEqual([{ model: 'three', vector }]);
  });

  test.each([
    ['of another length', ['one'], new Int8Array(17)],
    ['without a word', [], new Int8Array(16)],
    ['too long', ['one'], new Int8Array(272)],
  ])('are refused if they are %s', async (_, words, values) => {
    await expect(embedTexts('observe', embedderOf(words, values), ['A text'], undefined)).rejects.toMatchObject({
      code: 'EMBEDDER_UNAVAILABLE',
      message: expect.stringContaining('a multiple of 16 components, at most 256'),
    });
  });
});
