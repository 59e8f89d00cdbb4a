import { spawnSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { hubFetch } from '../../../../src/cli/hub/hub-connection.ts';
import type { HubNote } from '../../../../src/cli/hub/hub-note.ts';

describe('requests to the hub of a store', () => {
  const servers: Server[] = [];
  const find = async (): Promise<undefined> => undefined;
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  async function hub(name: string): Promise<HubNote> {
    const server = createServer((request, response) => {
      // Closed at once, so that a hub that ends keeps no connection open.
      response.setHeader('connection', 'close');
      response.end(`${name} ${request.url}`);
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return { url, pid: process.pid, version: '0.1.0', startedAt: '2026-01-01T00:00:00Z', settings: 'mark' };
  }

  async function ended(server: Server | undefined): Promise<void> {
    await new Promise((resolve) => server?.close(resolve));
  }

  test('go to the next hub after one was lost, whatever address they were made for', async () => {
    const first = await hub('first');
    let looks = 0;
    const request = hubFetch(first, {
      findOrStart: async () => {
        looks += 1;
        return hub('second');
      },
      find,
    });
    expect(await (await request(`${first.url}/v1/x?y=1`)).text()).toBe('first /v1/x?y=1');
    await ended(servers[0]);
    await expect(request(`${first.url}/v1/x`)).rejects.toThrow();
    const answers = await Promise.all([request(`${first.url}/v1/x`), request(new URL(`${first.url}/v1/z`))]);
    expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(['second /v1/x', 'second /v1/z']);
    expect(looks).toBe(1);
  });

  test('look again when no hub was to be found', async () => {
    const finds = [() => Promise.reject(new Error('none starts')), () => hub('late')];
    const gone = { ...(await hub('gone')) };
    await ended(servers[0]);
    const request = hubFetch(gone, { findOrStart: async () => (finds.shift() as () => Promise<HubNote>)(), find });
    await expect(request(gone.url)).rejects.toThrow();
    await expect(request(gone.url)).rejects.toThrow('none starts');
    expect(await (await request(gone.url)).text()).toBe('late /');
  });

  test('that only listen for changes wait for a hub, and start none', async () => {
    const gone = await hub('gone');
    await ended(servers[0]);
    let running: HubNote | undefined;
    const request = hubFetch(gone, {
      findOrStart: async () => running ?? hub('started'),
      find: async () => running,
    });
    await expect(request(`${gone.url}/changes`)).rejects.toThrow();
    await expect(request(`${gone.url}/changes`)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
    running = await hub('by another');
    expect(await (await request(`${gone.url}/changes`)).text()).toBe('by another /changes');
  });

  test('that their maker ends look for no other hub', async () => {
    let looks = 0;
    const first = await hub('first');
    const request = hubFetch(first, {
      findOrStart: async () => {
        looks += 1;
        return first;
      },
      find,
    });
    await expect(request(first.url, { signal: AbortSignal.abort() })).rejects.toThrow();
    expect(await (await request(first.url)).text()).toBe('first /');
    expect(looks).toBe(0);
  });

  test('go to no program that has the port of a hub whose process has ended', async () => {
    const heard: string[] = [];
    const { pid } = spawnSync('true');
    const stranger = { ...(await hub('stranger')), pid };
    servers[0]?.on('request', ({ headers }) => heard.push(String(headers.authorization)));
    const request = hubFetch(stranger, { findOrStart: () => hub('next'), find });
    const init = { headers: { authorization: 'Bearer mdl_owner' } };
    expect(await (await request(`${stranger.url}/v1/x`, init)).text()).toBe('next /v1/x');
    const listening = hubFetch(stranger, { findOrStart: () => hub('another'), find })(`${stranger.url}/changes`, init);
    await expect(listening).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
    expect(heard).toEqual([]);
  });
});
