/**
 * Two worlds that differ only in what another agent keeps to itself about the same names: an agent answers alike in
 * both. Ids of entities are left out, which each space makes for itself, and the order that they give. CI compares a
 * fifth of the worlds.
 */
import { expect, it } from 'vitest';
import type { AgentMemory, Madeleine } from '../../src/index.ts';
import { openSpace } from '../support/open-space.ts';
import { type SeededRandom, seededRandom } from '../support/seeded-random.ts';

const worlds = process.env['CI'] === undefined ? 200 : 40;
const clock = (): Date => new Date('2026-03-01T12:00:00Z');

/** Names that are parts, short forms and ends of one another, or the same of another kind. */
const names = [
  ...['Fahim', 'Khan', 'Fahim Khan', 'Aisha Khan', 'Luna', 'luna', 'Luna Weber', 'Mel', 'Melanie', 'Melanie Weber'],
  ...['Paris', 'Paris Hilton', 'Max', 'Max Miller', 'auth.py', 'src/auth.py', 'lib/auth.py', 'Moonpie'],
] as const;
const types = ['', '', 'person', 'animal', 'other', 'place'] as const;
/** Nothing where nothing is said. */
const speakers = ['', '', 'Fahim', 'Melanie Weber', 'Luna', 'Tariq Khan'] as const;
const frames = [
  (one: string, _: string): string => `${one} baked a pie.`,
  (one: string, other: string): string => `${one} went to the lake with ${other}.`,
  (one: string, _: string): string => `My dog ${one} is limping.`,
  (one: string, _: string): string => `My friend ${one} moved to Lisbon.`,
  (one: string, other: string): string => `${one}, also known as ${other}, sang.`,
  (one: string, _: string): string => `a basket for ${one.toLowerCase()}, and the vet came`,
] as const;

/** One thing that an agent learns. */
interface Told {
  readonly agent: string;
  readonly asFact: boolean;
  readonly shared: boolean;
  readonly content: string;
  readonly speaker: string;
  readonly given: readonly { readonly name: string; readonly type?: 'person' | 'animal' | 'other' | 'place' }[];
  readonly aliases: readonly string[];
}

function told(random: SeededRandom, agent: string, shared: boolean): Told {
  const [one, other] = [random.pick(names), random.pick(names)];
  const given = random.chance(0.5)
    ? [one, ...(random.chance(0.3) ? [other] : [])].map((name) => {
        const type = random.pick(types);
        return type === '' ? { name } : { name, type };
      })
    : [];
  return {
    agent,
    asFact: random.chance(0.25),
    shared,
    content: random.chance(0.2) ? 'A bell rang.' : random.pick(frames)(one, other),
    speaker: random.pick(speakers),
    given,
    aliases: given.length > 0 && random.chance(0.2) ? [random.pick(names)] : [],
  };
}

/** What one telling has made: the entities of the memory, as the teller sees them. */
type Linked = readonly {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly created: boolean;
}[];

async function tell(
  memory: Madeleine,
  id: string,
  { agent, asFact, content, speaker, ...rest }: Told,
): Promise<Linked> {
  const view = memory.agent(agent);
  const { given, aliases, shared } = rest;
  const named = given.map((entity, place) => (place === 0 && aliases.length > 0 ? { ...entity, aliases } : entity));
  const receipt = asFact
    ? await view.believe({ id, content, about: named.length > 0 ? named : ['Luna'], shared })
    : await view.observe({ id, content, entities: named, shared, ...(speaker === '' ? {} : { speaker }) });
  return receipt.linked;
}

/** A space and what it calls the entities that the agent's receipts told: by the memory and the place there. */
class Twin {
  readonly memory: Madeleine;
  readonly #labels = new Map<string, string>();
  readonly receipts: unknown[] = [];

  private constructor(memory: Madeleine) {
    this.memory = memory;
  }

