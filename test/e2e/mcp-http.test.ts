import type { Client, ClientOptions } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mcpMount } from '../../src/cli/hub/run-hub.ts';
import { type McpHttp, mcpHttp } from '../../src/mcp/mcp-http.ts';
import { type Caller, type ServedDoor, serveDoor } from '../support/http-door.ts';
import { textOf } from '../support/mcp-client.ts';
import { connectSocket, modern } from '../support/mcp-http-client.ts';

const revision = '2026-07-28';
let door: ServedDoor;
let mcp: McpHttp;

beforeAll(async () => {
  mcp = mcpHttp({ memoryOf: async (_space, agent) => door.home.agent(agent) });
  door = await serveDoor({ mounts: [mcpMount(mcp)] });
});
afterAll(() => mcp.close());

const connect = (caller: Caller, options: ClientOptions): Promise<Client> => connectSocket(door, caller, options);

describe('MCP on a real socket', () => {
  it.each([
    ['2025', {}],
    ['2026', modern],
  ] as const)('serves clients of %s', async (era, options) => {
    const client = await connect('write', options);
    expect(client.getServerVersion()?.name).toBe('madeleine');
    expect(client.getInstructions()).toContain('You are lisa');
    const added = await client.callTool({ name: 'add_memory', arguments: { content: `Rex limps, says ${era}.` } });
    expect(added.isError).not.toBe(true);
    const recalled = await client.callTool({ name: 'recall_memory', arguments: { query: 'Rex' } });
    expect(textOf(recalled)).toContain(`Rex limps, says ${era}.`);
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toContain('memory://stats');
    await client.close();
  });

  it('lets nobody in without a token, and nobody who is no agent', async () => {
    await expect(connect('none', {})).rejects.toThrow();
    await expect(connect('bad', modern)).rejects.toThrow();
    const answer = await post({ method: 'tools/list' }, {}, 'owner');
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('madeleine token create')]);
  });

  it('shows each agent its own memory', async () => {
    await (await connect('write', modern)).callTool({
      name: 'add_memory',
      arguments: { content: 'Lisa hides a gift.' },
    });
    const electra = await connect('other agent', modern);
    const found = await electra.callTool({ name: 'search_memories', arguments: { query: 'gift' } });
    expect(found.structuredContent).toMatchObject({ total: 0 });
  });
});

interface Message {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** Posts a request of the revision of 2026 as a client has to, but for the headers that are given. */
function post(
  { method, params = {} }: Message,
  headers: Readonly<Record<string, string>> = {},
  caller: Caller = 'write',
  version: string = revision,
): Promise<Response> {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const name = params['name'] ?? params['uri'];
  const told = {
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': version,
    'mcp-method': method,
    ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
    ...headers,
  };
  const kept = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== ''));
  return door.call('/mcp', { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }, caller, kept);
}

interface Answer {
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

const answerOf = async (response: Response): Promise<Answer> => (await response.json()) as Answer;

describe(`a raw request of ${revision}`, () => {
  const list = { method: 'tools/list' };
  const call = { method: 'tools/call', params: { name: 'search_memories', arguments: { query: 'Rex' } } };

  it('needs no initialisation and gets no session', async () => {
    for (const message of [list, call]) {
      const response = await post(message);
      expect(response.status).toBe(200);
      expect(response.headers.get('mcp-session-id')).toBeNull();
      expect((await answerOf(response)).result).toMatchObject({ resultType: 'complete' });
    }
  });

  it('discovers what the server is, which revisions it speaks and what it offers', async () => {
    const { result } = await answerOf(await post({ method: 'server/discover' }));
    expect(result).toMatchObject({
      supportedVersions: [revision],
      capabilities: {
        tools: {},
        prompts: {},
        completions: {},
        resources: { subscribe: true, listChanged: true },
      },
      instructions: expect.stringContaining('You are lisa'),
    });
  });

  it('is refused when a header is missing or says something else than the body', async () => {
    const wrong: readonly (readonly [Message, Readonly<Record<string, string>>])[] = [
      [list, { 'mcp-protocol-version': '' }],
      [list, { 'mcp-protocol-version': '2025-11-25' }],
      [list, { 'mcp-method': '' }],
      [list, { 'mcp-method': 'tools/call' }],
      [call, { 'mcp-name': '' }],
      [call, { 'mcp-name': 'forget_memory' }],
      [{ method: 'resources/read', params: { uri: 'memory://stats' } }, { 'mcp-name': 'memory://else' }],
    ];
    for (const [message, headers] of wrong) {
      const response = await post(message, headers);
      expect(response.status, JSON.stringify([message, headers])).toBe(400);
      expect((await answerOf(response)).error?.message, JSON.stringify(headers)).toMatch(/header/i);
    }
  });

  it('is refused in a revision that nobody speaks, and told which ones are spoken', async () => {
    const response = await post(list, {}, 'write', '2031-01-01');
    expect(response.status).toBe(400);
    expect(await answerOf(response)).toMatchObject({ error: { code: -32_022, data: { supported: [revision] } } });
  });

  it('finds no methods that the revision has given up', async () => {
    for (const method of ['initialize', 'ping', 'resources/subscribe', 'logging/setLevel']) {
      expect(
        (await answerOf(await post({ method, params: { uri: 'memory://stats', level: 'info' } }))).error,
        method,
      ).toMatchObject({ code: -32_601 });
    }
  });

  it('listens to changes on a stream of its own', async () => {
    const filter = { resourcesListChanged: true, resourceSubscriptions: ['memory://stats'] };
    const response = await post({ method: 'subscriptions/listen', params: { notifications: filter } });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const reader = (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
    let heard = '';
    while (!heard.includes('notifications/subscriptions/acknowledged')) heard += (await reader.read()).value;
    await door.home.agent('lisa').observe({ content: 'Rex runs again.' });
    while (!heard.includes('"uri":"memory://stats"')) heard += (await reader.read()).value;
    expect(heard).toContain('notifications/resources/list_changed');
    await reader.cancel();
  });
});
