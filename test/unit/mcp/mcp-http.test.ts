import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OpenSpaces } from '../../../src/cli/hub/open-spaces.ts';
import { Madeleine } from '../../../src/index.ts';
import { type McpCaller, type McpHttp, mcpHttp } from '../../../src/mcp/mcp-http.ts';
import { connectHttp, doorUrl, modern } from '../../support/mcp-http-client.ts';
import { openSpace } from '../../support/open-space.ts';
import { eventually } from '../../support/eventually.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

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

/** The door at an address that names a set of tools. */
function asking(tools: string): McpHttp {
  const handle: McpHttp['handle'] = (request, caller) =>
    door.handle(new Request(`${doorUrl}?tools=${tools}`, request), caller);
  return { ...door, handle };
}

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

  it('thinks on one line from call to call', async () => {
    const client = await connectHttp(asking('sequential-thinking'), lisa, options);
    const think = async (thought: string, thoughtNumber: number, more: object = {}): Promise<unknown> => {
      const said = { thought, thoughtNumber, totalThoughts: 3, nextThoughtNeeded: true, ...more };
      return (await client.callTool({ name: 'sequentialthinking', arguments: said })).structuredContent;
    };
    await think('The roof leaks.', 1);
    expect(await think('It must be the gutter.', 2)).toMatchObject({ thoughtHistoryLength: 2 });
    const revised = await think('It does not leak.', 3, { isRevision: true, revisesThought: 1 });
    expect(revised).toMatchObject({ thoughtHistoryLength: 3 });
    const [{ id } = { id: '' }] = await memory.agent('lisa').latest({ limit: 1 });
    expect((await memory.agent('lisa').navigate({ id })).revisions).toMatchObject([{ by: id }]);
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

  it('follows changes only while somebody listens: a session that was left keeps no space open', async () => {
    const at = join(await temporaryFolder(), 'store');
    const opened: string[] = [];
    const open = (space: string): Promise<Madeleine> => {
      opened.push(space);
      return Madeleine.open({ at, space, embedder: 'none' });
    };
    const spaces = new OpenSpaces({ open, most: 1 });
    const hub = mcpHttp({ memoryOf: async (space, agent) => (await spaces.memory(space)).agent(agent) });
    for (const space of ['first', 'second', 'third']) {
      expect((await hub.handle(initialise(), { ...lisa, space })).status).toBe(200);
    }
    expect(spaces.vitals.open).toBe(1);
    const client = await connectHttp(hub, { ...lisa, space: 'first' });
    const heard = listener(client);
    await expect
      .poll(async () => {
        await (await spaces.memory('first')).agent('lisa').observe({ content: 'Rex limps.' });
        return heard.lists;
      })
      .toBeGreaterThan(0);
    const reopened = async (): Promise<readonly string[]> => {
      opened.length = 0;
      for (const space of ['second', 'first']) await spaces.memory(space);
      return [...opened];
    };
    expect(await reopened()).toEqual(['second']);
    await client.close();
    await expect.poll(reopened).toEqual(['second', 'first']);
    await hub.close();
    await spaces.close();
  });

  it('ends every session when it closes', async () => {
    const session = (await door.handle(initialise(), lisa)).headers.get('mcp-session-id') as string;
    await door.close();
    await door.close();
    expect((await door.handle(ping(session), lisa)).status).toBe(404);
  });
});
