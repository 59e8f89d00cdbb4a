import { MockEmbeddingModelV3 } from 'ai/test';
import { describe, expect, test } from 'vitest';
import { type AiSdkEmbedderOptions, createAiSdkEmbedder } from '../../../src/embed/ai-sdk-embedder.ts';
import { letterModel } from '../../contract/embedder-cases.ts';

function answering(...embeddings: number[][]): MockEmbeddingModelV3 {
  return new MockEmbeddingModelV3({ maxEmbeddingsPerCall: null, doEmbed: { embeddings, warnings: [] } });
}

describe('AI SDK embedder', () => {
  test('asks the model for its dimension unless it is given', async () => {
    const [asked, given] = [letterModel(), letterModel()];
    expect((await createAiSdkEmbedder({ model: asked })).dimension).toBe(32);
    expect((await createAiSdkEmbedder({ model: given, dimension: 32 })).dimension).toBe(32);
    expect([asked.doEmbedCalls.length, given.doEmbedCalls.length]).toEqual([1, 0]);
  });

  test('is named after provider and model, or as the caller says', async () => {
    const model = letterModel();
    expect((await createAiSdkEmbedder({ model })).model).toBe('mock/letters');
    expect((await createAiSdkEmbedder({ model, id: 'letters-2' })).model).toBe('letters-2');
  });

  test('normalises very large and very small numbers without losing their direction', async () => {
    for (const scale of [1, 1e300, 1e-300]) {
      const embedder = await createAiSdkEmbedder({ model: answering([3 * scale, 4 * scale]), dimension: 2 });
      const [vector] = await embedder.embed(['text']);
      expect(vector?.[0]).toBeCloseTo(0.6, 6);
      expect(vector?.[1]).toBeCloseTo(0.8, 6);
    }
  });

  test('sends prefixes and provider options by purpose', async () => {
    const model = letterModel();
    const embedder = await createAiSdkEmbedder({
      model,
      dimension: 32,
      prefixes: { query: 'search_query: ' },
      providerOptions: { document: { cohere: { inputType: 'search_document' } } },
    });
    await embedder.embed(['one'], { purpose: 'query' });
    await embedder.embed(['two']);
    expect(model.doEmbedCalls.map((call) => call.values)).toEqual([['search_query: one'], ['two']]);
    expect(model.doEmbedCalls.map((call) => call.providerOptions?.cohere?.inputType)).toEqual([
      undefined,
      'search_document',
    ]);
  });

  test('hands the signal to the model', async () => {
    const model = letterModel();
    const embedder = await createAiSdkEmbedder({ model, dimension: 32 });
    const { signal } = new AbortController();
    await embedder.embed(['text'], { signal });
    expect(model.doEmbedCalls[0]?.abortSignal).toBe(signal);
  });

  test('says why the model did not answer, and keeps the cause', async () => {
    const cause = new Error('401 wrong key');
    const model = new MockEmbeddingModelV3({ doEmbed: () => Promise.reject(cause) });
    const embedder = await createAiSdkEmbedder({ model, dimension: 2, maxRetries: 0 });
    await expect(embedder.embed(['text'])).rejects.toMatchObject({
      name: 'UnavailableError',
      code: 'EMBEDDER_UNAVAILABLE',
      message: expect.stringContaining('401 wrong key'),
      cause,
    });
    await expect(createAiSdkEmbedder({ model, maxRetries: 0 })).rejects.toMatchObject({ code: 'EMBEDDER_UNAVAILABLE' });
  });

  test.each([
    ['another length than at first', [1, 2, 3], 'vectors of 2 numbers, got 3'],
    ['what is not a number', [Number.NaN, 1], 'finite numbers'],
    ['only zeros', [0, 0], 'a direction'],
  ])('refuses a model that answers with %s', async (_, vector, rule) => {
    const embedder = await createAiSdkEmbedder({ model: answering(vector), dimension: 2 });
    await expect(embedder.embed(['text'])).rejects.toThrow(rule);
  });

  test('refuses options that it does not know, values out of range and what is no model', async () => {
    const model = letterModel();
    const refused = (options: unknown) => expect(createAiSdkEmbedder(options as AiSdkEmbedderOptions)).rejects;
    await refused({ model, dimensions: 3 }).toThrow('"dimensions" is not an option');
    await refused({ model, dimension: 0 }).toThrow('"dimension" must be a whole number from 1 to 65536, got 0');
    await refused({ model, id: '' }).toThrow('"id" must be a text that is not empty');
    await refused({ model: 'openai/text-embedding-3-small' }).toThrow('"model" must be an embedding model object');
    await refused({}).toThrow('"model" must be an embedding model object');
  });
});
