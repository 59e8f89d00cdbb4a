/** A disk that is full, and a folder that is moved or deleted under an open store. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Madeleine } from '../../src/index.ts';
import { runChild } from '../support/child-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A file system of 24 MB, where this account may mount one. */
async function smallDisk(): Promise<string | undefined> {
  const disk = join(await temporaryFolder(), 'disk');
  await mkdir(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk], { stdio: 'ignore' });
    return disk;
  } catch {
    return undefined;
  }
}

describe('a full disk', () => {
  let disk: string | undefined;
  beforeAll(async () => {
    disk = await smallDisk();
  });
  afterAll(() => {
    if (disk !== undefined) execFileSync('umount', ['-l', disk]);
  });

  test.for([60_000, 100_000, 130_001, 200_000])(
    'refuses writes with %i bytes left, lets reads go on, and writes go on once there is room',
    async (spare, { skip }) => {
      if (disk === undefined) return skip('a file system of its own can be mounted by root alone');
      await rm(join(disk, 'store'), { recursive: true, force: true });
      const { said, stderr } = await runChild('full-disk.mjs', { disk, spare });
      expect(said, stderr).toEqual([
        {
          event: 'end',
          refusals: ['STORE_FULL'],
          read: expect.any(Number),
          after: ['ok', 'ok', 'ok'],
          lost: [],
          ok: true,
        },
      ]);
      expect(said[0]?.['read']).toBeGreaterThan(0);
    },
  );
});

describe('a folder that is moved or deleted under an open store', () => {
  test('acknowledges nothing more, is not made anew, and goes on when it is put back', async () => {
    const parent = await temporaryFolder();
    const [at, aside] = [join(parent, 'store'), join(parent, 'aside')];
    const memory = await Madeleine.open({ at, embedder: 'none' });
    const luna = memory.agent('luna');
    await luna.observe({ id: 'a', content: 'The quokka sleeps.' });
    await rename(at, aside);
    await expect(luna.observe({ id: 'b', content: 'The wombat digs.' })).rejects.toMatchObject({ code: 'STORE_MOVED' });
    await expect(Madeleine.open({ at, space: 'other', embedder: 'none' })).rejects.toMatchObject({
      code: 'STORE_MOVED',
    });
    expect(await readdir(parent)).toEqual(['aside']);
    await rename(aside, at);
    await luna.observe({ id: 'b', content: 'The wombat digs.' });
    expect((await luna.search({ query: 'wombat' })).memories).toMatchObject([{ id: 'observation:b' }]);
    await rm(at, { recursive: true });
    await expect(luna.observe({ id: 'c', content: 'The emu runs.' })).rejects.toMatchObject({ code: 'STORE_MOVED' });
    await memory.close();
    expect(await readdir(parent)).toEqual([]);
  });

  test('ends its hub, which makes no other', async () => {
    const parent = await temporaryFolder();
    const at = join(parent, 'store');
    const program = fileURLToPath(new URL('../../bin/madeleine.js', import.meta.url));
    const hub = spawn(process.execPath, [program, 'serve', '--at', at, '--embedder', 'none'], { stdio: 'ignore' });
    const ended = once(hub, 'exit');
    await expect
      .poll(() =>
        stat(join(at, 'hub.json')).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    await rm(at, { recursive: true });
    await ended;
    expect(await readdir(parent)).toEqual([]);
  });
});
