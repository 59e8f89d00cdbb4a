import { beforeEach, expect, it } from 'vitest';
import { type Standing, standing } from '../../../../dashboard/src/views/mending/belief-standing.ts';
import type { AgentAnswer } from '../../../../dashboard/src/wire.ts';
import type { Madeleine } from '../../../../src/index.ts';
import { openSpace } from '../../../support/open-space.ts';

let now: Date;
let memory: Madeleine;

beforeEach(async () => {
  now = new Date('2026-03-01T09:00:00Z');
  memory = await openSpace({ clock: () => now });
});

async function stands(id: string): Promise<Standing> {
  const why = JSON.parse(JSON.stringify(await memory.agent('lisa').why({ id }))) as AgentAnswer<'why'>;
  return standing('lisa', why.believers);
}

it('tells of a belief that it is held, for good, or withdrawn', async () => {
  const lisa = memory.agent('lisa');
  const { id } = await lisa.believe({ content: 'Tea takes four minutes.' });
  expect(await stands(id)).toMatchObject({ sentence: 'lisa believes it.', isOwn: true, isHeld: true });
  await lisa.believe({ memory: id, permanent: true });
  expect(await stands(id)).toMatchObject({ sentence: 'lisa believes it, for good.', isPermanent: true });
  await lisa.withdraw({ id });
  expect(await stands(id)).toEqual({
    sentence: 'lisa has withdrawn it.',
    isOwn: false,
    isHeld: false,
    isFaint: false,
    isPermanent: false,
  });
});

it('tells of a belief that it has faded, and then that it is archived', async () => {
  const { id } = await memory.agent('lisa').observe({ content: 'It rained.', importance: 1 });
  const sentences: string[] = [];
  for (let month = 0; month < 60; month++) {
    now = new Date(now.getTime() + 30 * 86_400_000);
    const { sentence, isFaint } = await stands(id);
    expect(isFaint).toBe(sentence !== 'lisa believes it.');
    if (!sentences.includes(sentence)) sentences.push(sentence);
  }
  expect(sentences.map((sentence) => /faded and is archived|has faded|believes it\./.exec(sentence)?.[0])).toEqual([
    'believes it.',
    'has faded',
    'faded and is archived',
  ]);
});

it('tells of what is universal that the agent does not believe it by itself', async () => {
  const { id } = await memory.agent('electra').observe({ content: 'The office has moved.', shared: true });
  expect(await stands(id)).toMatchObject({
    sentence: 'It is universal; lisa does not believe it by itself.',
    isOwn: false,
    isHeld: true,
  });
});
