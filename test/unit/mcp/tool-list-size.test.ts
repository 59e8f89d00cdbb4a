/** What the list of tools costs a model: its host puts the names, the descriptions and the arguments into the context. */
import { expect, test } from 'vitest';
import { tokenCounter } from '../../../bench/count-tokens.ts';
import { createMcpServer } from '../../../src/mcp/create-mcp-server.ts';
import type { ToolSetName } from '../../../src/mcp/tool-sets.ts';
import { connectClient } from '../../support/mcp-client.ts';
import { openSpace } from '../../support/open-space.ts';

async function shownTo(model: { readonly tools?: ToolSetName }): Promise<{ names: string[]; tokens: number }> {
  const count = await tokenCounter();
  const client = await connectClient(createMcpServer({ agent: (await openSpace()).agent('lisa'), ...model }));
  const { tools } = await client.listTools();
  await client.close();
  const shown = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  return { names: shown.map(({ name }) => name), tokens: count(JSON.stringify(shown)) };
}

test('by default a model is shown five tools in less than 1,600 tokens', async () => {
  const { names, tokens } = await shownTo({});
  expect(names).toEqual(['recall_memory', 'search_memories', 'add_memory', 'believe', 'forget_memory']);
  expect(tokens).toBeLessThan(1_600);
});

test('all ten tools are shown where they are asked for', async () => {
  const { names, tokens } = await shownTo({ tools: 'all' });
  expect(names).toHaveLength(10);
  expect(tokens).toBeLessThan(5_600);
});
