import { describe, expect, test } from 'vitest';
import type { TokenVectors } from '../../../src/embed/embedder.ts';
import { packedTokens } from '../../../src/embed/check-vectors.ts';
import { comparedMemories } from '../../../src/recall/defaults.ts';
import { createWordEmbedder } from '../../support/word-embedder.mjs';
import { Madeleine, type Embedder } from '../../../src/index.ts';
import { openSpace, storeFolder, storeOfItsOwn } from '../../support/open-space.ts';
import { indexOf, memoryOf, randomOf, unitVector } from '../recall-index/index-fixture.ts';
import { ask, idsOf } from './rank-fixture.ts';

storeOfItsOwn();

/** Words of one meaning have one direction, others directions of their own. */
const meanings = [
  'greyhound dog puppy hound',
  'car automobile vehicle',
  'soup broth',
  'mark',
  'window',
  'garden',
  'paint',
];

function tokensOf(text: string): TokenVectors {
  const words = (text.toLowerCase().match(/[a-z]+/g) ?? []).filter((word) =>
    meanings.some((one) => one.includes(word)),
  );
  const values = new Int8Array(words.length * 16);
  words.forEach((word, at) => {
    values[at * 16 + meanings.findIndex((one) => one.split(' ').includes(word))] = 127;
  });
  return { words, values };
}

/** An index whose memories have the same vector each, so that only their words tell them apart. */
function worldOf(texts: readonly string[], withTokens = true): ReturnType<typeof indexOf> {
  const vector = unitVector(randomOf(1), 16);
  const memories = texts.map((text, at) => memoryOf(`m${at}`, text, { session: 'session:s', speaker: 'Mark' }));
  const vectors = memories.map(({ id, content }) => ({
    memory: id,
    vector,
    ...(withTokens ? { tokens: packedTokens(tokensOf(content)) } : {}),
  }));
  return indexOf(memories, { vectors });
}

const texts = [
  'We cleaned a window.',
  'The greyhound slept all day.',
  'They went to the garden.',
  'More paint is needed.',
];
const question = 'Which puppy?';
const asked = { vector: unitVector(randomOf(1), 16), tokens: tokensOf(question) };

describe('words in meaning', () => {
  test('bring up the memory that says the same in another word', () => {
    const index = worldOf([...texts, 'His automobile is red.']);
    const found = (text: string): readonly string[] =>
      idsOf(ask(index, 'lisa', text, { ...asked, tokens: tokensOf(text) }));
    expect(found('Which puppy?')[0]).toBe('observation:m1');
    expect(found('Which vehicle?')[0]).toBe('observation:m4');
  });

  test('are a ground of the relevance, in what was said with a memory too', () => {
    // No list of words has soup for broth.
    const simmering = texts.with(1, 'The soup simmered all day.');
    const broth = 'Which broth?';
    const { hits } = ask(worldOf(simmering), 'lisa', broth, { ...asked, tokens: tokensOf(broth) });
    const nearness = (id: string): number | undefined =>
      hits.find((hit) => hit.id === `observation:${id}`)?.grounds.find(({ name }) => name === 'wordsNear')?.value;
    expect([nearness('m1'), nearness('m3')]).toEqual([1, 0]);
    const relevance = new Map(hits.map((hit) => [hit.id, hit.relevance]));
    expect(relevance.get('observation:m1')).toBeGreaterThan(relevance.get('observation:m3') ?? 1);
  });

  test('tell of themselves in signals that add up to the score', () => {
    const { hits } = ask(worldOf(texts), 'lisa', question, asked);
    const [best] = hits;
    const values = new Map(best?.signals.map(({ name, value }) => [name, value]));
    expect([values.get('wordMeaning'), values.get('contextMeaning')]).toEqual([1, 1]);
    for (const { score, signals } of hits)
      expect(signals.reduce((sum, { contribution }) => sum + contribution, 0)).toBe(score);
  });

  test('count in the context of their neighbours, more for the memory after than for the one before', () => {
    const { hits } = ask(worldOf(texts), 'lisa', question, asked);
    const contextOf = (key: string): number =>
      hits.find(({ id }) => id === `observation:${key}`)?.signals.find(({ name }) => name === 'contextMeaning')
        ?.value ?? 0;
    expect(contextOf('m2')).toBeGreaterThan(contextOf('m3'));
    expect(contextOf('m3')).toBeGreaterThan(contextOf('m0'));
  });

  test('leave out the names of speakers', () => {
    const index = worldOf([...texts, 'A mark on the broth.']);
    const scoresOf = (tokens: TokenVectors): readonly number[] =>
      ask(index, 'lisa', 'Which puppy has Mark?', { ...asked, tokens }).hits.map(({ score }) => score);
    expect(scoresOf(tokensOf('puppy mark'))).toEqual(scoresOf(tokensOf('puppy')));
  });

  test('change nothing where memories have none, or the query has none', () => {
    const [without, index] = [worldOf(texts, false), worldOf(texts)];
    const plain = ask(without, 'lisa', question, { vector: asked.vector }).hits;
    expect(ask(without, 'lisa', question, asked).hits).toEqual(plain);
    expect(ask(index, 'lisa', question, { ...asked, tokens: tokensOf('') }).hits).toEqual(plain);
  });

  test('put the first memories of the ranking in another order, and leave the others behind them as they are', () => {
    const many = Array.from(
      { length: comparedMemories + 40 },
      (_, at) => `Window ${at}: the hound ran ${'on '.repeat(at % 7)}.`,
    );
    const index = worldOf(many);
    const limit = many.length;
    const all = { ...asked, limit };
    const plain = idsOf(ask(index, 'lisa', 'Which puppy ran by the window?', { vector: asked.vector, limit }));
    const found = idsOf(ask(index, 'lisa', 'Which puppy ran by the window?', all));
    expect(found.slice(comparedMemories)).toEqual(plain.slice(comparedMemories));
    expect(found.slice(0, comparedMemories).sort()).toEqual(plain.slice(0, comparedMemories).sort());
    const pages = [0, 30, 60, 90, 120].flatMap((offset) =>
      idsOf(ask(index, 'lisa', 'Which puppy ran by the window?', { ...all, limit: 30, offset })),
    );
    expect(pages).toEqual(found);
  });
});