  static async of(story: readonly Told[]): Promise<Twin> {
    const twin = new Twin(await openSpace({ clock }));
    for (const [place, one] of story.entries()) {
      const id = `${one.agent}-${story.slice(0, place).filter(({ agent }) => agent === one.agent).length}`;
      const linked = await tell(twin.memory, id, one);
      if (one.agent !== 'lisa') continue;
      for (const [number, entity] of linked.entries())
        if (!twin.#labels.has(entity.id)) twin.#labels.set(entity.id, `entity:<${id}.${number}>`);
      twin.receipts.push(twin.withoutIds(linked));
    }
    return twin;
  }

  /** The ids of entities by what the receipts call them. */
  get known(): ReadonlyMap<string, string> {
    return new Map([...this.#labels].map(([id, label]) => [label, id]));
  }

  /** An answer with the labels of entities instead of their ids, and lists in an order that no id decides. */
  withoutIds(answer: unknown): unknown {
    const text = JSON.stringify(answer, (key, value: unknown) => (timing.has(key) ? undefined : value));
    const labelled = text.replace(/entity:[\w-]+/g, (id) => this.#labels.get(id) ?? 'entity:<of nobody>');
    return JSON.parse(labelled, (key, value: unknown) =>
      Array.isArray(value) && !ranked.has(key)
        ? value.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
        : value,
    );
  }

  /** All in which an agent could see that others know something. */
  async answersOf(agent: string, about: readonly string[]): Promise<unknown> {
    const view: AgentMemory = this.memory.agent(agent);
    const message = `How are ${names.join(', ')}? And the pie, the lake, the vet?`;
    const each = <T>(ask: (name: string) => Promise<T>): Promise<readonly T[]> => Promise.all(about.map(ask));
    return this.withoutIds({
      entities: await view.entities(),
      facts: await view.facts(),
      factsOf: await each((name) => view.facts({ about: [name] })),
      named: await view.namesIn({ message }),
      namedAlone: await each((name) => view.namesIn({ message: `and ${name}` })),
      about: await each((name) => view.search({ query: 'pie lake vet bell', about: [name] })),
      found: await view.search({ query: message, limit: 50 }),
      recalled: await view.recall({ query: 'Who went to the lake with Khan and Luna?', attention: false }),
      ambient: await view.ambient({ message }),
      explored: await each((name) => view.explore({ from: [name] })),
    });
  }
}

/** How long it took, and how many tokens of ids a text has. */
const timing: ReadonlySet<string> = new Set(['latencyMs', 'tokens']);
/** Lists whose order is an answer. */
const ranked: ReadonlySet<string> = new Set(['memories']);

it('answers the same whether or not another agent privately names the same', async () => {
  let shared = 0;
  let merges = 0;
  for (let seed = 1; seed <= worlds; seed++) {
    const random = seededRandom(seed);
    const mine = Array.from({ length: random.between(2, 6) }, () => told(random, 'lisa', random.chance(0.2)));
    const story: Told[] = [];
    for (const one of mine) {
      for (let more = random.between(0, 2); more > 0; more--) story.push(told(random, 'marvin', false));
      story.push(one);
    }
    const [full, alone] = [await Twin.of(story), await Twin.of(mine)];
    const where = `world ${seed}`;
    const about = Array.from({ length: 5 }, () => random.pick(names));
    expect(full.receipts, where).toEqual(alone.receipts);
    for (const agent of ['lisa', 'electra'])
      expect(await full.answersOf(agent, about), where).toEqual(await alone.answersOf(agent, about));
    const theirs = await full.memory.agent('marvin').entities();
    shared += theirs.filter(({ id }) => [...full.known.values()].includes(id)).length;
    merges += await mergedAlike(full, alone, random);
    expect(await full.answersOf('lisa', about), `${where}, merged`).toEqual(await alone.answersOf('lisa', about));
  }
  // Worlds in which nothing collides prove little.
  expect(shared).toBeGreaterThan(worlds);
  expect(merges).toBeGreaterThan(worlds / 2);
});

/** Makes one for everybody what the agent knows as two, in both worlds, and what only the other knows in the full one. */
async function mergedAlike(full: Twin, alone: Twin, random: SeededRandom): Promise<number> {
  const labels = [...full.known.keys()];
  const [from, into] = [random.pick(labels), random.pick(labels)];
  const of = (twin: Twin, label: string): string => twin.known.get(label) ?? '';
  const isMerged = from !== into;
  if (isMerged)
    for (const twin of [full, alone]) await twin.memory.mergeEntities({ from: of(twin, from), into: of(twin, into) });
  const own = new Set(full.known.values());
  const [one, other] = (await full.memory.agent('marvin').entities()).filter(({ id }) => !own.has(id));
  if (one !== undefined && other !== undefined) await full.memory.mergeEntities({ from: one.id, into: other.id });
  return isMerged ? 1 : 0;
}
