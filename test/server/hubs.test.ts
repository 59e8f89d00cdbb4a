/** Two hubs in front of one server, behind a proxy that passes each request to the next of them. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AgentVerbs, Madeleine, openHubRecords } from '../../src/index.ts';
import { type McpHttp, mcpHttp } from '../../src/mcp/mcp-http.ts';
import { CliSurroundings } from '../support/cli-run.ts';
import { textOf } from '../support/mcp-client.ts';
import { type RoundRobin, startRoundRobin } from '../support/round-robin.ts';
import {
  type HubsOfServer,
  type ServerHub,
  hubEnvironment,
  killServerHub,
  placeOf,
  startServerHub,
} from '../support/server-hubs.ts';
import { asRoot, rootUser, startSurreal, type SurrealServer } from '../support/surreal-server.ts';

let server: SurrealServer;
let cli: CliSurroundings;
let proxy: RoundRobin;
let hubs: ServerHub[] = [];
const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);
const waitMs = 300;
const surroundings = (): HubsOfServer => ({ server, cli, proxy, waitMs });
const environment = hubEnvironment({ waitMs });
const place = (): readonly string[] => placeOf({ server });

const startHub = (): Promise<ServerHub> => startServerHub(surroundings());

async function newToken(...asked: readonly string[]): Promise<{ readonly id: string; readonly token: string }> {
  const made = await cli.json(['token', 'create', ...place(), ...asked], { environment });
  return { id: String(made['id']), token: String(made['token']) };
}

/** What each hub answers by itself. */
function ofEach(path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<number[]> {
  const asked = hubs.map(({ url }) => fetch(`${url}${path}`, { method, headers }));
  return Promise.all(asked.map(async (answer) => (await answer).status));
}

async function connectMcp(token: string): Promise<{ client: Client; transport: StreamableHTTPClientTransport }> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const headers = { authorization: `Bearer ${token}` };
  const transport = new StreamableHTTPClientTransport(new URL(`${proxy.url}/mcp`), { requestInit: { headers } });
  await client.connect(transport);
  return { client, transport };
}

beforeAll(async () => {
  server = await startSurreal();
  cli = await CliSurroundings.make();
  proxy = await startRoundRobin();
  hubs = await Promise.all([startHub(), startHub()]);
  proxy.serve(hubs.map(({ url }) => url));
});

afterAll(async () => {
  await Promise.all(hubs.map(killServerHub));
  await proxy.close();
  await cli.remove();
  await server.remove();
});

test('a token that is made at one place holds at every hub, until it is revoked', async () => {
  const { id, token } = await newToken('--agent', 'Lisa', '--scope', 'read');
  const headers = { authorization: `Bearer ${token}` };
  expect(await ofEach('/v1/openapi.json', headers)).toEqual([200, 200]);
  expect(await ofEach('/v1/page/codes', headers, 'POST')).toEqual([403, 403]);
  const listed = await cli.run(['token', 'list', ...place()], { environment });
  expect(listed.stdout).toContain(id);
  expect(listed.stdout).not.toContain(token);
  await cli.run(['token', 'revoke', id, ...place()], { environment });
  expect(await ofEach('/v1/openapi.json', headers)).toEqual([401, 401]);
  const owner = await newToken('--owner');
  expect(await ofEach('/v1/page/codes', { authorization: `Bearer ${owner.token}` }, 'POST')).toEqual([200, 200]);
});

