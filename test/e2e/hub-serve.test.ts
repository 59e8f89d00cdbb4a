/** The hub as a process: how it starts, who finds it, and how it ends. */
import { existsSync } from 'node:fs';
import { readFile, rename, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readHubNote, writeHubNote } from '../../src/cli/hub/hub-note.ts';
import { preferredPort } from '../../src/cli/hub/hub-place.ts';
import { Madeleine, version } from '../../src/index.ts';
import { type CliRun, CliSurroundings } from '../support/cli-run.ts';
import { eachOnItsOwnStore, type HubStore } from '../support/hub-store.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('a hub', () => {
  let store: HubStore;
  eachOnItsOwnStore((made) => {
    store = made;
  });
  let memory: Madeleine;
  let refused: Promise<CliRun>;
  // It waits long for a store that this process holds, while the tests go on.
  beforeAll(async () => {
    const at = await temporaryFolder();
    memory = await Madeleine.open({ at, embedder: 'none' });
    refused = new CliSurroundings(at).run(['serve', '--at', at, '--embedder', 'none']);
  });

  test('says where it listens, in files that only its owner can read, until it is stopped', async () => {
    const { hub, ended } = await store.serve();
    expect(hub.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    if (process.platform !== 'win32') {
      for (const file of ['hub.json', 'hub.token']) {
        expect((await stat(join(store.at, file))).mode & 0o777, file).toBe(0o600);
      }
    }
    const stopped = await store.json(['stop']);
    expect(stopped).toMatchObject({ stopped: { pid: hub.pid } });
    expect(await readHubNote(store.at)).toBeUndefined();
    expect((await ended).stdout).toContain(hub.url);
    expect(await store.json(['stop'])).toEqual({ stopped: null });
  });

  test('is the only one: a second says where the first one listens, and whoever opens the store is told so', async () => {
    const { hub } = await store.serve();
    const second = await store.run(['serve']);
    expect(second).toMatchObject({ exitCode: 0, stdout: `a hub serves the store already, at ${hub.url}\n` });
    const opening = Madeleine.open({ at: store.at, embedder: 'none' });
    await expect(opening).rejects.toMatchObject({ code: 'STORE_LOCKED', details: { hub: hub.url, pid: hub.pid } });
  });

  test('has the same port again, and after a kill too; where that is taken it takes another', async () => {
    const { hub: first } = await store.serve();
    await store.kill();
    const { hub: second } = await store.serve();
    expect(second.pid).not.toBe(first.pid);
    expect(second.url).toBe(first.url);
    await store.kill();
    const port = preferredPort(store.at);
    const other = createServer().listen(port, '127.0.0.1');
    const { hub: third } = await store.serve();
    other.close();
    expect(first.url).toBe(`http://127.0.0.1:${port}`);
    expect(third.url).not.toBe(first.url);
  });

  test('serves commands, but for those that need the store alone, which say what to do', async () => {
    const { hub } = await store.serve();
    const { id } = await store.json(['observe', 'Luna sleeps on the radiator.', '--agent', 'lisa']);
    expect((await store.run(['recall', 'radiator', '--agent', 'lisa'])).stdout).toContain('Luna sleeps');
    expect((await store.run(['export'])).stdout).toContain(String(id));
    const refused = await store.run(['migrate', '--backup', 'copy.ndjson']);
    expect(refused).toMatchObject({ exitCode: 5 });
    expect(refused.stderr).toContain(
      `the hub at ${hub.url} serves the store; end it with \`madeleine stop --at "${store.at}"\``,
    );
  });

  test('takes what was forgotten off the disk, unless it has another space open', async () => {
    await store.serve();
    await store.run(['observe', 'Luna sleeps on the radiator.', '--agent', 'lisa']);
    await store.run(['forget', '--subject', 'Luna', '--agent', 'lisa', '--yes']);
    expect(await store.json(['purge', '--yes'])).toMatchObject({ rows: expect.any(Number) });
    expect(await store.json(['stats'])).toMatchObject({ records: { observation: 0 } });
    await store.run(['stats', '--space', 'other']);
    const refused = await store.run(['purge', '--yes']);
    expect(refused).toMatchObject({ exitCode: 4 });
    expect(refused.stderr).toContain('end a hub with `madeleine stop`');
  });

  test('goes on with its own settings, and a command with others says so', async () => {
    await store.serve();
    expect((await store.run(['stats'])).stderr).toBe('');
    const environment = { MADELEINE_RETRIEVAL__EMOTION_WEIGHT: '0.7' };
    expect((await store.run(['stats'], { environment })).stderr).toContain(
      'goes on with the settings that it was started with',
    );
  });

  test('of another version is refused by name', async () => {
    const { hub } = await store.serve();
    await writeHubNote(store.at, { ...hub, version: '99.0.0' });
    const refused = await store.run(['stats']);
    expect(refused).toMatchObject({ exitCode: 6 });
    expect(refused.stderr).toContain('is of version 99.0.0');
  });

  test('is started where none runs, but where commands are set to leave none behind', async () => {
    await store.run(['observe', 'I prefer green tea.', '--agent', 'lisa']);
    expect(await readHubNote(store.at)).toBeUndefined();
    // As nothing sets it: what is empty is not set.
    const environment = { MADELEINE_HUB__START_FOR_COMMANDS: '' };
    expect(await store.run(['stats'], { environment })).toMatchObject({ exitCode: 0 });
    expect(await store.hub()).toMatchObject({ version });
  });

  test.skipIf(process.platform !== 'linux')('in the background it is started to hold little memory', async () => {
    await store.run(['observe', 'I prefer green tea.', '--agent', 'lisa']);
    await store.run(['stats'], { environment: { MADELEINE_HUB__START_FOR_COMMANDS: '' } });
    const { pid } = await store.hub();
    expect(await readFile(`/proc/${pid}/environ`, 'utf8')).toContain('MALLOC_ARENA_MAX=2');
    expect(await readFile(`/proc/${pid}/cmdline`, 'utf8')).toContain('--expose-gc');
  });

  test('leaves when nobody has called for a while, after a sleep over what was written', async () => {
    const { hub, ended } = await store.serve(['--idle-exit', '0.03']);
    const token = await store.surroundings.shell(`cat ${join(store.at, 'hub.token')}`);
    const answer = await fetch(`${hub.url}/v1/spaces/default/agents/lisa/observe`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token.stdout.trim()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ content: 'I prefer green tea.' }),
    });
    expect(answer.status).toBe(200);
    expect((await ended).exitCode).toBe(0);
    expect(await readHubNote(store.at)).toBeUndefined();
    const stats = await store.json(['stats']);
    expect(stats).toMatchObject({ records: { observation: 1, fact: 1 } });
  });

  test('ends with what to do, and makes nothing anew, when its folder is moved away', async () => {
    const { ended } = await store.serve();
    await rename(store.at, `${store.at}-elsewhere`);
    const { exitCode, stderr } = await ended;
    expect(exitCode).toBe(5);
    expect(stderr).toContain(`hub: "${store.at}" was moved or deleted`);
    expect(stderr).not.toContain('    at ');
    expect(existsSync(store.at)).toBe(false);
  });

  test('lets a space sleep when nobody has called for a while, and goes on serving', async () => {
    await store.serve(['--sleep-after-idle', '0.02']);
    await store.json(['observe', 'I prefer green tea.', '--agent', 'lisa']);
    let facts = 0;
    while (facts === 0) {
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      const { records } = (await store.json(['stats'])) as { records: { fact: number } };
      facts = records.fact;
    }
    expect(facts).toBe(1);
    expect(await store.hub()).toMatchObject({ version });
  });

  test('is refused on a server that is not there, on other machines without a word, and with times out of range', async () => {
    const server = await store.surroundings.run(['serve', '--at', 'ws://127.0.0.1:1']);
    expect(server).toMatchObject({ exitCode: 5 });
    expect(server.stderr).toContain('ws://127.0.0.1:1');
    const remote = await store.run(['serve', '--host', '0.0.0.0']);
    expect(remote).toMatchObject({ exitCode: 2 });
    expect(remote.stderr).toContain('--allow-remote');
    expect(await store.run(['serve', '--idle-exit', '-1'])).toMatchObject({ exitCode: 2 });
  });

  test('says who holds the store when it is not to be had', async () => {
    const { exitCode, stderr } = await refused;
    await memory.close();
    expect(exitCode).toBe(5);
    expect(stderr).toContain(`process ${process.pid}`);
  });
});
