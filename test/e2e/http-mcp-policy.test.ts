/** The policy over MCP: every tool of the registry with every kind of caller, behind the HTTP door. */
import type { Client, ClientOptions } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mcpMount } from '../../src/cli/hub/run-hub.ts';
import { mcpHttp } from '../../src/mcp/mcp-http.ts';
import { agentTools, toolSets } from '../../src/mcp/tool-sets.ts';
import { type Caller, type ServedDoor, serveDoor } from '../support/http-door.ts';
import { connectSocket, modern } from '../support/mcp-http-client.ts';

/** Which tools each caller may call, by the access that a tool asks for; a number where the door stays shut. */
const table: Readonly<Record<Caller, 401 | 403 | readonly string[]>> = {
  none: 401,
  bad: 401,
  owner: 403,
  read: ['read'],
  write: ['read', 'write'],
  admin: ['read', 'write'],
  // They come in as what their token says, and reach nobody else's memory.
  'other agent': ['read', 'write'],
  'other space': ['read', 'write'],
};
const revisions: readonly (readonly [string, ClientOptions])[] = [
  ['2025', {}],
  ['2026', modern],
];

const mcp = mcpHttp({ memoryOf: async (space, agent) => (await door.memory(space)).agent(agent) });
let door: ServedDoor;

beforeAll(async () => {
  door = await serveDoor({ mounts: [mcpMount(mcp)] });
});

afterAll(() => mcp.close());

const connect = (caller: Caller, options: ClientOptions): Promise<Client> => connectSocket(door, caller, options);

describe.each(revisions)('a client of %s', (_, options) => {
  test.each(Object.entries(table))('that comes as %s may call %j', async (caller, allowed) => {
    if (typeof allowed === 'number') {
      expect((await door.call('/mcp', {}, caller as Caller)).status).toBe(allowed);
      await expect(connect(caller as Caller, options)).rejects.toThrow();
      return;
    }
    const client = await connect(caller as Caller, options);
    const { tools } = await client.listTools();
    const expected = toolSets.core.tools.filter(({ access }) => allowed.includes(access)).map(({ name }) => name);
    expect(tools.map(({ name }) => name)).toEqual(expected);
    for (const { name } of agentTools) {
      // No tool takes this, so that whoever may call it still does nothing.
      const called = client.callTool({ name, arguments: { no_such_argument: true } });
      if (expected.includes(name)) expect(await called).toMatchObject({ isError: true });
      else await expect(called).rejects.toThrow(name);
    }
    await client.close();
  });
});

test("what a tool stores is the token's agent's in the token's space, whatever its arguments say", async () => {
  const client = await connect('other space', {});
  const content = 'The key lies under the third stone.';
  expect((await client.callTool({ name: 'add_memory', arguments: { content } })).isError).not.toBe(true);
  await client.close();
  const found = async (space: string, agent: string): Promise<number> =>
    (await (await door.memory(space)).agent(agent).search({ query: 'third stone' })).memories.length;
  expect([await found('work', 'lisa'), await found('work', 'electra'), await found('home', 'lisa')]).toEqual([1, 0, 0]);
});
