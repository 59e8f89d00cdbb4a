/** What a memory that is shared by its id tells others of whom it mentions. */
import { beforeEach, expect, it } from 'vitest';
import type { AgentMemory, Madeleine } from '../../../src/index.ts';
import { openSpace } from '../../support/open-space.ts';

let memory: Madeleine;
let lisa: AgentMemory;
let electra: AgentMemory;
beforeEach(async () => {
  memory = await openSpace();
  lisa = memory.agent('lisa');
  electra = memory.agent('electra');
});

/** What an agent takes the names in view for. */
async function known(agent: AgentMemory): Promise<readonly (readonly [string, string])[]> {
  return (await agent.entities()).map(({ name, type }) => [name, type] as const);
}

/** Lisa keeps that Luna is a place, and then shares what does not say so. */
async function shareLuna(content: string): Promise<string> {
  await lisa.observe({ content: 'The ferry stops there.', entities: [{ name: 'Luna', type: 'place' }] });
  const { id } = await lisa.believe({ content });
  await lisa.share({ id });
  return id;
}

it('tells no type that its agent gave in private, and the agent keeps it', async () => {
  const id = await shareLuna('Luna belongs to Porto.');
  const others = await openSpace();
  await others.agent('lisa').believe({ content: 'Luna belongs to Porto.', shared: true });
  expect(await known(electra)).toEqual(await known(others.agent('electra')));
  expect(await known(electra)).not.toContainEqual(['Luna', 'place']);
  expect(await known(lisa)).toContainEqual(['Luna', 'place']);
  const about = await lisa.search({ query: 'Luna', about: ['Luna'] });
  expect(about.memories.map(({ content }) => content).sort()).toEqual([
    'Luna belongs to Porto.',
    'The ferry stops there.',
  ]);
  const [seen] = (await electra.search({ query: 'Luna', about: ['Luna'] })).memories;
  expect(seen?.id).toBe(id);
  expect(JSON.stringify(await electra.why({ id }))).not.toContain('place');
  expect(await memory.doctor({ deep: true })).toMatchObject({ ok: true });
});

it('tells none by believe with the id of a memory either', async () => {
  await lisa.observe({ content: 'The ferry stops there.', entities: [{ name: 'Luna', type: 'place' }] });
  const { id } = await lisa.believe({ content: 'Luna belongs to Porto.' });
  await lisa.believe({ memory: id, shared: true });
  expect(await known(electra)).not.toContainEqual(['Luna', 'place']);
});

it('leaves the entities of a memory as they are where it tells of them itself', async () => {
  const { id } = await lisa.believe({ content: 'Mark lives in Porto.' });
  const before = (await lisa.search({ query: 'Porto' })).memories[0]?.entities;
  await lisa.share({ id });
  expect((await electra.search({ query: 'Porto' })).memories[0]?.entities).toEqual(before);
  expect((await memory.stats()).records).toMatchObject({ entity_merge: 0 });
});

it('tells no name that only its agent knows to be one', async () => {
  await lisa.observe({ content: 'A basket was bought.', entities: [{ name: '露娜', type: 'animal' }] });
  const { id } = await lisa.believe({ content: '露娜 sleeps in the basket' });
  await lisa.share({ id });
  expect((await known(electra)).map(([name]) => name)).not.toContain('露娜');
});

it('stays so for everybody when the space is opened again', async () => {
  await shareLuna('Luna belongs to Porto.');
  const before = [await known(lisa), await known(electra)];
  const { at, space } = memory;
  await memory.close();
  memory = await openSpace({ at, space });
  expect([await known(memory.agent('lisa')), await known(memory.agent('electra'))]).toEqual(before);
});
