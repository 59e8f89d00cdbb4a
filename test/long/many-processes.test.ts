/** Several processes at work on one space of a server. */
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { Madeleine, type OpenOptions } from '../../src/index.ts';
import { runChild, startChild } from '../support/child-process.ts';
import { asRoot, rootUser } from '../support/surreal-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { createWordEmbedder } from '../support/word-embedder.mjs';

const namespace = `many-${process.pid}`;
const options = (space: string): OpenOptions => ({
  at: inject('serverUrl'),
  embedder: 'none',
  namespace,
  space,
  ...rootUser,
});
const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);

test('eight writers that open a new space at once are not refused, and each write is there once and seen at once', async () => {
  const space = 'eight';
  const write = 12;
  const writers = numbers(8).map((at) =>
    startChild('server-agent.mjs', {
      options: options(space),
      agent: `Agent${at}`,
      write,
      key: `k${at}`,
      hold: true,
    }),
  );
  const ready = await Promise.all(writers.map((writer) => writer.event('ready')));
  expect(ready).toEqual(ready.map(() => ({ event: 'ready' })));
  for (const writer of writers) writer.process.stdin?.write('go\n');
  const ends = await Promise.all(writers.map(({ ended }) => ended));
  const done = ends.map(({ said, stderr }) => said.find(({ event }) => event === 'done') ?? stderr);
  expect(done).toEqual(done.map(() => expect.objectContaining({ refused: [], unseen: 0 })));
  const memory = await Madeleine.open(options(space));
  const { records } = await memory.stats();
  expect(records.observation).toBe(8 * write);
  expect(await memory.doctor()).toMatchObject({ ok: true });
  for (const at of numbers(8)) {
    const { memories } = await memory.agent(`Agent${at}`).search({ query: `heron of k${at}`, limit: 200 });
    const own = memories.filter(({ content }) => content.includes(` k${at} `));
    expect(own.map(({ id }) => id).sort()).toEqual(
      numbers(write)
        .map((count) => `observation:k${at}-${count}`)
        .sort(),
    );
  }
  await memory.close();
});

test("openings of new namespaces at once, each by sixteen connections, are not refused for being in each other's way", async () => {
  for (const at of numbers(10)) {
    const apart = { ...options('apart'), namespace: `${namespace}-apart-${at}` };
    const opened = await Promise.allSettled(numbers(16).map(() => Madeleine.open(apart)));
    const refused = opened.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
    for (const one of opened) if (one.status === 'fulfilled') await one.value.close();
    expect(refused).toEqual([]);
  }
});

test('two processes that write one name in two spellings at the same moment make one agent', async () => {
  const processes = await Promise.all(numbers(2).map(() => Madeleine.open(options('spellings'))));
  const spellings = ['Lisa', 'lisa', 'LISA', ' lisa '];
  const receipts = await Promise.all(
    spellings.map((name, at) => processes[at % 2]!.agent(name).observe({ content: `Heron ${at} fishes.` })),
  );
  const [first] = receipts;
  for (const memory of processes) {
    expect((await memory.stats()).agents).toEqual([{ name: first?.believer, believes: 4 }]);
    expect((await memory.agent('lIsA').search({ query: 'heron' })).total).toBe(4);
    await memory.close();
  }
});

