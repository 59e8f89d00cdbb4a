/** A large memory with something of everything: agents, sessions, entities, facts, chains of thought. */
import type { AgentVerbs, FactInput, ObservationInput, SpaceVerbs } from '../../src/index.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';

const agents = ['ada', 'ben', 'chloe', 'dev'] as const;
const givenNames = ['Ines', 'Jonas', 'Kofi', 'Leila', 'Mateo', 'Nadia', 'Otis', 'Priya', 'Ravi', 'Sofia'] as const;
const familyNames = ['Abbott', 'Brandt', 'Castro', 'Dubois', 'Eriksen', 'Fontana', 'Grant', 'Hoshi'] as const;
const projects = ['Orchid', 'Falcon', 'Meridian', 'Juniper', 'Basalt', 'Lantern', 'Harbour', 'Quartz'] as const;
const places = ['Lisbon', 'Oslo', 'Kyoto', 'Quito', 'Seattle', 'Turin', 'Nairobi', 'Ghent'] as const;
const files = ['src/auth.py', 'src/billing.ts', 'lib/cache.rs', 'web/search.tsx', 'ops/deploy.sh'] as const;
const matters = ['the budget', 'a slow query', 'the release', 'a flaky test', 'the contract', 'the new login'] as const;
const turns = ['went well', 'took longer than planned', 'has to wait', 'was a relief', 'made everybody angry'] as const;
const topics = ['planning', 'incidents', 'people', 'travel', 'money', 'design'] as const;
const rings = ['core', 'domain', 'topic', 'leaf'] as const;
const knowledgeTypes = ['law', 'principle', 'preference', 'method', 'fact', 'decision', 'insight'] as const;

const inSession = 40;
/** The share of facts, one in so many; and of thoughts among the rest. */
const oneFactIn = 5;
const hourMs = 3_600_000;

/** The agents of a big space. */
export const bigAgents: readonly string[] = agents;

/** Fills a space with so many memories that end now, the same for the same seed. */
export async function fillBigSpace(memory: SpaceVerbs, memories: number, now: Date, seed = 7): Promise<void> {
  const random = seededRandom(seed);
  const perBatch = 1000;
  for (let first = 0; first < memories; first += perBatch) {
    const count = Math.min(perBatch, memories - first);
    const agent = memory.agent(agents[(first / perBatch) % agents.length] as string);
    const numbers = Array.from({ length: count }, (_, index) => first + index);
    const at = (number: number): Date => new Date(now.getTime() - (memories - number) * 2 * hourMs);
    const facts = numbers.filter((number) => number % oneFactIn === 0);
    const others = numbers.filter((number) => number % oneFactIn !== 0);
    await agent.observeMany({ observations: others.map((number) => happening(random, number, at(number))) });
    await agent.believeMany({ facts: facts.map((number) => statement(random, number)) });
    await thinkAloud(agent, random, first);
  }
}

function happening(random: SeededRandom, number: number, occurredAt: Date): ObservationInput {
  const [who, other] = [person(random), person(random)];
  const what = `${who} met ${other} in ${random.pick(places)} about ${random.pick(matters)} of ${random.pick(projects)}`;
  return {
    id: `big-${number}`,
    content: `${what}; it ${random.pick(turns)}${random.chance(0.3) ? `, see ${random.pick(files)}` : ''}.`,
    speaker: who,
    session: `big-${Math.floor(number / inSession)}`,
    occurredAt,
    importance: random.between(1, 10),
    mood: { valence: random.next() * 2 - 1, arousal: random.next() * 2 - 1 },
    topic: random.pick(topics),
    ring: random.pick(rings),
    knowledgeType: random.pick(knowledgeTypes),
    shared: random.chance(0.1),
  };
}

function statement(random: SeededRandom, number: number): FactInput {
  const [who, project, place] = [person(random), random.pick(projects), random.pick(places)];
  const said = [
    `${who} lives in ${place}`,
    `${who} works on ${project}`,
    `${project} ships in week ${random.between(1, 52)}`,
    `${who} prefers to talk about ${random.pick(matters)} in the morning`,
  ];
  return {
    id: `big-${number}`,
    content: `${random.pick(said)}, as of note ${number}.`,
    about: [who],
    topic: random.pick(topics),
    ring: random.pick(rings),
    knowledgeType: random.pick(knowledgeTypes),
    importance: random.between(1, 10),
    permanent: random.chance(0.02),
  };
}

/** A chain with a branch and a revision in the first session of a batch. */
async function thinkAloud(agent: AgentVerbs, random: SeededRandom, first: number): Promise<void> {
  const session = `big-${Math.floor(first / inSession)}`;
  const say = (text: string): string => `${text} ${random.pick(matters)} of ${random.pick(projects)}.`;
  await agent.think({ session, thought: say('First of all, look at'), thoughtNumber: 1, totalThoughts: 4 });
  await agent.think({ session, thought: say('That leads to') });
  await agent.think({ session, thought: say('Or rather to'), revisesThought: 2, reason: 'the numbers say so' });
  await agent.think({ session, thought: say('One could also leave'), branchFromThought: 1, branchId: 'leave-it' });
}

function person(random: SeededRandom): string {
  return `${random.pick(givenNames)} ${random.pick(familyNames)}`;
}
