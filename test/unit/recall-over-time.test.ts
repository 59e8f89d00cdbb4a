/** What an agent sees of what has faded, of what it believed once, and of what was so once. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Madeleine, SearchOptions } from '../../src/index.ts';
import { openSpace } from '../support/open-space.ts';

const dayMs = 86_400_000;
let now: Date;
let memory: Madeleine;

beforeEach(async () => {
  now = new Date('2024-01-01T00:00:00Z');
  memory = await openSpace({ clock: () => now });
});

afterEach(() => memory.close());

const wait = (days: number): void => {
  now = new Date(now.getTime() + days * dayMs);
};

async function found(options: Partial<SearchOptions> = {}): Promise<readonly string[]> {
  const { memories } = await memory.agent('lisa').search({ query: 'quokka', ...options });
  return memories.map(({ content }) => content).sort();
}

/** The same space from its snapshot. */
async function reopened(): Promise<void> {
  await memory.close();
  memory = await openSpace({ space: memory.space, clock: () => now });
}

describe('what has all but faded', () => {
  it('is archived below a strength of 0.1: only a recall of the archive shows it', async () => {
    await memory.agent('lisa').observe({ content: 'quokka' });
    const seen: unknown[] = [];
    for (const days of [0, 120, 120]) {
      wait(days);
      seen.push(
        [await found(), await found({ faded: true }), await found({ archived: true })].map(({ length }) => length),
      );
    }
    expect(seen).toEqual([
      [1, 1, 1],
      [0, 1, 1],
      [0, 0, 1],
    ]);
  });

  it('comes back whole when it is asserted again', async () => {
    const { id } = await memory.agent('lisa').believe({ content: 'The quokka is called Jacqueline.' });
    wait(1000);
    expect(await found({ faded: true })).toEqual([]);
    await memory.agent('lisa').believe({ memory: id });
    expect((await memory.agent('lisa').search({ query: 'quokka' })).memories[0]?.believers[0]?.strength).toBe(1);
  });

  it("is no other agent's to see, archived or not", async () => {
    await memory.agent('electra').observe({ content: 'quokka' });
    wait(1000);
    expect(await found({ archived: true })).toEqual([]);
  });
});

describe('what was believed at a time', () => {
  it('is seen in every time in which it was believed, and in none between them', async () => {
    const { id } = await memory.agent('lisa').believe({ content: 'The quokka is called Jacqueline.' });
    const moments: Date[] = [];
    for (const step of ['withdraw', 'assert', 'withdraw', 'assert'] as const) {
      wait(1);
      moments.push(now);
      wait(1);
      if (step === 'withdraw') await memory.agent('lisa').withdraw({ id });
      else await memory.agent('lisa').believe({ memory: id });
    }
    wait(1);
    moments.push(now);
    const seen = async (): Promise<readonly number[]> =>
      Promise.all(moments.map(async (asOf) => (await found({ asOf })).length));
    expect(await seen()).toEqual([1, 0, 1, 0, 1]);
    await reopened();
    expect(await seen()).toEqual([1, 0, 1, 0, 1]);
  });

  it('has the strength that it had then', async () => {
    const { id } = await memory.agent('lisa').believe({ content: 'The quokka is called Jacqueline.' });
    wait(180);
    const halved = now;
    wait(1);
    await memory.agent('lisa').withdraw({ id });
    wait(1);
    await memory.agent('lisa').believe({ memory: id });
    const [then] = (await memory.agent('lisa').search({ query: 'quokka', asOf: halved })).memories;
    expect(then?.believers[0]?.strength).toBeCloseTo(0.5, 10);
  });

  it('contradicts what it contradicted then, though it is withdrawn now', async () => {
    const lisa = memory.agent('lisa');
    const { id } = await lisa.believe({ content: 'The quokka sleeps in Perth.' });
    const other = await lisa.believe({ content: 'The quokka sleeps in Albany.' });
    await lisa.judge({ one: other.id, other: id, kind: 'contradicts', state: 'confirmed' });
    const both = now;
    wait(1);
    await lisa.withdraw({ id: other.id });
    const linksAt = async (asOf?: Date): Promise<readonly (string | undefined)[]> => {
      const { memories } = await lisa.search({ query: 'quokka in Perth', ...(asOf === undefined ? {} : { asOf }) });
      return (memories.find((found) => found.id === id)?.links ?? []).map((link) => link.memory);
    };
    expect(await linksAt()).toEqual([]);
    expect(await linksAt(both)).toEqual([other.id]);
  });
});

describe('what was so at a time', () => {
  it('is what was valid then, and what had happened by then', async () => {
    const lisa = memory.agent('lisa');
    await lisa.believe({ content: 'quokka in Perth', validFrom: '2020-01-01', validTo: '2021-01-01' });
    await lisa.believe({ content: 'quokka in Sydney', validFrom: '2021-01-01' });
    await lisa.believe({ content: 'quokka on earth' });
    await lisa.observe({ content: 'quokka seen', occurredAt: '2020-06-01' });
    expect(await found({ validAt: '2019-06-01' })).toEqual(['quokka on earth']);
    expect(await found({ validAt: '2020-07-01' })).toEqual(['quokka in Perth', 'quokka on earth', 'quokka seen']);
    expect(await found({ validAt: '2021-01-01' })).toEqual(['quokka in Sydney', 'quokka on earth', 'quokka seen']);
    await reopened();
    expect(await found({ validAt: '2020-07-01' })).toEqual(['quokka in Perth', 'quokka on earth', 'quokka seen']);
  });

  it('goes together with what was believed then', async () => {
    await memory.agent('lisa').believe({ content: 'quokka in Perth', validFrom: '2020-01-01' });
    expect(await found({ validAt: '2020-07-01', asOf: '2023-12-31' })).toEqual([]);
    expect(await found({ validAt: '2020-07-01', asOf: now })).toEqual(['quokka in Perth']);
  });
});
