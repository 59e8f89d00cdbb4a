/** What tools of MCP answer in this process is the same whether or not another user has spoken. All doors: `../property/twin-doors.ts`. */
import { expect, test } from 'vitest';
import { AgentInTalk } from '../../src/index.ts';
import { createMcpServer } from '../../src/mcp/create-mcp-server.ts';
import { agentTools } from '../../src/mcp/tool-sets.ts';
import { canonical, openTwins, type TwinWorlds } from '../property/twin-worlds.ts';
import { callTool, refusalOf } from '../support/call-tool.ts';
import { connectClient } from '../support/mcp-client.ts';

const seeds = [2, 3, 5];
const sofia = { with: ['user:sofia', 'group:guild'] };

/** What the tools of MCP are asked in one of two worlds. */
function toolCalls({ hiddenIds, ids, seen }: TwinWorlds, world: 0 | 1): readonly (readonly [string, object])[] {
  const [hiddenId = ''] = hiddenIds;
  return [
    ['search_memories', { query: 'Who is sick?', n_results: 50 }],
    ['recall_memory', { query: 'Where does Luna live?' }],
    ['ambient_context', { message: 'How are Luna, Rex and Porto?' }],
    ['explore_connections', { from: ['Luna', 'Porto'] }],
    ['session', { action: 'list' }],
    ['session', { action: 'open', id: 'asked', goal: 'Find a vet' }],
    ['navigate_reasoning', { id: hiddenId }],
    ['add_memory', { content: 'Rex is sick too', session: 'asked' }],
    ['record_thought', { thought: 'A vet is needed', session: 'asked' }],
    ['believe', { content: 'Rex needs a vet', about: ['Rex'] }],
    ['believe', { action: 'withdraw', memory: hiddenId }],
    ['believe', { action: 'share', memory: hiddenId }],
    // A step made a memory of its own id in each world.
    ['forget_memory', { id: ids[world].get(seen[0] ?? -1) ?? 'fact:none' }],
  ];
}

test('the tools of MCP answer the same in twin worlds', async () => {
  let hidden = 0;
  for (const seed of seeds) {
    const twins = await openTwins(seed);
    hidden += twins.hiddenIds.length;
    const calls = toolCalls(twins, 0);
    expect(new Set(calls.map(([tool]) => tool))).toEqual(new Set(agentTools.map(({ name }) => name)));
    for (const [place, [tool]] of calls.entries()) {
      const [full, without] = await Promise.all(
        twins.worlds.map((world, side) => {
          const [, args] = toolCalls(twins, side as 0 | 1)[place]!;
          const given = tool === 'forget_memory' ? args : { ...args, ...sofia };
          return callTool(world.agent('lisa'), tool, given)
            .then(
              (answer) => JSON.stringify(answer),
              () => refusalOf(world.agent('lisa'), tool, given),
            )
            .then(canonical);
        }),
      );
      expect(without, `${tool} in world ${seed}`).toBe(full);
    }
  }
  expect(hidden).toBeGreaterThan(seeds.length);
});

test('a server of MCP that is told who is talked with answers the same in twin worlds', async () => {
  for (const seed of seeds) {
    const twins = await openTwins(seed);
    const clients = await Promise.all(
      twins.worlds.map((world) => {
        const agent = new AgentInTalk(world.agent('lisa'), sofia.with);
        return connectClient(createMcpServer({ agent, tools: 'all' }));
      }),
    );
    const [full, without] = await Promise.all(
      clients.map(async (client, side) => {
        const told = [JSON.stringify(await client.listTools())];
        for (const [name, args] of toolCalls(twins, side as 0 | 1)) {
          if (name !== 'forget_memory')
            told.push(`${name} ${JSON.stringify(await client.callTool({ name, arguments: { ...args } }))}`);
        }
        for (const { uri } of (await client.listResources()).resources)
          told.push(`${uri} ${JSON.stringify(await client.readResource({ uri }))}`);
        await client.close();
        return told.map(canonical);
      }),
    );
    expect(without, `world ${seed}`).toEqual(full);
    expect(full?.filter((text) => text.includes('"isError":true')).length).toBeLessThan(6);
  }
});
