import { beforeAll, describe, expect, it, vi } from 'vitest';
import { listAsked, listQueries, type MemoryRow } from '../../../../dashboard/src/views/memories/memory-list.ts';
import { dayMs } from '../../../../src/domain/time.ts';
import type { Madeleine } from '../../../../src/index.ts';
import { agingSpace, agingStart } from '../../../support/aging-space.ts';

describe('what an address asks for', () => {
  it('is all that is believed, learned last first, where it says nothing or nothing that is known', () => {
    const all = { words: '', type: undefined, standing: 'believed', sort: 'learned', order: 'desc', page: 0 };
    expect(listAsked({})).toEqual(all);
    expect(listAsked({ type: 'poem', standing: 'toString', sort: '1; x', order: 'up', page: '-3' })).toEqual(all);
  });

  it('is a page of a type, in words and an order', () => {
    const given = { words: ' green tea ', type: 'fact', standing: 'faded', sort: 'recalled', order: 'asc', page: '3' };
    expect(listAsked(given)).toEqual({ ...given, words: 'green tea', page: 2 });
  });
});

describe('the rows that the records answer', () => {
  let memory: Madeleine;
  const rows = async (params: Readonly<Record<string, string>>, agent = 'lisa'): Promise<readonly MemoryRow[]> => {
    const { sql, ...options } = listQueries(agent, listAsked(params)).rows;
    return (await memory.query(sql, options)).rows as readonly MemoryRow[];
  };
  const keys = async (params: Readonly<Record<string, string>>, agent?: string): Promise<readonly string[]> =>
    (await rows(params, agent)).map(({ id }) => id.split(':')[1] ?? '');

  beforeAll(async () => {
    const space = await agingSpace();
    memory = space.memory;
    const lisa = memory.agent('lisa');
    const day = (days: number): Date => new Date(agingStart + days * dayMs);
    await lisa.observe({ content: 'Green tea, please.', id: 'tea', speaker: 'Mark', occurredAt: day(-9) });
    await lisa.believe({ content: 'Mark is tall.', id: 'tall', permanent: true });
    await lisa.observe({ content: 'It rains.', id: 'rain' });
    await lisa.observe({ content: 'A mistake about tea.', id: 'mistake' });
    await memory.agent('o\u2019hara').believe({ content: 'Coffee is better.', id: 'coffee' });
    await lisa.withdraw({ id: 'observation:mistake' });
    await lisa.recall({ query: 'Who wants green tea?' });
    // That it was recalled is written behind the answer.
    await vi.waitFor(async () => expect((await rows({ words: 'green' }))[0]?.recalled).toBe(1), { timeout: 60_000 });
  });

  it('are what the agent itself believes, whatever its name', async () => {
    expect([...(await keys({}))].sort()).toEqual(['rain', 'tall', 'tea']);
    expect(await keys({}, 'o\u2019hara')).toEqual(['coffee']);
    expect(await keys({}, 'nobody')).toEqual([]);
  });

  it('are what it believes within its audiences too, and nothing of an agent whose name begins alike', async () => {
    const guide = memory.agent('fact:guide');
    await guide.observe({ content: 'Sofia is moving to Oslo.', id: 'oslo', with: 'user:sofia' });
    await memory.agent('fact:guides').believe({ content: 'Oslo is cold.', id: 'cold' });
    expect((await rows({}, 'fact:guide')).map(({ id, believer }) => [id, believer])).toEqual([
      ['observation:oslo', 'fact:guide\u001fuser:sofia'],
    ]);
  });

  it('are sorted by each column, both ways', async () => {
    expect(await keys({ sort: 'content', order: 'asc' })).toEqual(['tea', 'rain', 'tall']);
    expect(await keys({ sort: 'happened', order: 'asc' })).toEqual(['tall', 'tea', 'rain']);
    expect((await keys({ sort: 'recalled' }))[0]).toBe('tea');
    expect((await keys({ sort: 'strength' }))[0]).toBe('tall');
    expect((await keys({ sort: 'type', order: 'asc' }))[0]).toBe('tall');
  });

  it('are those with all the words, of the type, and that stand so', async () => {
    expect(await keys({ words: 'TEA green' })).toEqual(['tea']);
    expect(await keys({ type: 'fact' })).toEqual(['tall']);
    expect(await keys({ standing: 'permanent' })).toEqual(['tall']);
    expect(await keys({ standing: 'withdrawn' })).toEqual(['mistake']);
    expect(await keys({ words: "' OR true --" })).toEqual([]);
  });

  it('tell what the table shows, and how many there are', async () => {
    expect((await rows({ words: 'green' }))[0]).toEqual({
      id: 'observation:tea',
      believer: 'lisa',
      content: 'Green tea, please.',
      type: 'user_input',
      speaker: 'Mark',
      happened: new Date(agingStart - 9 * dayMs).toISOString(),
      learned: new Date(agingStart).toISOString(),
      strength: expect.any(Number),
      recalled: 1,
      permanent: false,
    });
    const { sql, ...options } = listQueries('lisa', listAsked({ page: '7' })).total;
    expect((await memory.query(sql, options)).rows).toEqual([{ total: 3 }]);
    expect(await keys({ page: '2' })).toEqual([]);
  });
});
