import { beforeEach, describe, expect, test } from 'vitest';
import type { AgentMemory, Madeleine, MemoryExplanation } from '../../../src/index.ts';
import { openSpace } from '../../support/open-space.ts';

let now: Date;
let memory: Madeleine;
let lisa: AgentMemory;

beforeEach(async () => {
  now = new Date('2026-03-10T12:00:00Z');
  memory = await openSpace({ clock: () => now });
  lisa = memory.agent('lisa');
});

/** Memories about a quokka, each with fewer words of the query than the one before. */
async function quokkas(): Promise<readonly string[]> {
  const words = ['quokka eats green leaves', 'quokka eats green', 'quokka eats', 'quokka'];
  const observations = words.map((content, i) => ({ content, mood: { valence: (i - 2) / 2, arousal: 0 } }));
  return (await lisa.observeMany({ observations })).receipts.map(({ id }) => id);
}

const query = 'quokka eats green leaves';

function scoreOf({ explanation }: MemoryExplanation): number {
  return (explanation?.signals ?? []).reduce((sum, { contribution }) => sum + contribution, 0);
}

describe('explaining a memory', () => {
  test.each([
    ['plainly', {}],
    ['in a mood', { mood: { valence: 1, arousal: 0 }, emotionWeight: 0.6, candidateMultiplier: 2 }],
    ['by words alone', { profile: 'lexical' as const }],
  ])('tells the place and the score that it has in the answer, shown or not, %s', async (_name, options) => {
    await quokkas();
    const asked = { query, limit: 2, ...options };
    const pages = await Promise.all([0, 2].map((offset) => lisa.search({ ...asked, offset })));
    const order = pages.flatMap(({ memories }) => memories);
    expect(order).toHaveLength(4);
    for (const [place, { id, score }] of order.entries()) {
      const explained = await lisa.explain({ id, ...asked });
      expect(explained).toMatchObject({ rank: place + 1, total: 4, outcome: place < 2 ? 'shown' : 'below' });
      expect(explained.memory?.score).toBeCloseTo(score, 10);
      expect(scoreOf(explained)).toBeCloseTo(score, 10);
    }
  });

  test('tells the place that it has where a question asks how somebody is, and states come first', async () => {
    const states = [
      'Pepper has been limping since Tuesday, and the vet wants to see her once more before the weekend.',
    ];
    const others = ['Pepper got a collar.', 'Pepper chewed a shoe.', 'Pepper got a bath.', 'Pepper dug a hole.'];
    for (const content of [...states, ...others]) await lisa.observe({ content, entities: ['Pepper'] });
    const query = 'How is Pepper doing?';
    const { memories } = await lisa.search({ query });
    expect(memories[0]?.content).toContain('limping');
    const ranks = await Promise.all(memories.map(async ({ id }) => (await lisa.explain({ id, query, limit: 1 })).rank));
    expect(ranks).toEqual(memories.map((_, place) => place + 1));
  });

  test('says which place it has, and which are shown', async () => {
    const [, , , last] = (await quokkas()) as [string, string, string, string];
    expect((await lisa.explain({ id: last, query, limit: 2, offset: 1 })).reason).toBe(
      'It is number 4 of the 4 in view that have to do with the question, and the answer shows 2 to 3.',
    );
  });

  test('names the filters that leave it out, and still tells its score', async () => {
    const [first] = (await quokkas()) as [string];
    await lisa.observe({ content: 'quokka', entities: ['Robert'], domain: 'work' });
    const explained = await lisa.explain({ id: first, query, types: ['fact'], domain: 'work', from: '2020-01-01' });
    expect(explained).toMatchObject({
      outcome: 'outside',
      reason: 'The question leaves it out by its filters: types, domain.',
      total: 0,
    });
    expect(explained).not.toHaveProperty('rank');
    expect(explained.memory?.score).toBeGreaterThan(0);
    expect(await lisa.explain({ id: first, query, about: ['Nobody'] })).toMatchObject({
      reason: 'The question leaves it out by its filters: about.',
    });
  });

  test('says that it has nothing to do with the question', async () => {
    await quokkas();
    const { id } = await lisa.observe({ content: 'wombat' });
    const explained = await lisa.explain({ id, query });
    expect(explained).toMatchObject({ outcome: 'unrelated', reason: 'Nothing of it has to do with the question.' });
    expect(explained).not.toHaveProperty('rank');
  });

  test('says that it was brought in against another', async () => {
    const [first] = (await quokkas()) as [string];
    const { id } = await lisa.observe({ content: 'wombat' });
    await lisa.judge({ one: first, other: id, kind: 'contradicts', state: 'confirmed' });
    expect(await lisa.explain({ id, query, limit: 1 })).toMatchObject({
      outcome: 'brought-in',
      memory: { role: 'contradicting', links: [{ memory: first }] },
    });
    expect(await lisa.explain({ id: first, query, limit: 1 })).toMatchObject({
      outcome: 'shown',
      memory: { role: 'primary', links: [{ memory: id }] },
    });
  });

  test('says that it has faded, was withdrawn, or was not believed yet', async () => {
    const { id } = await lisa.observe({ content: 'quokka' });
    expect(await lisa.explain({ id, query, asOf: '2026-03-01' })).toMatchObject({ outcome: 'later' });
    now = new Date('2026-07-28T12:00:00Z');
    expect(await lisa.explain({ id, query })).toMatchObject({
      outcome: 'faded',
      reason: 'It has faded to a strength of 0.20; recall sees what is above 0.3, and with "faded" down to 0.1.',
    });
    expect(await lisa.explain({ id, query, faded: true })).toMatchObject({ outcome: 'shown', rank: 1 });
    now = new Date('2027-07-28T12:00:00Z');
    expect((await lisa.explain({ id, query, faded: true })).reason).toContain('below 0.1 it is archived');
    expect(await lisa.explain({ id, query, archived: true })).toMatchObject({ outcome: 'shown' });
    await lisa.withdraw({ id });
    const explained = await lisa.explain({ id, query });
    expect(explained).toMatchObject({ outcome: 'withdrawn', reason: 'It is not believed any longer.' });
    expect(explained).not.toHaveProperty('memory');
  });

  test('leaves no trace', async () => {
    const [id] = (await quokkas()) as [string];
    const { seq } = await memory.stats();
    await lisa.explain({ id, query });
    await memory.close();
    memory = await openSpace({ space: memory.space, clock: () => now });
    expect((await memory.stats()).seq).toBe(seq);
  });

  test("tells an unknown id and another agent's memory by the same words", async () => {
    const [id] = (await quokkas()) as [string];
    const electra = memory.agent('electra');
    const words = async (one: string): Promise<unknown> =>
      electra.explain({ id: one, query }).catch(({ code, message, details }) => ({ code, message, details }));
    const unknown = 'observation:nobody-has-this';
    expect(JSON.stringify(await words(id)).replaceAll(id, unknown)).toBe(JSON.stringify(await words(unknown)));
    expect(await words(unknown)).toMatchObject({
      code: 'NOT_FOUND',
      message: `explain: no memory "${unknown}" is in electra's view; look it up with search.`,
    });
  });

  test('is refused without an id or with an option that it does not know', async () => {
    await expect(lisa.explain({ query } as never)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(lisa.explain({ id: 'fact:a', query, attention: false } as never)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
  });
});
