/**
 * How long does sleep take, and does recall wait for it? Several agents are told synthetic days, a part of them so long
 * ago that it has faded, and the space sleeps while an agent goes on recalling.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import { type Embedder, Madeleine, type ObservationInput, type SleepReport } from 'madeleine';
import { runs, type ShowProgress, wholeNumber } from '../command-line.ts';
import { counted, table } from '../print.ts';
import { type SeededRandom, seededRandom } from '../seeded-random.ts';
import { type Percentiles, percentiles, rounded } from '../statistics.ts';
import { ZipfMemories } from '../synthetic.ts';

interface SleepFlags {
  readonly observations?: number;
  readonly seed?: number;
}

const defaultObservations = 10_000;
const mostObservations = 1_000_000;

/** Adds `sleep`: how long sleep takes, and recall meanwhile. */
export function addSleep(program: Command, signal: AbortSignal): void {
  const command = program
    .command('sleep')
    .summary('how long sleep takes, and recall meanwhile')
    .description('Tells synthetic days to four agents in a temporary store, sleeps, and recalls all the while.')
    .option(
      '--observations <count>',
      `how many observations (default: ${defaultObservations})`,
      wholeNumber('sleep', '--observations'),
    )
    .option('--seed <number>', 'the seed of the days (default: 1)', wholeNumber('sleep', '--seed'));
  runs<SleepFlags>(command, signal, async ({ observations = defaultObservations, seed = 1 }, context) => {
    if (observations < 1 || observations > mostObservations)
      throw context.refusal(`"--observations" must be 1-${mostObservations}, got ${observations}`);
    await context.withEmbedder(async (embedder, embedderName) => {
      const { folder, show: onProgress } = context;
      const result = await sleepBench({ observations, seed, embedder, embedderName, folder, onProgress, signal });
      await context.print(result, () => renderResult(result));
    });
  });
}

function renderResult(result: SleepBenchResult): readonly string[] {
  const { observations, agents, embedder, seconds, steps, again, awakeMs, asleepMs, recalls } = result;
  const times = ({ p50, p95 }: Percentiles): string => `${p50.toFixed(1)} / ${p95.toFixed(1)} ms`;
  const rows = steps.map(({ step, seconds: took, lookedAt, changed, counts }) => [
    step,
    took.toFixed(2),
    lookedAt.toLocaleString('en'),
    changed.toLocaleString('en'),
    Object.entries(counts)
      .map(([what, count]) => `${what}: ${count.toLocaleString('en')}`)
      .join(', '),
  ]);
  return [
    `${counted(observations, 'observation')} of ${counted(agents, 'agent')}, embedder ${embedder}: slept ${seconds.toFixed(1)} s`,
    '',
    ...table(['step', 's', 'looked at', 'changed', ''], rows, [1, 2, 3]),
    '',
    `once more: ${again.seconds.toFixed(1)} s, ${again.changed.toLocaleString('en')} changed`,
    `recall p50 / p95 awake ${times(awakeMs)}, asleep ${times(asleepMs)} (${counted(recalls, 'recall')})`,
  ];
}

/** What to measure. */
export interface SleepBenchOptions {
  /** How many observations there are, of all agents together. */
  readonly observations: number;
  readonly seed: number;
  readonly embedder: Embedder;
  /** What the embedder is called in the results. */
  readonly embedderName: string;
  /** An empty folder for the store. */
  readonly folder: string;
  readonly onProgress: ShowProgress;
  readonly signal: AbortSignal;
}

/** What one step of sleep took. */
export interface SleptStep {
  readonly step: string;
  readonly seconds: number;
  readonly lookedAt: number;
  readonly changed: number;
  readonly counts: Readonly<Record<string, number>>;
}

/** The figures of one sleep. */
export interface SleepBenchResult {
  readonly observations: number;
  readonly agents: number;
  readonly embedder: string;
  readonly seconds: number;
  readonly steps: readonly SleptStep[];
  /** The same space, slept over once more. */
  readonly again: { readonly seconds: number; readonly changed: number };
  /** Recall, embedding of the query and all, before anybody sleeps. */
  readonly awakeMs: Percentiles;
  /** The same while the space sleeps, one recall after another. */
  readonly asleepMs: Percentiles;
  readonly recalls: number;
}

