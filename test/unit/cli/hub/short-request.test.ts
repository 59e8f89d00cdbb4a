import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { shortRequest } from '../../../../src/cli/hub/find-hub.ts';
import { isShort } from '../../../../src/cli/hub/hub-connection.ts';

describe('short requests', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  async function listening(answer: RequestListener): Promise<URL> {
    const server = createServer(answer);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/x?y=1`);
  }

  const json = { method: 'POST', headers: { accept: 'application/json' } } as const;

  test.each([
    ['a text for JSON', 'http://127.0.0.1:1/', { ...json, body: '{}' }, true],
    ['a stream', 'http://127.0.0.1:1/', { ...json, body: new ReadableStream() }, false],
    ['what goes on and on', 'http://127.0.0.1:1/', { body: '{}', headers: { accept: 'text/event-stream' } }, false],
    ['an encrypted connection', 'https://127.0.0.1:1/', { ...json, body: '{}' }, false],
    ['a look', 'http://127.0.0.1:1/', undefined, false],
  ])('%s: %s, %o is one: %s', (_what, url, init, expected) => {
    expect(isShort(new URL(url), init)).toBe(expected);
  });

  test('bring what is sent and what is answered, status included', async () => {
    const url = await listening((request, response) => {
      request.setEncoding('utf8').on('data', (body: string) => {
        response.writeHead(418);
        response.end(`${request.method} ${request.url} ${request.headers.accept} ${body} Zürich`);
      });
    });
    const answer = await shortRequest(url, { ...json, body: 'tea' });
    expect(answer.status).toBe(418);
    expect(await answer.text()).toBe('POST /v1/x?y=1 application/json tea Zürich');
  });

  test('use one connection, one after the other', async () => {
    const ports = new Set<number | undefined>();
    const url = await listening((request, response) => {
      ports.add(request.socket.remotePort);
      response.end('ok');
    });
    for (let turn = 0; turn < 3; turn += 1) await shortRequest(url, { ...json, body: '{}' });
    expect(ports.size).toBe(1);
  });

  test('end with their signal, and fail where an answer breaks off', async () => {
    const stop = new AbortController();
    const silent = await listening(() => stop.abort());
    await expect(shortRequest(silent, { ...json, body: '{}', signal: stop.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
    const broken = await listening((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    });
    await expect(shortRequest(broken, { ...json, body: '{}' })).rejects.toMatchObject({ code: 'ECONNRESET' });
  });
});
