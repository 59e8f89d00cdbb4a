/** What the HTTP door refuses, how it says so, and how it ends. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Mount } from '../../src/http/mount.ts';
import { serveHttp } from '../../src/http/serve-http.ts';
import type { SpaceVerbs } from '../../src/index.ts';
import { eventually } from '../support/eventually.ts';
import { serveDoor } from '../support/http-door.ts';
import { rawRequest } from '../support/raw-http.ts';

const recall = '/v1/spaces/home/agents/lisa/recall';

/** A mounted door whose calls wait until they are let go or their signal fires. */
class WaitingDoor {
  begun = 0;
  aborted = 0;
  letGo = (): void => {};
  readonly #free = new Promise<void>((resolve) => {
    this.letGo = resolve;
  });
  readonly mount: Mount = {
    path: '/wait',
    methods: ['POST'],
    access: 'read',
    summary: 'Waits.',
    handle: async ({ signal }) => {
      this.begun += 1;
      const fired = new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          this.aborted += 1;
          reject(new Error('ended'));
        });
      });
      await Promise.race([this.#free, fired]);
      return Response.json({ done: true });
    },
  };

  async hasBegun(calls: number): Promise<void> {
    while (this.begun < calls) await pause(5);
  }
}

async function socketTo(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => {});
  await once(socket, 'connect');
  // What nobody reads never closes.
  return socket.on('data', () => {});
}

interface Told {
  readonly status: number;
  readonly code: string;
}

async function told(answer: Response): Promise<Told> {
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  const problem = (await answer.json()) as Told & { readonly type: string; readonly hint: string };
  expect(problem).toMatchObject({ status: answer.status, type: `urn:madeleine:error:${problem.code}` });
  expect(problem.hint).toMatch(/\.$/);
  return { status: problem.status, code: problem.code };
}

describe('connections without a token', () => {
  test('beyond their number end the oldest, and keep no caller out', async () => {
    const door = await serveDoor({ limits: { strangers: 3, keepAliveMs: 60_000 } });
    // A caller who is known counts no more, however long its connection stays.
    const known = await socketTo(door.server.port);
    const host = `127.0.0.1:${door.server.port}`;
    known.write(`GET /v1/openapi.json HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${door.credentials.owner}\r\n\r\n`);
    await once(known, 'data');
    const strangers: Socket[] = [];
    for (let count = 0; count < 5; count += 1) strangers.push(await socketTo(door.server.port));
    await eventually(() => expect(strangers.filter(({ closed }) => closed)).toHaveLength(2));
    expect(strangers.map(({ closed }) => closed)).toEqual([true, true, false, false, false]);
    expect(known.closed).toBe(false);
    expect((await door.call(recall, { query: 'x' }, 'owner')).status).toBe(200);
    for (const socket of [known, ...strangers]) socket.destroy();
  });
});

