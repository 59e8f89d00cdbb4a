import { beforeEach, describe, expect, test } from 'vitest';
import { type AgentMemory, InvalidArgumentError } from '../../../src/index.ts';
import { type MastraTool, memoryTools } from '../../../src/integrations/mastra.ts';
import { openSpace } from '../../support/open-space.ts';

let lisa: AgentMemory;

beforeEach(async () => {
  lisa = (await openSpace()).agent('lisa');
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
