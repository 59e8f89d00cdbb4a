/** A store that cannot be opened: a typed error at once, and the process ends by itself as it means to. */
import { chmod, chown, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ChildEnd, type ChildOptions, runChild, startChild } from '../support/child-process.ts';
import { ledgerInUse } from '../../src/store/ledger-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** The exit code that the child sets when it meets a typed error. */
const typedError = 7;
const asRoot = process.getuid?.() === 0;
/** A user without rights, by the number that nearly every system gives to `nobody`. */
const nobody = 65_534;

async function failure(task: object, options?: ChildOptions): Promise<Record<string, unknown>> {
  const end = await runChild('open-attempt.mjs', task, options);
  expect({ code: end.code, signal: end.signal }, `${end.stderr}${JSON.stringify(end.said)}`).toEqual({
    code: typedError,
    signal: null,
  });
  return end.said.find(({ event }) => event === 'failed') ?? {};
}

async function success(task: object, options?: ChildOptions): Promise<ChildEnd & { readonly opened: unknown[] }> {
  const end = await runChild('open-attempt.mjs', task, options);
  expect({ code: end.code, signal: end.signal }, `${end.stderr}${JSON.stringify(end.said)}`).toEqual({
    code: 0,
    signal: null,
  });
  return { ...end, opened: end.said.filter(({ event }) => event === 'opened') };
}

/** The files of the ledger in use whose names match. */
async function ledgerFiles(at: string, name: RegExp): Promise<readonly string[]> {
  const ledger = join(at, await ledgerInUse(at));
  return (await readdir(ledger)).filter((file) => name.test(file)).map((file) => join(ledger, file));
}

/** Every file below a folder with the hash of what it holds. */
async function filesIn(at: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(at, { recursive: true, withFileTypes: true });
  const hashes: Record<string, string> = {};
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    hashes[path.slice(at.length)] = createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
  }
  return hashes;
}

/** Damages a file, sees that opening is refused and changes nothing, and mends it. */
async function refusedAsItWas(at: string, path: string, damage: (whole: Buffer) => Buffer): Promise<string> {
  const whole = await readFile(path);
  await writeFile(path, damage(whole));
  const before = await filesIn(at);
  const { code } = await failure({ at });
  expect(await filesIn(at)).toEqual(before);
  await writeFile(path, whole);
  return String(code);
}

describe('opening a store that another process holds', () => {
  test('names the process; when that has been killed the store opens', async () => {
    const at = join(await temporaryFolder(), 'store');
    const holder = startChild('open-attempt.mjs', { at, hold: true });
    await holder.event('opened');
    const pid = holder.process.pid;
    const error = await failure({ at });
    expect(error).toMatchObject({ code: 'STORE_LOCKED', details: { pid } });
    expect(error['message']).toContain(`process ${pid}`);

    holder.process.kill('SIGKILL');
    await holder.ended;
    await success({ at });
  });
});

describe('opening a store that may not be written', () => {
  let at = '';
  beforeAll(async () => {
    const folder = await temporaryFolder();
    at = join(folder, 'store');
    await success({ at, write: 1 });
    // Root may write everything: there the child is somebody else, who may look in but not write.
    if (asRoot) await chmod(folder, 0o755);
    await chmod(at, asRoot ? 0o755 : 0o500);
  });
  afterAll(() => chmod(at, 0o700));

  test('says that it is read-only', async () => {
    const error = await failure({ at }, asRoot ? { uid: nobody } : {});
    expect(error).toMatchObject({ code: 'STORE_READONLY' });
    expect(error['message']).toContain(at);
  });

  test('says so too when only the files within are closed', async () => {
    await chmod(at, asRoot ? 0o777 : 0o700);
    const ledger = join(at, await ledgerInUse(at));
    await chmod(ledger, asRoot ? 0o755 : 0o500);
    expect(await failure({ at }, asRoot ? { uid: nobody } : {})).toMatchObject({ code: 'STORE_READONLY' });
    await chmod(ledger, 0o700);
  });

  test('says so when a new folder cannot be made', async () => {
    const folder = await temporaryFolder();
    await chmod(folder, asRoot ? 0o755 : 0o500);
    const error = await failure({ at: join(folder, 'store') }, asRoot ? { uid: nobody } : {});
    expect(error).toMatchObject({ code: 'STORE_READONLY' });
    await chmod(folder, 0o700);
  });

  test.runIf(asRoot)('opens for another user who owns the folder', async () => {
    const folder = await temporaryFolder();
    await chown(folder, nobody, nobody);
    await success({ at: join(folder, 'store'), write: 1 }, { uid: nobody });
  });
});

