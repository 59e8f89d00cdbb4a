/**
 * Twin worlds in which two agents say the same things in the same words, so that they hold the same records. In the first
 * of a pair the hidden agent states, corrects, withdraws and forgets, all for itself; in the second it is silent.
 */
import type { AgentMemory, Madeleine } from '../../src/index.ts';
import { openSpace } from '../support/open-space.ts';
import { type SeededRandom, seededRandom } from '../support/seeded-random.ts';
import { hiddenAgent, minuteMs, names, sayings, type TwinWorlds } from './twin-worlds.ts';
import { embedderOf } from './world.ts';

/** Of whom and of what they speak. */
const few = [...names.slice(0, 1), 'tea', 'coffee'];
const talks = ['', '', 'user:sofia', 'user:nina'] as const;

/** What an agent made in one of the worlds, by step. */
type Made = Map<number, string>;
type Act = (agent: AgentMemory, made: Made) => Promise<unknown>;

/** Plays a pair of worlds; the seed decides everything. */
export async function openEchoes(seed: number, steps = 40): Promise<TwinWorlds> {
  const random = seededRandom(seed);
  let now = new Date(Date.UTC(2025, 4, 1) + random.between(0, 1e9));
  const open = (): Promise<Madeleine> => openSpace({ clock: () => now, ...(seed % 4 === 0 ? embedderOf(1) : {}) });
  const worlds = [await open(), await open()] as const;
  const ids: readonly [Made, Made] = [new Map(), new Map()];
  const hidden: Made = new Map();
  let calls = 0;
  const shares = random.chance(0.5);
  const pool = Array.from(
    { length: 16 },
    (): Said => ({
      content: random.pick(sayings)(random.pick(few), random.pick(few)),
      ...(random.chance(0.2) ? { about: [random.pick(few)] } : {}),
      ...(random.chance(0.2) ? { importance: 4 } : {}),
      ...(random.chance(0.15) ? { validTo: new Date(Date.UTC(2025, 4, random.between(5, 40))) } : {}),
    }),
  );
  for (let step = 0; step < steps; step++) {
    // Things that are said in the same moment stand in the order in which an agent learned them.
    if (random.chance(0.7)) now = new Date(now.getTime() + random.between(1, 600) * minuteMs);
    if (random.chance(0.45)) {
      const act = actOf({ random, pool, step, known: [...hidden.keys()], isHidden: true, shares });
      await act(worlds[0].agent(hiddenAgent), hidden).catch(() => undefined);
      calls += 1;
    } else {
      const act = actOf({ random, pool, step, known: [...ids[1].keys()], isHidden: false, shares });
      for (const place of [0, 1] as const) await act(worlds[place].agent('lisa'), ids[place]).catch(() => undefined);
      calls += 2;
    }
    if (!random.chance(0.05)) continue;
    for (const world of worlds) await world.sleep();
    calls += 2;
  }
  if (random.chance(0.3)) now = new Date(now.getTime() + random.between(1, 200) * 1440 * minuteMs);
  const own = new Set(ids[0].values());
  const common = [...new Set(hidden.values())].filter((id) => own.has(id)).length;
  return { random, worlds, ids, hiddenIds: [], calls, common, seen: [...ids[1].keys()], talks };
}

/** A fact in its words. */
interface Said {
  readonly content: string;
  readonly about?: readonly string[];
  readonly importance?: number;
  readonly validTo?: Date;
}

/** Who does something, and when. */
interface Scene {
  readonly random: SeededRandom;
  /** What there is to be said. */
  readonly pool: readonly Said[];
  readonly step: number;
  /** The steps by which the agent has made something. */
  readonly known: readonly number[];
  readonly isHidden: boolean;
  /** Whether agents share. Then the hidden one strengthens nothing, for what is universal it strengthens for all. */
  readonly shares: boolean;
}

/** Something that an agent does: mostly it states a fact. */
function actOf({ random, pool, step, known, isHidden, shares }: Scene): Act {
  const target = known.length === 0 ? -1 : random.pick(known);
  const other = known.length === 0 ? -1 : random.pick(known);
  const facts = Array.from({ length: random.pick([1, 1, 2, 4]) }, () => ({
    ...random.pick(pool),
    ...random.pick([{}, {}, {}, { confidence: 0.7, tags: ['seen'] }, { channel: 'tool', source: 'notes' } as const]),
    ...(random.chance(0.25) ? { with: random.pick(['user:sofia', 'user:nina', 'group:guild']) } : {}),
  }));
  const supersedes = random.chance(0.2);
  const observed = random.pick(pool).content;
  const session = random.pick(['mon', 'tue']);
  const kind = random.next();
  const isShared = shares && random.chance(0.2) && !isHidden;
  return async (agent, made) => {
    const id = made.get(target) ?? 'fact:none';
    if (kind < 0.1) return agent.withdraw({ id });
    if (kind < 0.16) return agent.forget({ id });
    if (kind < 0.2) return agent.recall({ query: observed, attention: isHidden && !shares });
    if (kind < 0.24)
      return agent.judge({ one: id, other: made.get(other) ?? '', state: 'confirmed', kind: 'supports' });
    if (kind < 0.3)
      return agent.believe({ memory: id, ...(supersedes ? { supersedes: [made.get(other) ?? ''] } : {}) });
    if (kind < 0.38) {
      const { id: heard } = await agent.observe({ content: observed, session: `${session}-${isHidden}` });
      return made.set(step, heard);
    }
    if (isShared && kind < 0.48) return agent.share({ id });
    const old = made.get(target);
    const [first, ...more] = facts.map((fact, at) =>
      supersedes && at === 0 && old?.startsWith('fact:') === true ? { ...fact, supersedes: [old] } : fact,
    );
    const { receipts } = await agent.believeMany({ facts: [first!, ...more] });
    for (const [at, receipt] of receipts.entries()) made.set(step + at / 10, receipt.id);
    return receipts;
  };
}
