/**
 * Hubs that serve one space of a server are killed again and again under writers, and now and then the server with them:
 * nothing is lost, nothing twice, and no writer notices.
 */
import { expect, test } from 'vitest';
import { Madeleine } from '../../src/index.ts';
import { CliSurroundings } from '../support/cli-run.ts';
import { startRoundRobin } from '../support/round-robin.ts';
import { seededRandom } from '../support/seeded-random.ts';
import {
  type HubsOfServer,
  type ServerHub,
  hubEnvironment,
  killServerHub,
  placeOf,
  startServerHub,
} from '../support/server-hubs.ts';
import { rootUser, startSurreal, surrealProgram } from '../support/surreal-server.ts';

const seed = 20261124;
/** CI kills a fifth as often. */
const kills = process.env['CI'] === undefined ? 30 : 6;
const writers = 4;
/** Of so many kills of a hub one takes the server with it. */
const serverEvery = 5;

test.skipIf(surrealProgram === undefined)(
  `${kills} kills of one of three hubs, seed ${seed}: every acknowledged write is there, and none twice`,
  async () => {
    const random = seededRandom(seed);
    const [server, cli, proxy] = await Promise.all([
      startSurreal({ sync: true }),
      CliSurroundings.make(),
      startRoundRobin(),
    ]);
    const around: HubsOfServer = { server, cli, proxy, waitMs: 60_000 };
    const hubs: ServerHub[] = [];
    const serve = (): void => proxy.serve(hubs.map(({ url }) => url));
    for (let count = 0; count < 3; count++) hubs.push(await startServerHub(around));
    serve();
    const asked = ['token', 'create', ...placeOf(around), '--agent', 'Mark', '--scope', 'write'];
    const { token } = await cli.json(asked, { environment: hubEnvironment(around) });
    const told = new Set<string>();
    const refused: unknown[] = [];
    let isOver = false;
    const writing = Array.from({ length: writers }, async (_, writer) => {
      const memory = await Madeleine.connect(proxy.url, { token: String(token), space: 'home', retryMs: 90_000 });
      for (let count = 0; !isOver; count++) {
        const content = `Heron ${writer}-${count} flew off.`;
        const receipt = await memory
          .agent('Mark')
          .observe({ content })
          .catch((error: unknown) => void refused.push(error));
        if (receipt !== undefined) told.add(receipt.id);
      }
      await memory.close();
    });
    for (let count = 0; count < kills; count++) {
      const before = told.size;
      await expect.poll(() => told.size, { timeout: 90_000, interval: 5 }).toBeGreaterThan(before);
      await new Promise((resolve) => setTimeout(resolve, random.next() * 120));
      const place = random.between(0, hubs.length - 1);
      if (count % serverEvery === serverEvery - 1) await server.end('SIGKILL');
      await killServerHub(hubs[place]!);
      if (count % serverEvery === serverEvery - 1) await server.start();
      hubs[place] = await startServerHub(around);
      serve();
    }
    isOver = true;
    await Promise.all(writing);
    expect(refused).toEqual([]);
    const memory = await Madeleine.open({ at: server.url, embedder: 'none', space: 'home', ...rootUser });
    const stored: string[] = [];
    const contents = new Set<string>();
    for await (const line of memory.export()) {
      const { id, content } = JSON.parse(line) as { readonly id?: string; readonly content?: string };
      if (id?.startsWith('observation:') && content !== undefined) {
        stored.push(id);
        contents.add(content);
      }
    }
    expect(told.size).toBeGreaterThan(kills);
    expect([...told].filter((id) => !stored.includes(id))).toEqual([]);
    expect([stored.length, contents.size]).toEqual([told.size, told.size]);
    expect(await memory.doctor()).toMatchObject({ ok: true });
    process.stdout.write(`${kills} kills of hubs, ${told.size} acknowledged writes, each there once\n`);
    await memory.close();
    await Promise.all(hubs.map(killServerHub));
    await proxy.close();
    await cli.remove();
    await server.remove();
  },
);
