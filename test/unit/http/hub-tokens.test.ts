import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { HubTokens } from '../../../src/http/hub-tokens.ts';
import { InvalidArgumentError, NotFoundError } from '../../../src/index.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let store: string;
let now = 0;
const clock = () => new Date(Date.UTC(2026, 0, 1) + 1000 * now++);
const lisa = { space: 'home', agent: 'Lisa', scope: 'write' } as const;

beforeEach(async () => {
  store = await temporaryFolder();
});

function tokens(): HubTokens {
  return new HubTokens(store, clock);
}

async function mode(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o777).toString(8);
}

describe("an agent's token", () => {
  test('is 256 random bits that say who comes, and another instance knows it at once', async () => {
    const made = await tokens().create(lisa);
    expect(made.token).toMatch(/^mdl_[A-Za-z0-9_-]{43}$/);
    expect(Buffer.from(made.token.slice('mdl_'.length), 'base64url')).toHaveLength(32);
    expect(await tokens().identify(made.token)).toEqual({ token: made.id, ...lisa });
    expect((await tokens().create(lisa)).token).not.toBe(made.token);
  });

  test('is kept nowhere: only its hash is, in a file that its owner alone can read', async () => {
    const { token } = await tokens().create(lisa);
    const folder = join(store, 'hub-tokens');
    const [file = ''] = await readdir(folder);
    expect(file + (await readFile(join(folder, file), 'utf8'))).not.toContain(token.slice('mdl_'.length));
    expect([await mode(folder), await mode(join(folder, file))]).toEqual(['700', '600']);
  });

  test('is refused once it is revoked, and so is its damaged file', async () => {
    const known = tokens();
    const first = await known.create(lisa);
    const second = await known.create(lisa);
    await tokens().revoke(first.id);
    expect(await known.identify(first.token)).toBeUndefined();
    expect((await known.list()).map(({ id }) => id)).toEqual([second.id]);
    const [file = ''] = await readdir(join(store, 'hub-tokens'));
    await writeFile(join(store, 'hub-tokens', file), '{"scope":"admin"');
    expect(await known.identify(second.token)).toBeUndefined();
  });

  test.each(['', 'mdl_', `mdl_${'a'.repeat(43)}`, 'mdl_../../hub.token', 'x'.repeat(10_000)])(
    'is not %j',
    async (text) => {
      expect(await tokens().identify(text)).toBeUndefined();
    },
  );

  test('is listed without the token, the oldest first', async () => {
    const [a, b] = [await tokens().create(lisa), await tokens().create({ ...lisa, agent: 'Electra', scope: 'read' })];
    const listed = await tokens().list();
    expect(listed.map(({ id }) => id)).toEqual([a.id, b.id]);
    expect(listed[1]).toEqual({ id: b.id, space: 'home', agent: 'Electra', scope: 'read', createdAt: b.createdAt });
  });

  test('is of a scope that there is, and for somebody', async () => {
    await expect(tokens().create({ ...lisa, scope: 'all' as 'read' })).rejects.toThrow(InvalidArgumentError);
    await expect(tokens().create({ ...lisa, agent: '' })).rejects.toThrow('token create: "agent" must not be blank');
    await expect(tokens().create({ ...lisa, agent: '..' })).rejects.toThrow('token create: "agent" must be more than');
    expect(await tokens().list()).toEqual([]);
  });

  test('that is not there cannot be revoked, whatever its id looks like', async () => {
    await tokens().create(lisa);
    for (const id of ['', '000000000000', '../hub.token']) {
      await expect(tokens().revoke(id)).rejects.toThrow(NotFoundError);
    }
    expect(await tokens().list()).toHaveLength(1);
  });
});

describe("the owner's token", () => {
  test('stays the same, opens everything, and lies in a file that its owner alone can read', async () => {
    const token = await tokens().owner();
    expect(await tokens().owner()).toBe(token);
    expect(await tokens().identify(token)).toEqual({ token: 'owner', scope: 'admin' });
    expect(await readFile(join(store, 'hub.token'), 'utf8')).toBe(`${token}\n`);
    expect(await mode(join(store, 'hub.token'))).toBe('600');
    expect(await tokens().list()).toEqual([]);
  });

  test('is made anew where its file holds none, and the old one is refused', async () => {
    const old = await tokens().owner();
    await writeFile(join(store, 'hub.token'), '');
    const fresh = tokens();
    expect(await fresh.owner()).not.toBe(old);
    expect(await fresh.identify(old)).toBeUndefined();
    expect(await mode(join(store, 'hub.token'))).toBe('600');
  });

  test('cannot be had where the store cannot be written', async () => {
    await rm(store, { recursive: true });
    await expect(tokens().owner()).rejects.toThrow('ENOENT');
    await mkdir(store);
  });
});

describe("an owner's token that was made", () => {
  test('is of any agent in any space, is listed, and ends when it is revoked', async () => {
    const { id, token } = await tokens().create({ scope: 'admin' });
    expect(await tokens().identify(token)).toEqual({ token: 'owner', scope: 'admin' });
    expect((await tokens().list()).map((kept) => [kept.id, kept.agent])).toEqual([[id, undefined]]);
    await tokens().revoke(id);
    expect(await tokens().identify(token)).toBeUndefined();
  });

  test.each([{ scope: 'write' }, { scope: 'admin', agent: 'Lisa' }, { scope: 'admin', space: 'home' }] as const)(
    'is not made of %j',
    async (asked) => {
      await expect(tokens().create(asked)).rejects.toBeInstanceOf(InvalidArgumentError);
    },
  );
});
