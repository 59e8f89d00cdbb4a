/**
 * Twin worlds: two spaces in which the same happens, but for what another user said to the agents, and for what another
 * agent keeps to itself. Whatever one user's talk, or one agent, is answered must be the same in both, to the byte, apart
 * from random ids and from how long it took.
 */
import type { AgentMemory, AgentVerbs, EntityInput, Madeleine } from '../../src/index.ts';
import { openSpace } from '../support/open-space.ts';
import { type SeededRandom, seededRandom } from '../support/seeded-random.ts';
import { embedderOf } from './world.ts';

/** Who is talked with. The talks of the last are hidden from the others. */
const talks = ['', 'user:sofia', 'user:nina', 'group:guild', 'user:mark'] as const;
const hiddenUser = 'user:mark';
const askingTalks: readonly Talk[] = [
  'user:sofia',
  'user:nina',
  'group:guild',
  ['user:sofia', 'group:guild'],
  ['user:nina', 'user:sofia'],
];
/** What this agent keeps to itself is hidden from the other one. */
export const hiddenAgent = 'electra';

export const names = ['Luna', 'Rex', 'Anna Berg', 'Porto', 'Mark', 'src/auth.ts', '露娜'] as const;
export const sayings = [
  (one: string, other: string) => `${one} lives in ${other}`,
  (one: string) => `${one} is sick and needs a vet`,
  (one: string) => `${one} isn't sick any more`,
  (one: string) => `I like ${one} very much`,
  (one: string) => `I don't like ${one}`,
  (one: string, other: string) => `${one} belongs to ${other}, and never to anybody else`,
  (one: string) => `We decided to fix ${one} before Friday`,
  (one: string, other: string) => `${one} fixed the error in ${other} on 3 May 2025`,
  (one: string) => `My therapist says that ${one} is why I worry`,
  (one: string, other: string) => `${one} is called ${other} by everybody`,
] as const;
const sessions = ['mon', 'tue', 'wed'] as const;
/** Ids that all agents choose from. */
const keys = ['first', 'second', 'third', 'my own'] as const;
/** Which the hidden agent takes its names for, whatever they look like. */
const types = ['person', 'place', 'animal', 'concept'] as const;
export const minuteMs = 60_000;

/** What a step does in one of the two worlds; `ids` are what earlier steps made there. */
interface TwinStep {
  readonly at: Date;
  readonly isHidden: boolean;
  play(memory: Madeleine, ids: Map<number, string>): Promise<void>;
}

/** A pair of worlds, in which all has happened. */
export interface TwinWorlds {
  readonly random: SeededRandom;
  /** The one in which the hidden happened, and the one in which it did not. */
  readonly worlds: readonly [Madeleine, Madeleine];
  /** By step, what it made in each world; what is hidden only in the first. */
  readonly ids: readonly [ReadonlyMap<number, string>, ReadonlyMap<number, string>];
  readonly hiddenIds: readonly string[];
  /** How many calls made both worlds what they are. */
  readonly calls: number;
  /** How many memories of the first world both agents hold, the hidden one for itself. */
  readonly common: number;
  /** The steps that the asking talk may see. */
  readonly seen: readonly number[];
  /** Those that ask; the empty one asks of all that the agent believes. */
  readonly talks: readonly Talk[];
}

/** With whom a question is asked. */
type Talk = string | readonly string[];

