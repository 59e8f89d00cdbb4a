/** Merging two entities because somebody says that they are one. */
import { beforeEach, describe, expect, it, test } from 'vitest';
import type { Madeleine } from '../../../src/index.ts';
import { openSpace } from '../../support/open-space.ts';
import { twoLunas } from '../../support/two-lunas.ts';

/** One moment for all, since every answer tells how fresh a memory is. */
const clock = (): Date => new Date('2026-03-01T12:00:00Z');
let memory: Madeleine;
let find: Awaited<ReturnType<typeof twoLunas>>['find'];

beforeEach(async () => {
  ({ memory, find } = await twoLunas({ clock }));
});

/** The id of an entity as an agent knows it. */
async function idOf(agent: string, name: string): Promise<string> {
  const found = (await memory.agent(agent).entities()).find((entity) => entity.name === name);
  return found?.id ?? '';
}

describe('a merge for one believer', () => {
  it('lets each name lead to what is remembered of both, and tells what it did', async () => {
    const report = await memory.mergeEntities({ from: 'moonpie', into: 'Luna', believer: 'lisa' });
    expect(report).toEqual({
      dryRun: false,
      undo: expect.stringMatching(/^undo:/),
      from: { id: await idOf('lisa', 'Moonpie'), name: 'Moonpie' },
      into: { id: await idOf('lisa', 'Luna'), name: 'Luna' },
      believer: 'lisa',
      memories: 1,
      seq: (await memory.stats()).seq,
    });
    expect(await find('lisa', 'Luna')).toEqual(['basket', 'nickname', 'vet']);
    expect(await find('electra', 'Moonpie')).toEqual(['pie']);
  });

  it('knows what its believer heard in a talk', async () => {
    const lisa = memory.agent('lisa');
    await lisa.observe({ content: 'Biscuit is my dog.', entities: ['Biscuit'], with: 'user:sofia' });
    await memory.mergeEntities({ from: 'Biscuit', into: 'Luna', believer: 'lisa' });
    const { memories } = await lisa.search({ query: 'dog', about: ['Luna'], with: 'user:sofia' });
    expect(memories.map(({ content }) => content)).toContain('Biscuit is my dog.');
    await expect(memory.mergeEntities({ from: 'Biscuit', into: 'Luna', believer: 'electra' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('changes nothing in a dry run', async () => {
    const { seq } = await memory.stats();
    const dry = await memory.mergeEntities({ from: 'Moonpie', into: 'Luna', believer: 'lisa', dryRun: true });
    expect(dry).toMatchObject({ dryRun: true, memories: 1, seq });
    expect(dry).not.toHaveProperty('undo');
    expect((await memory.stats()).seq).toBe(seq);
    expect(await find('lisa', 'Luna')).toEqual(['basket', 'nickname']);
  });

  it('is undone, made again though sleep would not, and undone once more', async () => {
    const options = { from: 'Moonpie', into: 'Luna', believer: 'lisa' };
    const first = await memory.mergeEntities(options);
    expect(await memory.undo(first.undo as string)).toMatchObject({ kind: 'merge', undone: 1, kept: [] });
    expect(await find('lisa', 'Luna')).toEqual(['basket', 'nickname']);
    await memory.sleep();
    expect(await find('lisa', 'Luna')).toEqual(['basket', 'nickname']);
    const second = await memory.mergeEntities(options);
    expect(await find('lisa', 'Luna')).toEqual(['basket', 'nickname', 'vet']);
    const again = await openSpace({ space: memory.space, clock });
    const { memories } = await again.agent('lisa').search({ query: 'basket, vet', about: ['Luna'] });
    expect(memories.map(({ id }) => id)).toContain('observation:vet');
    await expect(memory.undo(first.undo as string)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await memory.undo(second.undo as string)).toMatchObject({ undone: 1, kept: [] });
    expect(await find('lisa', 'Luna')).toEqual(['basket', 'nickname']);
    expect(await memory.undoable()).toMatchObject([{ undoneAt: expect.any(Date) }, { undoneAt: expect.any(Date) }]);
  });
});

describe('a merge for everybody', () => {
  it('is understood by the names that anybody uses', async () => {
    const ids = [await idOf('lisa', 'Moonpie'), await idOf('electra', 'Moonpie')].sort();
    const failure = memory.mergeEntities({ from: 'Moonpie', into: 'Luna' });
    await expect(failure).rejects.toMatchObject({ code: 'CONFLICT', details: { from: 'Moonpie', ids } });
    await expect(failure).rejects.toThrow(ids.join(', '));
  });

  it('takes several of one name for one where they are', async () => {
    const ids = [await idOf('lisa', 'Moonpie'), await idOf('electra', 'Moonpie')] as const;
    await memory.mergeEntities({ from: ids[0], into: ids[1] });
    const { from } = await memory.mergeEntities({ from: 'Moonpie', into: 'Luna' });
    expect(ids).toContain(from.id);
    expect(await find('lisa', 'Luna')).toEqual(['basket', 'nickname', 'vet']);
  });

  it('leads everybody from what is universal to what is their own', async () => {
    await memory.agent('lisa').observe({ content: 'A bell rang.', id: 'bell', entities: ['Bella'], shared: true });
    expect(await find('electra', 'Bella')).toEqual([]);
    await memory.mergeEntities({ from: await idOf('electra', 'Moonpie'), into: 'Bella' });
    const { memories } = await memory.agent('electra').search({ query: 'bell pie', about: ['Bella'] });
    expect(memories.map(({ id }) => id).sort()).toEqual(['observation:bell', 'observation:pie']);
  });
});

describe('what is refused', () => {
  test.each([
    ['one entity by two names', { from: 'LUNA', into: 'luna', believer: 'lisa' }, 'INVALID_ARGUMENT', /another entity/],
    ['a name that nobody uses', { from: 'Zorro', into: 'Luna' }, 'NOT_FOUND', /anybody speaks of, got "Zorro"/],
    ['an id of nothing', { from: 'entity:zorro', into: 'Luna' }, 'NOT_FOUND', /"entity:zorro"/],
    ['what only others know', { from: 'Moonpie', into: 'Luna', believer: 'electra' }, 'NOT_FOUND', /"into".*electra/],
    ['an agent that knows nobody', { from: 'Moonpie', into: 'Luna', believer: 'marvin' }, 'NOT_FOUND', /"from"/],
    ['a blank name', { from: ' ', into: 'Luna' }, 'INVALID_ARGUMENT', /"from" must not be blank/],
  ])('%s', async (_, options, code, message) => {
    const { seq } = await memory.stats();
    const failure = memory.mergeEntities(options);
    await expect(failure).rejects.toMatchObject({ code });
    await expect(failure).rejects.toThrow(message);
    expect((await memory.stats()).seq).toBe(seq);
  });

  test('what is one already, to the believer or to everybody', async () => {
    const ids = { from: await idOf('lisa', 'Moonpie'), into: await idOf('lisa', 'Luna') };
    await memory.mergeEntities(ids);
    const failure = memory.mergeEntities({ from: ids.into, into: ids.from, believer: 'lisa' });
    await expect(failure).rejects.toMatchObject({ code: 'CONFLICT', details: { believer: 'lisa' } });
    await expect(memory.mergeEntities(ids)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test('an entity of which nothing is believed any more', async () => {
    await memory.agent('electra').withdraw({ id: 'observation:pie' });
    expect(await memory.mergeEntities({ from: 'Moonpie', into: 'Luna', dryRun: true })).toMatchObject({ memories: 1 });
  });
});

describe('who is told', () => {
  /** Everything in which an agent could see that others know something. */
  async function seenBy(agent: string): Promise<unknown> {
    const view = memory.agent(agent);
    const query = 'What of Luna, Moonpie and Bella?';
    const { latencyMs: _taken, ...ambient } = await view.ambient({ message: query });
    return {
      recalled: await view.recall({ query, attention: false, faded: true }),
      found: await view.search({ query: 'basket vet nickname pie bell', about: ['Luna', 'Moonpie', 'Bella'] }),
      explored: await view.explore({ from: ['Luna', 'Moonpie', 'Bella'] }),
      named: await view.namesIn({ message: query }),
      entities: await view.entities(),
      facts: await view.facts(),
      stats: await view.stats(),
      ambient,
    };
  }

  beforeEach(async () => {
    await memory.agent('lisa').observe({ content: 'A bell rang for Bella.', id: 'bell', shared: true });
    await memory
      .agent('marvin')
      .believe({ content: 'Bella fears Luna.', about: ['Bella', { name: 'Luna', type: 'other' }], id: 'fear' });
    await memory.agent('marvin').observe({ content: 'Moonpie slept.', id: 'nap', entities: ['Moonpie'] });
  });

  it('is nobody but its believer', async () => {
    const others = ['lisa', 'electra', 'system', 'nobody'];
    const before = await Promise.all(others.map(seenBy));
    const own = await seenBy('marvin');
    await memory.mergeEntities({ from: 'Moonpie', into: 'Luna', believer: 'marvin' });
    await memory.mergeEntities({ from: 'Bella', into: 'Luna', believer: 'marvin' });
    expect(await Promise.all(others.map(seenBy))).toEqual(before);
    expect(await seenBy('marvin')).not.toEqual(own);
  });

  it('is nobody of what others know, even of what is one to everybody', async () => {
    const before = await Promise.all(['lisa', 'electra', 'system'].map(seenBy));
    await memory.mergeEntities({ from: await idOf('marvin', 'Moonpie'), into: await idOf('lisa', 'Moonpie') });
    await memory.mergeEntities({ from: await idOf('marvin', 'Luna'), into: await idOf('electra', 'Moonpie') });
    expect(await Promise.all(['lisa', 'electra', 'system'].map(seenBy))).toEqual(before);
  });
});
