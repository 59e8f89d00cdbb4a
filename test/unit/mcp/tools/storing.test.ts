/** `add_memory` and `believe`: what a model stores, corrects and takes back. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { AgentMemory, Madeleine } from '../../../../src/index.ts';
import { callTool, refusalOf } from '../../../support/call-tool.ts';
import { openSpace } from '../../../support/open-space.ts';

let memory: Madeleine;
let lisa: AgentMemory;

beforeEach(async () => {
  memory = await openSpace();
  lisa = memory.agent('lisa');
});

const contentsOf = async (agent: AgentMemory, query: string): Promise<readonly string[]> =>
  (await agent.search({ query })).memories
    .filter(({ superseded }) => superseded === undefined)
    .map(({ content }) => content);

describe('add_memory', () => {
  test('stores what was said with all that is told of it', async () => {
    const { text, data } = await callTool(lisa, 'add_memory', {
      content: 'Luna limps on cold mornings.',
      channel: 'user',
      speaker: 'Mark',
      session: 'luna',
      importance: 8,
      occurred_at: '2026-01-10',
      emotional_context: 'frustrated',
      entities: ['Oregon Trail Vets'],
    });
    expect(text).toBe(`Stored as ${data.id}.`);
    expect(data).toMatchObject({ outcome: 'stored', believer: 'lisa', session: 'session:luna' });
    expect(data.mentions).toEqual(expect.arrayContaining(['Luna', 'Oregon Trail Vets']));
    const [stored] = (await lisa.search({ query: 'Luna' })).memories;
    expect(stored).toMatchObject({
      id: data.id,
      type: 'user_input',
      speaker: 'Mark',
      importance: 8,
      mood: { valence: -0.5, arousal: 0.5 },
      believers: [{ provenance: { channel: 'user', trust: 0.9 } }],
    });
    expect(stored?.occurredAt).toEqual(new Date('2026-01-10'));
  });

  test.each([
    [undefined, 'agent', 'user_input'],
    ['tool', 'tool', 'tool_output'],
    ['import', 'import', 'document'],
  ])('by the channel %s comes as from %s, as %s', async (channel, from, type) => {
    await callTool(lisa, 'add_memory', { content: 'Luna sleeps.', channel });
    const [stored] = (await lisa.search({ query: 'Luna' })).memories;
    expect([stored?.believers[0]?.provenance.channel, stored?.type]).toEqual([from, type]);
  });

  test('is for every agent only where that is asked for', async () => {
    await callTool(lisa, 'add_memory', { content: 'The office is closed on Mondays.' });
    const { text } = await callTool(lisa, 'add_memory', { content: 'The office opens at nine.', shared: true });
    expect(text).toContain('Every agent may recall it.');
    expect(await contentsOf(memory.agent('electra'), 'office')).toEqual(['The office opens at nine.']);
  });

  test('cannot pretend that sleep has derived it', async () => {
    const { text } = await callTool(lisa, 'add_memory', { content: 'Luna purrs.', channel: 'consolidation' });
    expect(text).toContain(
      '"channel": "consolidation" is not known; it was left out. It takes user, agent, tool, import.',
    );
    const [stored] = (await lisa.search({ query: 'purrs' })).memories;
    expect(stored?.believers[0]?.provenance.channel).toBe('agent');
  });

  test('keeps the key terms that come with it', async () => {
    await callTool(lisa, 'add_memory', { content: 'Luna purrs.', concepts: 'contentment' });
    const [stored] = (await lisa.search({ query: 'purrs' })).memories;
    expect(stored?.concepts).toEqual(['contentment']);
  });
});

describe('believe', () => {
  test('holds something true', async () => {
    const { data } = await callTool(lisa, 'believe', {
      content: 'Mark prefers tea.',
      about: ['Mark'],
      kind: 'self.preference',
    });
    expect(data).toMatchObject({ outcome: 'stored', mentions: ['Mark'] });
    expect(await contentsOf(lisa, 'tea')).toEqual(['Mark prefers tea.']);
  });

  test('corrects a fact, and an observation, which stay as history', async () => {
    const fact = (await lisa.believe({ content: 'Mark lives in Portland.', channel: 'agent' })).id;
    const said = (await lisa.observe({ content: 'Mark said that he lives in Portland.', channel: 'agent' })).id;
    const { text, data } = await callTool(lisa, 'believe', {
      action: 'correct',
      content: 'Mark lives in Seattle.',
      supersedes: [fact, said],
      reason: 'he moved',
    });
    expect(text).toBe(`Stored as ${data.id}. It takes the place of ${fact}, ${said}, which stays as history.`);
    expect(await contentsOf(lisa, 'Where does Mark live?')).toEqual(['Mark lives in Seattle.']);
    expect((await lisa.search({ query: 'Where does Mark live?' })).total).toBe(3);
  });

  test.each([undefined, 'assert', 'update'])(
    'reads what takes the place of a fact as a correction: %s',
    async (action) => {
      const fact = (await lisa.believe({ content: 'Mark lives in Portland.', channel: 'agent' })).id;
      const { text } = await callTool(lisa, 'believe', { action, content: 'Mark lives in Seattle.', supersedes: fact });
      expect(text).toContain(`It takes the place of ${fact}, which stays as history.`);
    },
  );

  test('says what to do where what is corrected is trusted more', async () => {
    const fact = (await lisa.believe({ content: 'Mark lives in Portland.', channel: 'user' })).id;
    const correction = { action: 'correct', content: 'Mark lives in Seattle.', supersedes: [fact] };
    expect(await refusalOf(lisa, 'believe', correction)).toMatch(
      /call again with "channel": "user"\. If not, ask them/,
    );
    await callTool(lisa, 'believe', { ...correction, channel: 'user' });
    expect(await contentsOf(lisa, 'Where does Mark live?')).toEqual(['Mark lives in Seattle.']);
  });

  test('withdraws what was never true, and believes it again', async () => {
    const fact = (await lisa.believe({ content: 'Mark prefers tea.' })).id;
    const refusal = await refusalOf(lisa, 'believe', { action: 'withdraw', memory: fact });
    expect(refusal).toContain('call again with "channel": "user"');
    const { text } = await callTool(lisa, 'believe', { action: 'withdraw', memory: fact, channel: 'user' });
    expect(text).toBe(`No longer believed: ${fact} (believing it again takes that back).`);
    expect(await contentsOf(lisa, 'tea')).toEqual([]);
    const again = await callTool(lisa, 'believe', { memory: fact });
    expect(again.text).toMatch(new RegExp(`^Known already as ${fact} \\(`));
    expect(await contentsOf(lisa, 'tea')).toEqual(['Mark prefers tea.']);
  });

  test.each([
    [{ action: 'withdraw' }, '"memory" must be the id of what is withdrawn'],
    [{ action: 'withdraw', memory: 'fact:x', content: 'x' }, '"memory" must be the id of what is withdrawn'],
    [{ action: 'correct', content: 'x' }, '"supersedes" must name what is corrected'],
    [{ action: 'share', memory: 'fact:x', supersedes: ['fact:y'] }, '"action" must be correct where "supersedes" is'],
    [{ action: 'dream', content: 'x' }, '"action" must be one of assert, correct, withdraw'],
    [{}, 'must have exactly one of "content" and "memory", got none of them'],
    [{ action: 'withdraw', memory: 'fact:x' }, 'Find the id first: recall_memory and search_memories'],
  ])('refuses %j', async (args, told) => {
    expect(await refusalOf(lisa, 'believe', args)).toContain(told);
  });
});
