import { beforeAll, describe, expect, it } from 'vitest';
import type { AgentMemory } from '../../../src/index.ts';
import { openSpace } from '../../support/open-space.ts';

let ada: AgentMemory;
let bob: AgentMemory;

beforeAll(async () => {
  const memory = await openSpace();
  ada = memory.agent('ada');
  bob = memory.agent('bob');
  for (const content of [
    'The counseling workshop was full.',
    'We painted the harbor at dawn.',
    'Melanie finished the mystery novel.',
    'The committee organizes a charity auction.',
    'Der Umzugskarton steht im Flur.',
    'The kettle is new.',
  ])
    await ada.observe({ content });
  await bob.observe({ content: 'The xylophone is hidden.' });
});

async function first(agent: AgentMemory, query: string): Promise<string | undefined> {
  return (await agent.search({ query, limit: 1 })).memories[0]?.content;
}

describe('a word of a question that nobody has used', () => {
  it.each([
    ['the counsellor', 'The counseling workshop was full.'],
    ['who painted the harbour?', 'We painted the harbor at dawn.'],
    ['which novle did melany finnish', 'Melanie finished the mystery novel.'],
    ['a charity that is organised', 'The committee organizes a charity auction.'],
    ['the mistery', 'Melanie finished the mystery novel.'],
    ['Wo ist der Karton und was ist darin?', 'Der Umzugskarton steht im Flur.'],
  ])('is read as the one that is near: %s', async (query, content) => {
    expect(await first(ada, query)).toBe(content);
  });

  it('counts as said, so that a slip is no reason to doubt an answer', async () => {
    const { primary } = await ada.recall({ query: 'Who organised the charity auktion?' });
    expect(primary.map(({ content }) => content)).toEqual(['The committee organizes a charity auction.']);
  });

  it('is read as what people who work with software say for it', async () => {
    const memory = await openSpace();
    const agent = memory.agent('coder');
    for (const content of [
      'CI takes nine minutes on main.',
      'The ingester died of OOM on Sunday.',
      'Prod is in Frankfurt.',
    ])
      await agent.observe({ content });
    expect(await first(agent, 'How long does the pipeline take?')).toBe('CI takes nine minutes on main.');
    expect(await first(agent, 'Which service ran out of memory?')).toBe('The ingester died of OOM on Sunday.');
    expect(await first(agent, 'Where is production?')).toBe('Prod is in Frankfurt.');
  });

  it('is not read as a short word or as another one', async () => {
    expect(await first(ada, 'nettle')).toBeUndefined();
    expect(await first(ada, 'parachute')).toBeUndefined();
  });

  it('is not read as what only another agent has said', async () => {
    expect(await first(ada, 'xylophon')).toBeUndefined();
    expect(await first(bob, 'xylophonne')).toBe('The xylophone is hidden.');
  });
});
