import { describe, expect, test } from 'vitest';
import { evidencedMemories } from '../../../src/recall/defaults.ts';
import { createMiniLmEmbedder, type Embedder, type Passage } from '../../../src/index.ts';
import { openSpace, storeOfItsOwn } from '../../support/open-space.ts';
import { readingBy } from '../../support/reading-by.ts';
import { createWordEmbedder } from '../../support/word-embedder.mjs';

storeOfItsOwn();

/** Finds that the longest passage answers best, and keeps what it was asked. */
function readingEmbedder(): Embedder & { readonly asked: { question: string; passages: readonly Passage[] }[] } {
  const asked: { question: string; passages: readonly Passage[] }[] = [];
  return {
    ...createWordEmbedder({ model: 'words' }),
    asked,
    async answers(question, passages) {
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

  test('is asked for each memory with its speaker and the turn before it', async () => {
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
      before: [{ text: turns[2]!.content, speaker: 'Ann' }],
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

  test('needs an embedder that reads passages, and fails where that fails', async () => {
    const none = await openSpace({ space: 'none', embedder: 'none' });
    await none.agent('lisa').observe({ content: 'The garden was wet.' });
    await expect(none.agent('lisa').recall(question)).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      message:
        'recall: "evidence" has a weight in the profile "thorough", and the embedder "none" reads no passages; choose another profile, or the embedder "minilm".',
    });
    const isSaid = '"answers" must answer a finite number for each of 1 texts';
    for (const [answers, reason] of [
      [async () => Promise.reject(new Error('out of memory')), 'out of memory'],
      [async () => Float32Array.of(1, 2), isSaid],
      [async () => Float32Array.of(Number.NaN), isSaid],
    ] as const) {
      const failing = await openSpace({ space: 'failing', embedder: { ...readingEmbedder(), answers } });
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

describe('reading', () => {
  const herbs = ['Ida cannot stand cilantro.', 'The boat needs paint.', 'Which herb is that?'];

  test('makes an answer of what came nearest where nothing answers, and says so', async () => {
    const embedder = readingBy({ cilantro: 4, herb: 5 });
    const memory = await openSpace({ space: 'other-words', embedder });
    const ann = memory.agent('ann');
    for (const content of herbs) await ann.observe({ content });
    const query = 'What should I leave out of the soup for Ida?';
    const { memories } = await ann.recall({ query });
    expect(memories.map(({ content, role }) => [role, content])).toEqual([['primary', herbs[0]]]);
    const [{ relevance, grounds, id } = { relevance: 0, grounds: [], id: '' }] = memories;
    expect(grounds.at(-1)).toMatchObject({ name: 'read', value: 4 });
    const { explanation, outcome } = await ann.explain({ query, id });
    expect([outcome, explanation?.relevance]).toEqual(['shown', relevance]);
    expect(explanation?.relevant).toContain('read together');
    // A question is no answer, and a plain list reads nothing.
    expect(embedder.read.join()).not.toContain(herbs[2]);
    embedder.read.length = 0;
    await ann.search({ query });
    expect(embedder.read).toEqual([]);
  });

  test('leaves silence where it finds no answer', async () => {
    const memory = await openSpace({ space: 'near-miss', embedder: readingBy({ cilantro: -2 }) });
    const ann = memory.agent('ann');
    for (const content of herbs) await ann.observe({ content });
    const silent = { memories: [], silence: 'nothing-relevant' };
    expect(await ann.recall({ query: 'What should I leave out of the soup for Ida?' })).toMatchObject(silent);
  });

  test('puts what was told later in the place of what it ends, in whatever words', async () => {
    const embedder = readingBy({ crutches: 3, ran: -1 }, { ran: 4 });
    const memory = await openSpace({ space: 'ends', embedder });
    const ann = memory.agent('ann');
    await ann.observe({ content: 'Ida is on crutches.', occurredAt: new Date('2026-05-01') });
    await ann.observe({ content: 'Ida ran home.', occurredAt: new Date('2026-07-01') });
    await ann.observe({ content: 'Ida paints.', occurredAt: new Date('2026-07-02') });
    const { primary, contradicting } = await ann.recall({ query: 'Is Ida on crutches?' });
    expect(primary.map(({ content }) => content)).toEqual(['Ida ran home.']);
    expect(contradicting.map(({ content }) => content)).toEqual(['Ida is on crutches.']);
    // What was so then is not over by what came since.
    const past = await ann.recall({ query: 'Was Ida on crutches in May?' });
    expect(past.primary.map(({ content }) => content)).toEqual(['Ida is on crutches.']);
  });

  test.each([
    ['another took over', ['Milo', 'Tess looks after the hives.'], ['Ulla', 'I look after the hives now.'], true],
    ['the agent repeated', ['assistant', 'Noted, the hives hum.'], ['Milo', 'I was wrong: the hives buzz.'], true],
    ['is somebody’s own, and not by what another does', ['Milo', 'I keep hives.'], ['Ulla', 'I keep hives.'], false],
  ] as const)('ends what %s', async (_, [who, earlier], [other, later], isOver) => {
    const memory = await openSpace({ space: `${who}-${isOver}`, embedder: readingBy({ hives: 3 }, { hives: 4 }) });
    const ann = memory.agent('ann');
    await ann.observe({ content: earlier, speaker: who, occurredAt: new Date('2026-05-01') });
    await ann.observe({ content: later, speaker: other, occurredAt: new Date('2026-07-01') });
    const { contradicting } = await ann.recall({ query: 'What of the hives?' });
    expect(contradicting.map(({ content }) => content)).toEqual(isOver ? [earlier] : []);
  });

  test('checks what answers by its words: what does not is context, and what answers far more surely leads', async () => {
    const embedder = readingBy({ 'No Friday': 3, branch: -6 });
    const memory = await openSpace({ space: 'checked', embedder });
    const ann = memory.agent('ann');
    const [rule, branch] = ['No Friday releases.', 'We ship the app from the branch harbour.'];
    for (const content of [branch, rule, 'The boat needs paint.']) await ann.observe({ content });
    const { memories } = await ann.recall({ query: 'May I ship the app on Friday?' });
    expect(memories[0]).toMatchObject({ role: 'primary', content: rule });
    expect(memories.slice(1).map(({ role }) => role)).not.toContain('primary');
    expect(memories[0]?.grounds.at(-1)).toMatchObject({ name: 'read', value: 3 });
    const alone = await openSpace({ space: 'refused', embedder: readingBy({}) });
    await alone.agent('ann').observe({ content: branch });
    expect(await alone.agent('ann').recall({ query: 'May I ship the app on Friday?' })).toMatchObject({ memories: [] });
  });

  test('keeps what leads where another that answers was so before', async () => {
    const embedder = readingBy({ tram: 0.5, cycles: 5 });
    const memory = await openSpace({ space: 'before', embedder });
    const ann = memory.agent('ann');
    await ann.observe({ content: 'Rosa cycles to the school.', occurredAt: new Date('2026-05-01') });
    await ann.observe({ content: 'Rosa gets to the school by tram.', occurredAt: new Date('2026-07-01') });
    const { primary } = await ann.recall({ query: 'How does Rosa get to the school?' });
    expect(primary[0]?.content).toBe('Rosa gets to the school by tram.');
  });

  test('lets what is for once, or said to be so too, leave the rest as it is', async () => {
    const embedder = readingBy({ rehears: 3 }, { rehears: 4 });
    const memory = await openSpace({ space: 'once', embedder });
    const ann = memory.agent('ann');
    const rule = 'The choir rehearses at seven.';
    await ann.observe({ content: rule, occurredAt: new Date('2026-05-01') });
    const others = ['only tomorrow the choir rehearses at five', 'tonight only the choir rehearses at six'];
    for (const content of [...others, 'The choir rehearses at nine too.', 'The choir also rehearses at ten.'])
      await ann.observe({ content, occurredAt: new Date('2026-06-01') });
    const { primary } = await ann.recall({ query: 'When does the choir rehearse?' });
    expect(primary.map(({ content }) => content)).toContain(rule);
  });

  test('reads of a long memory the sentences that have most of the words of the question', async () => {
    const embedder = readingBy({ gasket: 8 });
    const memory = await openSpace({ space: 'long', embedder });
    const ann = memory.agent('ann');
    const talk = 'We rowed to the island and back, and nobody was cold. '.repeat(9);
    await ann.observe({ content: `${talk}The pump has a new gasket, of rubber. ${talk}` });
    const { memories } = await ann.recall({ query: 'What did the pump get?' });
    expect(memories).toHaveLength(1);
    const [read = ''] = embedder.read;
    expect(read).toContain('The pump has a new gasket');
    expect(read.length).toBeLessThan(200);
  });

  test('reads a turn of a talk with the turn before it, and puts the one first that answers', async () => {
    const reader = readingBy({ 'The blue one': 5, 'Which tent': -1 });
    const read: string[] = [];
    const answers: typeof reader.answers = async (question, passages) => {
      read.push(...passages.map(({ text, before = [] }) => `${before.map((turn) => turn.text).join(' / ')} > ${text}`));
      return reader.answers!(question, passages);
    };
    const memory = await openSpace({ space: 'talk', embedder: { ...reader, answers } });
    const ann = memory.agent('lisa');
    const turns = [
      'Hi Mark! Is your old tent still leaking?',
      'It is, Ann. I need another tent for Norway.',
      'Which tent did you buy in the end?',
      'The blue one with two doors, Ann. That tent is for Norway.',
      'Lovely! Tents with two doors are the best, Mark.',
      'How was your week, Ann?',
    ];
    await ann.observeMany({
      observations: turns.map((content, at) => ({ content, speaker: at % 2 === 0 ? 'Ann' : 'Mark', session: 'trip' })),
    });
    const { primary } = await ann.recall({ query: 'Which tent did Mark buy for Norway?' });
    expect(primary[0]?.content).toBe(turns[3]);
    expect(read).toContain(`${turns[2]} > ${turns[3]}`);
  });

  test('fails where the embedder does, with what it must answer', async () => {
    const embedder = { ...readingBy({}), answers: async () => Float32Array.of(Number.NaN, 1) };
    const memory = await openSpace({ space: 'broken', embedder });
    await memory.agent('ann').observe({ content: herbs[0]! });
    await expect(
      memory.agent('ann').recall({ query: 'What should I leave out of the soup for Ida?' }),
    ).rejects.toMatchObject({
      code: 'EMBEDDER_UNAVAILABLE',
      message:
        'recall: the embedder "words" failed ("answers" must answer a finite number for each of 1 texts); choose another profile.',
    });
  });

  test('of the bundled model finds what is said in other words, and what is over', async () => {
    const embedder = createMiniLmEmbedder();
    const memory = await openSpace({ space: 'bundled-reading', embedder });
    const ann = memory.agent('ann');
    const told = [
      ['Ravi gets hives from sesame', '2026-03-01'],
      ['the parcel for aunt Mei sits at the kiosk on Elm Street', '2026-03-02'],
      ['Ravi cycles to the office', '2026-03-03'],
      ['since the bike was stolen Ravi comes in by tram', '2026-06-01'],
      ['the office has a new lift', '2026-06-02'],
    ] as const;
    for (const [content, day] of told) await ann.observe({ content, occurredAt: new Date(day) });
    const leadOf = async (query: string): Promise<string | undefined> =>
      (await ann.recall({ query })).primary[0]?.content;
    expect(await leadOf("What mustn't Ravi eat?")).toBe(told[0][0]);
    expect(await leadOf('How does Ravi get to work?')).toBe(told[3][0]);
    expect(await leadOf("What is Ravi's shoe size?")).toBeUndefined();
    await memory.close();
    await embedder.close();
  });
});