describe('a request', () => {
  test('that is wrong is refused with a problem that says what is', async () => {
    const door = await serveDoor({ limits: { bodyBytes: 2_000 } });
    const refused = async (path: string, body: unknown, headers = {}): Promise<Told> =>
      told(await door.call(path, body, 'owner', headers));
    const invalid = { status: 400, code: 'INVALID_ARGUMENT' };
    expect(await refused(recall, '{"query":')).toEqual(invalid);
    expect(await refused(recall, '')).toEqual(invalid);
    expect(await refused(recall, '[]')).toEqual(invalid);
    expect(await refused(recall, { query: 'x', limit: 0 })).toEqual(invalid);
    expect(await refused(recall, { query: 'x', signal: {} })).toEqual(invalid);
    expect(await refused(recall, '{"query":"x","__proto__":{}}')).toEqual(invalid);
    expect(await refused(recall, `{"query":${'['.repeat(900)}${']'.repeat(900)}}`)).toEqual(invalid);
    expect(await refused('/v1/spaces/home/migrate', { backup: '/tmp/elsewhere' })).toEqual(invalid);
    expect(await refused('/v1/spaces/home/import?file=..%2Fx', '')).toEqual(invalid);
    expect(await refused('/v1/spaces/home/agents/%00/recall', { query: 'x' })).toEqual(invalid);
    expect(await refused(recall, { query: 'x' }, { 'content-type': 'text/plain' })).toEqual({
      status: 415,
      code: 'INVALID_ARGUMENT',
    });
    expect(await refused(recall, { query: 'x'.repeat(2_000) })).toEqual({ status: 413, code: 'TOO_LARGE' });
    expect(await refused('/v1/spaces/home/agents/lisa/why', { id: 'fact:none' })).toEqual({
      status: 404,
      code: 'NOT_FOUND',
    });
    expect(await refused('/v1/nothing', {})).toEqual({ status: 404, code: 'NOT_FOUND' });
  });

  test('is refused as too large however it is sent', async () => {
    const door = await serveDoor({ limits: { bodyBytes: 2_000, headerBytes: 2_000 } });
    const { port } = door.server;
    const head = [
      `POST ${recall} HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      'Content-Type: application/json',
      `Authorization: ${door.credentials.owner}`,
      'Connection: close',
    ];
    const chunk = `7d0\r\n${'x'.repeat(2_000)}\r\n`;
    const chunked = await rawRequest(port, [...head, 'Transfer-Encoding: chunked'], `${chunk}${chunk}0\r\n\r\n`);
    expect(chunked.status).toBe(413);
    expect((await rawRequest(port, [...head, 'Content-Length: 99999999'])).status).toBe(413);
    expect((await rawRequest(port, [...head, `X-Padding: ${'x'.repeat(2_000)}`])).status).toBe(431);
    expect((await rawRequest(port, [...head, 'Content-Length: 1', 'Transfer-Encoding: chunked'])).status).toBe(400);
  });

  test('of a wrong method hears which there are, and one without a token how to bring it', async () => {
    const door = await serveDoor();
    const url = (path: string): string => `${door.server.url}${path}`;
    expect((await fetch(url(recall), { method: 'PUT' })).headers.get('allow')).toBe('POST');
    expect((await fetch(url('/healthz'), { method: 'OPTIONS' })).headers.get('allow')).toBe('GET, HEAD');
    const unknown = await fetch(url(recall), { method: 'POST' });
    expect(unknown.headers.get('www-authenticate')).toMatch(/^Bearer /);
    expect(await told(unknown)).toEqual({ status: 401, code: 'UNAUTHORIZED' });
  });

  test('hears nothing of a defect but that there is one, and the log hears all', async () => {
    const errors: unknown[] = [];
    const broken = new Error('the secret of the store');
    const failing = { hash: () => Promise.reject(broken) } as unknown as SpaceVerbs;
    const door = await serveDoor({ memory: async () => failing, onError: (error) => errors.push(error) });
    const answer = await door.call('/v1/spaces/home/hash');
    expect(await answer.clone().text()).not.toContain('secret');
    expect(await told(answer)).toEqual({ status: 500, code: 'INTERNAL' });
    const events = await (await door.call('/v1/spaces/home/hash', {}, 'owner', { accept: 'text/event-stream' })).text();
    expect(events).toContain('"code":"INTERNAL"');
    expect(events).not.toContain('secret');
    expect(errors).toEqual([broken, broken]);
  });
});

test('every answer says that nothing of it is to be guessed at, kept or run', async () => {
  const door = await serveDoor();
  for (const path of ['/healthz', '/v1/openapi.json', '/nothing']) {
    const { headers } = await fetch(`${door.server.url}${path}`);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  }
});

describe('the door', () => {
  test('takes so many calls at once and no more, and says how it is all the same', async () => {
    const waiting = new WaitingDoor();
    const open: number[] = [];
    const door = await serveDoor({
      mounts: [waiting.mount],
      limits: { calls: 2 },
      onCall: (calls) => open.push(calls),
    });
    const first = [door.call('/wait'), door.call('/wait')];
    await waiting.hasBegun(2);
    const third = await door.call('/wait');
    expect([third.headers.get('retry-after'), await told(third)]).toEqual(['1', { status: 503, code: 'BUSY' }]);
    expect((await fetch(`${door.server.url}/healthz`)).status).toBe(200);
    waiting.letGo();
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await door.call('/wait')).status).toBe(200);
    while (open.at(-1) !== 0) await pause(5);
    expect(Math.max(...open)).toBe(2);
  });

  test('ends a call that takes too long, and one whose caller is gone', async () => {
    const waiting = new WaitingDoor();
    const door = await serveDoor({ mounts: [waiting.mount], limits: { callMs: 50 } });
    expect(await told(await door.call('/wait'))).toEqual({ status: 503, code: 'STORE_TIMEOUT' });
    expect(waiting.aborted).toBe(1);
    const patient = new WaitingDoor();
    const other = await serveDoor({ mounts: [patient.mount] });
    const gone = new AbortController();
    const headers = { authorization: String(other.credentials.read) };
    const call = fetch(`${other.server.url}/wait`, { method: 'POST', headers, signal: gone.signal });
    await patient.hasBegun(1);
    gone.abort();
    await expect(call).rejects.toThrow();
    while (patient.aborted < 1) await pause(5);
  });

  test('closes when the calls under way are answered, and takes no more meanwhile', async () => {
    const waiting = new WaitingDoor();
    const { server, call } = await serveDoor({ mounts: [waiting.mount] });
    const first = call('/wait');
    await waiting.hasBegun(1);
    const closed = server.close();
    expect(await Promise.race([closed, pause(50, 'waits')])).toBe('waits');
    await expect(fetch(`${server.url}/readyz`)).rejects.toThrow();
    waiting.letGo();
    expect((await first).status).toBe(200);
    await closed;
    await server.close();
  });

  test('cuts a call that does not end in time when it closes', async () => {
    const waiting = new WaitingDoor();
    const { server, call } = await serveDoor({ mounts: [waiting.mount], limits: { closeMs: 20 } });
    const stuck = call('/wait');
    stuck.catch(() => {});
    await waiting.hasBegun(1);
    await server.close();
    await expect(stuck).rejects.toThrow();
  });

  test('listens to this machine alone unless it is told otherwise', async () => {
    const none = () => Promise.reject(new Error('none'));
    const page = { folder: 'none', space: 'home', clock: () => new Date() };
    const parts = { memory: none, ready: none, page };
    const tokens = { identify: async () => undefined };
    await expect(serveHttp({ ...parts, tokens, host: '0.0.0.0' })).rejects.toThrow('pass --allow-remote');
    const server = await serveHttp({ ...parts, tokens, host: '0.0.0.0', allowRemote: true });
    const { port } = server;
    expect(
      (await rawRequest(port, ['GET /healthz HTTP/1.1', `Host: 127.0.0.1:${port}`, 'Connection: close'])).status,
    ).toBe(200);
    expect(
      (await rawRequest(port, ['GET /healthz HTTP/1.1', `Host: 10.0.0.1:${port}`, 'Connection: close'])).status,
    ).toBe(421);
    await expect(serveHttp({ ...parts, tokens, port })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: `serve: "port" must be free, got ${port}, which another program has; choose another.`,
    });
    const elsewhere = serveHttp({ ...parts, tokens, host: '192.0.2.1', allowRemote: true });
    await expect(elsewhere).rejects.toThrow('serve: "host" must be an address of this machine, got "192.0.2.1"');
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(500);
    await server.close();
  });
});
