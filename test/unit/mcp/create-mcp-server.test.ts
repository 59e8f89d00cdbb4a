import type { Client } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, test } from 'vitest';
import { createMcpServer } from '../../../src/mcp/create-mcp-server.ts';
import { agentTools } from '../../../src/mcp/tool-sets.ts';
import { connectClient, textOf } from '../../support/mcp-client.ts';
import { openSpace } from '../../support/open-space.ts';

const clients: Client[] = [];

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

async function connected(options: { access?: 'read' | 'write' } = {}): Promise<Client> {
  const memory = await openSpace();
  const client = await connectClient(createMcpServer({ agent: memory.agent('lisa'), tools: 'all', ...options }));
  clients.push(client);
  return client;
}

describe('an MCP server', () => {
  test('lists every tool with its words, schemas and hints', async () => {
    const { tools } = await (await connected()).listTools();
    expect(tools.map(({ name }) => name)).toEqual(agentTools.map(({ name }) => name));
    for (const tool of tools) {
      const { title, description, annotations } = agentTools.find(({ name }) => name === tool.name) ?? {};
      expect(tool).toMatchObject({ title, description, annotations });
      expect(tool.inputSchema).toMatchObject({ type: 'object' });
      expect(tool.outputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    }
  });

  test('says who the agent is and when to recall, store and correct, in less than 200 words', async () => {
    const instructions = (await connected()).getInstructions() ?? '';
    expect(instructions).toContain('lisa');
    for (const word of ['RECALL', 'STORE', 'CORRECT']) expect(instructions).toContain(word);
    expect(instructions.split(/\s+/).length).toBeLessThan(200);
  });

  test('offers only what reads where nothing may be written', async () => {
    const client = await connected({ access: 'read' });
    const { tools } = await client.listTools();
    const reading = agentTools.filter(({ access }) => access === 'read').map(({ name }) => name);
    expect(tools.map(({ name }) => name)).toEqual(reading);
    await expect(client.callTool({ name: 'add_memory', arguments: { content: 'x' } })).rejects.toThrow('not found');
  });

  test('answers text and data that agree', async () => {
    const client = await connected();
    const stored = await client.callTool({
      name: 'add_memory',
      arguments: { content: 'Luna sleeps on the heater.', channel: 'user', speaker: 'Mark' },
    });
    const { id } = stored.structuredContent as { id: string };
    expect(textOf(stored)).toContain(id);
    const recalled = await client.callTool({ name: 'recall_memory', arguments: { query: 'Where does Luna sleep?' } });
    expect(recalled.structuredContent).toMatchObject({ memories: [{ id, content: 'Luna sleeps on the heater.' }] });
    expect(textOf(recalled)).toContain(`[${id}, from user, trust 0.9]`);
  });

  test('answers a wrong argument with the rule and what to do, and not with an error of the protocol', async () => {
    const client = await connected();
    const answer = await client.callTool({ name: 'recall_memory', arguments: { query: 'Luna', n_results: 0 } });
    expect(answer.isError).toBe(true);
    expect(textOf(answer)).toBe(
      'recall_memory: "n_results" must be a whole number, 1-50, got 0.\nCorrect the named value and call again.',
    );
  });

  test('lets no argument say who the agent is', async () => {
    const client = await connected();
    const answer = await client.callTool({ name: 'recall_memory', arguments: { query: 'Luna', agent: 'electra' } });
    expect(textOf(answer)).toContain('no argument "agent"; it was left out.');
    expect(textOf(answer)).not.toContain('electra');
  });
});
