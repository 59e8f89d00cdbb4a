import { describe, expect, test } from 'vitest';
import type { Embedder } from '../../../src/embed/embedder.ts';
import { embedderNames, noneEmbedder, resolveEmbedder } from '../../../src/embed/resolve-embedder.ts';

describe('resolve embedder', () => {
  test('knows every name that it lists', async () => {
    const models = embedderNames.map((name) => resolveEmbedder(name).model);
    expect(models).toEqual(['all-MiniLM-L6-v2', 'none']);
  });

  test('gives back an embedder of the caller', () => {
    const mine: Embedder = { ...noneEmbedder, model: 'mine', dimension: 8 };
    expect(resolveEmbedder(mine)).toBe(mine);
  });

  test.each([
    ['another name', 'word2vec', 'got "word2vec"'],
    ['nothing', undefined, 'got undefined'],
    ['an object that embeds nothing', { model: 'm', dimension: 3 }, 'got object'],
    ['a broken dimension', { ...noneEmbedder, dimension: 2.5 }, 'got object'],
  ])('refuses %s', (_, choice, got) => {
    expect(() => resolveEmbedder(choice as Embedder)).toThrow(got);
    expect(() => resolveEmbedder(choice as Embedder)).toThrow('"embedder" must be one of minilm, none');
  });
});
