import { FakeListChatModel } from '@langchain/core/utils/testing';
import { generateText, wrapLanguageModel } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { beforeAll, expect, test } from 'vitest';
import { Madeleine, type RemoteMadeleine } from '../../src/index.ts';
import { memoryMiddleware, memoryTools } from '../../src/integrations/ai-sdk.ts';
import { memoryChatModel } from '../../src/integrations/langchain.ts';
import { callTool } from '../support/call-tool.ts';
import { type ServedDoor, serveDoor } from '../support/http-door.ts';
import { remembered } from '../support/remembered.ts';

let door: ServedDoor;
let space: RemoteMadeleine;

beforeAll(async () => {
  door = await serveDoor();
  const token = (door.credentials.write as string).replace('Bearer ', '');
  space = await Madeleine.connect(door.server.url, { token, space: 'home', retryMs: 0 });
  await space.agent('lisa').believe({ content: "Luna is Mark's cat.", about: ['Luna', 'Mark'] });
});

test('models of both SDKs have a memory that a hub serves, with the token of its agent', async () => {
  const options = { memory: space.agent('lisa'), speaker: 'Mark' };
  const model = new MockLanguageModelV3({
    doGenerate: {
      content: [{ type: 'text', text: 'She is asleep.' }],
      finishReason: { unified: 'stop', raw: undefined },
      usage: {
        inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 1, text: 1, reasoning: 0 },
      },
      warnings: [],
    },
  });
  await generateText({
    model: wrapLanguageModel({ model, middleware: memoryMiddleware(options) }),
    tools: memoryTools({ memory: options.memory }),
    prompt: 'How is Luna doing?',
  });
  expect(JSON.stringify(model.doGenerateCalls[0]?.prompt)).toContain("Luna is Mark's cat.");
  const fake = new FakeListChatModel({ responses: ['She is awake.'] });
  await memoryChatModel({ model: fake, ...options }).invoke('And now?');
  expect(await remembered(door.home)).toEqual([
    'Mark (user): How is Luna doing?',
    'lisa (agent): She is asleep.',
    'Mark (user): And now?',
    'lisa (agent): She is awake.',
  ]);
});

test('an id alone as a content means that memory, from a program and from a tool', async () => {
  const lisa = space.agent('lisa');
  const { id } = await lisa.believe({ content: 'The quokka lives in the garden.' });
  expect(await lisa.believe({ content: id })).toMatchObject({ id, outcome: 'merged' });
  await lisa.withdraw({ id });
  expect((await callTool(lisa, 'believe', { content: ` ${id} ` })).text).toContain('it was withdrawn and is believed');
});

test('dots are no name of an agent: without them an address is that of the space', () => {
  for (const name of ['.', '..', ' .. '])
    for (const memory of [door.home, space])
      expect(() => memory.agent(name)).toThrow(
        'agent: "name" must be more than "." or "..", which an address leaves out',
      );
  expect(space.agent('...').name).toBe('...');
});

test('half of a character is told of, as where no hub is between', async () => {
  const content = 'The quokka says \ud83d';
  const at = { home: door.home.agent('lisa'), away: space.agent('lisa') };
  const [{ refused: here }, { refused: away }] = [
    await at.home.observe({ content }),
    await at.away.observe({ content }),
  ];
  expect(here).toHaveLength(1);
  expect(away).toEqual(here);
  expect((await callTool(at.away, 'add_memory', { content })).text).toContain('Left out: half of a character');
  expect((await at.away.latest({ limit: 1 }))[0]?.content).toBe('The quokka says \ufffd');
});

test('a model answers without its memory when the hub is gone, and whoever listens hears why', async () => {
  const errors: unknown[] = [];
  const onError = (error: unknown): number => errors.push(error);
  const fake = new FakeListChatModel({ responses: ['I do not know.'] });
  await door.server.close();
  const answer = await memoryChatModel({ model: fake, memory: space.agent('lisa'), onError }).invoke('How is Luna?');
  expect(answer.text).toBe('I do not know.');
  expect(errors.length).toBeGreaterThan(0);
});
