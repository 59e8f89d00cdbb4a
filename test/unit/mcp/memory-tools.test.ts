/** What holds for every tool: names, words, schemas and hints that a host and a model can rely on. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { agentVerbs, type Verb } from '../../../src/index.ts';
import { agentTools } from '../../../src/mcp/tool-sets.ts';
import { openSpace } from '../../support/open-space.ts';

describe('the tools', () => {
  test('are the ten, each once', () => {
    expect(agentTools.map(({ name }) => name)).toEqual([
      'recall_memory',
      'search_memories',
      'add_memory',
      'believe',
      'ambient_context',
      'explore_connections',
      'record_thought',
      'navigate_reasoning',
      'session',
      'forget_memory',
    ]);
  });

  test.each(agentTools.map((tool) => [tool.name, tool] as const))(
    '%s tells a model what each argument is',
    (_, tool) => {
      const { properties = {} } = z.toJSONSchema(tool.input, { io: 'input' });
      const untold = Object.entries(properties).filter(
        ([, property]) => typeof property === 'object' && property.description === undefined,
      );
      expect(untold.map(([name]) => name)).toEqual([]);
      expect(Object.keys(properties).filter((name) => !/^[a-z]+(_[a-z]+)*$/.test(name))).toEqual([]);
      expect(tool.description.length).toBeLessThan(500);
    },
  );

  test('that read say so, and no other does', () => {
    for (const { access, annotations } of agentTools) {
      expect(annotations.readOnlyHint).toBe(access === 'read');
      expect(annotations.openWorldHint).toBe(false);
    }
    const destructive = agentTools.filter(({ annotations }) => annotations.destructiveHint);
    expect(destructive.map(({ name }) => name)).toEqual(['forget_memory']);
  });

  test('that read change nothing that anybody could observe', async () => {
    const memory = await openSpace();
    const lisa = memory.agent('lisa');
    const { id } = await lisa.think({ thought: 'Luna sleeps on the heater.' });
    const before = await memory.hash();
    const args: Readonly<Record<string, object>> = {
      recall_memory: { query: 'Luna' },
      search_memories: { query: 'Luna' },
      ambient_context: { message: 'Luna?' },
      explore_connections: { from: ['Luna'] },
      navigate_reasoning: { id },
    };
    for (const tool of agentTools.filter(({ access }) => access === 'read')) {
      if (tool.name !== 'recall_memory') await tool.run(lisa, args[tool.name]);
    }
    expect(await memory.hash()).toEqual(before);
  });

  test.each<[string, Verb, string, string, object]>([
    ['recall_memory', agentVerbs.recall, 'query', 'query', {}],
    ['recall_memory', agentVerbs.recall, 'limit', 'n_results', { maximum: 50 }],
    ['search_memories', agentVerbs.search, 'validAt', 'valid_at', {}],
    ['add_memory', agentVerbs.observe, 'content', 'content', {}],
    ['add_memory', agentVerbs.observe, 'channel', 'channel', { enum: ['user', 'agent', 'tool', 'import'] }],
    ['believe', agentVerbs.believe, 'supersedes', 'supersedes', {}],
    ['record_thought', agentVerbs.think, 'revisesThought', 'revises_thought', {}],
  ])('%s shows an option as the row of its verb has it', (name, verb, option, argument, narrowed) => {
    const property = (schema: z.ZodType, of: string) => z.toJSONSchema(schema, { io: 'input' }).properties?.[of];
    const shown = property(agentTools.find((tool) => tool.name === name)!.input, argument);
    const declared = property(verb.input, option);
    expect(Object.assign({}, shown, { description: '' })).toEqual(
      Object.assign({}, declared, { description: '', ...narrowed }),
    );
  });

  test('take nothing that says who the agent is', () => {
    for (const { input } of agentTools) expect(Object.keys(input.shape)).not.toContain('agent');
  });
});
