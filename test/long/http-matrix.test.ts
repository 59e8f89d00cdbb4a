/** Host x Origin x method x route x auth on bare sockets: who is let in, and that nothing is told to pages of elsewhere. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Mount } from '../../src/http/mount.ts';
import { type Caller, type ServedDoor, serveDoor } from '../support/http-door.ts';
import { rawRequest } from '../support/raw-http.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE'] as const;
const callers = ['none', 'bad', 'read', 'admin', 'other agent', 'page'] as const satisfies readonly (Caller | 'page')[];

/** Whether a method is answered, and by what status for each of the callers above. */
interface Target {
  readonly path: string;
  readonly methods: readonly string[];
  readonly statuses: readonly number[];
  readonly body: string;
}

const targets: readonly Target[] = [
  { path: '/healthz', methods: ['GET', 'HEAD'], statuses: [200, 200, 200, 200, 200, 200], body: '' },
  { path: '/', methods: ['GET', 'HEAD'], statuses: [200, 200, 200, 200, 200, 200], body: '' },
  { path: '/docs', methods: ['GET', 'HEAD'], statuses: [200, 200, 200, 200, 200, 200], body: '' },
  { path: '/v1/page/codes', methods: ['POST'], statuses: [401, 401, 403, 403, 403, 403], body: '' },
  { path: '/v1/openapi.json', methods: ['GET', 'HEAD'], statuses: [401, 401, 200, 200, 200, 200], body: '' },
  { path: '/mcp', methods: ['POST', 'DELETE'], statuses: [401, 401, 200, 200, 200, 401], body: '{}' },
  {
    path: '/v1/spaces/home/agents/lisa/recall',
    methods: ['POST'],
    statuses: [401, 401, 200, 200, 403, 200],
    body: '{"query":"Luna"}',
  },
  { path: '/v1/spaces/home/stats', methods: ['POST'], statuses: [401, 401, 403, 200, 200, 200], body: '{}' },
  { path: '/v1/spaces/home/agents/lisa', methods: [], statuses: [], body: '{}' },
];

const mount: Mount = {
  path: '/mcp',
  methods: ['POST', 'DELETE'],
  access: 'read',
  summary: 'Answers anything.',
  handle: async () => Response.json({}),
};

let door: ServedDoor;
/** What each of the callers brings, as lines of a head. */
let brought: Readonly<Record<(typeof callers)[number], readonly string[]>>;
let hosts: readonly (readonly [lines: readonly string[], refused: number | undefined])[];
let origins: readonly (readonly [lines: readonly string[], allowed: boolean])[];

beforeAll(async () => {
  door = await serveDoor({
    mounts: [mount],
    allowedHosts: ['memory.example'],
    allowedOrigins: ['https://memory.example'],
  });
  const { port } = door.server;
  const { cookie } = await door.signIn();
  const token = (caller: Caller): readonly string[] => [`Authorization: ${door.credentials[caller]}`];
  brought = {
    none: [],
    bad: token('bad'),
    read: token('read'),
    admin: token('admin'),
    'other agent': token('other agent'),
    // A browser has one for each host, named after the port in it.
    page: [`Cookie: ${cookie}; ${cookie.replace(/^madeleine_\d+/, 'madeleine_page')}`],
  };
  hosts = [
    [[`Host: 127.0.0.1:${port}`], undefined],
    [['Host: memory.example'], undefined],
    [[`Host: evil.example:${port}`], 421],
    [['Host: 127.0.0.1'], 421],
    [[`Host: 127.0.0.1:${port}`, 'Host: evil.example'], 421],
    [[`Host: 127.0.0.1:${port}@evil.example`], 400],
    [[], 400],
  ];
  origins = [
    [[], true],
    [['Sec-Fetch-Site: same-origin'], true],
    [['Sec-Fetch-Site: same-site'], true],
    [[`Origin: http://127.0.0.1:${port}`], true],
    [['Origin: https://memory.example'], true],
    [['Origin: https://evil.example'], false],
    [['Origin: null'], false],
    [['Origin: https://memory.example', 'Origin: https://evil.example'], false],
    [[`Origin: http://127.0.0.1:${port}.evil.example`], false],
  ];
});

/** Whether a browser says so of a request of the page: a cookie counts for nothing elsewhere. */
function isFromPage([host = '']: readonly string[], [origin = '']: readonly string[]): boolean {
  return origin === 'Sec-Fetch-Site: same-origin' || origin.replace(/^Origin: https?:\/\//, 'Host: ') === host;
}

interface Combination {
  readonly head: readonly string[];
  readonly body: string;
  readonly expected: number;
}

function* combinations(): Generator<Combination> {
  for (const [host, refused] of hosts)
    for (const [origin, allowed] of origins)
      for (const method of methods)
        for (const { path, methods: answered, statuses, body } of targets)
          for (const [index, caller] of callers.entries()) {
            const met = caller === 'page' && !isFromPage(host, origin) ? 0 : index;
            const sent = method === 'GET' || method === 'HEAD' ? '' : body;
            const head = [
              `${method} ${path} HTTP/1.1`,
              ...host,
              ...origin,
              ...brought[caller],
              'Content-Type: application/json',
              `Content-Length: ${sent.length}`,
              'Connection: close',
            ];
            const routed = statuses.length === 0 ? 404 : answered.includes(method) ? (statuses[met] ?? 0) : 405;
            yield { head, body: sent, expected: refused ?? (allowed ? routed : 403) };
          }
}

describe('the door', () => {
  test('lets in whom it should of every Host, Origin, method, route and token, and nobody else', async () => {
    const wrong: string[] = [];
    const count = { all: 0, let: 0, unexpected: 0, cors: 0 };
    const rest = combinations();
    const ask = async (): Promise<void> => {
      for (const { head, body, expected } of rest) {
        const answer = await rawRequest(door.server.port, head, body);
        const isIn = answer.status >= 200 && answer.status < 300;
        count.all += 1;
        if (isIn) count.let += 1;
        if (isIn && expected !== answer.status) count.unexpected += 1;
        if (/^(access-control-|timing-allow-origin)/im.test(answer.head)) count.cors += 1;
        if (answer.status !== expected) wrong.push(`${answer.status}, not ${expected}: ${head.join(' | ')}`);
      }
    };
    await Promise.all(Array.from({ length: 16 }, ask));
    console.log(
      `Host x Origin x method x route x auth: ${count.all} combinations, ${count.let} let in, ` +
        `${count.unexpected} unexpected 2xx, ${count.cors} CORS headers`,
    );
    expect(wrong).toEqual([]);
    expect(count).toMatchObject({ unexpected: 0, cors: 0 });
    expect(count.all).toBeGreaterThanOrEqual(3_000);
  });
});