describe('opening at a path that cannot be a folder', () => {
  test('refuses a file, a path below a file, and an address that is no database server', async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'notes.txt');
    await writeFile(file, 'not a store');
    for (const at of [file, join(file, 'store'), `${folder}/${'n'.repeat(300)}`, 'http://127.0.0.1:8000']) {
      expect(await failure({ at }, { cwd: folder }), at).toMatchObject({ code: 'STORE_PATH' });
    }
    expect(await readFile(file, 'utf8')).toBe('not a store');
    expect(await readdir(folder)).toEqual(['notes.txt']);
  });

  test('refuses a path that the engine would read otherwise', async () => {
    const folder = await temporaryFolder();
    expect(await failure({ at: join(folder, 'what?sync=never') })).toMatchObject({ code: 'STORE_PATH' });
    expect(await readdir(folder)).toEqual([]);
  });

  test('refuses a folder in which a file stands where the ledger has to be', async () => {
    const at = await temporaryFolder();
    await writeFile(join(at, 'ledger'), 'not a folder');
    expect(await failure({ at })).toMatchObject({ code: 'STORE_PATH' });
  });
});

describe('opening a damaged store', () => {
  let at = '';
  beforeAll(async () => {
    at = join(await temporaryFolder(), 'store');
    // The second opening turns the first one's log into a table file.
    await success({ at, write: 20 });
    await success({ at, write: 1 });
  });

  test('says that it is corrupt when its manifest is garbage, and opens again when that is mended', async () => {
    const [manifest = ''] = await ledgerFiles(at, /^MANIFEST/);
    const whole = await readFile(manifest);
    await writeFile(manifest, Buffer.alloc(whole.length, 'garbage'));
    const error = await failure({ at });
    expect(error).toMatchObject({ code: 'STORE_CORRUPT' });
    expect(error['hint']).toContain('backup');
    await writeFile(manifest, whole);
    await success({ at });
  });

  test('says that it is corrupt when its CURRENT file is garbage', async () => {
    const current = join(at, await ledgerInUse(at), 'CURRENT');
    const whole = await readFile(current);
    await writeFile(current, 'garbage\n');
    expect(await failure({ at })).toMatchObject({ code: 'STORE_CORRUPT' });
    await writeFile(current, whole);
  });

  test('says that it is corrupt when a table file is damaged or gone', async () => {
    const [table = ''] = await ledgerFiles(at, /\.sst$/);
    const whole = await readFile(table);
    await writeFile(table, Buffer.alloc(whole.length, 'garbage'));
    expect(await failure({ at })).toMatchObject({ code: 'STORE_CORRUPT' });
    await rm(table);
    expect(await failure({ at })).toMatchObject({ code: 'STORE_CORRUPT' });
    await writeFile(table, whole);
    expect((await success({ at })).opened).toMatchObject([{ observations: 21, ok: true }]);
  });
});

