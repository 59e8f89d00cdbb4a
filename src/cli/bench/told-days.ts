/**
 * Synthetic days of several agents: what a user tells them (preferences, where people live, plans,
 * decisions, corrections), what they think of it, questions, and talk that says nothing lasting.
 * The same seed makes the same days.
 */
import type { ObservationInput } from '../../index.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';
import { ZipfMemories } from './zipf-memories.ts';

/** The agents to whom all this is told. */
export const toldAgents = ['lisa', 'electra', 'marco', 'nina'] as const;

const firstNames = [
  'Ada',
  'Bruno',
  'Celia',
  'Dario',
  'Edda',
  'Falk',
  'Greta',
  'Henri',
  'Ines',
  'Jonas',
  'Karla',
  'Luca',
];
const lastNames = ['Adler', 'Bianchi', 'Costa', 'Dahl', 'Eder', 'Fischer', 'Grau', 'Horvat', 'Ivens', 'Jansen'];
const places = ['Lisbon', 'Oslo', 'Kyoto', 'Quito', 'Seattle', 'Turin', 'Ghent', 'Porto', 'Graz', 'Basel'];
const things = ['tea', 'coffee', 'long walks', 'opera', 'squash', 'board games', 'early trains', 'rye bread', 'maps'];
const tools = ['Postgres', 'Redis', 'Kafka', 'nginx', 'Terraform', 'esbuild', 'Vitest', 'Grafana'];
const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];

type Sentence = (random: SeededRandom) => string;

function one(random: SeededRandom, from: readonly string[]): string {
  return from[random.below(from.length)] as string;
}

function person(random: SeededRandom): string {
  return `${one(random, firstNames)} ${one(random, lastNames)}`;
}

/** What lasts: the rules may find facts in it. */
const lasting: readonly Sentence[] = [
  (random) => `I prefer ${one(random, things)} to ${one(random, things)}.`,
  (random) => `${person(random)} lives in ${one(random, places)}.`,
  (random) => `Actually, ${person(random)} lives in ${one(random, places)} now.`,
  (random) => `${person(random)} is the sister of ${person(random)}.`,
  (random) => `We decided to use ${one(random, tools)} for the ${one(random, places)} project.`,
  (random) => `${person(random)} doesn't like ${one(random, things)}.`,
  (random) => `I plan to visit ${person(random)} in ${one(random, places)} on ${one(random, days)}.`,
  (random) => `Always run ${one(random, tools)} before the release of the ${one(random, places)} project.`,
];

/** What does not: questions, wishes, what somebody else may have said. */
const passing: readonly Sentence[] = [
  (random) => `Does ${person(random)} still live in ${one(random, places)}?`,
  (random) => `If ${person(random)} calls, tell her I am out.`,
  (random) => `"I hate ${one(random, things)}," said the man on the radio.`,
];

/** A source of what agents hear in a day, one after another. */
export class ToldDays {
  readonly #random: SeededRandom;
  readonly #talk: ZipfMemories;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
    this.#talk = new ZipfMemories(seed);
  }

  /** So many observations; numbers go on from `first`. */
  *observations(first: number, count: number): Generator<ObservationInput & { readonly content: string }> {
    const random = this.#random;
    for (const told of this.#talk.memories(first, count)) {
      const kind = random.next();
      if (kind < 0.5) yield told;
      else if (kind < 0.8) yield { ...told, speaker: 'user', content: sentence(random, lasting) };
      else if (kind < 0.9) yield { ...told, speaker: 'user', content: sentence(random, passing) };
      else {
        const content = `I think ${one(random, tools)} is too slow for the ${one(random, places)} project.`;
        yield { id: told.id as string, content, type: 'thought', channel: 'agent' };
      }
    }
  }

  /** A question that some of it answers. */
  question(): string {
    const random = this.#random;
    const [who, where] = [person(random), one(random, places)];
    return random.next() < 0.5 ? `Where does ${who} live?` : `What did we decide for the ${where} project?`;
  }
}

function sentence(random: SeededRandom, from: readonly Sentence[]): string {
  return (from[random.below(from.length)] as Sentence)(random);
}
