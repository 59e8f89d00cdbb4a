import type { Client } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Madeleine } from '../../../src/index.ts';
import { type McpCaller, type McpHttp, mcpHttp } from '../../../src/mcp/mcp-http.ts';
import { connectHttp, doorUrl, modern } from '../../support/mcp-http-client.ts';
import { openSpace } from '../../support/open-space.ts';
import { eventually } from '../../support/eventually.ts';

const lisa: McpCaller = { space: 'home', agent: 'lisa', scope: 'write' };
const electra: McpCaller = { space: 'home', agent: 'electra', scope: 'write' };
let memory: Madeleine;
let door: McpHttp;

beforeEach(async () => {
  memory = await openSpace();
  door = mcpHttp({ memoryOf: async (_space, agent) => memory.agent(agent) });
});
afterEach(() => door.close());

const eras = [
  ['2025', {}],
  ['2026', modern],
] as const;

async function namesOf(client: Client): Promise<readonly string[]> {
  return (await client.listTools()).tools.map(({ name }) => name);
}

describe.each(eras)('a client of %s over HTTP', (_era, options) => {
  it('acts as the agent of its token, and no argument changes that', async () => {
    const client = await connectHttp(door, lisa, options);
    const { structuredContent } = await client.callTool({
      name: 'add_memory',
      arguments: { content: 'Rex limps.' },
    });
    expect(structuredContent).toMatchObject({ id: expect.stringMatching(/^observation:/) });
    const { isError } = await client.callTool({
      name: 'add_memory',
      arguments: { content: 'Told by another.', agent: 'electra' },
    });
    expect(isError).toBeUndefined();
    expect(await memory.agent('lisa').latest()).toHaveLength(2);
    expect(await memory.agent('electra').latest()).toHaveLength(0);
  });

  it('is offered the set of tools that its address names', async () => {
    const asking = (tools: string): McpHttp => ({
      ...door,
      handle: (request, caller) => door.handle(new Request(`${doorUrl}?tools=${tools}`, request), caller),
    });
    expect(await namesOf(await connectHttp(door, lisa, options))).not.toContain('explore_connections');
    expect(await namesOf(await connectHttp(asking('all'), lisa, options))).toContain('explore_connections');
    await expect(connectHttp(asking('some'), lisa, options)).rejects.toThrow();
    const refused = await asking('some').handle(new Request(doorUrl), lisa);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('must be one of core, all, memory');
  });

  it('is offered only what reads when its token may only read', async () => {
    const reading = await namesOf(await connectHttp(door, { ...lisa, scope: 'read' }, options));
    const writing = await namesOf(await connectHttp(door, lisa, options));
    expect(reading).toContain('recall_memory');
    expect(reading).not.toContain('add_memory');
    expect(writing).toEqual(expect.arrayContaining([...reading, 'add_memory']));
    const reader = await connectHttp(door, { ...lisa, scope: 'read' }, options);
    await expect(reader.callTool({ name: 'add_memory', arguments: { content: 'x' } })).rejects.toThrow(/not found/);
  });
});

describe('change notifications over HTTP', () => {
  it('reach a client of 2025 for what it has subscribed to, and for lists', async () => {
    const client = await connectHttp(door, lisa);
    const heard = listener(client);
    const { id } = await memory.agent('lisa').observe({ content: 'Rex limps.' });
    const uri = `memory://agents/lisa/beliefs/${id}`;
    await client.subscribeResource({ uri });
    await memory.agent('electra').observe({ content: 'A surprise for Lisa.' });
    await memory.agent('lisa').withdraw({ id });
    await eventually(() => expect(heard.updated).toEqual([uri]));
    expect(heard.lists).toBeGreaterThan(0);
    await client.unsubscribeResource({ uri });
  });

  it('reach a client of 2026 that listens, and only of what it asked for and may see', async () => {
    const client = await connectHttp(door, lisa, modern);
    const heard = listener(client);
    const { id } = await memory.agent('lisa').observe({ content: 'Rex limps.' });
    const uri = `memory://agents/lisa/beliefs/${id}`;
    const subscription = await client.listen({ resourcesListChanged: true, resourceSubscriptions: [uri] });
    expect(subscription.honoredFilter).toEqual({ resourcesListChanged: true, resourceSubscriptions: [uri] });
    await memory.agent('electra').observe({ content: 'A surprise for Lisa.' });
    await memory.agent('lisa').withdraw({ id });
    await eventually(() => expect(heard.updated).toEqual([uri]));
    await eventually(() => expect(heard.lists).toBe(1));
    await subscription.close();
  });
});

function listener(client: Client): { readonly updated: string[]; lists: number } {
  const heard = { updated: [] as string[], lists: 0 };
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => void heard.updated.push(params.uri));
  client.setNotificationHandler('notifications/resources/list_changed', () => {
    heard.lists += 1;
  });
  return heard;
}

describe('the door for MCP over HTTP', () => {
  const initialise = (headers: Record<string, string> = {}): Request =>
    posted(
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
      },
      headers,
    );
  const ping = (session: string): Request =>
    posted({ jsonrpc: '2.0', id: 2, method: 'ping' }, { 'mcp-session-id': session });

  function posted(message: object, headers: Record<string, string>): Request {
    const told = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers };
    return new Request(doorUrl, { method: 'POST', headers: told, body: JSON.stringify(message) });
  }

  it('refuses whoever is no agent, and says what to do', async () => {
    const answer = await door.handle(initialise(), { scope: 'admin' });
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain('madeleine token create --agent NAME');
  });

  it('keeps a session to the agent that opened it', async () => {
    const session = (await door.handle(initialise(), lisa)).headers.get('mcp-session-id') as string;
    expect((await door.handle(ping(session), lisa)).status).toBe(200);
    expect((await door.handle(ping(session), electra)).status).toBe(404);
    expect((await door.handle(ping(session), { ...lisa, space: 'work' })).status).toBe(404);
    expect((await door.handle(ping('made-up'), lisa)).status).toBe(404);
  });

  it('lets a session go when its client ends it', async () => {
    const session = (await door.handle(initialise(), lisa)).headers.get('mcp-session-id') as string;
    const end = new Request(doorUrl, { method: 'DELETE', headers: { 'mcp-session-id': session } });
    expect((await door.handle(end, lisa)).status).toBe(200);
    expect((await door.handle(ping(session), lisa)).status).toBe(404);
  });

  it('keeps at most 100 sessions of an agent, those that were used last', async () => {
    const sessions: string[] = [];
    for (let opened = 0; opened < 100; opened++) {
      sessions.push((await door.handle(initialise(), lisa)).headers.get('mcp-session-id') as string);
    }
    expect((await door.handle(ping(sessions[0] as string), lisa)).status).toBe(200);
    await door.handle(initialise(), lisa);
    expect((await door.handle(ping(sessions[0] as string), lisa)).status).toBe(200);
    expect((await door.handle(ping(sessions[1] as string), lisa)).status).toBe(404);
  });

  it('ends every session when it closes', async () => {
    const session = (await door.handle(initialise(), lisa)).headers.get('mcp-session-id') as string;
    await door.close();
    await door.close();
    expect((await door.handle(ping(session), lisa)).status).toBe(404);
  });
});
