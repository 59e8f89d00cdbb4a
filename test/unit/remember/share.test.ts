/** Sharing what is there, and taking that back: memories by id, thoughts as they are thought, and sessions. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Madeleine } from '../../../src/index.ts';
import { believeTool } from '../../../src/mcp/tools/believe.ts';
import { openSpace } from '../../support/open-space.ts';

let memory: Madeleine;
beforeEach(async () => {
  memory = await openSpace();
});

const seen = async (agent: string): Promise<readonly string[]> =>
  (await memory.agent(agent).latest()).map(({ content }) => content);

describe('a memory that is there', () => {
  it.each([
    [
      'an observation',
      async () => memory.agent('lisa').observe({ content: 'The login bug was a race.', channel: 'agent' }),
    ],
    ['a fact', async () => memory.agent('lisa').believe({ content: 'The login bug was a race.', channel: 'agent' })],
    ['a thought', async () => memory.agent('lisa').think({ thought: 'The login bug was a race.' })],
  ])('%s is shared and is its agent alone again', async (_, write) => {
    const { id } = await write();
    const lisa = memory.agent('lisa');
    expect(await seen('electra')).toEqual([]);
    expect(await lisa.share({ id })).toMatchObject({ id, believer: 'system' });
    expect(await seen('electra')).toEqual(['The login bug was a race.']);
    expect(await lisa.unshare({ id })).toMatchObject({ id, believer: 'lisa' });
    expect([await seen('electra'), await seen('lisa')]).toEqual([[], ['The login bug was a race.']]);
    await lisa.share({ id });
    expect(await seen('electra')).toEqual(['The login bug was a race.']);
  });

  it('is shared from the channel that it came from: none can be said', async () => {
    const { id } = await memory.agent('lisa').observe({ content: 'CI runs on Linux.' });
    const asked = { id, channel: 'tool' };
    const refusal = { code: 'INVALID_ARGUMENT', message: expect.stringContaining('"channel" is not known') };
    await expect(memory.agent('lisa').share(asked)).rejects.toMatchObject(refusal);
    await expect(memory.agent('lisa').unshare(asked)).rejects.toMatchObject(refusal);
  });

  it('that was written for everyone becomes its agent own', async () => {
    const lisa = memory.agent('lisa');
    const { id } = await lisa.observe({ content: 'CI runs on Linux.', shared: true });
    await lisa.unshare({ id });
    expect([await seen('electra'), await seen('lisa')]).toEqual([[], ['CI runs on Linux.']]);
  });

  it('stays within its audience when it is taken back', async () => {
    const lisa = memory.agent('lisa');
    const { id } = await lisa.observe({ content: 'Sofia is pregnant.', shared: true, with: 'user:sofia' });
    expect(await lisa.unshare({ id })).toMatchObject({ believer: 'lisa', audience: ['user:sofia'] });
    const told = async (talk: string): Promise<readonly string[]> =>
      (await lisa.latest({ with: talk })).map(({ content }) => content);
    expect([await told('user:sofia'), await told('user:mark')]).toEqual([['Sofia is pregnant.'], []]);
  });

  it('stays with an agent that believes it itself', async () => {
    const { id } = await memory.agent('lisa').believe({ content: 'CI runs on Linux.', shared: true });
    await memory.agent('electra').believe({ memory: id });
    await memory.agent('lisa').unshare({ id });
    expect(await seen('electra')).toEqual(['CI runs on Linux.']);
  });

  it('is trusted no further for being shared, and tells nothing of its sources', async () => {
    const lisa = memory.agent('lisa');
    const source = await lisa.observe({
      content: 'The page says that CI runs on Linux.',
      type: 'document',
      channel: 'import',
    });
    const { id } = await lisa.believe({ content: 'CI runs on Linux.', channel: 'import', derivedFrom: [source.id] });
    await lisa.share({ id });
    const why = await memory.agent('electra').why({ id });
    expect(why.believers).toMatchObject([
      { agent: 'system', provenance: { channel: 'import', source: 'lisa', trust: 0.6 } },
    ]);
    expect(why.derivedFrom).toEqual([]);
    expect(await seen('electra')).toEqual(['CI runs on Linux.']);
  });

  it('is refused to agents that do not see it, or did not share it', async () => {
    const lisa = memory.agent('lisa');
    const own = await lisa.observe({ content: 'My key is under the mat.' });
    await expect(memory.agent('electra').share({ id: own.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(lisa.unshare({ id: own.id })).rejects.toThrow('must name a memory that is shared');
    const shared = await lisa.believe({ content: 'CI runs on Linux.', shared: true });
    await expect(memory.agent('electra').unshare({ id: shared.id })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining(`madeleine withdraw ${shared.id} --agent system`),
    });
  });

  it('that sleep made of what one agent heard is unshared by that agent alone', async () => {
    await memory.sharing({ preset: 'household' });
    await memory.agent('lisa').observe({ content: 'I prefer tea.', speaker: 'Mark' });
    await memory.sleep();
    const [fact] = (await memory.agent('lisa').latest()).filter(({ id }) => id.startsWith('fact:'));
    const { id } = fact!;
    await expect(memory.agent('electra').unshare({ id })).rejects.toMatchObject({ code: 'CONFLICT' });
    await memory.agent('lisa').unshare({ id });
    expect([await seen('electra'), await seen('lisa')]).toEqual([[], ['Mark prefers tea.', 'I prefer tea.']]);
  });
});

it('a shared session shows its goal to every agent, which may go on with it', async () => {
  const lisa = memory.agent('lisa');
  const goals = async (): Promise<readonly unknown[]> =>
    (await memory.agent('electra').sessions()).map(({ goal }) => goal);
  await lisa.session({ id: 'release', goal: 'Ship version 2' });
  expect(await goals()).toEqual([]);
  await lisa.session({ id: 'release', shared: true });
  expect(await goals()).toEqual(['Ship version 2']);
  await memory.agent('electra').session({ id: 'release', planStatus: 'blocked' });
  expect((await lisa.sessions()).map(({ planStatus }) => planStatus)).toEqual(['blocked']);
});

it('a model shares and unshares by the tool, and is told when to', async () => {
  const lisa = memory.agent('lisa');
  const { id } = await lisa.observe({ content: 'The login bug was a race.', channel: 'agent' });
  expect((await believeTool.run(lisa, { action: 'share', memory: id })).text).toContain('Every agent may recall it.');
  expect(await seen('electra')).toEqual(['The login bug was a race.']);
  expect((await believeTool.run(lisa, { action: 'unshare', memory: id })).text).toContain('it is shared no more');
  expect(await seen('electra')).toEqual([]);
  await expect(believeTool.run(lisa, { action: 'share', content: 'x' })).rejects.toThrow('must be the id');
});
