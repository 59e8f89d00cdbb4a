/**
 * The bench of sleep: several agents are told synthetic days, a part of them so long ago that it
 * has faded, and the space sleeps while an agent goes on recalling. Through the public API only.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type Embedder, Madeleine, type SleepReport } from '../../index.ts';
import { type Percentiles, percentiles, rounded } from './timed-recall.ts';
import { toldAgents, ToldDays } from './told-days.ts';

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
  readonly onProgress: (task: string, done: number, total: number) => void;
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
  const memory = await Madeleine.open({ at: folder, embedder, clock: () => new Date(now), signal });
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
