/** The page at the HTTP door: its files, how it signs in, and for what its cookie counts. */
import { rm } from 'node:fs/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { builtPage, pageFiles } from '../support/built-page.ts';
import { type PageHeaders, type ServedDoor, serveDoor } from '../support/http-door.ts';
import { rawRequest } from '../support/raw-http.ts';

const recall = '/v1/spaces/home/agents/lisa/recall';
let now = new Date('2026-03-01T12:00:00Z');
let folder: string;
let door: ServedDoor;

beforeEach(async () => {
  now = new Date('2026-03-01T12:00:00Z');
  folder = await builtPage();
  door = await serveDoor({ page: { folder, space: 'home', clock: () => now } });
});

function passes(seconds: number): void {
  now = new Date(+now + seconds * 1000);
}

async function newCode(): Promise<string> {
  return ((await (await door.call('/v1/page/codes')).json()) as { readonly code: string }).code;
}

function exchange(code: string, headers: Readonly<Record<string, string>> = { origin: door.server.url }) {
  return door.call('/v1/page/session', { code }, 'none', headers);
}

function session(headers: Readonly<Record<string, string>>, method = 'GET'): Promise<Response> {
  return fetch(`${door.server.url}/v1/page/session`, { method, headers });
}

describe('the files of the page', () => {
  test('are there for everybody, under their types, and may do nothing but what the page needs', async () => {
    for (const [path, text] of Object.entries(pageFiles)) {
      const { headers, status } = await fetch(`${door.server.url}${path}`, { method: 'HEAD' });
      expect([status, await (await fetch(`${door.server.url}${path}`)).text()], path).toEqual([200, text]);
      const rules = headers.get('content-security-policy')?.split('; ');
      expect(rules).toEqual(
        expect.arrayContaining(["default-src 'none'", "script-src 'self'", "require-trusted-types-for 'script'"]),
      );
      expect(rules?.join()).not.toContain('unsafe');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cache-control')).toBe(path === '/' ? 'no-store' : 'public, max-age=31536000, immutable');
    }
    const typeOf = async (path: string) => (await fetch(`${door.server.url}${path}`)).headers.get('content-type');
    expect(await typeOf('/')).toMatch(/^text\/html;/);
    expect(await typeOf('/assets/index-1.js')).toMatch(/^text\/javascript;/);
    expect(await typeOf('/assets/index-1.css')).toMatch(/^text\/css;/);
  });

  test('are sent compressed to whoever can read that, and as they are to others', async () => {
    const head = ['GET /assets/index-1.js HTTP/1.1', `Host: 127.0.0.1:${door.server.port}`, 'Connection: close'];
    const text = String(pageFiles['/assets/index-1.js']);
    const plain = await rawRequest(door.server.port, head);
    expect([plain.body, plain.head]).toEqual([text, expect.not.stringContaining('gzip')]);
    const packed = await rawRequest(door.server.port, [...head, 'Accept-Encoding: gzip, br']);
    expect(packed.head).toMatch(/content-encoding: gzip/i);
    expect(Number(/content-length: (\d+)/i.exec(packed.head)?.[1])).toBeLessThan(text.length / 2);
  });

  test.each([
    '/assets/../index.html',
    '/assets/..%2findex.html',
    '/assets/%2e%2e%2findex.html',
    '/assets//etc/passwd',
    '/assets/%00',
    '/assets/constructor',
    '/assets/',
    '/index.html',
  ])('are what the build made, so that there is nothing at %s', async (path) => {
    const head = [`GET ${path} HTTP/1.1`, `Host: 127.0.0.1:${door.server.port}`, 'Connection: close'];
    expect((await rawRequest(door.server.port, head)).status).toBe(404);
  });

  test('are missed with a word on what to do where no page was built, and kept once they were read', async () => {
    const other = await serveDoor({ page: { folder: `${folder}/none`, space: 'home', clock: () => now } });
    const missed = await fetch(other.server.url);
    expect([missed.status, await missed.text()]).toEqual([404, expect.stringContaining('npm run build')]);
    expect((await fetch(door.server.url)).status).toBe(200);
    await rm(folder, { recursive: true });
    expect((await fetch(door.server.url)).status).toBe(200);
  });
});