const plainEmbedder = createWordEmbedder({ model: 'words' });
/** The same model with vectors of words. */
const tokenEmbedder: Embedder = {
  ...plainEmbedder,
  embedWithTokens: async (given) => given.map((text) => ({ vector: asked.vector, tokens: tokensOf(text) })),
};

describe('words in meaning, kept', () => {
  test('are recalled by again after the space was opened anew, and are gone with what is forgotten', async () => {
    const embedder = tokenEmbedder;
    const at = await storeFolder();
    const memory = await Madeleine.open({ at, space: 'kept', embedder });
    await memory.agent('lisa').observeMany({ observations: texts.map((content, id) => ({ content, id: `o${id}` })) });
    await memory.close();
    const again = await openSpace({ space: 'kept', embedder });
    const lisa = again.agent('lisa');
    expect((await lisa.search({ query: question })).memories[0]?.content).toBe(texts[1]);
    const explained = await lisa.explain({ query: question, id: 'observation:o1' });
    expect(explained).toMatchObject({ outcome: 'shown', rank: 1 });
    expect(explained.explanation?.signals.map(({ sentence }) => sentence)).toContain(
      'No other of the first memories has words closer to each word of the question in meaning.',
    );
    await again.forget({ id: 'observation:o1' });
    expect((await again.stats()).records.embedding).toBe(texts.length - 1);
  });

  test('come to memories of before by reindexing', async () => {
    const at = await storeFolder();
    const before = await Madeleine.open({ at, space: 'before', embedder: plainEmbedder });
    await before.agent('lisa').observeMany({ observations: texts.map((content) => ({ content })) });
    await before.close();
    const memory = await openSpace({ space: 'before', embedder: tokenEmbedder });
    const named = async (): Promise<readonly string[]> =>
      (await memory.agent('lisa').search({ query: question })).memories.flatMap(({ signals }) =>
        signals.map(({ name }) => name),
      );
    expect(await named()).not.toContain('wordMeaning');
    expect(await memory.reindex()).toEqual({ model: 'words', embedded: texts.length, remaining: 0 });
    expect(await named()).toContain('wordMeaning');
    expect(await memory.reindex()).toMatchObject({ embedded: 0 });
  });
});
