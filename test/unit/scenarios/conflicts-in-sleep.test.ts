/** What sleep makes of what somebody has heard one way and then another, without a language model. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { SleepReport } from '../../../src/index.ts';
import { openSpace } from '../../support/open-space.ts';
import { readingBy } from '../../support/reading-by.ts';
import { beginStory, type Story } from './story.ts';

let story: Story;

beforeEach(async () => {
  story = await beginStory('Where does Mark live? Portland', { sharing: 'household' });
});

const portland = 'I live in Portland.';
const seattle = 'I live in Seattle now.';
const inPortland = 'Mark lives in Portland.';
const inSeattle = 'Mark lives in Seattle.';

/** Mark says something to an agent, and time passes. */
async function says(content: string, agent = 'lisa'): Promise<string> {
  story.wait(1);
  return story.observe(agent, content, { speaker: 'Mark' });
}

async function sleeps(): Promise<SleepReport['steps'][number] | undefined> {
  story.wait(1);
  return (await story.memory.sleep()).steps.find(({ step }) => step === 'resolve');
}

/** What answers an agent, best first. */
async function answers(agent: string, more: object = {}): Promise<readonly string[]> {
  const { memories } = await story.memory
    .agent(agent)
    .recall({ query: 'Where does Mark live?', attention: false, ...more });
  return memories.filter(({ role }) => role === 'primary').map(({ content }) => content);
}

/** What stands in whose place for an agent, by content. */
async function marks(agent: string): Promise<Readonly<Record<string, string | undefined>>> {
  const found = await story.found(agent);
  const contents = new Map(found.map(({ id, content }) => [id, content]));
  return Object.fromEntries(found.map(({ content, superseded }) => [content, contents.get(superseded?.by ?? '')]));
}

async function told(agent: string): Promise<string> {
  return JSON.stringify(await story.memory.agent(agent).recall({ query: 'Mark Portland', attention: false }));
}

describe('a later word', () => {
  test('takes the place of the earlier one: what it was, since when and by what, can be told', async () => {
    await says(portland);
    await says(seattle);
    expect((await sleeps())?.counts).toEqual({ override: 2 });
    expect((await answers('lisa'))[0]).toContain('Seattle');
    const old = (await story.found('lisa')).find(({ content }) => content === inPortland);
    const why = await story.memory.agent('lisa').why({ id: old?.id ?? '' });
    expect(why.supersededBy.map(({ memory, believer, at }) => [memory.content, believer, at])).toEqual([
      ['Mark lives in Seattle.', 'system', story.now()],
    ]);
    expect(why.derivedFrom.map(({ content }) => content)).toEqual([portland]);
  });

  test('ends the earlier one when it was said, not when sleep found it out', async () => {
    await says(portland);
    story.wait(30);
    const whileInPortland = story.now();
    await says(seattle);
    story.wait(30);
    const whileInSeattle = story.now();
    await sleeps();
    const factsAt = async (validAt: Date, more: object = {}): Promise<readonly string[]> =>
      (await story.found('lisa', { validAt, types: ['fact'], ...more })).map(({ content }) => content);
    expect(await factsAt(whileInPortland)).toContain(inPortland);
    expect(await factsAt(whileInSeattle)).not.toContain(inPortland);
    expect(await factsAt(whileInSeattle, { asOf: story.now() })).not.toContain(inPortland);
  });

  test('puts what was said out of its place too, and none of it answers', async () => {
    const first = await says(portland);
    await says(seattle);
    await sleeps();
    expect((await story.seen('lisa', first))?.superseded).toBeDefined();
    expect((await answers('lisa')).filter((content) => content.includes('Portland'))).toEqual([]);
  });

  test('answers everybody who has it from system, and changes no belief of anybody else', async () => {
    await story.believe('electra', 'Mark lives in Portland, Maine.');
    const before = (await story.found('electra')).map(({ content, superseded }) => [content, superseded]);
    await says(portland);
    await says(seattle);
    await sleeps();
    const after = (await story.found('electra')).map(({ content, superseded }) => [content, superseded]);
    expect(after).toEqual(expect.arrayContaining(before));
    expect((await answers('marvin'))[0]).toContain('Seattle');
  });

  test('of a third kind stands before both, whether they slept in between or not', async () => {
    for (const word of [portland, seattle]) await says(word);
    await sleeps();
    await says('I live in Denver.');
    await sleeps();
    expect(await answers('lisa')).toEqual(['Mark lives in Denver.']);
    const at = await beginStory('Mark', { sharing: 'household' });
    for (const content of [portland, seattle, 'I live in Denver.']) {
      at.wait(1);
      await at.observe('lisa', content, { speaker: 'Mark' });
    }
    await at.memory.sleep();
    const [first] = (await at.memory.agent('lisa').recall({ query: 'Where does Mark live?' })).primary;
    expect(first?.content).toContain('Denver');
  });

  test('is no later for being written first: what counts is when it was said', async () => {
    await story.observe('lisa', seattle, { speaker: 'Mark', occurredAt: '2025-12-02' });
    await story.observe('lisa', portland, { speaker: 'Mark', occurredAt: '2025-12-01' });
    await sleeps();
    expect((await answers('lisa'))[0]).toContain('Seattle');
  });

  test('that names what it gives up is in no conflict with itself, nor with the fact that was read from it', async () => {
    await says(portland);
    await sleeps();
    const moved = 'I moved: I live in Seattle now, not in Portland.';
    const fact = 'Mark lives in Seattle.';
    await says(moved);
    await sleeps();
    expect(await answers('lisa')).toEqual([fact]);
    expect(await answers('electra')).toEqual([fact]);
    expect(await marks('lisa')).toEqual({
      [portland]: expect.stringContaining('Seattle'),
      [inPortland]: fact,
      [moved]: undefined,
      [fact]: undefined,
    });
    expect((await sleeps())?.counts).toEqual({});
  });

  test('is not undone by the mistake being told again, which gains no confidence', async () => {
    await says(portland);
    await sleeps();
    const confidence = async (): Promise<number | undefined> =>
      (await story.found('lisa')).find(({ content }) => content === inPortland)?.believers[0]?.confidence;
    const before = await confidence();
    await says(seattle);
    await sleeps();
    for (let time = 0; time < 5; time++) await says(portland);
    await sleeps();
    expect(before).toBeGreaterThan(0);
    expect(await confidence()).toBe(before);
    expect((await answers('lisa'))[0]).toContain('Seattle');
    expect((await answers('lisa')).filter((content) => content.includes('Portland'))).toEqual([]);
  });
});

