import { expect, it } from 'vitest';
import { Constellation, type RecalledMemory, type RecallResult, type SearchOptions } from '../../src/index.ts';
import type { SeededRandom } from '../support/seeded-random.ts';
import { type Case, judge } from './judge.ts';
import type { OracleQuery } from './oracle.ts';
import { openWorld, type World } from './world.ts';
import { domains, markers, publicNames, sessionKeys } from './world-script.ts';
import { often } from '../support/often.ts';

const worlds = often(4, 20);
const queriesPerWorld = 100;
const stepsPerWorld = 100;
const types = ['fact', 'user_input', 'tool_output', 'thought', 'error', 'document'] as const;
const dayMs = 86_400_000;

it('shows each agent what it and system believe, all of it and nothing else, in random worlds', async () => {
  const leaks: string[] = [];
  const omissions: string[] = [];
  let queries = 0;
  let shown = 0;
  for (let seed = 1; seed <= worlds; seed++) {
    const world = await openWorld(seed);
    for (let step = 1; step <= stepsPerWorld; step++) {
      const { wrong } = await world.step();
      leaks.push(...wrong.map((tale) => `${tale} (world ${seed}, step ${step})`));
      if (step % 25 !== 0) continue;
      world.wait(world.random.pick([0, 0, 1, 30, 120]));
      for (let asked = 0; asked < queriesPerWorld / 4; asked++) {
        const { kase, result, broughtIn } = await ask(world);
        const verdict = judge(world.oracle, kase, result, broughtIn);
        const where = `world ${seed}, step ${step}, ${JSON.stringify(kase)}`;
        leaks.push(...verdict.leaks.map((leak) => `${leak} (${where})`));
        omissions.push(...verdict.omissions.map((omission) => `${omission} (${where})`));
        queries += 1;
        shown += result.memories.length;
      }
    }
  }
  const line = `${worlds} worlds, ${queries.toLocaleString('en')} queries, ${leaks.length} leaks, ${omissions.length} omissions`;
  process.stdout.write(`${line}\n`);
  expect(leaks.slice(0, 20)).toEqual([]);
  expect(omissions.slice(0, 20)).toEqual([]);
  expect(queries).toBe(worlds * queriesPerWorld);
  // Worlds in which nothing comes up would prove nothing.
  expect(shown).toBeGreaterThan(queries * 3);
});

/** Asks a random question through the public API. */
async function ask(
  world: World,
): Promise<{ readonly kase: Case; readonly result: RecallResult; readonly broughtIn: readonly RecalledMemory[] }> {
  const { random, memory } = world;
  const agent = random.chance(0.1) ? 'system' : random.pick(world.agents);
  const words = random.chance(0.7) ? [random.pick(markers)] : [random.pick(markers), random.pick(markers)];
  const exact = random.chance(0.5);
  const limit = random.chance(0.7) ? 200 : random.between(1, 12);
  const filter = filterOf(world, agent, random);
  const options: SearchOptions = {
    query: words.join(' '),
    limit,
    ...(exact ? { profile: 'lexical' } : {}),
    ...filter,
  };
  const view = memory.agent(agent);
  const answer = random.chance(0.5)
    ? await view.search(options)
    : await view.recall({ ...options, minRelevance: 0, attention: false });
  const isRecall = answer instanceof Constellation;
  // What took the place of an answer leads: the query did not bring it up either.
  const [leader] = isRecall ? answer.memories : [];
  const isLed =
    leader !== undefined && leader.score === 0 && answer.memories.some(({ role }) => role === 'contradicting');
  const broughtIn = isRecall ? [...(isLed ? [leader] : []), ...answer.memories.slice(answer.ranked.length)] : [];
  const result: RecallResult = isRecall ? { ...answer, memories: answer.ranked.slice(isLed ? 1 : 0) } : answer;
  const { from, to, asOf, ...rest } = filter;
  const query: OracleQuery = {
    agent,
    at: world.now().getTime(),
    ...rest,
    ...(from === undefined ? {} : { from: from.getTime() }),
    ...(to === undefined ? {} : { to: to.getTime() }),
    ...(asOf === undefined ? {} : { asOf: asOf.getTime() }),
  };
  return { kase: { query, words, exact, limit }, result, broughtIn };
}

type Filter = Omit<SearchOptions, 'query' | 'from' | 'to' | 'asOf'> & { from?: Date; to?: Date; asOf?: Date };

function filterOf({ oracle, agents, now }: World, agent: string, random: SeededRandom): Filter {
  const ago = (days: number): Date => new Date(now().getTime() - random.between(0, days * 1000) * (dayMs / 1000));
  const name = (): string => {
    const said = oracle.namesSaidBy(random.pick([agent, agent, ...agents]));
    if (random.chance(0.2)) return `agent:${random.pick(agents)}`;
    return said.length > 0 && random.chance(0.5) ? random.pick(said) : random.pick(publicNames);
  };
  const filter: Filter = {};
  if (random.chance(0.4)) return filter;
  if (random.chance(0.2)) Object.assign(filter, { sessions: [random.pick(sessionKeys), random.pick(sessionKeys)] });
  if (random.chance(0.25)) Object.assign(filter, { types: [random.pick(types), random.pick(types)] });
  if (random.chance(0.2)) filter.from = ago(600);
  if (random.chance(0.15)) filter.to = new Date((filter.from ?? ago(600)).getTime() + random.between(1, 400) * dayMs);
  if (random.chance(0.2)) Object.assign(filter, { about: [name(), name()] });
  if (random.chance(0.15)) Object.assign(filter, { domain: random.pick(domains) });
  if (random.chance(0.2)) filter.asOf = ago(500);
  if (random.chance(0.3)) Object.assign(filter, { faded: true });
  return filter;
}
