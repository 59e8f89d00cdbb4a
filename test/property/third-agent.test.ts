import { expect, it } from 'vitest';
import type { Exploration, RecalledMemory } from '../../src/index.ts';
import { openSpace } from '../support/open-space.ts';
import type { Step } from './step.ts';
import { embedderOf, openWorld, play, type World } from './world.ts';
import { domains, markers, publicNames, sessionKeys } from './world-script.ts';
import { often } from '../support/often.ts';

const worlds = often(2, 8);
const steps = 80;
const agents = ['lisa', 'electra', 'marvin'] as const;
const dayMs = 86_400_000;

it('recalls to the bit the same for two agents whether or not a third has memories of its own', async () => {
  let compared = 0;
  let shown = 0;
  for (let seed = 101; seed < 101 + worlds; seed++) {
    const full = await openWorld(seed, { agents, ownIds: true, secretive: 'marvin' });
    const played: Step[] = [];
    for (let step = 0; step < steps; step++) played.push((await full.step()).step);
    expect(await mergedByMarvin(full)).toBeGreaterThan(0);
    const { memory: without, left } = await replayed(full, played, seed);
    expect(left).toBeLessThan(steps);
    for (const query of queries(full)) {
      for (const agent of ['lisa', 'electra', 'system']) {
        const one = await full.memory.agent(agent).search(query);
        const other = await without.agent(agent).search(query);
        expect(other.memories.map(comparable)).toEqual(one.memories.map(comparable));
        expect([other.total, withoutIds(other.notices)]).toEqual([one.total, withoutIds(one.notices)]);
        compared += 1;
        shown += one.memories.length;
      }
    }
  }
  expect(shown).toBeGreaterThan(compared * 3);
});

it('explores and lists to the bit the same for two agents whether or not a third has memories of its own', async () => {
  let shown = 0;
  for (let seed = 201; seed < 201 + worlds / 2; seed++) {
    const full = await openWorld(seed, { agents, ownIds: true, secretive: 'marvin' });
    const played: Step[] = [];
    for (let step = 0; step < steps; step++) played.push((await full.step()).step);
    await mergedByMarvin(full);
    const { memory: without } = await replayed(full, played, seed);
    for (const asked of explorations(full)) {
      for (const agent of ['lisa', 'electra', 'system']) {
        const [one, other] = await Promise.all([
          full.memory.agent(agent).explore(asked),
          without.agent(agent).explore(asked),
        ]);
        expect(comparableExploration(other)).toEqual(comparableExploration(one));
        shown += one.nodes.length;
      }
    }
    for (const agent of ['lisa', 'electra', 'system']) {
      const [one, other] = [full.memory.agent(agent), without.agent(agent)];
      const anyId = { id: expect.stringMatching(/^entity:/) };
      const known = (await one.entities()).map((entity) => ({ ...entity, ...anyId }));
      expect(await other.entities()).toEqual(known);
      const last = await one.latest({ limit: 200 });
      expect((await other.latest({ limit: 200 })).map(comparable)).toEqual(last.map(comparable));
      shown += last.length;
    }
  }
  expect(shown).toBeGreaterThan(worlds * 125);
});

/** Makes one of every two entities that the third agent knows, for it alone; answers how many merges there are. */
async function mergedByMarvin({ memory }: World): Promise<number> {
  const known = await memory.agent('marvin').entities({ limit: 20 });
  const pairs = known.flatMap(({ id: from }, place) => {
    const into = known[place + 1]?.id;
    return place % 2 === 0 && into !== undefined ? [{ from, into, believer: 'marvin' }] : [];
  });
  for (const pair of pairs) await memory.mergeEntities(pair);
  return pairs.length;
}

/** A space in which all has happened but what the third agent kept to itself. */
async function replayed(full: World, played: readonly Step[], seed: number) {
  let now = full.now();
  const memory = await openSpace({ ...full.settings, ...embedderOf(seed), clock: () => now });
  const kept = played.filter((step) => step.agent !== 'marvin' || (step.verb !== 'withdraw' && step.options.shared));
  for (const step of kept) {
    now = step.at;
    await play(memory.agent(step.agent), step);
  }
  now = full.now();
  return { memory, left: kept.length };
}

function* queries(world: World) {
  const { random } = world;
  for (let asked = 0; asked < 25; asked++) {
    const faded = random.chance(0.5);
    yield {
      query: `${random.pick(markers)} ${random.pick(markers)} ${random.pick(['', 'what did mark say', 'in may 2023', 'how to fix the tea project error'])}`,
      limit: random.pick([5, 200]),
      faded,
      ...(random.chance(0.2) ? { sessions: [random.pick(sessionKeys)] } : {}),
      ...(random.chance(0.2) ? { about: [random.pick(publicNames)] } : {}),
      ...(random.chance(0.2) ? { domain: random.pick(domains) } : {}),
      ...(random.chance(0.3) ? { profile: 'cognitive' as const } : {}),
      ...(random.chance(0.3) ? { focus: { domain: random.pick(domains), topic: random.pick(markers) } } : {}),
      ...(random.chance(0.3) ? { mood: { valence: random.pick([-0.7, 0.7]), arousal: 0.4 } } : {}),
      ...(random.chance(0.2) ? { from: new Date(world.now().getTime() - 300 * dayMs) } : {}),
      ...(random.chance(0.2) ? { asOf: new Date(world.now().getTime() - 100 * dayMs) } : {}),
    };
  }
}

/** A result without the ids of entities, which each space makes for itself. */
function comparable({ entities, ...memory }: RecalledMemory): object {
  return { ...memory, entities: entities.map(({ name, type }) => `${name} (${type})`).sort() };
}

function* explorations({ random, now }: World) {
  for (let asked = 0; asked < 20; asked++) {
    yield {
      from: random.chance(0.5) ? [...publicNames] : [random.pick(publicNames)],
      depth: random.pick([1, 2, 4]),
      nodes: random.pick([10, 40]),
      serendipity: random.pick([0, 0.5]),
      ...(random.chance(0.3) ? { anchors: [random.pick(markers)] } : {}),
      ...(random.chance(0.3) ? { asOf: new Date(now().getTime() - 100 * dayMs) } : {}),
      ...(random.chance(0.3) ? { validAt: new Date(now().getTime() - 50 * dayMs) } : {}),
    };
  }
}

/** An exploration with the labels of entities in the place of their ids, which each space makes for itself. */
/** Sentences without the ids of entities, which are random. */
function withoutIds(notices: readonly string[]): readonly string[] {
  return notices.map((notice) => notice.replaceAll(/entity:[\w-]+/g, 'entity'));
}

function comparableExploration({ nodes, edges, clusters, ...rest }: Exploration): object {
  const called = new Map(nodes.map(({ id, kind, label }) => [id, kind === 'entity' ? label : id]));
  return {
    ...rest,
    ...(rest.notices === undefined ? {} : { notices: withoutIds(rest.notices) }),
    nodes: nodes.map((node) => ({ ...node, id: called.get(node.id) })),
    edges: edges.map(({ from, to, ...edge }) => ({ ...edge, from: called.get(from), to: called.get(to) })),
    clusters: clusters.map(({ theme, nodes: ids }) => ({ theme, nodes: ids.map((id) => called.get(id)) })),
  };
}
