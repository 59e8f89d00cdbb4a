/** The policy over HTTP: every route of the running server with every kind of caller against one table. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Mount } from '../../src/http/mount.ts';
import type { ServedRoute } from '../../src/http/serve-http.ts';
import { agentVerbs, spaceVerbs } from '../../src/index.ts';
import { type ServedDoor, serveDoor } from '../support/http-door.ts';
import { rawRequest } from '../support/raw-http.ts';

const callers = ['none', 'bad', 'read', 'write', 'admin', 'owner', 'other agent', 'other space', 'page'] as const;

/** What each of the callers above meets, the last of them the owner on a page that is signed in; `in` is whatever comes after the policy. */
const table: Readonly<Record<string, readonly ('in' | 401 | 403)[]>> = {
  'the server, open': ['in', 'in', 'in', 'in', 'in', 'in', 'in', 'in', 'in'],
  'the server, read': [401, 401, 'in', 'in', 'in', 'in', 'in', 'in', 'in'],
  'the server, owner': [401, 401, 403, 403, 403, 'in', 403, 403, 403],
  'the server, page': [401, 401, 403, 403, 403, 403, 403, 403, 'in'],
  "lisa's memory, page": [401, 401, 403, 403, 403, 403, 403, 403, 'in'],
  'signing in': [403, 403, 403, 403, 403, 403, 403, 403, 'in'],
  'a mounted door': [401, 401, 'in', 'in', 'in', 'in', 'in', 'in', 401],
  "lisa's memory, read": [401, 401, 'in', 'in', 'in', 'in', 403, 403, 'in'],
  "lisa's memory, write": [401, 401, 403, 'in', 'in', 'in', 403, 403, 'in'],
  'the space, admin': [401, 401, 403, 403, 'in', 'in', 'in', 403, 'in'],
};

const mount: Mount = {
  path: '/mcp',
  methods: ['GET', 'POST'],
  access: 'read',
  summary: 'Tells who calls.',
  handle: async (_, identity) => Response.json(identity),
};

/** Doors stand below `/v1` too, where the cookie of a page is sent. */
const mounts: readonly Mount[] = [mount, { ...mount, path: '/v1/hooks', methods: ['POST'] }];

let door: ServedDoor;

beforeAll(async () => {
  door = await serveDoor({ mounts });
});

function rowOf({ path, access }: ServedRoute): string {
  if (mounts.some((mounted) => mounted.path === path)) return 'a mounted door';
  // It asks for no identity, but lets the page of this server in alone.
  if (path === '/v1/page/session' && access === 'open') return 'signing in';
  if (path.includes('{agent}')) return `lisa's memory, ${access}`;
  return path.includes('{space}') ? `the space, ${access}` : `the server, ${access}`;
}

/** Calls with a body that no verb takes, so that whoever is let in still does nothing. */
async function meets(route: ServedRoute, method: string, caller: (typeof callers)[number]): Promise<'in' | number> {
  const path = route.path.replace('{space}', 'home').replace('{agent}', 'lisa');
  const sent = caller === 'page' ? await door.signIn() : authorized(door.credentials[caller]);
  const { status } = await fetch(`${door.server.url}${path}`, {
    method,
    headers: { 'content-type': 'text/plain', ...sent },
    ...(method === 'GET' ? {} : { body: '?' }),
  });
  return status === 401 || status === 403 ? status : 'in';
}

function authorized(credentials: string | undefined): Readonly<Record<string, string>> {
  return credentials === undefined ? {} : { authorization: credentials };
}

