/**
 * How a belief fades: strength halves every half-life since it was last reinforced.
 * Computed whenever it is read, so no pass has to run for it to be right. What lengthens the half-life, the strength of a
 * mood, stands at the end.
 */
import { agentOf, audienceFrom, audienceOf, believerWithin, mayHear } from './audience.ts';
import { type Belief, type Memory, type Mood, type Supersedes, systemAgent } from './records.ts';
import { dayMs } from './time.ts';

/** What the strength of a belief follows from; times in milliseconds since 1970. */
export interface Fading {
  readonly strength: number;
  readonly reinforcedAt: number;
  readonly halfLifeDays: number;
  readonly permanent: boolean;
}

/** The strength that is left at `at`: 0..1. A time before the last reinforcement leaves it whole. */
export function effectiveStrength(belief: Fading, at: number): number {
  if (belief.permanent) return belief.strength;
  const ageDays = Math.max(0, at - belief.reinforcedAt) / dayMs;
  return belief.strength * 2 ** (-ageDays / belief.halfLifeDays);
}

/**
 * When the effective strength falls to a threshold, in milliseconds since 1970: Infinity for never, -Infinity where it
 * did not lie above it even when it was whole.
 */
export function timeOfFalling(belief: Fading, threshold: number): number {
  if (belief.strength <= threshold) return Number.NEGATIVE_INFINITY;
  if (belief.permanent) return Number.POSITIVE_INFINITY;
  return belief.reinforcedAt + belief.halfLifeDays * dayMs * Math.log2(belief.strength / threshold);
}

/**
 * When a belief that is reinforced at `at` counts as reinforced: never before it last was, or a
 * clock that went back would let it fade sooner than if nothing had reinforced it.
 */
export function reinforcementTime(last: Date, at: Date): Date {
  return at < last ? last : at;
}

/** Where a new belief stands in the order of writes: with the first of those in view in the same memory, else at `next`. */
export function placeAmong(
  memory: Pick<Memory, 'position'>,
  inView: readonly Pick<Belief, 'position'>[],
  next: number,
): number {
  return inView.length === 0 ? next : Math.min(...inView.map(({ position = memory.position }) => position));
}

/** Recall sees a belief whose effective strength lies strictly above this (design A). */
export const recallThreshold = 0.3;

/** A belief whose effective strength lies below this is archived (design A): only a recall of the archive sees it. */
export const archiveThreshold = 0.1;

/** Days in which a belief about a fact halves when nothing lengthens it (design.md, "Belief over time"). */
export const factHalfLifeDays = 180;
/** Days in which a belief about an observation halves when nothing lengthens it. */
export const observationHalfLifeDays = 60;

/**
 * The half-life of a new belief in days: the base of its kind, times 0.5..2 by importance
 * (1 halves it, 5 leaves it, 10 doubles it) and times 1..1.5 by emotional intensity (0..1).
 */
export function halfLifeDays(baseDays: number, importance: number, intensity: number): number {
  const byImportance = importance <= 5 ? 0.5 + (importance - 1) / 8 : 1 + (importance - 5) / 5;
  return baseDays * byImportance * (1 + intensity / 2);
}

/** The most that recalling can lengthen a half-life: this many times what it was when the belief was new. */
export const longestHalfLifeFactor = 4;

/**
 * The half-life after a recall. Use that is spaced makes a memory last, use in quick succession
 * does not (the spacing effect; Cepeda et al. 2006): it grows by a quarter of what had faded, so
 * that a recall at half strength adds an eighth and one at full strength nothing.
 *
 * @param retained - effective strength divided by strength, 0..1.
 * @param newHalfLifeDays - what the belief's half-life was when it was new.
 */
export function spacedHalfLifeDays(days: number, retained: number, newHalfLifeDays: number): number {
  const longest = Math.max(days, newHalfLifeDays * longestHalfLifeFactor);
  return Math.min(longest, days * (1 + (1 - retained) / 4));
}

/** What authority follows from; times in milliseconds since 1970. */
export interface Standing {
  /** 1..10. */
  readonly importance: number;
  /** How often an agent's own recall brought the memory up. */
  readonly accesses: number;
  readonly createdAt: number;
  /** A memory that was never accessed counts as accessed when it was created. */
  readonly lastAccessedAt?: number;
  /** The time for which to compute it. */
  readonly at: number;
}

