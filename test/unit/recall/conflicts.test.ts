import { beforeEach, expect, it } from 'vitest';
import type { Madeleine } from '../../../src/index.ts';
import { openSpace } from '../../support/open-space.ts';

let memory: Madeleine;

beforeEach(async () => {
  memory = await openSpace({ clock: () => new Date('2026-03-01T09:00:00Z') });
});

const always = { content: 'Always deploy on Fridays.' };
const never = { content: 'Never deploy on Fridays.' };

async function opposed(agent: string, options = {}): Promise<readonly (readonly string[])[]> {
  const { conflicts } = await memory.agent(agent).conflicts(options);
  return conflicts.map(({ one, other, state }) => [one.content, other.content, state]);
}

it('lists the contradictions in view that nobody has judged, the newer memory first', async () => {
  const lisa = memory.agent('lisa');
  await lisa.believe(always);
  await lisa.believe(never);
  expect(await opposed('lisa')).toEqual([[never.content, always.content, 'potential']]);
  expect(await lisa.conflicts()).toMatchObject({ total: 1, conflicts: [{ rule: expect.any(String) }] });
});

it('lists one under the state that it was judged to have, for whoever judged it', async () => {
  const { id: other } = await memory.agent('lisa').believe({ ...always, shared: true });
  const { id: one } = await memory.agent('lisa').believe({ ...never, shared: true });
  await memory.agent('lisa').judge({ one, other, state: 'dismissed' });
  expect(await opposed('lisa')).toEqual([]);
  expect(await opposed('lisa', { state: 'dismissed' })).toEqual([[never.content, always.content, 'dismissed']]);
  expect(await opposed('electra')).toEqual([[never.content, always.content, 'potential']]);
  await memory.agent('lisa').judge({ one, other, state: 'potential' });
  expect(await opposed('lisa')).toHaveLength(1);
});

it('has nothing to be judged of what something has taken the place of', async () => {
  const lisa = memory.agent('lisa');
  const { id } = await lisa.believe({ content: 'Ben lives in Oslo.' });
  await lisa.observe({ content: 'Ben lives in Bergen.' });
  expect(await opposed('lisa')).toHaveLength(1);
  await lisa.believe({ content: 'Ben lives in Bergen.', supersedes: [id] });
  expect(await opposed('lisa')).toEqual([]);
});

it('leaves out what only supports, what was withdrawn and what only others hold', async () => {
  const lisa = memory.agent('lisa');
  const { id: one } = await lisa.believe(always);
  const { id: other } = await lisa.observe({ content: 'He asked for more.' });
  await lisa.judge({ one, other, state: 'confirmed', kind: 'supports' });
  const { id } = await lisa.believe(never);
  await lisa.withdraw({ id });
  await memory.agent('electra').believe(never);
  expect(await opposed('lisa')).toEqual([]);
  expect(await opposed('lisa', { state: 'confirmed' })).toEqual([]);
  expect(await opposed('electra')).toEqual([]);
});

it('tells how many there are beyond the limit, the more similar first', async () => {
  const lisa = memory.agent('lisa');
  await lisa.believe(always);
  await lisa.believe(never);
  await lisa.believe({ content: 'Tom eats sugar.' });
  await lisa.believe({ content: 'Tom stopped eating sugar.' });
  const all = await lisa.conflicts();
  const similarities = all.conflicts.map(({ similarity }) => similarity);
  expect(similarities).toEqual([...similarities].sort((first, second) => second - first));
  expect(all.total).toBe(2);
  expect(await lisa.conflicts({ limit: 1 })).toEqual({ total: 2, conflicts: all.conflicts.slice(0, 1) });
  await expect(lisa.conflicts({ limit: 0 })).rejects.toThrow('conflicts: "limit" must be');
});

it('answers to the bit the same, whatever another agent holds and judges', async () => {
  const told = async (isThere: boolean): Promise<unknown> => {
    const space = await openSpace({ clock: () => new Date('2026-03-01T09:00:00Z') });
    const shared: string[] = [];
    if (isThere) await space.agent('marvin').believe(never);
    for (const [id, said] of Object.entries({ always, never })) {
      shared.push((await space.agent('lisa').believe({ id, ...said, shared: true })).id);
    }
    if (isThere) {
      const [other, one] = shared as [string, string];
      await space.agent('marvin').judge({ one, other, state: 'confirmed' });
      await space.agent('marvin').believe({ content: 'We deploy on Fridays.' });
    }
    return space.agent('lisa').conflicts();
  };
  const alone = await told(false);
  expect(alone).toMatchObject({ total: 1 });
  expect(await told(true)).toEqual(alone);
});
