/** `madeleine open`, as a process of its own. */
import { describe, expect, test } from 'vitest';
import { version } from '../../src/index.ts';
import { eachOnItsOwnStore, type HubStore } from '../support/hub-store.ts';

describe('madeleine open', () => {
  let store: HubStore;
  eachOnItsOwnStore((made) => {
    store = made;
  });

  /** What the hub answers to a page that has the code of an address. */
  async function signIn(address: string): Promise<Response> {
    const { origin, hash } = new URL(address);
    return fetch(`${origin}/v1/page/session`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: JSON.stringify({ code: hash.replace('#code=', '') }),
    });
  }

  test('starts the hub, and prints an address that signs one page in, once', async () => {
    const { exitCode, stdout, stderr } = await store.run(['open', '--space', 'at-home']);
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('once, within two minutes')]);
    const { url } = await store.hub();
    expect(stdout).toMatch(/^http:\S+\/\?space=at-home#code=[\w-]{22}\n$/);
    expect(stdout.startsWith(`${url}/`)).toBe(true);
    const signed = await signIn(stdout);
    expect(signed.status).toBe(204);
    const [cookie = ''] = (signed.headers.get('set-cookie') ?? '').split(';');
    const session = await fetch(`${url}/v1/page/session`, { headers: { cookie, 'sec-fetch-site': 'same-origin' } });
    expect(await session.json()).toMatchObject({ space: 'at-home', version });
    expect((await signIn(stdout)).status).toBe(401);
  });

  test('goes to the hub that runs, for a space that this was not started for as well', async () => {
    const { hub } = await store.serve();
    const { url, expiresAt } = await store.json(['open', '--print', '--space', 'other']);
    expect(url).toMatch(new RegExp(`^${hub.url}/\\?space=other#code=`));
    expect(Date.parse(String(expiresAt))).toBeGreaterThan(Date.now());
  });

  test('is told where the hubs of a server are, and finds that of a folder itself', async () => {
    const refused = await store.surroundings.run(['open', '--at', 'ws://127.0.0.1:1']);
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('pass --hub')]);
    const told = await store.run(['open', '--hub', 'https://memory.example']);
    expect([told.exitCode, told.stderr]).toEqual([2, expect.stringContaining('leave out --hub')]);
  });
});