/** Plays a pair of worlds; the seed decides everything. */
export async function openTwins(seed: number, steps = 24): Promise<TwinWorlds> {
  const random = seededRandom(seed);
  let now = new Date(Date.UTC(2025, 4, 1) + random.between(0, 1e9));
  const statements = random.pick(['hearer', 'audience', 'everyone'] as const);
  const open = (): Promise<Madeleine> =>
    openSpace({ clock: () => now, sharing: { statements }, ...(seed % 4 === 0 ? embedderOf(1) : {}) });
  const worlds = [await open(), await open()] as const;
  const ids = [new Map<number, string>(), new Map<number, string>()] as const;
  const script = new TwinScript(random);
  let calls = 0;
  for (let count = 0; count < steps; count++) {
    const step = script.next(now, count);
    now = step.at;
    await step.play(worlds[0], ids[0]);
    if (!step.isHidden) await step.play(worlds[1], ids[1]);
    calls += step.isHidden ? 1 : 2;
    if (!random.chance(0.06)) continue;
    for (const world of worlds) await world.sleep();
    calls += 2;
  }
  if (random.chance(0.3)) now = new Date(now.getTime() + random.between(1, 200) * 1440 * minuteMs);
  // A fact that both agents stated is one record, with an id that the asking one knows.
  const told = new Set([...ids[1].keys()].map((count) => ids[0].get(count)));
  const kept = new Set([...ids[0]].filter(([count]) => !ids[1].has(count)).map(([, id]) => id));
  const hiddenIds = [...kept].filter((id) => !told.has(id));
  const common = kept.size - hiddenIds.length;
  return { random, worlds, ids, hiddenIds, calls, common, seen: script.seen, talks: askingTalks };
}

/** Makes up what happens. What a step speaks of, its talk can see in both worlds. */
class TwinScript {
  readonly seen: number[] = [];
  readonly #random: SeededRandom;
  /** The memories that steps made, with who made them and in which talk. */
  readonly #made: { readonly count: number; readonly agent: string; readonly talk: string }[] = [];

  constructor(random: SeededRandom) {
    this.#random = random;
  }

  next(last: Date, count: number): TwinStep {
    const random = this.#random;
    const at = new Date(last.getTime() + random.between(1, 600) * minuteMs);
    const agent = random.chance(0.3) ? hiddenAgent : 'lisa';
    const talk = random.pick(talks);
    const within = talk === '' ? {} : { with: talk };
    const kind = random.next();
    const isOwn = agent === hiddenAgent && (kind < 0.28 || random.chance(0.6));
    const base = { at, isHidden: talk === hiddenUser || isOwn };
    // What can be spoken of: what this talk knows, and what anybody may hear of the same agent.
    const known = this.#made
      .filter((one) => one.agent === agent && (one.talk === talk || one.talk === ''))
      .filter(({ count: earlier }) => base.isHidden || this.seen.includes(earlier));
    const target = known.length > 0 && random.chance(0.7) ? random.pick(known).count : -1;
    const content = random.pick(sayings)(random.pick(names), random.pick(names));
    if (kind < 0.08 && agent !== hiddenAgent) {
      const play = (memory: Madeleine): Promise<void> =>
        quietly(memory.agent(agent).recall({ query: content, ...within, attention: base.isHidden }));
      return { ...base, play };
    }
    if (kind < 0.16 && target >= 0) {
      return {
        ...base,
        play: (memory, ids) => quietly(memory.agent(agent).withdraw({ id: ids.get(target) ?? '', ...within })),
      };
    }
    if (random.chance(0.06)) {
      const shared = agent === hiddenAgent ? !isOwn : random.chance(0.25);
      // Whoever sees a shared session goes on with it for all, and without a talk an agent goes on with that of any talk:
      // both have ids of which nothing hidden is said.
      const open = shared ? 'all' : 'own';
      const id = shared || (talk === '' && !base.isHidden) ? open : random.pick(sessions);
      const asked = { id, ...(random.chance(0.7) ? { goal: content } : {}) };
      return { ...base, play: (memory) => quietly(memory.agent(agent).session({ ...asked, shared, ...within })) };
    }
    this.#made.push({ count, agent, talk });
    if (!base.isHidden) this.seen.push(count);
    // What both worlds have, the hidden agent shares at once, or keeps first and shares then.
    const isSharedLater = agent === hiddenAgent && !isOwn && random.chance(0.5);
    const shared = agent === hiddenAgent ? !isOwn && !isSharedLater : random.chance(0.25);
    // What the hidden agent does in both worlds must not follow from the ids that it chose in one.
    const key = random.chance(0.3) && (agent !== hiddenAgent || isOwn) ? { id: random.pick(keys) } : {};
    const options = { ...key, ...this.#options(talk, { shared, isOwn }) };
    const supersedes = random.chance(0.4) ? target : -1;
    const verb = kind < 0.28 ? 'think' : kind < 0.6 ? 'believe' : 'observe';
    return {
      ...base,
      play: async (memory, ids) => {
        const made = await written(memory.agent(agent), verb, content, { ...options, ...within }, ids.get(supersedes));
        if (made !== undefined) ids.set(count, made.id);
        if (made !== undefined && isSharedLater) await quietly(memory.agent(agent).share({ id: made.id, ...within }));
      },
    };
  }

  #options(talk: string, { shared, isOwn }: { readonly shared: boolean; readonly isOwn: boolean }): SaidWith {
    const random = this.#random;
    return {
      ...(shared ? { shared } : {}),
      // What an agent says itself sleep gives to nobody else, whatever the policy.
      ...(isOwn ? { channel: 'agent' as const } : {}),
      ...(talk.startsWith('user:') && !isOwn ? { speaker: talk === 'user:sofia' ? 'Sofia' : 'Mark' } : {}),
      ...(random.chance(0.6) ? { session: random.pick(sessions) } : {}),
      ...(random.chance(0.4) ? { about: [random.pick(names)] } : {}),
      ...(isOwn && random.chance(0.5) ? { entities: [{ name: random.pick(names), type: random.pick(types) }] } : {}),
    };
  }
}

