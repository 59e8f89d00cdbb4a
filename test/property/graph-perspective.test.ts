/** What surfaces by itself, what lies around a name, chains of thought and sessions: nobody's but the agent's own. */
import { expect, it } from 'vitest';
import type { AgentMemory, Exploration, FactsResult } from '../../src/index.ts';
import { openSpace } from '../support/open-space.ts';
import type { Step } from './step.ts';
import type { Oracle } from './oracle.ts';
import { embedderOf, openWorld, play, type World } from './world.ts';
import { markers, publicNames, sessionKeys } from './world-script.ts';
import { often } from '../support/often.ts';

const secret = /zq[a-z0-9]+/gi;
const memoryId = /(?:fact|observation):[\w-]+/g;

/** One call of a verb, and what of the perspective it may show. */
interface Asked {
  readonly verb: string;
  readonly call: (agent: AgentMemory) => Promise<object>;
  /** What the question says, which an answer may repeat. */
  readonly said: string;
  /** Whether it may also tell of what has faded, and of what the agent once said and has withdrawn since. */
  readonly faded: boolean;
}

it('shows each agent nothing but what it and system hold, in random worlds', async () => {
  const worlds = often(4, 20);
  const steps = 100;
  const leaks: string[] = [];
  let operations = 0;
  let told = 0;
  for (let seed = 1; seed <= worlds; seed++) {
    const world = await openWorld(seed, { graph: true });
    for (let step = 1; step <= steps; step++) {
      await world.step();
      if (step % 25 !== 0) continue;
      world.wait(world.random.pick([0, 0, 1, 30, 120]));
      for (let asked = 0; asked < 25; asked++) {
        const agent = world.random.chance(0.1) ? 'system' : world.random.pick(world.agents);
        const one = question(world, agent, verbs);
        const answer = JSON.stringify(await one.call(world.memory.agent(agent)));
        const where = `world ${seed}, step ${step}, ${one.verb} by ${agent}`;
        leaks.push(...leaksIn(world, agent, one, answer).map((leak) => `${leak} (${where})`));
        operations += 1;
        told += answer.match(memoryId)?.length ?? 0;
      }
    }
  }
  process.stdout.write(`${worlds} worlds, ${operations.toLocaleString('en')} operations, ${leaks.length} leaks\n`);
  expect(leaks.slice(0, 20)).toEqual([]);
  expect(operations).toBe(worlds * steps);
  // Worlds of which nothing is told would prove nothing.
  expect(told).toBeGreaterThan(operations * 3);
});

it('answers two agents to the letter the same whether or not a third has memories of its own', async () => {
  const agents = ['lisa', 'electra', 'marvin'];
  const worlds = often(2, 6);
  let compared = 0;
  for (let seed = 201; seed < 201 + worlds; seed++) {
    const full = await openWorld(seed, { agents, ownIds: true, secretive: 'marvin', graph: true });
    const played: Step[] = [];
    for (let step = 0; step < 80; step++) played.push((await full.step()).step);
    const without = await replayed(full, played, seed);
    for (let asked = 0; asked < 60; asked++) {
      const agent = full.random.pick(['lisa', 'electra', 'system']);
      const { call, verb } = question(full, agent, secretive);
      const [one, other] = [await call(full.memory.agent(agent)), await call(without.agent(agent))];
      expect({ verb, agent, seed, answer: comparable(other) }).toEqual({ verb, agent, seed, answer: comparable(one) });
      compared += 1;
    }
  }
  expect(compared).toBe(worlds * 60);
});

/** Verbs whose answers nobody else's memories change. Who opened a session is no secret: only that agent may change it. */
const secretive = ['ambient', 'explore', 'facts', 'navigate'] as const;
const verbs = [...secretive, 'ambient', 'explore', 'sessions', 'digest'] as const;