const batchSize = 250;
/** A part of the observations that is so old that sleep archives it. */
const fadedShare = 0.2;
const fadedDays = 2000;
const dayMs = 86_400_000;
const awakeRecalls = 100;
/** Between two recalls, so that it is one who asks and not a flood. */
const betweenMs = 5;

/** Runs the bench. */
export async function sleepBench(options: SleepBenchOptions): Promise<SleepBenchResult> {
  const { embedder, embedderName, folder, observations, seed, signal } = options;
  let now = Date.now() - fadedDays * dayMs;
  const memory = await Madeleine.open({
    at: folder,
    embedder,
    sharing: 'household',
    clock: () => new Date(now),
    signal,
  });
  try {
    const days = new ToldDays(seed);
    const faded = Math.floor(observations * fadedShare);
    await tell(memory, days, 0, faded, options);
    now = Date.now();
    await tell(memory, days, faded, observations, options);
    const awake = new Recaller(memory, days);
    for (let count = 0; count < awakeRecalls; count += 1) await awake.recall();
    const asleep = new Recaller(memory, days);
    const slept = await timedSleep(memory, options, asleep);
    const again = await timedSleep(memory, options);
    return {
      observations,
      agents: toldAgents.length,
      embedder: embedderName,
      seconds: slept.seconds,
      steps: slept.steps,
      again: { seconds: again.seconds, changed: again.steps.reduce((sum, { changed }) => sum + changed, 0) },
      awakeMs: percentiles(awake.ms),
      asleepMs: percentiles(asleep.ms),
      recalls: asleep.ms.length,
    };
  } finally {
    await memory.close();
  }
}

/** Tells the observations from one number to another, to one agent after the other. */
async function tell(
  memory: Madeleine,
  days: ToldDays,
  from: number,
  to: number,
  { observations: all, onProgress, signal }: SleepBenchOptions,
): Promise<void> {
  for (let first = from; first < to; first += batchSize) {
    const agent = toldAgents[Math.floor(first / batchSize) % toldAgents.length] as string;
    const observations = [...days.observations(first, Math.min(batchSize, to - first))];
    await memory.agent(agent).observeMany({ observations, signal });
    onProgress('remembering', Math.min(first + batchSize, to), all);
  }
}

/** Sleeps, while somebody recalls where there is somebody; tells how long each step took. */
async function timedSleep(
  memory: Madeleine,
  { onProgress, signal }: SleepBenchOptions,
  recaller?: Recaller,
): Promise<{ readonly seconds: number; readonly steps: readonly SleptStep[] }> {
  const begun = new Map<string, number>();
  const start = performance.now();
  const recalling = recaller?.recallUntilStopped();
  const report: SleepReport = await memory
    .sleep({
      signal,
      onProgress: ({ step = '', done, total = 0 }) => {
        if (!begun.has(step)) begun.set(step, performance.now());
        onProgress(`sleeping: ${step}`, done, total);
      },
    })
    .finally(() => recaller?.stop());
  const end = performance.now();
  await recalling;
  const times = [...begun.values(), end];
  const secondsOf = (at: number): number => rounded(((times[at + 1] as number) - (times[at] as number)) / 1000, 2);
  return {
    seconds: rounded((end - start) / 1000, 2),
    steps: report.steps.map((step, at) => ({ ...step, seconds: secondsOf(at) })),
  };
}

/** An agent that recalls, and how long that takes. */
class Recaller {
  readonly ms: number[] = [];
  readonly #memory: Madeleine;
  readonly #days: ToldDays;
  #stopped = false;

  constructor(memory: Madeleine, days: ToldDays) {
    this.#memory = memory;
    this.#days = days;
  }

  async recall(): Promise<void> {
    const agent = this.#memory.agent(toldAgents[this.ms.length % toldAgents.length] as string);
    const query = this.#days.question();
    const start = performance.now();
    await agent.recall({ query, attention: false });
    this.ms.push(performance.now() - start);
  }

  async recallUntilStopped(): Promise<void> {
    while (!this.#stopped) {
      await this.recall();
      await pause(betweenMs);
    }
  }

  stop(): void {
    this.#stopped = true;
  }
}

/** The agents to whom all this is told. */
const toldAgents = ['lisa', 'electra', 'marco', 'nina'] as const;

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

/**
 * A source of what agents hear in a day, one after another: what a user tells them (preferences, where people live, plans,
 * decisions, corrections), what they think of it, questions, and talk that says nothing lasting. The same seed makes the
 * same days.
 */
class ToldDays {
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