/**
 * 0..1: 0.35 importance + 0.25 use + 0.20 age + 0.20 last use, with the weights and rates of
 * design E. A time after `at` counts as now.
 */
export function authority(standing: Standing): number {
  const { importance, accesses, createdAt, lastAccessedAt = createdAt, at } = standing;
  const daysSinceCreated = Math.max(0, at - createdAt) / dayMs;
  const daysSinceAccessed = Math.max(0, at - lastAccessedAt) / dayMs;
  return (
    0.35 * (importance / 10) +
    0.25 * Math.min(1, Math.log(accesses + 1) / Math.log(50)) +
    0.2 * Math.exp(-0.007 * daysSinceCreated) +
    0.2 * Math.exp(-0.05 * daysSinceAccessed)
  );
}

/** What recency follows from; times in milliseconds since 1970. */
export interface Lately {
  readonly createdAt: number;
  /** A memory that was never accessed counts as accessed when it was created. */
  readonly lastAccessedAt?: number;
  /** The time for which to compute it. */
  readonly at: number;
}

/** 0..1: 0.6 last use + 0.4 age, with the weights and rates of design E. A time after `at` counts as now. */
export function recency({ createdAt, lastAccessedAt = createdAt, at }: Lately): number {
  const daysSinceAccessed = Math.max(0, at - lastAccessedAt) / dayMs;
  const daysSinceCreated = Math.max(0, at - createdAt) / dayMs;
  return 0.6 * Math.exp(-0.05 * daysSinceAccessed) + 0.4 * Math.exp(-0.007 * daysSinceCreated);
}

/** How often a pair came up together and when it last did, in milliseconds since 1970. */
export interface Together {
  readonly count: number;
  readonly lastAt: number;
}

/** Days in which a count halves that nothing adds to: habits of a month ago still show, those of last year don't. */
export const coActivationHalfLifeDays = 30;
/** No pair counts further than this: what is recalled together every day must be able to fade. */
export const maxTogether = 100;
/** The count that is worth one half (design E asks for saturation and leaves the rate open). */
const halfWorth = 3;

/**
 * What is left of a count at `at`. A pair that last came up after `at` counts nothing: how often
 * it had come up by then is not known any more.
 */
export function countLeft({ count, lastAt }: Together, at: number): number {
  return lastAt > at ? 0 : count * 2 ** (-(at - lastAt) / (coActivationHalfLifeDays * dayMs));
}

/** The pair after it came up together once more: what is left, in whole numbers, and one. */
export function togetherAgain(before: Together | undefined, at: number): Together {
  if (before === undefined) return { count: 1, lastAt: at };
  // Recalls are written behind, so an earlier one may come after a later one.
  const lastAt = Math.max(at, before.lastAt);
  return { count: Math.min(maxTogether, Math.round(countLeft(before, lastAt)) + 1), lastAt };
}

/** What a count is worth: 0 for 0, one half for 3, towards 1 for many. */
export function worthOfCount(count: number): number {
  return count / (count + halfWorth);
}

/**
 * Since when a correction is so, which ends what it corrects: from the start of validity of what it
 * puts there, else from when that was said.
 */
export function correctedFrom({ at, saidAt = at }: Supersedes, validFrom: Date | undefined): Date {
  return validFrom ?? saidAt;
}

/**
 * The edges that count at a moment: made by then, and not taken back by then.
 *
 * @param at - in milliseconds since 1970. @default the latest of all: those that were never taken back
 */
export function standing(edges: readonly Supersedes[], at: number = Number.POSITIVE_INFINITY): readonly Supersedes[] {
  return edges.filter(
    ({ at: madeAt, withdrawnAt }) =>
      madeAt.getTime() <= at && (withdrawnAt === undefined || withdrawnAt.getTime() > at),
  );
}

/** Whether an edge still supersedes its fact: it does until its believer supersedes the newer memory by that fact again. */
export function isInForce(edge: Supersedes, edges: readonly Supersedes[]): boolean {
  return !edges.some(
    ({ believer, from, at }) => believer === edge.believer && from === edge.to && at.getTime() > edge.at.getTime(),
  );
}

/** All believers of an index by their keys; it grows as it follows the ledger. */
export type KnownBelievers = () => ReadonlyMap<string, unknown>;

