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
