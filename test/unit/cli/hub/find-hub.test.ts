import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findHub } from '../../../../src/cli/hub/find-hub.ts';
import { type HubNote, readHubNote, removeHubNote, writeHubNote } from '../../../../src/cli/hub/hub-note.ts';
import { preferredPort } from '../../../../src/cli/hub/hub-place.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

describe('looking for the hub of a store', () => {
  let server: Server;
  let ready = 200;
  let url = '';
  beforeAll(async () => {
    server = createServer((request, response) => {
      response.statusCode = request.url === '/readyz' ? ready : 404;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.close();
  });

  async function noted(changed: Partial<HubNote> = {}): Promise<string> {
    const folder = await temporaryFolder();
    await writeHubNote(folder, {
      url,
      pid: process.pid,
      version: '0.1.0',
      startedAt: '2026-01-01T00:00:00Z',
      settings: 'mark',
      ...changed,
    });
    return folder;
  }

  test('finds one that is ready', async () => {
    expect(await findHub(await noted())).toMatchObject({ url, pid: process.pid });
  });

  test('passes over one that is not ready, whose port is refused or whose process is gone', async () => {
    ready = 503;
    expect(await findHub(await noted())).toBeUndefined();
    ready = 200;
    expect(await findHub(await noted({ url: 'http://127.0.0.1:1' }))).toBeUndefined();
    // The largest number that a process may have; nobody has it.
    expect(await findHub(await noted({ pid: 2 ** 22 }))).toBeUndefined();
  });

  test('passes over a note that says nothing', async () => {
    const folder = await temporaryFolder();
    expect(await findHub(folder)).toBeUndefined();
    for (const text of ['', 'null', '{"url":"http://127.0.0.1:1"}', '{"url":1,"pid":1}', '[]']) {
      await writeFile(join(folder, 'hub.json'), text);
      expect(await findHub(folder), text).toBeUndefined();
    }
  });

  test('leaves a note that only its owner can read, and takes away no other', async () => {
    const folder = await noted();
    if (process.platform !== 'win32') expect((await stat(join(folder, 'hub.json'))).mode & 0o777).toBe(0o600);
    await removeHubNote(folder, process.pid + 1);
    expect(await readHubNote(folder)).toMatchObject({ pid: process.pid });
    await removeHubNote(folder, process.pid);
    expect(await readHubNote(folder)).toBeUndefined();
  });
});

describe('the port of a hub', () => {
  test('is the same for the same folder, and within its range', () => {
    const folders = Array.from({ length: 200 }, (_, place) => `/home/mark/store-${place}`);
    const ports = folders.map(preferredPort);
    expect(folders.map(preferredPort)).toEqual(ports);
    expect(ports.every((port) => port >= 20_000 && port < 30_000)).toBe(true);
    expect(new Set(ports).size).toBeGreaterThan(150);
  });
});
