/** What models and clients of other memories send, and what is understood of it. */
import { describe, expect, test } from 'vitest';
import { agentTools } from '../../../src/mcp/tool-sets.ts';
import { openSpace } from '../../support/open-space.ts';

type Args = Readonly<Record<string, unknown>>;

const memory = await openSpace();
const lisa = memory.agent('lisa');
await lisa.observe({ content: 'Luna sleeps on the heater.', speaker: 'Mark', session: 'winter' });
await lisa.observe({ content: 'Luna saw the vet.', speaker: 'Mark', session: 'spring' });
const thought = await lisa.think({ thought: 'Luna feels the cold.' });

async function called(tool: string, args: Args): Promise<{ readonly text: string; readonly structured: Args }> {
  return agentTools.find(({ name }) => name === tool)!.run(lisa, args);
}

async function same(tool: string, sent: Args, meant: Args): Promise<void> {
  const answer = await called(tool, meant);
  expect(JSON.stringify(answer.structured)).toContain('Luna');
  expect(await called(tool, sent)).toEqual(answer);
}

describe('arguments', () => {
  test.each<readonly [string, string, Args, Args]>([
    ['one name for a list', 'search_memories', { query: 'Luna', about: 'Luna' }, { query: 'Luna', about: ['Luna'] }],
    ['a list as its JSON', 'search_memories', { query: 'vet', about: '["Luna"]' }, { query: 'vet', about: ['Luna'] }],
    ['a list of one for a text', 'search_memories', { query: ['Luna'] }, { query: 'Luna' }],
    ['limit', 'search_memories', { query: 'Luna', limit: 1 }, { query: 'Luna', n_results: 1 }],
    ['a number as text', 'search_memories', { query: 'Luna', n_results: '1' }, { query: 'Luna', n_results: 1 }],
    ['a switch as text', 'search_memories', { query: 'Luna', faded: 'True' }, { query: 'Luna', faded: true }],
    ['camelCase', 'search_memories', { query: 'Luna', nResults: 1 }, { query: 'Luna', n_results: 1 }],
    ['q', 'search_memories', { q: 'Luna' }, { query: 'Luna' }],
    ['null for nothing', 'search_memories', { query: 'Luna', as_of: null }, { query: 'Luna' }],
    [
      'a session_id',
      'search_memories',
      { query: 'Luna', session_id: 'winter' },
      { query: 'Luna', sessions: ['winter'] },
    ],
    ['an entity_name', 'explore_connections', { entity_name: 'Luna' }, { from: ['Luna'] }],
    ['a start_observation_id', 'navigate_reasoning', { start_observation_id: thought.id }, { id: thought.id }],
    [
      'a quadrant for the axes',
      'search_memories',
      { query: 'Luna', mood: { quadrant: 'calm' } },
      { query: 'Luna', emotional_context: 'calm' },
    ],
    [
      'a missing arousal, and a quadrant beside',
      'search_memories',
      { query: 'Luna', emotional_context: { valence: 0.5, quadrant: 'calm', arousal: null } },
      { query: 'Luna', emotional_context: { valence: 0.5, arousal: -0.5 } },
    ],
  ])('%s is understood', async (_, tool, sent, meant) => same(tool, sent, meant));

  test('that a tool does not have cost nothing, and are told by the nearest name', async () => {
    const answer = await called('search_memories', { query: 'Luna', n_reslts: 1, colour: 'blue' });
    expect(answer.structured).toMatchObject({ total: 3 });
    expect(answer.text).toContain('no argument "n_reslts"; it was left out. Did you mean "n_results"?');
    expect(answer.text).toMatch(/no argument "colour"; it was left out\.$/);
  });

  test('by their own names count before others', async () => {
    const answer = await called('search_memories', { limit: 2, n_results: 1, query: 'Luna' });
    expect(answer.structured['memories']).toHaveLength(1);
    expect(answer.text).toContain('no argument "limit"');
  });

  test('that a tool which destroys does not have are refused', async () => {
    await expect(called('forget_memory', { subject: 'Luna', dry: true, confirm: true })).rejects.toThrow('"dry"');
    expect((await called('search_memories', { query: 'Luna' })).structured).toMatchObject({ total: 3 });
  });

  test('that break a rule are still refused', async () => {
    await expect(called('search_memories', { query: 'Luna', n_results: 'many' })).rejects.toThrow('n_results');
    await expect(called('search_memories', {})).rejects.toThrow('query');
  });
});

test('an answer is told within 1,500 tokens, the best first, and says how to get more', async () => {
  const space = await openSpace();
  const agent = space.agent('lisa');
  const tool = agentTools.find(({ name }) => name === 'search_memories')!;
  for (let number = 0; number < 12; number += 1) {
    await agent.observe({ content: `Luna ${number}: ${`she slept well in house ${number}; `.repeat(40)}` });
  }
  const short = await tool.run(agent, { query: 'Luna slept' });
  expect(JSON.stringify(short.structured).length).toBeLessThan(6_500);
  const { memories, next_offset } = short.structured as { memories: readonly unknown[]; next_offset: number };
  expect(next_offset).toBe(memories.length);
  expect(short.text).toContain(`"offset": ${next_offset}`);
  const whole = await tool.run(agent, { query: 'Luna slept', n_results: 10 });
  expect(whole.structured['memories']).toHaveLength(10);
});
