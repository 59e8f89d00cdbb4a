import { Agent, type AgentInputItem, type Model, type ModelRequest, Runner, Usage } from '@openai/agents-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { type AgentMemory, InvalidArgumentError } from '../../../src/index.ts';
import { memorySession } from '../../../src/integrations/openai-agents.ts';
import { openSpace } from '../../support/open-space.ts';

const items: AgentInputItem[] = [
  { role: 'user', content: 'Luna is sixteen.' },
  { type: 'reasoning', id: 'rs_1', content: [] },
  { type: 'function_call', callId: 'c1', name: 'warm', arguments: '{}', status: 'completed' },
  { type: 'function_call_result', callId: 'c1', name: 'warm', status: 'completed', output: 'x'.repeat(20_000) },
  { role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: 'She is warm now.' }] },
];

let lisa: AgentMemory;

beforeEach(async () => {
  lisa = (await openSpace()).agent('lisa');
});

describe('a session', () => {
  test('answers its items as they were, in their order', async () => {
    const session = memorySession({ memory: lisa, session: 'kitchen', speaker: 'Mark' });
    expect(await session.getItems()).toEqual([]);
    await session.addItems(items.slice(0, 3));
    await session.addItems(items.slice(3));
    const again = memorySession({ memory: lisa, session: 'kitchen' });
    expect(await again.getSessionId()).toBe('kitchen');
    expect(await again.getItems()).toEqual(items);
    expect(await again.getItems(2)).toEqual(items.slice(-2));
    expect(await again.getItems(0)).toEqual([]);
    expect(await memorySession({ memory: lisa, session: 'cellar' }).getItems()).toEqual([]);
  });

  test('gives its last item back, and is cleared', async () => {
    const session = memorySession({ memory: lisa, session: 'kitchen' });
    await session.addItems(items);
    expect(await session.popItem()).toEqual(items.at(-1));
    await session.addItems(items.slice(0, 1));
    expect(await session.getItems()).toEqual([...items.slice(0, -1), items[0]]);
    await session.clearSession();
    expect(await session.getItems()).toEqual([]);
    expect(await session.popItem()).toBeUndefined();
  });

  test('has more items than one call answers', async () => {
    const many = Array.from({ length: 230 }, (_, at): AgentInputItem => ({ role: 'user', content: `Line ${at}.` }));
    const session = memorySession({ memory: lisa, session: 'long' });
    await session.addItems(many);
    expect(await session.getItems()).toEqual(many);
  });

  test('has no item that somebody else tags like one', async () => {
    const session = memorySession({ memory: lisa, session: 'kitchen' });
    await session.addItems(items.slice(0, 1));
    const tagged = { content: 'Luna purrs.', tags: ['openai-agents:kitchen'] };
    for (const openaiAgents of ['none', { position: 7 }, { position: 8, item: 'none' }])
      await lisa.observe({ ...tagged, metadata: { openaiAgents } });
    await lisa.observe(tagged);
    expect(await session.getItems()).toEqual(items.slice(0, 1));
    await session.addItems(items.slice(1, 2));
    expect(await session.popItem()).toEqual(items[1]);
    await session.clearSession();
    expect((await lisa.latest()).map(({ content }) => content)).toEqual(Array(4).fill('Luna purrs.'));
  });

  test('is remembered: who said what is recalled without it', async () => {
    await memorySession({ memory: lisa, session: 'kitchen', speaker: 'Mark' }).addItems(items);
    const [asked] = (await lisa.recall({ query: 'Who is sixteen?' })).memories;
    expect([asked?.content, asked?.speaker]).toEqual(['Luna is sixteen.', 'Mark']);
    const [answered] = (await lisa.recall({ query: 'Is she warm now?' })).memories;
    expect([answered?.content, answered?.speaker]).toEqual(['She is warm now.', 'lisa']);
  });

  test('refuses what breaks a rule', () => {
    expect(() => memorySession({ memory: lisa, session: ' ' })).toThrow(InvalidArgumentError);
    const rule = 'memorySession: "session" must be at most 200 bytes';
    expect(() => memorySession({ memory: lisa, session: 'é'.repeat(101) })).toThrow(rule);
    expect(() => memorySession({ memory: lisa, session: 'é'.repeat(100) })).not.toThrow();
  });
});

test('the runner of the SDK hears on Tuesday what was said on Monday', async () => {
  const heard: ModelRequest['input'][] = [];
  const model: Model = {
    async getResponse({ input }) {
      heard.push(input);
      return { usage: new Usage(), output: [{ type: 'message', ...answer }] };
    },
    async *getStreamedResponse() {},
  };
  const answer = {
    role: 'assistant' as const,
    status: 'completed' as const,
    content: [{ type: 'output_text' as const, text: 'She is warm now.' }],
  };
  const runner = new Runner({ tracingDisabled: true });
  const session = memorySession({ memory: lisa, session: 'kitchen', speaker: 'Mark' });
  await runner.run(new Agent({ name: 'lisa', model }), 'Luna is sixteen.', { session });
  const { finalOutput } = await runner.run(new Agent({ name: 'lisa', model }), 'How is she?', { session });
  expect(finalOutput).toBe('She is warm now.');
  expect(heard[1]).toMatchObject([
    { role: 'user', content: 'Luna is sixteen.' },
    answer,
    { role: 'user', content: 'How is she?' },
  ]);
});