/** A call of one of some verbs; about something that somebody holds, not always the agent that asks. */
function question(world: World, agent: string, among: readonly (typeof verbs)[number][]): Asked {
  const { random, oracle, agents } = world;
  const somebody = random.pick([agent, agent, ...agents]);
  const names = [...publicNames, ...oracle.namesSaidBy(somebody).slice(-40)];
  const thoughts = oracle.memories.filter(({ type }) => type === 'thought');
  const name = random.pick(names);
  switch (random.pick(among)) {
    case 'ambient': {
      const message = `How is ${name} and ${random.pick(names)} with the ${random.pick(markers)} ${random.pick(markers)}?`;
      return { verb: 'ambient', said: message, faded: false, call: (view) => view.ambient({ message }) };
    }
    case 'explore': {
      const from = random.chance(0.8) ? name : random.pick(oracle.memories).id;
      const asked = {
        from,
        depth: random.between(1, 4),
        nodes: random.pick([10, 30, 100]),
        serendipity: random.pick([0, 0, 0.3]),
      };
      return { verb: 'explore', said: from, faded: false, call: (view) => view.explore(asked) };
    }
    case 'facts': {
      const about = random.chance(0.8) ? [name] : undefined;
      const options = about === undefined ? {} : { about };
      return { verb: 'facts', said: about?.join() ?? '', faded: false, call: (view) => view.facts(options) };
    }
    case 'navigate': {
      const id = random.pick(thoughts.length > 0 ? thoughts : oracle.memories).id;
      return { verb: 'navigate', said: id, faded: true, call: (view) => refusedAs(view.navigate({ id })) };
    }
    case 'sessions':
      return { verb: 'sessions', said: '', faded: true, call: async (view) => ({ sessions: await view.sessions() }) };
    default: {
      const session = random.pick(sessionKeys);
      return { verb: 'digest', said: session, faded: true, call: (view) => refusedAs(view.digest({ session })) };
    }
  }
}

/** An answer, or the error in its place: what is refused must tell no more than what is answered. */
async function refusedAs(answer: Promise<object>): Promise<object> {
  return answer.catch((error: Error) => ({ refused: error.message }));
}

/** Secrets and ids in an answer that this perspective does not have, but for what the question itself said. */
function leaksIn({ oracle, now }: World, agent: string, { faded, said }: Asked, answer: string): readonly string[] {
  const held = heldBy(oracle, agent);
  const visible = oracle.visible({ agent, at: now().getTime() }).map(({ memory }) => memory.id);
  const inView = faded ? held : new Set(visible);
  const known = oracle.memories
    .filter(({ id }) => faded || held.has(id))
    .map((memory) => oracle.saidOf(memory, agent))
    .concat(said)
    .join(' ')
    .toLowerCase();
  const words = (answer.match(secret) ?? []).filter((word) => !known.includes(word.toLowerCase()));
  const ids = (answer.match(memoryId) ?? []).filter((id) => !inView.has(id) && id !== said);
  return [...words, ...ids].map((what) => `shows ${what}`);
}

function heldBy(oracle: Oracle, agent: string): ReadonlySet<string> {
  return new Set(oracle.held(agent).map(({ memory }) => memory));
}

/** A space in which all has happened but what the third agent kept to itself. */
async function replayed(full: World, played: readonly Step[], seed: number) {
  let now = full.now();
  const memory = await openSpace({ ...full.settings, ...embedderOf(seed), clock: () => now });
  for (const step of played) {
    if (step.agent === 'marvin' && (step.verb === 'withdraw' || step.options.shared !== true)) continue;
    now = step.at;
    await play(memory.agent(step.agent), step);
  }
  now = full.now();
  return memory;
}

/** An answer without how long it took and without the ids of entities, which each space makes for itself. */
function comparable(answer: object): unknown {
  const { latencyMs: _latency, ...rest } = answer as { latencyMs?: number };
  const text = JSON.stringify(rest);
  const labels = new Map<string, string>();
  const { nodes = [], facts = [] } = rest as Partial<Pick<Exploration, 'nodes'> & Pick<FactsResult, 'facts'>>;
  for (const { id, label } of nodes) labels.set(id, label);
  for (const { id, name } of facts.flatMap(({ about }) => about)) labels.set(id, name);
  return JSON.parse(text.replaceAll(/entity:[\w-]+/g, (id) => `entity called ${labels.get(id) ?? ''}`));
}
