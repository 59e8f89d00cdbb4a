/** A server that is killed again and again while three processes write to one space: nothing is lost, nothing twice. */
import { expect, test } from 'vitest';
import { Madeleine } from '../../src/index.ts';
import { startChild } from '../support/child-process.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { rootUser, startSurreal, surrealProgram } from '../support/surreal-server.ts';

const seed = 20261123;
/** CI kills a fifth as often. */
const kills = process.env['CI'] === undefined ? 50 : 10;

test.skipIf(surrealProgram === undefined)(
  `${kills} kills of the server, seed ${seed}: every acknowledged write is there, and none twice`,
  async () => {
    const random = seededRandom(seed);
    const server = await startSurreal({ sync: true });
    const options = { at: server.url, embedder: 'none', space: 'killed', serverWaitMs: 60_000, ...rootUser } as const;
    const writers = [0, 1, 2].map((at) =>
      startChild(
        'server-agent.mjs',
        { options, agent: `Agent${at}`, key: `k${at}`, write: 100_000, hold: true, untilEnd: true },
        { guardMs: 540_000 },
      ),
    );
    await Promise.all(writers.map((writer) => writer.event('ready')));
    for (const writer of writers) writer.process.stdin?.write('go\n');
    const acknowledged = (): readonly unknown[] =>
      writers.flatMap(({ said }) => said.flatMap(({ event, id }) => (event === 'stored' ? [id] : [])));
    for (let count = 0; count < kills; count += 1) {
      const before = acknowledged().length;
      await expect.poll(() => acknowledged().length, { timeout: 90_000, interval: 5 }).toBeGreaterThan(before);
      await new Promise((resolve) => setTimeout(resolve, random.next() * 120));
      await server.end('SIGKILL');
      await server.start();
    }
    for (const writer of writers) writer.process.stdin?.end();
    const ends = await Promise.all(writers.map(({ ended }) => ended));
    expect(ends.map(({ code, stderr }) => [code, stderr])).toEqual(ends.map(() => [0, '']));
    expect(ends.map(({ said }) => said.find(({ event }) => event === 'done'))).toEqual(
      ends.map(() => expect.objectContaining({ refused: [], unseen: 0 })),
    );
    const memory = await Madeleine.open(options);
    const stored: string[] = [];
    const contents: string[] = [];
    for await (const line of memory.export()) {
      const { id, content } = JSON.parse(line) as { readonly id?: string; readonly content?: string };
      if (id?.startsWith('observation:') && content !== undefined) [stored.push(id), contents.push(content)];
    }
    const told = acknowledged();
    expect(told.length).toBeGreaterThan(kills);
    expect(told.filter((id) => !stored.includes(String(id)))).toEqual([]);
    expect([new Set(stored).size, new Set(contents).size]).toEqual([stored.length, stored.length]);
    expect(stored.length).toBe(told.length);
    expect(await memory.doctor()).toMatchObject({ ok: true });
    await memory.close();
    await server.remove();
  },
);