describe('what was known then', () => {
  test('stays as it was, before the sleep and before the correction', async () => {
    await says(portland);
    await sleeps();
    story.wait(10);
    const asOf = story.now();
    await says(seattle);
    await sleeps();
    expect((await answers('lisa', { asOf }))[0]).toContain('Portland');
    expect((await answers('lisa'))[0]).toContain('Seattle');
  });

  test('comes back when the correction is withdrawn', async () => {
    const old = await story.believe('lisa', inPortland);
    story.wait(1);
    const fact = await story.believe('lisa', inSeattle);
    await sleeps();
    expect((await story.seen('lisa', old))?.superseded?.by).toBe(fact);
    await story.withdraw('lisa', fact);
    await sleeps();
    expect(await answers('lisa')).toEqual([inPortland]);
  });
});

describe('what is not overridden', () => {
  test('is what is permanent', async () => {
    const old = await story.believe('lisa', inPortland, { permanent: true });
    story.wait(1);
    const fact = await story.believe('lisa', inSeattle);
    expect((await sleeps())?.counts).toEqual({ refused: 1 });
    expect((await story.seen('lisa', old))?.superseded).toBeUndefined();
    expect((await story.seen('lisa', old))?.links).toMatchObject([{ memory: fact, state: 'confirmed' }]);
  });

  test('is what somebody has corrected himself', async () => {
    const old = await story.believe('lisa', inPortland);
    story.wait(1);
    const corrected = await story.believe('lisa', inSeattle, { supersedes: [old] });
    story.wait(1);
    await story.believe('lisa', 'Mark lives in Denver.');
    await sleeps();
    expect((await story.seen('lisa', corrected))?.superseded).toBeUndefined();
  });

  test('is what is trusted more', async () => {
    const old = await story.believe('lisa', inPortland);
    for (const channel of ['tool', 'import', 'agent'] as const) {
      story.wait(1);
      await story.believe(
        'lisa',
        `Mark lives in ${channel === 'tool' ? 'Denver' : channel === 'import' ? 'Salem' : 'Austin'}.`,
        {
          channel,
        },
      );
    }
    await sleeps();
    expect((await story.seen('lisa', old))?.superseded).toBeUndefined();
  });

  test('is what tools print, and by what they print', async () => {
    await says(portland);
    story.wait(1);
    await story.observe('lisa', 'Mark lives in Seattle.', { type: 'tool_output', channel: 'tool' });
    await sleeps();
    expect((await answers('lisa'))[0]).toContain('Portland');
  });

  test('is the opinion of an agent by what is universal, and what is universal by an opinion', async () => {
    const opinion = await story.believe('lisa', inPortland, { channel: 'agent' });
    await says(seattle, 'electra');
    await sleeps();
    expect((await story.seen('lisa', opinion))?.superseded).toBeUndefined();
    const universal = (await story.found('electra')).find(({ type }) => type === 'fact');
    story.wait(1);
    await story.believe('lisa', 'Mark lives in Denver.', { channel: 'agent' });
    const before = await marks('electra');
    await sleeps();
    expect((await story.seen('lisa', universal?.id ?? ''))?.superseded).toBeUndefined();
    expect(await marks('electra')).toEqual(before);
  });

  test('is what an agent has judged to be no contradiction', async () => {
    const old = await story.believe('lisa', inPortland);
    story.wait(1);
    const fact = await story.believe('lisa', inSeattle);
    await story.memory.agent('lisa').judge({ one: old, other: fact, state: 'dismissed' });
    expect((await sleeps())?.changed).toBe(0);
    expect(await marks('lisa')).toEqual({ [inPortland]: undefined, [inSeattle]: undefined });
  });

  test('is what was judged to be none, also where a message is read to end a fact', async () => {
    for (const state of ['potential', 'dismissed'] as const) {
      const memory = await openSpace({ embedder: readingBy({}, { 'any more': 9 }) });
      const lisa = memory.agent('lisa');
      await lisa.observe({ content: 'Emil is vegan.', speaker: 'Tom' });
      await memory.sleep();
      const [fact] = (await lisa.latest({ types: ['fact'] })).map(({ id }) => id);
      const { id } = await lisa.observe({ content: 'Emil eats fish again, so not vegan any more', speaker: 'Tom' });
      await lisa.judge({ one: id, other: fact ?? '', kind: 'contradicts', state });
      await memory.sleep();
      const { supersededBy } = await lisa.why({ id: fact ?? '' });
      expect(supersededBy).toHaveLength(state === 'dismissed' ? 0 : 1);
    }
  });

  test('is what somebody else is said to do', async () => {
    await story.believe('lisa', inPortland);
    story.wait(1);
    await story.believe('lisa', 'Ana lives in Seattle, and Mark visits her in Portland.');
    expect((await sleeps())?.changed).toBe(0);
  });

  test('is an observation that has more to tell', async () => {
    const more = 'I live in Portland, and my sister Ida bakes the bread for our village.';
    const first = await says(more);
    await says(seattle);
    await sleeps();
    expect((await story.seen('lisa', first))?.superseded).toBeUndefined();
    expect((await answers('lisa'))[0]).toContain('Seattle');
  });
});