/** What a memory is written with; each verb takes its own of it. */
interface SaidWith {
  readonly id?: string;
  readonly shared?: boolean;
  readonly channel?: 'agent';
  readonly speaker?: string;
  readonly session?: string;
  readonly about?: readonly string[];
  readonly entities?: readonly EntityInput[];
  readonly with?: string;
}

async function written(
  agent: AgentMemory,
  verb: 'think' | 'believe' | 'observe',
  content: string,
  { speaker, session, about, ...options }: SaidWith,
  target: string | undefined,
): Promise<{ readonly id: string } | undefined> {
  const inSession = session === undefined ? {} : { session };
  if (verb === 'think') return agent.think({ thought: content, ...inSession, ...options }).catch(() => undefined);
  if (verb === 'observe') {
    return agent
      .observe({ content, ...inSession, ...(speaker === undefined ? {} : { speaker }), ...options })
      .catch(() => undefined);
  }
  const corrected = target?.startsWith('fact:') === true ? { supersedes: [target] } : {};
  return agent
    .believe({ content, ...(about === undefined ? {} : { about }), ...corrected, ...options })
    .catch(() => undefined);
}

async function quietly(call: Promise<unknown>): Promise<void> {
  await call.catch(() => undefined);
}

/** What is asked, in words, and how. `id` stands for a memory of the world that is asked. */
export interface TwinQuestion {
  readonly verb: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly ask: (agent: AgentVerbs, options: never) => Promise<unknown>;
}

