import { beforeEach, describe, expect, test } from 'vitest';
import { type AgentMemory, InvalidArgumentError, type Madeleine } from '../../../src/index.ts';
import {
  type MastraProcessor,
  type PromptMessage,
  type MastraTool,
  memoryProcessor,
  memoryTools,
} from '../../../src/integrations/mastra.ts';
import { openSpace } from '../../support/open-space.ts';
import { remembered } from '../../support/remembered.ts';

let space: Madeleine;
let lisa: AgentMemory;

beforeEach(async () => {
  space = await openSpace();
  lisa = space.agent('lisa');
});

function tool(name: string): MastraTool {
  const found = memoryTools({ memory: lisa })[name];
  if (!found) throw new Error(`there is no tool ${name}`);
  return found;
}

describe('the tools for Mastra', () => {
  test('answer a model in text and a program in data', async () => {
    await lisa.observe({ content: 'Luna sleeps on the warm windowsill.' });
    const { id, execute, inputSchema, toModelOutput } = tool('recall_memory');
    expect(id).toBe('recall_memory');
    const args = inputSchema.parse({ query: 'Where does Luna sleep?' });
    const answer = await execute(args, {});
    expect(answer.structured).toMatchObject({ memories: [{ content: 'Luna sleeps on the warm windowsill.' }] });
    expect(toModelOutput(answer)).toEqual({ type: 'text', value: answer.text });
    expect(answer.text).toContain('Luna sleeps on the warm windowsill.');
  });

  test('write as the agent, unless they may only read', async () => {
    await tool('add_memory').execute({ content: 'Rex barks at night.' });
    expect((await lisa.latest()).map(({ content }) => content)).toEqual(['Rex barks at night.']);
    expect(Object.keys(memoryTools({ memory: lisa, access: 'read' }))).not.toContain('add_memory');
  });

  test('say what a model should do next when they fail, and stop when they are told to', async () => {
    await expect(tool('recall_memory').execute({ query: '' })).rejects.toThrow('query');
    const abortSignal = AbortSignal.abort();
    await expect(tool('recall_memory').execute({ query: 'Luna' }, { abortSignal })).rejects.toThrow();
  });

  test('refuse what breaks a rule', () => {
    const options = { memory: lisa, acces: 'read' };
    expect(() => memoryTools(options)).toThrow(InvalidArgumentError);
  });
});

const said = (text: string): PromptMessage => ({ role: 'user', content: [{ type: 'text', text }] });
const answered = { text: 'She is warm now.', finishReason: 'stop' };
const inThread = (id: string) => ({ get: (key: string) => (key === 'MastraMemory' ? { thread: { id } } : undefined) });

/** One request, as Mastra makes it: the steps of the model, then the result; what the model heard at each step. */
async function request(
  processor: MastraProcessor,
  prompts: readonly (readonly PromptMessage[])[],
  { result = answered, ...more }: { result?: typeof answered; thread?: string; structuredOutput?: object } = {},
): Promise<readonly (readonly PromptMessage[])[]> {
  const { thread, structuredOutput } = more;
  const call = { state: {}, ...(thread !== undefined && { requestContext: inThread(thread) }) };
  const heard: (readonly PromptMessage[])[] = [];
  for (const prompt of prompts) {
    processor.processInputStep({ ...call, structuredOutput });
    heard.push((await processor.processLLMRequest({ ...call, prompt }))?.prompt ?? prompt);
  }
  const messages = [{ id: 'answer' }];
  expect(await processor.processOutputResult({ ...call, messages, result })).toBe(messages);
  return heard;
}

describe('the processor for Mastra', () => {
  test('puts what comes to mind before the words of the user, the same at every step, and remembers both', async () => {
    await lisa.observe({ content: "Luna is Mark's cat." });
    const processor = memoryProcessor({ memory: lisa, speaker: 'Mark' });
    const first = [{ role: 'system', content: 'You are Lisa.' }, said('How is Luna doing?')];
    const second = [
      ...first,
      { role: 'assistant', content: [{ type: 'tool-call', toolName: 'look' }] },
      { role: 'tool', content: [{ type: 'tool-result', toolName: 'look' }] },
    ];
    const [one = [], two = []] = await request(processor, [first, second]);
    expect(one[0]).toBe(first[0]);
    expect(one[1]?.content).toEqual([
      { type: 'text', text: expect.stringContaining("Luna is Mark's cat.") },
      { type: 'text', text: 'How is Luna doing?' },
    ]);
    expect(two.slice(0, 2)).toEqual(one);
    expect(await remembered(space)).toEqual([
      "? (user): Luna is Mark's cat.",
      'Mark (user): How is Luna doing?',
      'lisa (agent): She is warm now.',
    ]);
  });

  test('takes the thread of the call as the session, unless one is given', async () => {
    const processor = memoryProcessor({ memory: lisa });
    await request(processor, [[said('Luna is sixteen.')]], { thread: 'kitchen' });
    await request(memoryProcessor({ memory: lisa, session: 'own' }), [[said('Rex barks.')]], { thread: 'kitchen' });
    await request(processor, [[said('Nobody knows where this was said.')]]);
    const saidIn = async (session: string): Promise<readonly string[]> =>
      (await lisa.latest({ sessions: [session] })).map(({ content }) => content);
    expect(await saidIn('kitchen')).toEqual(['She is warm now.', 'Luna is sixteen.']);
    expect(await saidIn('own')).toEqual(['She is warm now.', 'Rex barks.']);
    expect(await lisa.sessions()).toHaveLength(2);
  });

  test('remembers no answer that a program reads, or that broke off', async () => {
    const processor = memoryProcessor({ memory: lisa });
    await request(processor, [[said('Luna is sixteen.')]], { structuredOutput: {} });
    await request(processor, [[said('Rex barks.')]], { result: { text: 'He', finishReason: 'error' } });
    await request(processor, [[{ role: 'system', content: 'Say something.' }]]);
    expect(await remembered(space)).toEqual(['? (user): Luna is sixteen.', '? (user): Rex barks.']);
  });

  test('refuses what breaks a rule', () => {
    const options = { memory: lisa, sesion: 'kitchen' };
    expect(() => memoryProcessor(options)).toThrow(InvalidArgumentError);
  });
});
