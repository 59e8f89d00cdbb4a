import { describe, expect, test } from 'vitest';
import type { AgentMemory, Constellation, LinkState, Madeleine, RecallOptions } from '../../../src/index.ts';
import { openSpace } from '../../support/open-space.ts';

const now = new Date('2026-03-10T12:00:00Z');
const hit = { content: 'The quokka eats leaves.', session: 'zoo', occurredAt: '2026-03-01' };
const other = { content: 'Grass is all she takes.', session: 'walk', occurredAt: '2025-03-01' };

interface Linked {
  readonly memory: Madeleine;
  readonly lisa: AgentMemory;
  readonly hit: string;
  readonly other: string;
}

/** Two memories of lisa's that contradict each other, of which a query for "quokka" finds the first. */
async function linked(state: LinkState = 'confirmed', shared = false): Promise<Linked> {
  const memory = await openSpace({ clock: () => now });
  const lisa = memory.agent('lisa');
  const one = (await lisa.observe({ ...hit, shared })).id;
  const two = (await lisa.observe({ ...other, entities: ['Wombat'], domain: 'personal' })).id;
  await lisa.judge({ one, other: two, kind: 'contradicts', state });
  return { memory, lisa, hit: one, other: two };
}

function told({ memories }: Constellation): readonly (readonly [string, string | undefined])[] {
  return memories.map(({ content, role }) => [content, role]);
}

async function ask(lisa: AgentMemory, options: Partial<RecallOptions> = {}): Promise<Constellation> {
  return lisa.recall({ query: 'quokka', limit: 1, ...options });
}

describe('a contradiction', () => {
  test('is shown from both sides when only one was found, each marked with the other', async () => {
    const { lisa, hit: one, other: two } = await linked();
    const constellation = await ask(lisa);
    expect(told(constellation)).toEqual([
      [hit.content, 'primary'],
      [other.content, 'contradicting'],
    ]);
    const link = { kind: 'contradicts', rule: 'lisa', similarity: 1, state: 'confirmed' };
    expect(constellation.memories.map(({ links }) => links)).toEqual([
      [{ ...link, memory: two }],
      [{ ...link, memory: one }],
    ]);
    expect(constellation.text()).toContain('[contradicted by 2]');
    expect(constellation.text()).toContain('[contradicted by 1]');
    expect(constellation.synthesis).toBe(
      `You were told on 1 March 2026: “${hit.content}” But you were told on 1 March 2025: “${other.content}”`,
    );
  });

  test('brings the other side in beyond the limit, with a score of its own, and counts no use of it', async () => {
    const { memory, lisa, other: two } = await linked();
    const constellation = await ask(lisa);
    expect(constellation.ranked).toHaveLength(1);
    // The other side has to do with the query, through its link.
    expect(constellation.total).toBe(2);
    const [, against] = constellation.memories;
    const sum = (against?.signals ?? []).reduce((all, { contribution }) => all + contribution, 0);
    expect(against?.score).toBeCloseTo(sum, 10);
    expect(against?.score).toBeGreaterThan(0);
    await memory.close();
    const again = await openSpace({ space: memory.space, clock: () => now });
    const accesses: Record<string, number> = {};
    for await (const line of again.export()) {
      const { record, id, accesses: count } = JSON.parse(line);
      if (record === 'observation') accesses[id] = count;
    }
    expect(accesses[two]).toBe(0);
    expect(Object.values(accesses).reduce((all, count) => all + count, 0)).toBe(1);
  });

  test('is no newcomer where both sides are found', async () => {
    const { lisa } = await linked();
    const constellation = await lisa.recall({ query: 'quokka grass leaves' });
    expect(constellation.memories).toHaveLength(2);
    expect(constellation.ranked).toHaveLength(2);
    expect(constellation.contradicting).toHaveLength(1);
  });

  test('reaches over sessions, types and times, but not over what it is about', async () => {
    const { lisa } = await linked();
    const filters = { sessions: ['zoo'], from: '2026-01-01', to: '2026-12-31', types: ['user_input' as const] };
    expect((await ask(lisa, filters)).contradicting).toHaveLength(1);
    await lisa.observe({ content: 'quokka, quokka', domain: 'work', entities: ['Quokka'] });
    expect((await ask(lisa, { domain: 'work', limit: 5 })).contradicting).toEqual([]);
    expect((await ask(lisa, { about: ['Quokka'], limit: 5 })).contradicting).toEqual([]);
  });

  test('is told as an exception where it was judged to be one', async () => {
    const { lisa } = await linked('exception');
    const constellation = await ask(lisa);
    expect(constellation.text()).toContain('[exception: 2]');
    expect(constellation.synthesis).toMatch(/” An exception: you were told on 1 March 2025: “/);
  });

  test('is not told once it was dismissed', async () => {
    const { lisa } = await linked('dismissed');
    const constellation = await ask(lisa);
    expect(told(constellation)).toEqual([[hit.content, 'primary']]);
    expect(constellation.memories[0]).not.toHaveProperty('links');
  });

  test('is not told once one side is withdrawn or has faded', async () => {
    const { lisa, other: two } = await linked();
    await lisa.withdraw({ id: two });
    expect(told(await ask(lisa))).toEqual([[hit.content, 'primary']]);
    let time = now;
    const memory = await openSpace({ clock: () => time });
    const electra = memory.agent('electra');
    const one = (await electra.observe({ ...hit, permanent: true })).id;
    const fading = (await electra.observe(other)).id;
    await electra.judge({ one, other: fading, kind: 'contradicts', state: 'confirmed' });
    time = new Date('2026-08-01');
    expect(told(await ask(electra))).toEqual([[hit.content, 'primary']]);
    expect((await ask(electra, { faded: true })).contradicting).toHaveLength(1);
  });
});

