/** What calls do while the server is away, and after it is back. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Madeleine, type OpenOptions } from '../../src/index.ts';
import { Ledger } from '../../src/store/ledger.ts';
import { startChild } from '../support/child-process.ts';
import { rootUser, startSurreal, type SurrealServer } from '../support/surreal-server.ts';

let server: SurrealServer;
beforeEach(async () => {
  server = await startSurreal();
});
afterEach(() => server.remove());

const options = (more: Partial<OpenOptions> & { readonly space: string }): OpenOptions => ({
  at: server.url,
  embedder: 'none',
  serverWaitMs: 1500,
  clock: () => new Date('2026-11-01T12:00:00Z'),
  ...rootUser,
  ...more,
});

test('reads answer from what the process knows and say so, writes fail in time, and both go on afterwards', async () => {
  const memory = await Madeleine.open(options({ space: 'away' }));
  const lisa = memory.agent('Lisa');
  const { id } = await lisa.believe({ content: 'Mark keeps his spare key under the blue pot.' });
  await lisa.observe({ content: 'Tom repaired the gate of the orchard.' });
  const before = await lisa.recall({ query: 'where is the spare key?', attention: false });
  await server.end();
  const during = await lisa.recall({ query: 'where is the spare key?', attention: false });
  expect(during.memories.map(({ id: found, content, score }) => ({ found, content, score }))).toEqual(
    before.memories.map(({ id: found, content, score }) => ({ found, content, score })),
  );
  expect(during.memories[0]).toMatchObject({ id, content: 'Mark keeps his spare key under the blue pot.' });
  expect([before.notices, during.notices]).toEqual([[], [expect.stringMatching(/^The server has been away for \d/)]]);
  const ambient = await lisa.ambient({ message: 'Tom asked about the gate of the orchard.' });
  expect(ambient.text).toContain('repaired the gate');
  expect(ambient.notices).toEqual([expect.stringMatching(/^The server has been away/)]);
  const startedAt = performance.now();
  const write = lisa.observe({ content: 'Mark moved the key.' });
  await expect(write).rejects.toMatchObject({ code: 'STORE_UNREACHABLE', name: 'UnavailableError' });
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  await server.start();
  await expect
    .poll(() => lisa.observe({ id: 'moved', content: 'Mark moved the key.' }).catch(() => undefined), {
      timeout: 20_000,
    })
    .toMatchObject({ id: 'observation:moved' });
  const after = await lisa.recall({ query: 'Mark moved the key', attention: false });
  expect([after.notices, after.memories[0]?.content]).toEqual([[], 'Mark moved the key.']);
  expect((await memory.stats()).records).toMatchObject({ observation: 2, fact: 1 });
  await memory.close();
});

test('a server that is back in time is waited for, and as many writes wait as are asked for', async () => {
  const memory = await Madeleine.open(options({ space: 'queue', serverWaitMs: 60_000, serverQueue: 3 }));
  const lisa = memory.agent('Lisa');
  await lisa.observe({ content: 'Mark counted no herons.' });
  await server.end();
  await expect
    .poll(() => lisa.recall({ query: 'herons', attention: false }).then(({ notices }) => notices.length))
    .toBe(1);
  const asked = Array.from({ length: 12 }, (_, at) => lisa.observe({ content: `Mark counted ${at + 1} herons.` }));
  const refused: unknown[] = [];
  for (const write of asked) write.catch((error: unknown) => refused.push(error));
  await expect.poll(() => refused.length).toBeGreaterThanOrEqual(9);
  for (const error of refused) expect(error).toMatchObject({ code: 'BUSY', details: { limit: 3 } });
  await server.start();
  const written = (await Promise.allSettled(asked)).filter(({ status }) => status === 'fulfilled').length;
  expect(written).toBeGreaterThanOrEqual(1);
  expect((await memory.stats()).records.observation).toBe(1 + written);
  await memory.close();
});

test('answers are no older than the caller allows', async () => {
  const memory = await Madeleine.open(options({ space: 'fresh', staleReadsMs: 0 }));
  await memory.agent('Lisa').observe({ content: 'Mark counted herons.' });
  await server.end();
  const late = memory.agent('Lisa').recall({ query: 'herons', attention: false });
  await expect(late).rejects.toMatchObject({ code: 'STORE_UNREACHABLE' });
  await memory.close();
});

test('what the server was doing when it stood still or died is written once', async () => {
  const memory = await Madeleine.open(options({ space: 'once', serverWaitMs: 60_000 }));
  const lisa = memory.agent('Lisa');
  const contents = Array.from({ length: 40 }, (_, at) => `Mark counted heron ${at} of this year.`);
  let ends = 0;
  for (const [at, content] of contents.entries()) {
    const writing = lisa.observe({ content });
    if (at % 8 === 3) {
      ends += 1;
      await new Promise((resolve) => setTimeout(resolve, at % 5));
      await server.end();
      await server.start();
    }
    await writing;
  }
  const { memories } = await lisa.search({ query: 'herons of this year', limit: 100 });
  expect(ends).toBe(5);
  expect(memories.map(({ content }) => content).sort()).toEqual([...contents].sort());
  expect(await memory.doctor()).toMatchObject({ ok: true });
  await memory.close();
});

test('a server that dies before it answered a ping of the SDK ends no process', async () => {
  const unheard: unknown[] = [];
  const hear = (reason: unknown): void => void unheard.push(reason);
  process.on('unhandledRejection', hear);
  const intervals = vi.spyOn(globalThis, 'setInterval');
  const memory = await Madeleine.open(options({ space: 'ping' }));
  const pings = intervals.mock.calls.filter(([, everyMs]) => everyMs === 30_000);
  intervals.mockRestore();
  expect(pings.length).toBeGreaterThan(0);
  server.freeze(true);
  for (const [ping] of pings) ping();
  await server.end();
  const write = memory.agent('Lisa').observe({ content: 'Mark counted herons.' });
  await expect(write).rejects.toMatchObject({ code: 'STORE_UNREACHABLE' });
  await memory.close();
  process.off('unhandledRejection', hear);
  expect(unheard).toEqual([]);
});

test('a process that stood still while the server came back tries it anew before it refuses a call', async () => {
  const waitMs = 5000;
  const task = { options: options({ space: 'still', serverWaitMs: waitMs }), agent: 'Lisa', write: 1, hold: true };
  const { clock: _, ...plain } = task.options;
  const child = startChild('server-agent.mjs', { ...task, options: plain });
  await child.event('ready');
  await server.end();
  // It notices the end, and its first attempts to come back fail.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  child.process.kill('SIGSTOP');
  const stoodStill = new Promise((resolve) => setTimeout(resolve, waitMs + 1000));
  await server.start();
  await stoodStill;
  child.process.stdin?.write('go\n');
  child.process.kill('SIGCONT');
  expect((await child.ended).said.find(({ event }) => event === 'done')).toMatchObject({ refused: [] });
});

test('an export that the server leaves in the middle says so, and begins anew when it is back', async () => {
  const memory = await Madeleine.open(options({ space: 'copies' }));
  await memory.agent('Lisa').observe({ content: 'Mark counted herons.' });
  const lines = memory.export()[Symbol.asyncIterator]();
  const rest = async (of: AsyncIterator<string>): Promise<number> => {
    let count = 0;
    while ((await of.next()).done !== true) count += 1;
    return count;
  };
  await lines.next();
  await server.end();
  await expect(rest(lines)).rejects.toMatchObject({ code: 'STORE_UNREACHABLE' });
  await server.start();
  const again = (): Promise<number> => rest(memory.export()[Symbol.asyncIterator]()).catch(() => 0);
  await expect.poll(again).toBeGreaterThan(1);
  await memory.close();
});

test('a write that the server has is not told as failed where the server leaves before its end', async () => {
  const memory = await Madeleine.open(options({ space: 'after' }));
  const lisa = memory.agent('Lisa');
  const { id } = await lisa.believe({ content: 'Mark keeps his spare key under the blue pot.' });
  const { commit } = Ledger.prototype;
  const leaving = vi.spyOn(Ledger.prototype, 'commit').mockImplementationOnce(async function (this: Ledger, write) {
    const seq = await commit.call(this, write);
    await server.end();
    return seq;
  });
  const withdrawal = lisa.withdraw({ id });
  await expect(withdrawal).rejects.toMatchObject({ code: 'STORE_UNREACHABLE', details: { outcome: 'unknown' } });
  leaving.mockRestore();
  await server.start();
  const held = (): Promise<number> => lisa.latest().then(({ length }) => length);
  await expect.poll(() => held().catch(() => -1)).toBe(0);
  await memory.close();
});