/** The view of one agent, of all that it believes or of what it may say in a talk. */
export class Perspective {
  /** Whose view it is. */
  readonly agent: string;
  /** What the agent does in this view it does as this believer: within the audience of the talk, if there is one. */
  readonly believer: string;
  readonly #talk: readonly string[] | undefined;
  readonly #known: KnownBelievers | undefined;
  #believers: readonly string[] = [];
  #among = -1;

  /**
   * The view of an agent among the known believers, in a talk if one is given. Without them it is the view of one
   * believer alone: within its audience, and what has none.
   */
  constructor(believer: string, known?: KnownBelievers, talk?: readonly string[]) {
    this.agent = agentOf(believer);
    this.believer = talk === undefined ? believer : believerWithin(this.agent, audienceFrom(talk));
    this.#known = known;
    this.#talk = talk;
  }

  /**
   * The believers whose memories are in view: the agent's before those of `system`, and of each first what has an
   * audience. One only for `system` itself.
   */
  get believers(): readonly string[] {
    const known = this.#known?.();
    const size = known?.size ?? 0;
    if (size !== this.#among) {
      this.#among = size;
      this.#believers = this.#among === 0 ? this.#alone() : this.#amongAll([...known!.keys()]);
    }
    return this.#believers;
  }

  /** Whether a believer in view is this agent, within whatever audience. */
  owns(believer: string): boolean {
    return agentOf(believer) === this.agent && this.believers.includes(believer);
  }

  /** Whether what a believer holds or has said is to be changed here: nothing in a talk changes what anybody may hear. */
  mayChange(believer: string): boolean {
    return this.owns(believer) && (this.#talk === undefined || audienceOf(believer).length > 0);
  }

  #alone(): readonly string[] {
    const audience = audienceOf(this.believer);
    return this.#owners().flatMap((agent) =>
      audience.length === 0 ? agent : [believerWithin(agent, audience), agent],
    );
  }

  #amongAll(keys: readonly string[]): readonly string[] {
    const talk = this.#talk;
    const within = keys.filter((key) => {
      const audience = audienceOf(key);
      return audience.length > 0 && (talk === undefined || mayHear(audience, talk));
    });
    return this.#owners().flatMap((agent) => [...within.filter((key) => agentOf(key) === agent).sort(), agent]);
  }

  #owners(): readonly string[] {
    return this.agent === systemAgent ? [systemAgent] : [this.agent, systemAgent];
  }
}

// Moods: the plane of valence and arousal, of which a belief's half-life and the order of a recall follow.

/** The quarter of the plane in which a mood lies; `neutral` is its centre and nothing else. */
export type Quadrant = 'excited' | 'frustrated' | 'calm' | 'depleted' | 'neutral';

/** What each quadrant stands for where a mood is given by a word: its middle. */
export const quadrantMoods: Readonly<Record<Quadrant, Mood>> = {
  excited: { valence: 0.5, arousal: 0.5 },
  frustrated: { valence: -0.5, arousal: 0.5 },
  calm: { valence: 0.5, arousal: -0.5 },
  depleted: { valence: -0.5, arousal: -0.5 },
  neutral: { valence: 0, arousal: 0 },
};

/** The quadrant of a mood; the axes belong to the pleasant and to the aroused side. */
export function quadrant(mood: Mood): Quadrant {
  if (mood.valence === 0 && mood.arousal === 0) return 'neutral';
  if (mood.arousal >= 0) return mood.valence >= 0 ? 'excited' : 'frustrated';
  return mood.valence >= 0 ? 'calm' : 'depleted';
}

/** How alike two moods are: 1 (the same) to 0 (opposite corners); 0.5 if either is missing. */
export function emotionalSimilarity(one: Mood | undefined, other: Mood | undefined): number {
  if (one === undefined || other === undefined) return 0.5;
  const distance = Math.hypot(one.valence - other.valence, one.arousal - other.arousal);
  return Math.max(0, 1 - distance / Math.sqrt(8));
}

/** How far a mood is from neutral: 0 (neutral, or none) to 1 (a corner). It lengthens the half-life. */
export function emotionalIntensity(mood: Mood | undefined): number {
  if (mood === undefined) return 0;
  return Math.min(1, Math.hypot(mood.valence, mood.arousal) / Math.SQRT2);
}