test('a session of MCP that begins at one hub goes on at the other, also when the first has died, and ends at both', async () => {
  const { token } = await newToken('--agent', 'Lisa', '--scope', 'write');
  const before = new Map(proxy.answered);
  const { client, transport } = await connectMcp(token);
  const updated: string[] = [];
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => void updated.push(params.uri));
  for (const at of numbers(6)) {
    const added = await client.callTool({ name: 'add_memory', arguments: { content: `Rex buried bone ${at}.` } });
    expect(added.isError).not.toBe(true);
  }
  // Whichever hub the stream of notices hangs at: one subscription of two comes through the other.
  await client.subscribeResource({ uri: 'memory://stats' });
  await client.callTool({ name: 'add_memory', arguments: { content: 'Rex dug up a shoe.' } });
  await expect.poll(() => updated).toContain('memory://stats');
  for (const { url } of hubs) expect(proxy.answered.get(url)).toBeGreaterThan(before.get(url) ?? 0);

  const [first, second] = hubs as [ServerHub, ServerHub];
  await killServerHub(first);
  const recalled = await client.callTool({ name: 'recall_memory', arguments: { query: 'Rex shoe' } });
  expect(textOf(recalled)).toContain('Rex dug up a shoe.');
  hubs = [await startHub(), second];
  proxy.serve(hubs.map(({ url }) => url));
  for (const at of numbers(4)) {
    const found = await client.callTool({ name: 'search_memories', arguments: { query: `bone ${at}` } });
    expect(textOf(found)).toContain(`Rex buried bone ${at}.`);
  }

  const session = { 'mcp-session-id': transport.sessionId ?? '', 'mcp-protocol-version': '2025-11-25' };
  const headers = { ...session, authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' };
  await transport.terminateSession();
  expect(await ofEach('/mcp', headers)).toEqual([404, 404]);
  await client.close();
});

test('a page that signs in through the proxy is known to every hub, with a code that is good once', async () => {
  const opening = ['open', '--print', '--hub', proxy.url, ...place()];
  const { url } = await cli.json(opening, { environment });
  const code = /#code=(.+)$/.exec(String(url))?.[1];
  const page = { origin: proxy.url, 'content-type': 'application/json' };
  const signIn = (): Promise<Response> =>
    fetch(`${proxy.url}/v1/page/session`, { method: 'POST', headers: page, body: JSON.stringify({ code }) });
  const signedIn = await signIn();
  expect(signedIn.status).toBe(204);
  expect((await signIn()).status).toBe(401);
  const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const asked = numbers(4).map(() => fetch(`${proxy.url}/v1/page/session`, { headers: { origin: proxy.url, cookie } }));
  expect(await Promise.all(asked.map(async (answer) => (await answer).status))).toEqual([200, 200, 200, 200]);
  await fetch(`${proxy.url}/v1/page/session`, { method: 'DELETE', headers: { origin: proxy.url, cookie } });
  const later = numbers(2).map(() => fetch(`${proxy.url}/v1/page/session`, { headers: { origin: proxy.url, cookie } }));
  expect(await Promise.all(later.map(async (answer) => (await answer).status))).toEqual([401, 401]);
});

test('a hub that is killed costs no acknowledged write, and no caller notices', async () => {
  const { token } = await newToken('--agent', 'Mark', '--scope', 'write');
  const memory = await Madeleine.connect(proxy.url, { token, space: 'home' });
  const mark = memory.agent('Mark');
  const stored = new Set<string>();
  const writing = Promise.all(
    numbers(4).map(async (writer) => {
      for (const at of numbers(15)) {
        const { id } = await mark.observe({ id: `heron-${writer}-${at}`, content: `Heron ${writer}-${at} flew off.` });
        stored.add(id);
      }
    }),
  );
  await expect.poll(() => stored.size).toBeGreaterThan(10);
  const [first, second] = hubs as [ServerHub, ServerHub];
  await killServerHub(first);
  await writing;
  hubs = [await startHub(), second];
  proxy.serve(hubs.map(({ url }) => url));
  const ids = (await mark.latest({ limit: 200 })).map(({ id }) => id);
  expect([stored.size, ids.length, new Set(ids).size]).toEqual([60, 60, 60]);
  expect(ids.filter((id) => !stored.has(id))).toEqual([]);
  await memory.close();
});

