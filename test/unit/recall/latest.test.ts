import { beforeEach, describe, expect, it } from 'vitest';
import type { Madeleine } from '../../../src/index.ts';
import { openSpace } from '../../support/open-space.ts';

let now: Date;
let memory: Madeleine;

beforeEach(async () => {
  now = new Date('2026-03-01T09:00:00Z');
  memory = await openSpace({ clock: () => now });
});

const later = (minutes: number): void => {
  now = new Date(now.getTime() + minutes * 60_000);
};

async function contents(agent: string, options = {}): Promise<readonly string[]> {
  return (await memory.agent(agent).latest(options)).map(({ content }) => content);
}

describe('latest', () => {
  it('answers what an agent learned last first, with what is universal and without what others hold', async () => {
    await memory.agent('lisa').observe({ content: 'The kettle is old.' });
    later(1);
    await memory.agent('electra').observe({ content: 'Lisa must not hear of the party.' });
    later(1);
    await memory.agent('electra').observe({ content: 'The office has moved.', shared: true });
    later(1);
    await memory.agent('lisa').believe({ content: 'Tea takes four minutes.' });
    expect(await contents('lisa')).toEqual(['Tea takes four minutes.', 'The office has moved.', 'The kettle is old.']);
    expect(await contents('nobody yet')).toEqual(['The office has moved.']);
  });

  it('goes on by pages, each memory once', async () => {
    const lisa = memory.agent('lisa');
    await lisa.observeMany({ observations: ['One.', 'Two.', 'Three.'].map((content) => ({ content })) });
    const pages = await Promise.all([0, 2, 3].map((offset) => contents('lisa', { limit: 2, offset })));
    expect(pages.map(({ length }) => length)).toEqual([2, 1, 0]);
    // What was learned at once comes in the order in which it was written, the last first, whatever its ids are.
    expect(pages.flat()).toEqual(['Three.', 'Two.', 'One.']);
    await expect(contents('lisa', { offset: -1 })).rejects.toThrow('"offset" must be');
  });

  it('narrows to sessions and types, and answers no more than its limit', async () => {
    const lisa = memory.agent('lisa');
    await lisa.observe({ content: 'First words.', session: 'a' });
    later(1);
    await lisa.think({ thought: 'A first thought.', session: 'a' });
    later(1);
    await lisa.think({ thought: 'A thought elsewhere.', session: 'b' });
    expect(await contents('lisa', { sessions: ['a'] })).toEqual(['A first thought.', 'First words.']);
    expect(await contents('lisa', { types: ['thought'], limit: 1 })).toEqual(['A thought elsewhere.']);
  });

  it('leaves out what was withdrawn and what has faded', async () => {
    const lisa = memory.agent('lisa');
    const { id } = await lisa.observe({ content: 'A slip of the tongue.' });
    await lisa.withdraw({ id });
    await lisa.observe({ content: 'Long ago.' });
    later(400 * 24 * 60);
    await lisa.observe({ content: 'Just now.' });
    expect(await contents('lisa')).toEqual(['Just now.']);
    expect(await contents('lisa', { archived: true })).toEqual(['Just now.', 'Long ago.']);
  });
});

describe('entities', () => {
  const rex = { name: 'Rex', type: 'other' } as const;
  const vet = { name: 'Regina Veit', type: 'person' } as const;

  it('lists what an agent knows by name, the most spoken of first', async () => {
    const lisa = memory.agent('lisa');
    await lisa.observe({ content: 'Rex limps.', entities: [rex] });
    await lisa.observe({ content: 'Rex saw Regina Veit.', entities: [rex, vet] });
    expect((await lisa.entities()).map(({ name, type, memories }) => ({ name, type, memories }))).toEqual([
      { name: 'Rex', type: 'other', memories: 2 },
      { name: 'Regina Veit', type: 'person', memories: 1 },
    ]);
    expect((await lisa.entities({ startsWith: 'reg' })).map(({ name }) => name)).toEqual(['Regina Veit']);
    expect(await lisa.entities({ limit: 1 })).toHaveLength(1);
  });

  it('tells nobody whom others speak of, nor how often', async () => {
    await memory.agent('lisa').observe({ content: 'Rex limps.', entities: [rex] });
    await memory.agent('electra').observe({ content: 'Rex saw Regina Veit.', entities: [rex, vet] });
    const told = await memory.agent('lisa').entities();
    expect(told.map(({ name, memories }) => [name, memories])).toEqual([['Rex', 1]]);
    expect(await memory.agent('mark').entities()).toEqual([]);
  });

  it('forgets the names of what was withdrawn', async () => {
    const lisa = memory.agent('lisa');
    const { id } = await lisa.observe({ content: 'Rex limps.', entities: [rex] });
    await lisa.withdraw({ id });
    expect(await lisa.entities()).toEqual([]);
  });
});