describe('opening a store that has lost acknowledged writes', () => {
  test('says so, also the second time; it opens when the loss is accepted, and from then on', async () => {
    const at = join(await temporaryFolder(), 'store');
    const before = await success({ at, write: 30 });
    const [log = ''] = (await ledgerFiles(at, /\.log$/)).slice(-1);
    await truncate(log, Math.floor((await stat(log)).size * 0.8));
    const error = await failure({ at });
    expect(error).toMatchObject({ code: 'STORE_TRUNCATED', details: { space: 'default', acknowledged: 30 } });
    const found = Number((error['details'] as { found: number }).found);
    expect(found).toBeGreaterThan(0);
    expect(found).toBeLessThan(30);
    expect(await failure({ at })).toMatchObject({ code: 'STORE_TRUNCATED' });
    expect(await readdir(at)).not.toContain('ledger-2');

    const accepted = await success({ at, acceptLoss: true, recall: 'Luna fence' });
    expect(accepted.opened).toMatchObject([{ seq: found, observations: found, ok: true, origin: 'ledger' }]);
    expect((await success({ at, write: 1 })).opened).toMatchObject([{ seq: found + 1, ok: true }]);
    expect(before.opened).toMatchObject([{ seq: 30 }]);
  });

  test('says so when the log is damaged in its middle', async () => {
    const at = join(await temporaryFolder(), 'store');
    await success({ at, write: 30 });
    const [log = ''] = (await ledgerFiles(at, /\.log$/)).slice(-1);
    const file = await open(log, 'r+');
    await file.write(Buffer.alloc(64, 'x'), 0, 64, Math.floor((await file.stat()).size * 0.8));
    await file.close();
    expect(await failure({ at })).toMatchObject({ code: 'STORE_TRUNCATED' });
  });
});

describe('a refused opening', () => {
  let at = '';
  beforeAll(async () => {
    at = join(await temporaryFolder(), 'store');
    await success({ at, write: 20 });
    await success({ at, write: 10 });
  });

  const damages: Readonly<Record<string, (whole: Buffer) => Buffer>> = {
    'a flipped bit': (whole) => {
      const flipped = Buffer.from(whole);
      const place = Math.floor(flipped.length * 0.6);
      flipped[place] = (flipped[place] ?? 0) ^ 4;
      return flipped;
    },
    'a cut': (whole) => whole.subarray(0, Math.floor(whole.length * 0.7)),
    zeroes: (whole) => Buffer.alloc(whole.length),
  };

  test.each(Object.keys(damages))(
    'leaves every byte as it was when the log has %s; mended, all is there',
    async (name) => {
      const [log = ''] = (await ledgerFiles(at, /\.log$/)).slice(-1);
      expect(await refusedAsItWas(at, log, damages[name]!)).toBe('STORE_TRUNCATED');
      expect((await success({ at, write: 1 })).opened).toMatchObject([{ ok: true }]);
    },
  );

  test('leaves every byte as it was when the manifest is damaged', async () => {
    const [manifest = ''] = await ledgerFiles(at, /^MANIFEST/);
    expect(await refusedAsItWas(at, manifest, damages['zeroes']!)).toBe('STORE_CORRUPT');
    expect((await success({ at })).opened).toMatchObject([{ observations: 33, seq: 33, ok: true }]);
  });

  test('names the file when the one that names the others is gone', async () => {
    const current = join(at, await ledgerInUse(at), 'CURRENT');
    const whole = await readFile(current);
    await rm(current);
    const before = await filesIn(at);
    expect(await failure({ at })).toMatchObject({ code: 'STORE_CORRUPT', message: expect.stringContaining('CURRENT') });
    expect(await filesIn(at)).toEqual(before);
    await writeFile(current, whole);
    expect((await success({ at })).opened).toMatchObject([{ observations: 33, ok: true }]);
  });

  test('names the space that is behind, whichever space was to be opened', async () => {
    await success({ at, space: 'garden', write: 1 });
    const log = (await ledgerFiles(at, /\.log$/)).at(-1) ?? '';
    const whole = await readFile(log);
    await truncate(log, Math.floor(whole.length / 2));
    expect(await failure({ at })).toMatchObject({ code: 'STORE_TRUNCATED', details: { space: 'garden' } });
    await writeFile(log, whole);
    expect((await success({ at, space: 'garden' })).opened).toMatchObject([{ observations: 1, ok: true }]);
  });
});