/** Calls of every verb of an agent, for one talk: first those that only read. */
export function questionsOf(twins: TwinWorlds): readonly ((world: 0 | 1) => TwinQuestion)[] {
  const { random, ids, hiddenIds, seen } = twins;
  const talk = random.pick(twins.talks);
  const subject = random.pick(names);
  const query = random.pick([
    subject,
    `Who is sick?`,
    `Where does ${subject} live?`,
    `What does Sofia like?`,
    'worry therapist',
    'on 3 May 2025',
  ]);
  const some = seen.length === 0 ? -1 : random.pick(seen);
  const hidden = random.chance(0.4) && hiddenIds.length > 0 ? random.pick(hiddenIds) : undefined;
  const known =
    (step: number) =>
    (world: 0 | 1): string =>
      ids[world].get(step) ?? 'fact:none';
  const id = (world: 0 | 1): string => hidden ?? known(some)(world);
  const extra = random.pick([
    {},
    {},
    { faded: true },
    { archived: true },
    { profile: 'cognitive' },
    { types: ['fact'] },
    { about: [subject] },
  ]);
  // Chance draws by ids, which are random: all that is found has to fit.
  const nodes = 100;
  const fixed: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
    ['recall', { query, minRelevance: 0, ...extra, attention: false }],
    ['recall', { query, attention: false }],
    ['search', { query, limit: 50, ...extra }],
    ['ambient', { message: `How is ${subject} today? And ${random.pick(names)}?` }],
    [
      'explore',
      { from: [subject, random.pick(names)], depth: random.pick([1, 3]), serendipity: random.pick([0, 0.4]), nodes },
    ],
    ['facts', random.chance(0.5) ? { about: [subject] } : {}],
    ['entities', random.chance(0.5) ? { startsWith: subject.slice(0, 1) } : {}],
    ['latest', { limit: 50 }],
    ['conflicts', {}],
    ['sessions', {}],
    ['digest', { session: random.pick(sessions) }],
    ['resume', {}],
    ['namesIn', { message: `${subject} met ${random.pick(names)}` }],
    ['stats', {}],
  ];
  const within = talk === '' ? {} : { with: talk };
  const askedOf: Readonly<Record<string, object>> = { explain: { query }, neighbours: { minSimilarity: 0 } };
  return [
    ...fixed.map(
      ([verb, options]) =>
        () =>
          question(verb, { ...options, ...within }),
    ),
    ...['why', 'navigate', 'neighbours', 'explain'].map((verb) => (world: 0 | 1) => {
      return question(verb, { id: id(world), ...askedOf[verb], ...within });
    }),
    ...writesOf({ random, talk, subject, idOf: known(some), otherOf: known(seen.at(-1) ?? -1), id }),
    (world) => changesHeard(twins, talk, world),
  ];
}

/** What a talk writes, and what becomes of memories that are there. */
interface TwinWrites {
  readonly random: SeededRandom;
  readonly talk: Talk;
  readonly subject: string;
  /** A memory that the talk knows in both worlds. */
  readonly idOf: (world: 0 | 1) => string;
  /** Another one. */
  readonly otherOf: (world: 0 | 1) => string;
  /** A memory that the talk knows in both worlds, or one that is hidden. */
  readonly id: (world: 0 | 1) => string;
}

function writesOf({
  random,
  talk,
  subject,
  idOf,
  otherOf,
  id,
}: TwinWrites): readonly ((world: 0 | 1) => TwinQuestion)[] {
  const within = talk === '' ? {} : { with: talk };
  const said = (): string => `${random.pick(sayings)(subject, random.pick(names))}, I hear`;
  const session = random.pick(sessions);
  const key = (): { readonly id?: string } => (random.chance(0.5) ? { id: random.pick(keys) } : {});
  const made: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
    ['observe', { content: said(), ...key(), session, ...within }],
    ['observeMany', { observations: [{ content: said(), ...key(), ...within }] }],
    ['think', { thought: said(), ...key(), session, ...within }],
    ['believe', { content: said(), ...key(), about: [subject], ...within }],
    ['believeMany', { facts: [{ content: said(), ...key(), about: [subject], ...within }] }],
    ['session', { id: session, goal: said(), ...within }],
  ];
  return [
    ...made.map(
      ([verb, options]) =>
        () =>
          question(verb, options),
    ),
    (world) =>
      question('judge', { one: id(world), other: otherOf(world), state: 'confirmed', kind: 'supports', ...within }),
    ...['share', 'unshare', 'withdraw'].map((verb) => (world: 0 | 1) => question(verb, { id: id(world), ...within })),
    // It takes no talk, and so no id that is hidden from one, or that was chosen in one that is.
    (world) => question('forget', { id: /:[0-9a-f-]{36}$/.test(idOf(0)) ? idOf(world) : 'fact:none' }),
  ];
}

/** What a talk hears first, when in one of the worlds something hidden is said before. */
function changesHeard({ worlds, talks: asking }: TwinWorlds, talk: Talk, world: 0 | 1): TwinQuestion {
  const within = talk === '' ? {} : { with: talk };
  const content = 'That is heard';
  const ask = async (agent: AgentVerbs, options: { readonly with: string }): Promise<unknown> => {
    const end = new AbortController();
    const changes = agent.changes({ ...options, signal: end.signal })[Symbol.asyncIterator]();
    if (world === 0) await worlds[0].agent(hiddenAgent).believe({ content });
    if (world === 0 && !asking.includes(''))
      await agent.observe({ content: 'Nobody else hears that', with: hiddenUser });
    await agent.believe({ content, ...options });
    const { value } = await changes.next();
    end.abort();
    return value;
  };
  return { verb: 'changes', options: within, ask };
}

