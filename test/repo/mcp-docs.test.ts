/**
 * Holds `docs/mcp.md` to the live server: a section for each tool with each of its arguments and what it answers, each
 * resource and prompt, and nothing that the server does not have.
 */
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createMcpServer } from '../../src/mcp/create-mcp-server.ts';
import { agentTools } from '../../src/mcp/tool-sets.ts';
import { memoryAnswer } from '../../src/mcp/tools/answers.ts';
import { connectClient } from '../support/mcp-client.ts';
import { openSpace } from '../support/open-space.ts';
import { readProjectFile } from './source-files.ts';

const page = readProjectFile('docs/mcp.md');
let client: Client;

beforeAll(async () => {
  client = await connectClient(createMcpServer({ agent: (await openSpace()).agent('lisa') }));
});

afterAll(() => client.close());

function sectionOf(heading: string): string {
  return page.split(/^(?=##+ )/m).find((section) => section.startsWith(heading)) ?? '';
}

function wordsIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word));
}

function fieldsOf(schema: z.ZodType): readonly string[] {
  return Object.keys(z.toJSONSchema(schema).properties ?? {});
}

describe('the page about the MCP server', () => {
  test.each(agentTools.map((tool) => [tool.name, tool] as const))(
    'tells of %s all that it takes and answers',
    (name, tool) => {
      const words = wordsIn(sectionOf(`### \`${name}\``));
      const { properties = {}, required = [] } = z.toJSONSchema(tool.input, { io: 'input' });
      expect([...Object.keys(properties), ...fieldsOf(tool.output)].filter((field) => !words.has(field))).toEqual([]);
      for (const argument of required) expect(sectionOf(`### \`${name}\``)).toContain(`| \`${argument}\` (required) |`);
    },
  );

  test('tells of no tool and no argument that there is not', () => {
    const names = [...page.matchAll(/^### `(\w+)`/gm)].map(([, name]) => name);
    expect(names).toEqual(agentTools.map(({ name }) => name));
    for (const { name, input } of agentTools) {
      const told = [...sectionOf(`### \`${name}\``).matchAll(/^\| `(\w+)`/gm)].map(([, argument]) => argument);
      expect(told).toEqual(Object.keys(input.shape));
    }
  });

  test('tells of each field of a memory', () => {
    const words = wordsIn(sectionOf('### A memory in an answer'));
    expect(fieldsOf(memoryAnswer).filter((field) => !words.has(field))).toEqual([]);
  });

  test('tells of each resource and each prompt', async () => {
    const { resourceTemplates } = await client.listResourceTemplates();
    const { prompts } = await client.listPrompts();
    const { resources } = await client.listResources();
    const live = [
      ...resourceTemplates.map(({ uriTemplate }) => uriTemplate),
      ...resources.map(({ uri }) => uri),
      ...prompts.map(({ name }) => name),
    ];
    expect(live.length).toBeGreaterThan(5);
    expect(live.filter((name) => !page.includes(`| \`${name}\` |`))).toEqual([]);
  });

  test('shows configurations that can be read', () => {
    const blocks = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) => JSON.parse(text) as object);
    expect(blocks).toHaveLength(2);
    for (const block of blocks) expect(block).toHaveProperty('mcpServers.madeleine');
  });
});