describe('what another agent contradicts', () => {
  test('shows neither the memory nor that there is one', async () => {
    const { memory, lisa } = await linked('confirmed', true);
    expect((await ask(lisa)).contradicting).toHaveLength(1);
    const seen = await ask(memory.agent('electra'));
    expect(told(seen)).toEqual([[hit.content, 'primary']]);
    expect(seen.memories[0]).not.toHaveProperty('links');
    const [found] = (await memory.agent('electra').search({ query: 'quokka' })).memories;
    expect(found).not.toHaveProperty('links');
  });

  test('does not change what a third one recalls, to the bit', async () => {
    const [with_, without] = await Promise.all([openSpace({ clock: () => now }), openSpace({ clock: () => now })]);
    const id = 'observation:quokka';
    for (const space of [with_, without]) await space.agent('lisa').observe({ ...hit, id, shared: true });
    const secret = (await with_.agent('lisa').observe(other)).id;
    await with_.agent('lisa').judge({ one: secret, other: id, kind: 'contradicts', state: 'confirmed' });
    const [one, two] = await Promise.all(
      [with_, without].map(async (space) => {
        const constellation = await ask(space.agent('electra'));
        return [JSON.stringify(constellation), constellation.text()];
      }),
    );
    expect(one).toEqual(two);
  });
});

test('a support is told on both sides, and makes the other one supporting', async () => {
  const lisa = (await openSpace({ clock: () => now })).agent('lisa');
  const one = (await lisa.observe({ content: 'The quokka eats leaves and sleeps.', session: 'a' })).id;
  const two = (await lisa.observe({ content: 'quokka', session: 'b' })).id;
  await lisa.judge({ one, other: two, kind: 'supports', state: 'confirmed' });
  const constellation = await lisa.recall({ query: 'Where does the quokka eat leaves?' });
  expect(constellation.memories.map(({ id, role }) => [id, role])).toEqual([
    [one, 'primary'],
    [two, 'supporting'],
  ]);
  expect(constellation.text()).toContain('[supported by 2]');
});