describe('two words that go together', () => {
  test('are one where they say the same: the better attested stays and answers', async () => {
    const user = await story.believe('lisa', 'Mark really loves Portland.');
    story.wait(1);
    const agent = await story.believe('lisa', 'Mark loves Portland.', { channel: 'agent' });
    expect((await sleeps())?.counts).toEqual({ merge: 1 });
    expect((await story.memory.agent('lisa').why({ id: agent })).supersededBy.map(({ memory }) => memory.id)).toEqual([
      user,
    ]);
    // The copy is history: only the one that stays is shown, and nothing contradicts it.
    expect(await story.seen('lisa', agent)).toBeUndefined();
    expect((await story.seen('lisa', user))?.superseded).toBeUndefined();
    expect(await story.roles('lisa', { query: 'What does Mark love?' })).toEqual({ [user]: 'primary' });
  });

  test('are rule and exception where one tells of a special case', async () => {
    const rule = await story.believe('lisa', 'Mark plays chess in Portland.');
    story.wait(1);
    const special = await story.believe('lisa', 'Mark does not play chess in Portland in August.');
    expect((await sleeps())?.counts).toEqual({ exception: 1 });
    expect((await story.seen('lisa', rule))?.links).toMatchObject([{ memory: special, state: 'exception' }]);
    expect((await story.seen('lisa', rule))?.superseded).toBeUndefined();
  });

  test('stay where the rules cannot tell', async () => {
    await story.believe('lisa', 'Mark has a boat in Portland.');
    story.wait(1);
    await story.believe('lisa', 'Mark has a house in Portland.');
    expect((await sleeps())?.changed).toBe(0);
  });
});

describe('the sleep itself', () => {
  test('counts what it would change when it is dry, and changes nothing', async () => {
    await story.believe('lisa', inPortland);
    story.wait(1);
    await story.believe('lisa', inSeattle);
    const before = [await told('lisa'), (await story.memory.stats()).seq];
    const { steps } = await story.memory.sleep({ dryRun: true });
    expect(steps.find(({ step }) => step === 'resolve')).toMatchObject({ changed: 1, counts: { override: 1 } });
    expect([await told('lisa'), (await story.memory.stats()).seq]).toEqual(before);
  });

  test('changes nothing the second time', async () => {
    for (const word of [portland, seattle, 'I love cilantro.', 'I was wrong: I hate cilantro.']) await says(word);
    await sleeps();
    const before = await marks('lisa');
    expect(Object.values(before).filter((by) => by !== undefined)).toHaveLength(3);
    expect((await sleeps())?.changed).toBe(0);
    expect(await marks('lisa')).toEqual(before);
  });
});