/** A call of a verb. */
export function question(verb: string, options: Readonly<Record<string, unknown>>): TwinQuestion {
  // The verb is one of an agent's, and takes what is made for it.
  const ask: TwinQuestion['ask'] = (agent, given) =>
    (agent as unknown as Readonly<Record<string, (options: unknown) => Promise<unknown>>>)[verb]!(given);
  return { verb, options, ask };
}

/** What is answered, or how it is refused, as a text without random ids and durations. */
async function answerTo(agent: AgentMemory, { ask, options }: TwinQuestion): Promise<string> {
  const answer = await ask(agent, options as never).catch((error: unknown) => {
    const { code, message } = error as { readonly code?: string; readonly message: string };
    return { code, message };
  });
  return canonical(JSON.stringify(answer) ?? '');
}

/**
 * The same text with random ids, and hashes of such, in the order in which they first stand there. One that holds a time,
 * as UUIDv7 does, stays.
 */
export function canonical(text: string): string {
  const known = new Map<string, string>();
  return text
    .replaceAll(/"latencyMs":[\d.e-]+/g, '"latencyMs":0')
    .replaceAll(
      /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}|(?<=sequentialthinking-)[\w-]{43}/g,
      (id) => {
        const label = known.get(id) ?? `id-${known.size}`;
        known.set(id, label);
        return label;
      },
    );
}

/** Where two texts part, with what stands around that in each. */
export function difference(one: string, other: string): string {
  let at = 0;
  while (one[at] === other[at] && at < one.length) at++;
  return `"${one.slice(Math.max(0, at - 120), at + 80)}" against "${other.slice(Math.max(0, at - 120), at + 80)}"`;
}

/** How many pairs of worlds are compared, and how often each verb is asked in each. */
export interface TwinCampaign {
  readonly worlds: number;
  readonly rounds: number;
  /** The seed of the first pair. @default 1 */
  readonly first?: number;
  /** What happens in them. @default what users say and agents note */
  readonly open?: (seed: number) => Promise<TwinWorlds>;
}

/** Plays pairs of worlds and asks both of each pair the same; tells where an answer gives the hidden away. */
export async function compareTwins({ worlds, rounds, first = 1, open = openTwins }: TwinCampaign): Promise<{
  readonly traces: readonly string[];
  readonly answers: number;
  /** The calls that made the worlds, and those that asked them. */
  readonly operations: number;
  readonly hidden: number;
  /** How many memories two agents hold without knowing. */
  readonly common: number;
  /** The verbs that were called. */
  readonly verbs: ReadonlySet<string>;
  readonly line: string;
}> {
  const verbs = new Set<string>();
  const traces: string[] = [];
  let [answers, operations, hidden, common] = [0, 0, 0, 0];
  for (let seed = first; seed < first + worlds; seed++) {
    const twins = await open(seed);
    operations += twins.calls;
    hidden += twins.hiddenIds.length;
    common += twins.common;
    const [one, other] = twins.worlds;
    for (let round = 0; round < rounds; round++) {
      for (const question of questionsOf(twins)) {
        const [asked, askedToo] = [question(0), question(1)];
        const full = await answerTo(one.agent('lisa'), asked);
        const without = await answerTo(other.agent('lisa'), askedToo);
        answers += 1;
        operations += 2;
        verbs.add(asked.verb);
        if (full === without) continue;
        traces.push(`world ${seed}, ${asked.verb} ${JSON.stringify(asked.options)}: ${difference(full, without)}`);
      }
    }
    await Promise.all([one.close(), other.close()]);
  }
  const line = `${worlds} twin worlds, ${operations} operations, ${answers} answers, ${hidden} hidden memories, ${common} in common, ${traces.length} traces`;
  return { traces, answers, operations, hidden, common, verbs, line };
}
