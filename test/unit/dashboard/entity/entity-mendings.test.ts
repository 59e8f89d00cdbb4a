import { beforeEach, describe, expect, it } from 'vitest';
import { renaming, subjectForgetting } from '../../../../dashboard/src/views/mending/entity-mendings.ts';
import type { Madeleine } from '../../../../src/index.ts';
import { pageHands } from '../../../support/page-hands.ts';
import { openSpace } from '../../../support/open-space.ts';

let memory: Madeleine;
let id = '';

const found = async (agent: string, name: string): Promise<readonly string[]> =>
  (await memory.agent(agent).search({ query: 'basket', about: [name] })).memories.map(({ content }) => content);

beforeEach(async () => {
  memory = await openSpace();
  const entities = [{ name: 'Moonpie', type: 'animal' as const }];
  await memory.agent('lisa').observe({ content: 'Moonpie has a basket.', entities });
  await memory.agent('electra').observe({ content: 'Moonpie sleeps in the basket.', entities });
  const [one] = await memory.agent('lisa').entities({ startsWith: 'Moonpie' });
  id = one?.id ?? '';
});

describe('an entity', () => {
  it('is renamed for one agent: the new name leads to what the old one did, and back again', async () => {
    const ids: string[] = [];
    const hands = pageHands(memory, 'lisa');
    const { what, undo } = await renaming(hands, { id, name: 'Moonpie' }, ' Biscuit ', (done) =>
      ids.push(done),
    ).carryOut();
    expect(what).toBe('Moonpie is called Biscuit, for lisa.');
    expect(ids).toEqual([expect.stringMatching(/^entity:/)]);
    expect(ids).not.toEqual([id]);
    expect(await found('lisa', 'Biscuit')).toContain('Moonpie has a basket.');
    await undo?.();
    expect(await found('lisa', 'Biscuit')).toEqual([]);
    expect(await found('lisa', 'Moonpie')).toEqual(['Moonpie has a basket.']);
  });

  it('leaves nothing of a rename that is refused', async () => {
    const hands = pageHands(memory, 'lisa');
    await expect(renaming(hands, { id: 'entity:none', name: 'None' }, 'Biscuit').carryOut()).rejects.toThrow();
    expect((await memory.agent('lisa').latest()).map(({ content }) => content)).toEqual(['Moonpie has a basket.']);
  });

  it('keeps what was believed before where a rename is refused, and where it is taken back', async () => {
    const hands = pageHands(memory, 'lisa');
    const rename = () => renaming(hands, { id, name: 'Moonpie' }, 'Biscuit').carryOut();
    const isCalled = async (): Promise<boolean> =>
      (await memory.agent('lisa').latest()).some(({ content }) => content === 'Moonpie is called Biscuit.');
    await rename();
    await expect(rename()).rejects.toThrow('leave it so');
    expect(await isCalled()).toBe(true);
    const [merge] = await memory.undoable();
    await memory.undo(merge?.id ?? '');
    const { undo } = await rename();
    await undo?.();
    expect(await isCalled()).toBe(true);
  });

  it('is forgotten by one agent with what it says first, and stays with the other', async () => {
    const mending = subjectForgetting(pageHands(memory, 'lisa'), { id, name: 'Moonpie' });
    expect(await mending.foresee?.()).toMatchObject({
      tells: ['1 memory will be forgotten:'],
      memories: [{ content: 'Moonpie has a basket.' }],
      isNothing: false,
    });
    expect(await memory.agent('lisa').latest()).toHaveLength(1);
    expect((await mending.carryOut()).what).toBe('lisa forgot “Moonpie”: 1 memory.');
    expect(await memory.agent('lisa').latest()).toHaveLength(0);
    expect(await memory.agent('electra').latest()).toHaveLength(1);
  });

  it('is forgotten by everybody where system speaks', async () => {
    await subjectForgetting(pageHands(memory, 'system'), { id, name: 'Moonpie' }).carryOut();
    expect(await memory.agent('electra').latest()).toHaveLength(0);
  });
});
