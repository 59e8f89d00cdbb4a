import { describe, expect, test } from 'vitest';
import { evidencedMemories } from '../../../src/recall/defaults.ts';
import { createMiniLmEmbedder, type Embedder, type Passage } from '../../../src/index.ts';
import { openSpace, storeOfItsOwn } from '../../support/open-space.ts';
import { createWordEmbedder } from '../../support/word-embedder.mjs';

storeOfItsOwn();

/** Finds that the longest passage answers best, and keeps what it was asked. */
function readingEmbedder(): Embedder & { readonly asked: { question: string; passages: readonly Passage[] }[] } {
  const asked: { question: string; passages: readonly Passage[] }[] = [];
  return {
    ...createWordEmbedder({ model: 'words' }),
    asked,
    async judge(question, passages) {
      asked.push({ question, passages });
      return Float32Array.from(passages, ({ text }) => text.length);
    },
  };
}

const turns = [
  { content: 'How was the garden today?', speaker: 'Ann' },
  { content: 'The garden was wet.', speaker: 'Mark' },
  { content: 'I watered the roses in the garden and cut the hedge.', speaker: 'Ann' },
  { content: 'Nice garden!', speaker: 'Mark' },
];
const question = { query: 'garden', profile: 'thorough' } as const;

describe('evidence', () => {
  test('brings up what a model that reads finds to answer best, and tells of itself', async () => {
    const embedder = readingEmbedder();
    const memory = await openSpace({ space: 'reads', embedder });
    const lisa = memory.agent('lisa');
    await lisa.observeMany({ observations: turns.map((turn) => ({ ...turn, session: 's' })) });
    const { memories } = await lisa.search(question);
    const evidence = new Map(
      memories.map(({ content, signals }) => [content, signals.find(({ name }) => name === 'evidence')?.value]),
    );
    expect([evidence.get(turns[2]!.content), evidence.get(turns[3]!.content)]).toEqual([1, 0]);
    for (const { score, signals } of memories)
      expect(signals.reduce((sum, { contribution }) => sum + contribution, 0)).toBe(score);
    const plain = await lisa.search({ ...question, profile: 'balanced' });
    const placeIn = (found: typeof memories): number => found.findIndex(({ content }) => content === turns[2]!.content);
    expect(placeIn(memories)).toBeLessThanOrEqual(placeIn(plain.memories));
    expect(plain.memories.flatMap(({ signals }) => signals.map(({ name }) => name))).not.toContain('evidence');
    const explained = await lisa.explain({ ...question, id: memories[0]!.id });
    expect(explained).toMatchObject({ outcome: 'shown', rank: 1 });
    expect(explained.explanation?.signals.map(({ sentence }) => sentence).join(' ')).toContain('Read together with');
  });

  test('is asked for each memory with its speaker and the two turns before it, the last first', async () => {
    const embedder = readingEmbedder();
    const memory = await openSpace({ space: 'turns', embedder });
    const lisa = memory.agent('lisa');
    await lisa.observeMany({ observations: turns.map((turn) => ({ ...turn, session: 's' })) });
    await lisa.observe({ content: 'The garden gate creaks.', session: 'another' });
    await lisa.search(question);
    const [{ question: asked, passages } = { question: '', passages: [] }] = embedder.asked;
    expect(asked).toBe('garden');
    const passageOf = (text: string): Passage | undefined => passages.find((one) => one.text === text);
    expect(passageOf(turns[3]!.content)).toEqual({
      text: turns[3]!.content,
      speaker: 'Mark',
      before: [
        { text: turns[2]!.content, speaker: 'Ann' },
        { text: turns[1]!.content, speaker: 'Mark' },
      ],
    });
    expect(passageOf('The garden gate creaks.')).toEqual({ text: 'The garden gate creaks.', before: [] });
  });

  test('is looked for in the first of the ranking alone, and all pages are parts of one order', async () => {
    const embedder = readingEmbedder();
    const memory = await openSpace({ space: 'many', embedder });
    const lisa = memory.agent('lisa');
    const count = evidencedMemories + 20;
    const observations = Array.from({ length: count }, (_, at) => ({
      content: `Garden ${at} grows${' well'.repeat(at % 9)}.`,
    }));
    await lisa.observeMany({ observations });
    const ids = async (page: object): Promise<readonly string[]> =>
      (await lisa.search({ ...question, ...page })).memories.map(({ id }) => id);
    const all = await ids({ limit: count });
    expect(embedder.asked[0]?.passages).toHaveLength(evidencedMemories);
    const plain = (await lisa.search({ query: 'garden', limit: count })).memories.map(({ id }) => id);
    expect(all.slice(evidencedMemories)).toEqual(plain.slice(evidencedMemories));
    expect(all.slice(0, evidencedMemories).sort()).toEqual(plain.slice(0, evidencedMemories).sort());
    const pages = [
      await ids({ limit: 20 }),
      await ids({ limit: 20, offset: 20 }),
      await ids({ limit: 20, offset: 40 }),
    ];
    expect(pages.flat()).toEqual(all);
  });

  test('needs an embedder that judges passages, and fails where that fails', async () => {
    const none = await openSpace({ space: 'none', embedder: 'none' });
    await none.agent('lisa').observe({ content: 'The garden was wet.' });
    await expect(none.agent('lisa').recall(question)).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      message:
        'recall: "evidence" has a weight in the profile "thorough", and the embedder "none" judges no passages; choose another profile, or the embedder "minilm".',
    });
    const isSaid = '"judge" must answer a finite number for each of 1 passages';
    for (const [judge, reason] of [
      [async () => Promise.reject(new Error('out of memory')), 'out of memory'],
      [async () => Float32Array.of(1, 2), isSaid],
      [async () => Float32Array.of(Number.NaN), isSaid],
    ] as const) {
      const failing = await openSpace({ space: 'failing', embedder: { ...readingEmbedder(), judge } });
      const lisa = failing.agent('lisa');
      await lisa.observe({ content: 'The garden was wet.', id: 'o' });
      await expect(lisa.search(question)).rejects.toMatchObject({
        code: 'EMBEDDER_UNAVAILABLE',
        message: `search: the embedder "words" failed (${reason}); choose another profile.`,
      });
      await failing.close();
    }
  });

  test('of the bundled model is most for what answers', async () => {
    const embedder = createMiniLmEmbedder();
    const memory = await openSpace({ space: 'bundled', embedder });
    const lisa = memory.agent('lisa');
    const answer = 'We brought a greyhound home from the shelter.';
    const said = ['What is new, Mark?', answer, 'What a lovely idea!', 'The house has been a mess since.'];
    await lisa.observeMany({
      observations: said.map((content, at) => ({ content, speaker: at % 2 === 0 ? 'Ann' : 'Mark', session: 'dogs' })),
    });
    const { memories } = await lisa.search({ query: 'Which pet lives in the house of Mark?', profile: 'thorough' });
    const best = memories.find(({ signals }) => signals.some(({ name, value }) => name === 'evidence' && value === 1));
    expect(best?.content).toBe(answer);
    await memory.close();
    await embedder.close();
  });
});