test('what hubs have in common stays until it is taken away or has ended, whatever its shelf', async () => {
  const records = await openHubRecords({ at: server.url, space: 'shelves', ...rootUser });
  const made = "body = '', made_at = d'2026-01-01T00:00:00Z'";
  await asRoot(
    server.url,
    `USE NS madeleine DB shelves; FOR $at IN 0..10000 { CREATE hub_record:['token', <string> $at] SET ${made} };
     CREATE hub_record:['ended', 'one'] SET ${made}, ends_at = d'2026-01-02T00:00:00Z';`,
  );
  await records.put('token', 'new', { body: '{}', endsAt: undefined });
  expect(await records.keys('token')).toHaveLength(10_001);
  expect(await records.get('ended', 'one')).toBeUndefined();
  for (const key of ['a', 'b', 'c']) await records.put('few', key, { body: '', endsAt: undefined }, 2);
  expect(await records.keys('few')).toEqual(['b', 'c']);
  await records.close();
});

test('of more than 100 sessions of an agent the one used longest ago ends, at whichever hub it is used', async () => {
  const records = await openHubRecords({ at: server.url, space: 'sessions', ...rootUser });
  const memory = await Madeleine.open({ at: server.url, space: 'sessions', embedder: 'none', ...rootUser });
  let now = Date.now();
  const shared = { records, clock: () => new Date(now) };
  const memoryOf = async (_space: string, agent: string): Promise<AgentVerbs> => memory.agent(agent);
  const [one, other] = [mcpHttp({ memoryOf, shared }), mcpHttp({ memoryOf, shared })];
  const caller = { space: 'sessions', agent: 'Lisa', scope: 'write' } as const;
  const post = (door: McpHttp, message: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> => {
    const told = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...message });
    return door.handle(new Request('http://127.0.0.1/mcp', { method: 'POST', headers: told, body }), caller);
  };
  const clientInfo = { name: 'raw', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  const begin = async (): Promise<string> =>
    (await post(one, { method: 'initialize', params })).headers.get('mcp-session-id') ?? '';
  const ping = async (door: McpHttp, session: string): Promise<number> =>
    (await post(door, { method: 'ping' }, { 'mcp-session-id': session })).status;
  const sessions: string[] = [];
  for (const _ of numbers(100)) sessions.push(await begin());
  const [first = '', second = ''] = sessions;
  now += 3_600_000;
  expect(await ping(other, first)).toBe(200);
  await begin();
  expect([await ping(other, first), await ping(other, second)]).toEqual([200, 404]);
  await Promise.all([one.close(), other.close()]);
  await memory.close();
  await records.close();
});

test('the metrics count what was called, and name nobody', async () => {
  const text = await (await fetch(`${hubs[1]?.url}/metrics`)).text();
  expect(text).toMatch(/^# TYPE madeleine_call_seconds histogram$/m);
  expect(text).toMatch(/^madeleine_call_seconds_bucket\{verb="observe",le="\+Inf"\} [1-9]\d*$/m);
  expect(text).toMatch(/^madeleine_calls_total\{verb="observe",outcome="ok"\} [1-9]\d*$/m);
  expect(text).toMatch(/^madeleine_store_away_seconds 0$/m);
  expect(text).toMatch(/^madeleine_lost_races_total \d+$/m);
  expect(text).toMatch(/^madeleine_writes_waiting 0$/m);
  expect(text).not.toMatch(/Mark|Lisa|home|heron/);
});

test('a hub is ready while its server answers and no longer; who is known reads on meanwhile', async () => {
  const { token } = await newToken('--agent', 'Mark', '--scope', 'read');
  const recall = async (): Promise<Response> =>
    fetch(`${hubs[1]?.url}/v1/spaces/home/agents/Mark/recall`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'Heron 1-1' }),
    });
  expect((await recall()).status).toBe(200);
  expect(await ofEach('/readyz')).toEqual([200, 200]);
  await server.end();
  expect(await ofEach('/readyz')).toEqual([503, 503]);
  expect(await ofEach('/healthz')).toEqual([200, 200]);
  const answer = await recall();
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Heron')]);
  expect(await (await fetch(`${hubs[1]?.url}/metrics`)).text()).not.toMatch(/^madeleine_store_away_seconds 0$/m);
  await server.start();
  await expect.poll(() => ofEach('/readyz')).toEqual([200, 200]);
});