describe('the policy', () => {
  test('holds for every route that is served and every kind of caller', async () => {
    const { routes } = door.server;
    for (const route of routes) {
      for (const method of route.methods) {
        const met: ('in' | number)[] = [];
        for (const caller of callers) met.push(await meets(route, method, caller));
        expect([method, route.path, ...met]).toEqual([method, route.path, ...(table[rowOf(route)] ?? [])]);
      }
    }
    expect(new Set(routes.map(rowOf))).toEqual(new Set(Object.keys(table)));
  });

  test('covers every verb of the library', () => {
    const paths = door.server.routes.map(({ path }) => path);
    for (const { path } of Object.values(agentVerbs))
      expect(paths).toContain(`/v1/spaces/{space}/agents/{agent}/${path}`);
    for (const { path } of Object.values(spaceVerbs)) expect(paths).toContain(`/v1/spaces/{space}/${path}`);
  });

  test('takes the identity from the token alone', async () => {
    const body = { agent: 'electra', identity: { agent: 'electra' } };
    const headers = { 'x-agent': 'electra', 'x-madeleine-agent': 'electra' };
    const answer = await door.call('/mcp?agent=electra&token=x', body, 'write', headers);
    expect(await answer.json()).toMatchObject({ agent: 'lisa', space: 'home', scope: 'write' });
  });

  test('ends with the token: what was let in is refused once it is revoked', async () => {
    const made = await door.tokens.create({ agent: 'lisa', space: 'home', scope: 'read' });
    const headers = { authorization: `Bearer ${made.token}` };
    const url = `${door.server.url}/v1/openapi.json`;
    expect((await fetch(url, { headers })).status).toBe(200);
    await door.tokens.revoke(made.id);
    expect((await fetch(url, { headers })).status).toBe(401);
  });

  test.each(['a/b', '..%2Flisa', 'a%b', 'ü ?#', "'; --"])(
    'reads the agent %j out of a path as it was put in',
    async (agent) => {
      const path = `/v1/spaces/home/agents/${encodeURIComponent(agent)}/recall`;
      const answer = await door.call(path, { query: 'x' });
      expect([answer.status, ((await answer.json()) as { agent: string }).agent]).toEqual([200, agent]);
      expect((await door.call(path, { query: 'x' }, 'admin')).status).toBe(403);
    },
  );

  test.each(['/v1/spaces/home/agents/electra/../lisa/recall', '/v1/spaces/home/agents/electra/%2e%2e/lisa/recall'])(
    'decides on %s as on the path that it comes to',
    async (path) => {
      expect((await door.call(path, { query: 'x' }, 'read')).status).toBe(200);
      expect((await door.call(path, { query: 'x' }, 'other agent')).status).toBe(403);
    },
  );

  test.each(['.', '..', '%2e', '.%2E', '%20..'])('refuses an address with %s for an agent', async (dots) => {
    const head = [
      `POST /v1/spaces/home/agents/${dots}/stats HTTP/1.1`,
      `Host: 127.0.0.1:${door.server.port}`,
      `Authorization: ${door.credentials.owner}`,
      'Content-Type: application/json',
      'Content-Length: 2',
      'Connection: close',
    ];
    const { status, body } = await rawRequest(door.server.port, head, '{}');
    expect([status, body]).toEqual([400, expect.stringContaining('which an address leaves out')]);
  });

  test('lets a token be its own agent alone, however the path spells the name', async () => {
    const { call, home } = door;
    await home.agent('lisa').observe({ content: 'a gift is hidden' });
    const path = (name: string): string => `/v1/spaces/home/agents/${encodeURIComponent(name)}/search`;
    for (const name of ['lisa', 'LISA', ' Lisa ']) {
      const answer = await call(path(name), { query: 'gift' }, 'read');
      expect(await answer.json()).toMatchObject({ agent: 'lisa', total: 1 });
    }
    expect((await call(path('Electra'), { query: 'gift' }, 'read')).status).toBe(403);
    const stranger = await call(path('electra'), { query: 'gift' }, 'other agent');
    expect(await stranger.json()).toMatchObject({ total: 0, notices: ['No memory of agent "electra" is here.'] });
    const compared = await call('/v1/spaces/home/perspectives', { agents: ['lissa', 'system'] });
    expect([compared.status, await compared.json()]).toEqual([
      404,
      expect.objectContaining({ details: { agent: 'lissa', known: ['lisa'] } }),
    ]);
  });
});
