/** What an agent's forgetting reaches of what sleep has made of its memories for everybody. */
import { beforeEach, expect, it } from 'vitest';
import type { Madeleine } from '../../../src/index.ts';
import { openSpace } from '../../support/open-space.ts';

let memory: Madeleine;
beforeEach(async () => {
  memory = await openSpace({ sharing: 'household' });
});

const hears = (agent: string): Promise<unknown> =>
  memory.agent(agent).observe({ content: 'I am allergic to penicillin.', speaker: 'Mark' });
const seen = async (agent: string): Promise<readonly string[]> =>
  (await memory.agent(agent).latest()).map(({ content }) => content);

it('ends the universal fact that sleep made of its own memories alone', async () => {
  await hears('lisa');
  await memory.sleep();
  expect(await seen('electra')).toHaveLength(1);
  const report = await memory.agent('lisa').forget({ subject: 'Mark' });
  expect(report.kept).toEqual([]);
  expect(report.memories).toHaveLength(2);
  expect([await seen('lisa'), await seen('electra')]).toEqual([[], []]);
  await memory.sleep();
  expect(await seen('electra')).toEqual([]);
});

it('keeps what another agent has heard too, and says so', async () => {
  await hears('lisa');
  await hears('electra');
  await memory.sleep();
  const [fact] = (await memory.agent('lisa').latest()).filter(({ id }) => id.startsWith('fact:'));
  const report = await memory.agent('lisa').forget({ subject: 'Mark' });
  expect(report.kept).toEqual([fact!.id]);
  expect(await seen('electra')).toHaveLength(2);
});

it('keeps what somebody has shared by a call', async () => {
  const { id } = await memory.agent('lisa').believe({ content: 'Mark lives in Graz.', shared: true });
  const report = await memory.agent('lisa').forget({ subject: 'Mark' });
  expect(report.kept).toEqual([id]);
  expect(await seen('electra')).toEqual(['Mark lives in Graz.']);
});

it('ends what sleep made within an audience of its own memories there, and nothing of another talk', async () => {
  memory = await openSpace({ sharing: { statements: 'audience' } });
  const sofia = { speaker: 'Sofia', with: 'user:sofia' };
  await memory.agent('lisa').observe({ content: 'I am allergic to penicillin.', ...sofia });
  await memory.agent('lisa').observe({ content: 'I live in Graz.', speaker: 'Mark', with: 'user:mark' });
  await memory.sleep();
  const heard = async (talk: string): Promise<readonly string[]> =>
    (await memory.agent('electra').latest({ with: talk })).map(({ content }) => content);
  expect([await heard('user:sofia'), await heard('user:mark')]).toEqual([
    [expect.stringContaining('allergic')],
    [expect.stringContaining('Graz')],
  ]);
  const report = await memory.agent('lisa').forget({ query: 'allergic' });
  expect(report.kept).toEqual([]);
  expect([await heard('user:sofia'), await heard('user:mark')]).toEqual([[], [expect.stringContaining('Graz')]]);
});

it('keeps what sleep made within an audience of what another agent heard there too', async () => {
  memory = await openSpace({ sharing: { statements: 'audience' } });
  const said = { content: 'I am allergic to penicillin.', speaker: 'Sofia', with: 'user:sofia' };
  for (const agent of ['lisa', 'electra']) await memory.agent(agent).observe(said);
  await memory.sleep();
  await memory.agent('lisa').forget({ query: 'allergic' });
  const left = (await memory.agent('marvin').latest({ with: 'user:sofia' })).map(({ content }) => content);
  expect(left).toEqual([expect.stringContaining('allergic')]);
});
