import { beforeAll, describe, expect, test } from 'vitest';
import { agentOf, knownAgents, menderOf } from '../../../dashboard/src/believers.ts';
import { skyOf } from '../../../dashboard/src/views/constellation/sky.ts';
import type { Hands } from '../../../dashboard/src/views/mending/mending.ts';
import { openSpace } from '../../support/open-space.ts';
import { pageHands } from '../../support/page-hands.ts';

describe('an agent that was told something in a talk', () => {
  let owner: Hands;
  beforeAll(async () => {
    const memory = await openSpace();
    await memory.agent('lisa').observe({ content: 'Sofia is moving to Oslo.', id: 'oslo', with: 'user:sofia' });
    await memory.agent('electra').observe({ content: 'It rains.', id: 'rain' });
    await memory.agent('electra').observe({ content: 'It snows.', id: 'snow' });
    owner = pageHands(memory, 'system');
  });

  test('is listed once, by its name, with what it was told there', async () => {
    const stats = await owner.asOwner('stats', {});
    expect(stats.agents.map(({ name }) => name)).toContain('lisa (user:sofia)');
    expect(knownAgents(stats)).toEqual([
      { name: 'electra', believes: 2 },
      { name: 'lisa', believes: 1 },
    ]);
  });

  test('stays the first of the list when another one remembers more', async () => {
    const stats = await owner.asOwner('stats', {});
    expect(knownAgents(stats, 'lisa').map(({ name }) => name)).toEqual(['lisa', 'electra']);
    expect(knownAgents(stats, 'system').map(({ name }) => name)).toEqual(['electra', 'lisa']);
  });

  test('has that in its sky, and mends it', async () => {
    const { beliefs } = await owner.asOwner('inspect', { id: 'observation:oslo' });
    const names = beliefs.map(({ agent }) => agent);
    expect([menderOf(names, 'lisa'), menderOf(names, 'electra')]).toEqual(['lisa', 'lisa']);
    const graph = await owner.asOwner('graph', {});
    expect(skyOf(graph, { agent: 'lisa' }).shown.has('observation:oslo')).toBe(true);
    expect(skyOf(graph, { agent: 'electra' }).shown.has('observation:oslo')).toBe(false);
  });
});

test('an audience is left out of a name, and nothing else in parentheses', () => {
  expect(agentOf('lisa (user:sofia, group:guild-1)')).toBe('lisa');
  expect(agentOf('lisa (work)')).toBe('lisa (work)');
  expect(menderOf([], 'lisa')).toBe('lisa');
});