test('what one process writes is told to a listener in another, by the live query', async () => {
  const space = 'told';
  const listener = startChild('server-agent.mjs', { options: options(space), agent: 'Lisa', listen: true });
  await listener.event('ready');
  const memory = await Madeleine.open(options(space));
  const writtenAt = new Map<string, number>();
  for (const at of numbers(30)) {
    const { id } = await memory.agent('Lisa').observe({ content: `Mark drew swallow ${at}.` });
    writtenAt.set(id, Date.now());
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  // What is somebody else's is none of her news.
  const { id: foreign } = await memory.agent('Tom').observe({ content: 'Mark drew a wren.' });
  await expect.poll(() => heardBy(listener).size, { timeout: 20_000 }).toBeGreaterThanOrEqual(writtenAt.size);
  listener.process.stdin?.end();
  const { code } = await listener.ended;
  const heard = heardBy(listener);
  expect([code, [...writtenAt.keys()].filter((id) => !heard.has(id)), heard.has(foreign)]).toEqual([0, [], false]);
  await memory.close();
});

test('one process sleeps at a time, and the others hear who does', async () => {
  const space = 'asleep';
  const memory = await Madeleine.open(options(space));
  const observations = numbers(40).map((at) => ({ content: `My dog Rex ate biscuit number ${at} in Lyon.` }));
  await memory.agent('Lisa').observeMany({ observations });
  const others = await Promise.all(numbers(2).map(() => Madeleine.open(options(space))));
  const sleeps = await Promise.allSettled([memory, ...others].map((one) => one.sleep()));
  const slept = sleeps.filter(({ status }) => status === 'fulfilled');
  expect(slept.length).toBeGreaterThanOrEqual(1);
  for (const sleep of sleeps) {
    if (sleep.status === 'rejected') expect(sleep.reason).toMatchObject({ code: 'CONFLICT' });
  }
  // Whoever came after finds nothing left to do, and nothing was done twice.
  const before = (await memory.stats()).records;
  const again = await memory.sleep();
  expect(again.steps.map(({ changed }) => changed)).toEqual(again.steps.map(() => 0));
  expect((await memory.stats()).records.fact).toBe(before.fact);
  expect(await memory.doctor()).toMatchObject({ ok: true });
  await Promise.all([memory, ...others].map((one) => one.close()));
});

test('a lease of sleep that a killed process left keeps others off until it ends, and no longer', async () => {
  const space = 'left-asleep';
  const memory = await Madeleine.open(options(space));
  await memory.agent('Lisa').observe({ content: 'My dog Rex sleeps in Lyon.' });
  await memory.sleep();
  await asRoot(
    inject('serverUrl'),
    `USE NS \`${namespace}\`; USE DB \`${space}\`;
     UPDATE sleep_run:last SET holder = 'a process that is gone', lease_until = time::now() + 10m;`,
  );
  await expect(memory.sleep()).rejects.toMatchObject({ code: 'CONFLICT' });
  const later = await Madeleine.open({ ...options(space), clock: () => new Date(Date.now() + 11 * 60_000) });
  const slept = await Promise.allSettled([later.sleep(), memory.sleep()]);
  expect(slept.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  await Promise.all([memory, later].map((one) => one.close()));
});

test('processes that upgrade a space of an older version at once all go on with it', async () => {
  const space = 'older';
  const first = await Madeleine.open(options(space));
  await first.agent('Lisa').observe({ id: 'kept', content: 'Mark kept a wren.' });
  await first.close();
  await asRoot(
    inject('serverUrl'),
    `USE NS \`${namespace}\`; USE DB \`${space}\`;
     UPDATE meta:space SET version = 13; REMOVE TABLE turn; REMOVE FIELD operation ON change;`,
  );
  const ends = await Promise.all(
    numbers(4).map((at) =>
      runChild('server-agent.mjs', { options: options(space), agent: 'Lisa', write: 3, key: `u${at}` }),
    ),
  );
  const done = ends.map(({ said, stderr }) => said.find(({ event }) => event === 'done') ?? stderr);
  expect(done).toEqual(done.map(() => expect.objectContaining({ refused: [], unseen: 0 })));
  const memory = await Madeleine.open(options(space));
  expect((await memory.stats()).records.observation).toBe(13);
  expect(await memory.doctor()).toMatchObject({ ok: true });
  await memory.close();
});

test('processes that give a space its vectors at once while another writes leave each memory with one', async () => {
  const space = 'vectors';
  const embedder = createWordEmbedder();
  const bare = await Madeleine.open(options(space));
  const observations = numbers(150).map((at) => ({ content: `Mark ringed swallow number ${at}.` }));
  await bare.agent('Lisa').observeMany({ observations });
  const others = await Promise.all(numbers(3).map(() => Madeleine.open({ ...options(space), embedder })));
  const writing = async (): Promise<void> => {
    for (const at of numbers(10)) await bare.agent('Lisa').observe({ content: `Mark ringed wren number ${at}.` });
  };
  await Promise.all([writing(), ...others.map((one) => one.reindex())]);
  await others[0]?.reindex();
  for (const one of others) expect(await one.reindex()).toMatchObject({ embedded: 0, remaining: 0 });
  expect((await bare.stats()).records).toMatchObject({ observation: 160, embedding: 160 });
  expect(await bare.doctor()).toMatchObject({ ok: true });
  await Promise.all([bare, ...others].map((one) => one.close()));
});

test('processes that make vectors and sleep at once while another writes leave each memory with one, and each fact once', async () => {
  const space = 'at-once';
  const bare = await Madeleine.open(options(space));
  const observations = numbers(60).map((at) => ({ content: `My dog Rex buried bone number ${at} in Lyon.` }));
  await bare.agent('Lisa').observeMany({ observations });
  const tasks = [
    { write: 10, key: 'w', hold: true },
    ...numbers(3).map(() => ({ verb: 'reindex', words: true })),
    ...numbers(3).map(() => ({ verb: 'sleep' })),
  ];
  const children = tasks.map((task) =>
    startChild('server-agent.mjs', { options: options(space), agent: 'Lisa', ...task }),
  );
  await Promise.all(children.map((child) => child.event('ready')));
  for (const child of children) child.process.stdin?.write('go\n');
  const ends = await Promise.all(children.map(({ ended }) => ended));
  const done = ends.map(({ said, stderr }) => said.find(({ event }) => event === 'done') ?? stderr);
  expect(done[0]).toMatchObject({ refused: [], unseen: 0 });
  for (const one of done.slice(1, 4)) expect(one).toMatchObject({ result: { remaining: expect.any(Number) } });
  const slept = done.slice(4);
  expect(slept.filter((one) => typeof one === 'object' && 'result' in one).length).toBeGreaterThanOrEqual(1);
  for (const one of slept)
    expect(one).toMatchObject(expect.toSatisfy((told) => 'result' in told || told.refused?.code === 'CONFLICT'));
  const embedder = createWordEmbedder();
  const memory = await Madeleine.open({ ...options(space), embedder });
  await memory.sleep();
  await memory.reindex();
  const { observation = 0, fact = 0, embedding } = (await memory.stats()).records;
  expect([observation, embedding]).toEqual([70, observation + fact]);
  await memory.sleep();
  expect((await memory.stats()).records.fact).toBe(fact);
  expect(await memory.doctor()).toMatchObject({ ok: true });
  await Promise.all([bare, memory].map((one) => one.close()));
});

test('what would write the store anew is refused to every process, and takes nothing from those that write', async () => {
  const space = 'not-anew';
  const all = await Promise.all(numbers(3).map(() => Madeleine.open(options(space))));
  const [first] = all as [Madeleine];
  const file = join(await temporaryFolder(), 'backup.ndjson');
  await first.agent('Lisa').observe({ content: 'Mark found a feather.' });
  await first.backup({ file });
  const writing = Promise.all(
    numbers(10).map((at) => first.agent('Lisa').observe({ content: `Mark found feather ${at}.` })),
  );
  const refused = await Promise.allSettled(all.flatMap((one) => [one.purge(), one.restore({ file })]));
  await writing;
  for (const one of refused) {
    expect(one).toMatchObject({
      status: 'rejected',
      reason: { code: expect.stringMatching(/^(UNSUPPORTED|CONFLICT)$/) },
    });
  }
  for (const one of all) expect((await one.stats()).records.observation).toBe(11);
  expect(await first.doctor()).toMatchObject({ ok: true });
  await Promise.all(all.map((one) => one.close()));
});

function heardBy({ said }: { readonly said: readonly Record<string, unknown>[] }): ReadonlySet<string> {
  return new Set(said.flatMap(({ event, ids }) => (event === 'heard' ? (ids as string[]) : [])));
}