describe('a table file with a flipped bit', () => {
  test('is found by whatever reads the whole, is refused when the index has to be made, and mends', async () => {
    const at = join(await temporaryFolder(), 'store');
    await success({ at, write: 120 });
    // The second opening turns the first one's log into a table file.
    await success({ at });
    const whole = await readFile((await ledgerFiles(at, /\.sst$/))[0] ?? '');
    for (const share of [0.3, 0.6, 0.9]) {
      const [table = ''] = await ledgerFiles(at, /\.sst$/);
      const flipped = Buffer.from(whole);
      const place = Math.floor(whole.length * share);
      flipped[place] = (flipped[place] ?? 0) ^ 16;
      await writeFile(table, flipped);
      const { said } = await runChild('read-whole.mjs', { at });
      for (const { answer } of said) expect(answer, JSON.stringify(said)).toBe('STORE_CORRUPT');
      await rm(join(at, 'index'), { recursive: true, force: true });
      const before = await filesIn(at);
      expect(await failure({ at })).toMatchObject({ code: 'STORE_CORRUPT' });
      expect(await filesIn(at)).toEqual(before);
      // Mended where it lies now: an opening that was accepted has made another folder of it.
      const [found = ''] = await ledgerFiles(at, /\.sst$/);
      await writeFile(found, whole);
      expect((await success({ at })).opened).toMatchObject([{ observations: 120, ok: true }]);
    }
  });
});

describe('a store whose marks are gone', () => {
  test('is refused when its log was cut too, and when it has records and no mark in either place', async () => {
    const at = join(await temporaryFolder(), 'store');
    await success({ at, write: 5 });
    await rm(join(at, 'marks'), { recursive: true });
    // The mark beside the engine's files counts.
    const [log = ''] = (await ledgerFiles(at, /\.log$/)).slice(-1);
    const whole = await readFile(log);
    await truncate(log, 0);
    expect(await failure({ at })).toMatchObject({ code: 'STORE_TRUNCATED', details: { found: 0, acknowledged: 5 } });
    // Without either mark there is still the note of an owner.
    await rm(join(at, 'marks'), { recursive: true, force: true });
    await rm(join(at, await ledgerInUse(at), 'marks'), { recursive: true });
    expect(await failure({ at })).toMatchObject({ code: 'STORE_TRUNCATED', details: { found: 0 } });
    await writeFile(log, whole);
    expect(await failure({ at })).toMatchObject({ code: 'STORE_TRUNCATED', details: { found: 5 } });
    expect((await success({ at, acceptLoss: true })).opened).toMatchObject([{ observations: 5, ok: true }]);
    expect((await success({ at, write: 1 })).opened).toMatchObject([{ observations: 6, ok: true }]);
  });
});

describe('opening a store that a later build wrote', () => {
  test('says so and leaves it alone', async () => {
    const at = join(await temporaryFolder(), 'store');
    await success({ at, write: 1 });
    expect(await runChild('raise-schema.mjs', { at, version: 99 })).toMatchObject({ code: 0 });
    const error = await failure({ at });
    expect(error).toMatchObject({ code: 'STORE_NEWER', details: { version: 99 } });
    expect(error['hint']).toContain('upgrade');
  });
});

describe('connecting to a server that is not there', () => {
  test('says that it cannot be reached', async () => {
    const server = createServer();
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
    });
    await new Promise((resolve) => server.close(resolve));
    const task = { at: `ws://127.0.0.1:${port}`, username: 'root', password: 'secret' };
    const error = await failure(task);
    expect(error).toMatchObject({ code: 'STORE_UNREACHABLE' });
    expect(error['message']).toContain(`127.0.0.1:${port}`);
    expect(JSON.stringify(error)).not.toMatch(/secret/);
  });
});