describe('a code', () => {
  test('is exchanged for a cookie that no script can read, and that pages of elsewhere do not bring', async () => {
    const answer = await exchange(await newCode());
    expect([answer.status, await answer.text()]).toEqual([204, '']);
    const [cookie, ...attributes] = (answer.headers.get('set-cookie') ?? '').split('; ');
    expect(cookie).toMatch(new RegExp(`^madeleine_${door.server.port}=[\\w-]{43}$`));
    expect(attributes).toEqual(['Path=/v1', 'Max-Age=43200', 'HttpOnly', 'SameSite=Strict']);
  });

  test('is good once, and for two minutes', async () => {
    const code = await newCode();
    expect(code).toMatch(/^[\w-]{22}$/);
    expect([(await exchange(code)).status, (await exchange(code)).status]).toEqual([204, 401]);
    const late = await newCode();
    passes(120);
    expect((await exchange(late)).status).toBe(401);
  });

  test('is taken from the page alone, whatever the code is', async () => {
    const code = await newCode();
    const { url, port } = door.server;
    for (const headers of [{}, { origin: `http://localhost:${port}` }, { 'sec-fetch-site': 'same-site' }]) {
      expect((await exchange(code, headers)).status).toBe(403);
    }
    expect((await exchange(code, { origin: url })).status).toBe(204);
  });

  test('is made for the owner alone: a page that is signed in cannot let another in', async () => {
    const page = await door.signIn();
    const statuses = (['none', 'bad', 'read', 'admin'] as const).map(
      async (caller) => (await door.call('/v1/page/codes', {}, caller)).status,
    );
    expect(await Promise.all(statuses)).toEqual([401, 401, 403, 403]);
    expect((await door.call('/v1/page/codes', {}, 'none', page)).status).toBe(403);
  });

  test('counts after any number of wrong ones, of which more than ten a minute are told to wait', async () => {
    const code = await newCode();
    for (let tries = 0; tries < 10; tries += 1) expect((await exchange(`wrong-${tries}`)).status).toBe(401);
    passes(20);
    const refused = await exchange('wrong-again');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '40']);
    expect((await exchange(code)).status).toBe(204);
    passes(40);
    expect((await exchange('wrong-later')).status).toBe(401);
  });

  test('that is none is refused by the rules', async () => {
    const statuses = [{ code: '' }, { code: 1 }, {}, { code: 'x', more: 1 }].map(
      async (body) => (await door.call('/v1/page/session', body, 'none', { origin: door.server.url })).status,
    );
    expect(await Promise.all(statuses)).toEqual([400, 400, 400, 400]);
    expect((await exchange('x'.repeat(1024))).status).toBe(413);
  });
});

describe('a page that is signed in', () => {
  let page: PageHeaders;
  beforeEach(async () => {
    page = await door.signIn();
  });

  test('hears what it shows and until when, and does as the owner what anybody does with a token', async () => {
    expect(await (await session(page)).json()).toEqual({
      space: 'home',
      version: expect.any(String),
      spaces: ['home'],
      expiresAt: '2026-03-02T00:00:00.000Z',
    });
    const { id } = (await (
      await door.call('/v1/spaces/home/agents/lisa/observe', { content: 'Luna purrs.' }, 'none', page)
    ).json()) as { readonly id: string };
    const found = await (await door.call(recall, { query: 'Luna' }, 'none', page)).text();
    expect(found).toContain(id);
    expect((await door.call('/v1/spaces/work/stats', {}, 'none', page)).status).toBe(200);
  });

  test('counts in requests of that page alone: cookies know no ports', async () => {
    const { cookie } = page;
    const { port } = door.server;
    const statusWith = async (headers: Readonly<Record<string, string>>) =>
      (await door.call(recall, { query: 'Luna' }, 'none', { cookie, ...headers })).status;
    expect(await statusWith({ 'sec-fetch-site': 'same-origin' })).toBe(200);
    expect(await statusWith({})).toBe(401);
    expect(await statusWith({ 'sec-fetch-site': 'same-site' })).toBe(401);
    expect(await statusWith({ 'sec-fetch-site': 'none' })).toBe(401);
    expect(await statusWith({ origin: `http://localhost:${port}` })).toBe(401);
    expect(await statusWith({ origin: `http://127.0.0.1:${port + 1}`, 'sec-fetch-site': 'same-site' })).toBe(403);
  });

  test('counts for nothing where a token is brought, be it a bad one', async () => {
    const statusAs = async (caller: 'bad' | 'read') =>
      (await door.call('/v1/spaces/home/stats', {}, caller, page)).status;
    expect([await statusAs('bad'), await statusAs('read')]).toEqual([401, 403]);
  });

  test('is out when it says so, and when twelve hours have passed', async () => {
    const other = await door.signIn();
    const out = await session(page, 'DELETE');
    expect([out.status, out.headers.get('set-cookie')]).toEqual([204, expect.stringContaining('Max-Age=0;')]);
    expect([(await session(page)).status, (await session(other)).status]).toEqual([401, 200]);
    passes(43_200);
    expect((await session(other)).status).toBe(401);
  });

  test('is out when sixteen others came after it', async () => {
    for (let others = 0; others < 15; others += 1) await door.signIn();
    expect((await session(page)).status).toBe(200);
    await door.signIn();
    expect((await session(page)).status).toBe(401);
  });

  test('stays in when a server on another port has set a cookie of the same name', async () => {
    const cookie = `other=1; ${page.cookie.split('=')[0]}=planted; ${page.cookie}`;
    expect((await session({ ...page, cookie })).status).toBe(200);
  });

  test('is out where the server is another one: nothing of a session is on the disk', async () => {
    const other = await serveDoor({ tokens: door.tokens });
    const cookie = page.cookie.replace(String(door.server.port), String(other.server.port));
    const headers = { cookie, origin: other.server.url };
    expect((await fetch(`${other.server.url}/v1/page/session`, { headers })).status).toBe(401);
  });
});

test('a page behind a proxy with TLS signs in under the name that the proxy has, by a cookie for TLS alone', async () => {
  const other = await serveDoor({ allowedHosts: ['memory.example'], allowedOrigins: ['https://memory.example'] });
  const { code } = (await (await other.call('/v1/page/codes')).json()) as { readonly code: string };
  const body = JSON.stringify({ code });
  const answer = await rawRequest(
    other.server.port,
    [
      'POST /v1/page/session HTTP/1.1',
      'Host: memory.example',
      'Origin: https://memory.example',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Connection: close',
    ],
    body,
  );
  expect([answer.status, answer.head]).toEqual([204, expect.stringMatching(/SameSite=Strict; Secure/)]);
});
