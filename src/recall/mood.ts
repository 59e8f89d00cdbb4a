/**
 * Which mood a recall goes by: the one that the call gives, else what the provider says. A
 * provider is somebody else's code, so it may fail, answer nonsense or not answer: recall goes on
 * without a mood then, and says so.
 */
import { type Fields, moodShape, record } from '../domain/result.ts';
import { z } from 'zod';
import { UnavailableError } from '../domain/errors.ts';
import { checked, moodValue } from '../domain/input.ts';
import { emotionalSimilarity, quadrant, type Quadrant, quadrantMoods } from '../domain/mood.ts';
import type { Mood } from '../domain/records.ts';
import type { Signal } from '../domain/signal.ts';
import { moodTimeoutMs } from './defaults.ts';
import { weightStep } from './profiles.ts';

/** Tells an agent's mood of the moment; nothing where it has none. */
export type MoodProvider = (agent: string) => Mood | undefined | Promise<Mood | undefined>;

const moodInUseFields = {
  quadrant: z.enum(Object.keys(quadrantMoods) as Quadrant[]),
  /** Whether the call gave it or the provider told it. */
  source: z.enum(['given', 'provider']),
};
/** The mood that a recall went by. */
export interface MoodInUse extends Mood, Fields<typeof moodInUseFields> {}

/** The rules of {@link MoodInUse}. */
export const moodInUseRules: z.ZodType<MoodInUse> = record({ ...moodShape, ...moodInUseFields });
/** How moods bear on recall where a call does not say. */
export interface MoodSettings {
  /** The share of the mood in the score, 0..1. */
  readonly emotionWeight: number;
  /** How many times the limit are put in order by mood, 1..5. */
  readonly candidateMultiplier: number;
  readonly provider?: MoodProvider;
  /** Hears why the provider failed. */
  readonly onError: (error: unknown) => void;
}

/**
 * The mood to go by, if there is one, and what to tell of it; it never fails.
 *
 * @param mayAsk - whether the provider is asked where the call gives no mood.
 */
export async function moodInUse(
  { provider, onError }: MoodSettings,
  agent: string,
  given: Mood | undefined,
  mayAsk: boolean,
): Promise<{ readonly mood?: MoodInUse; readonly notice?: string }> {
  if (given !== undefined) return { mood: { ...given, quadrant: quadrant(given), source: 'given' } };
  if (provider === undefined || !mayAsk) return {};
  try {
    const answer = await inTime(provider, agent);
    if (answer === undefined) return {};
    const mood = moodOf(answer);
    return { mood: { ...mood, quadrant: quadrant(mood), source: 'provider' } };
  } catch (error) {
    const reason = error instanceof ProviderFault ? error.message : 'failed';
    const message = `recall: the mood provider ${reason}.`;
    onError(new UnavailableError('MOOD_UNAVAILABLE', message, { details: { agent }, cause: error }));
    return { notice: `The mood provider ${reason}, so recall went on without a mood.` };
  }
}

/** Why an answer of the provider is of no use, in words that are ours and so may be shown. */
class ProviderFault extends Error {}

async function inTime(provider: MoodProvider, agent: string): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ProviderFault(`did not answer within ${moodTimeoutMs} ms`)), moodTimeoutMs);
  });
  try {
    return await Promise.race([provider(agent), late]);
  } finally {
    clearTimeout(timer);
  }
}

function moodOf(answer: unknown): Mood {
  try {
    return checked('recall', moodValue, answer);
  } catch (cause) {
    throw new ProviderFault('answered with what is no mood', { cause });
  }
}

// Tilts a ranking by a mood (design C): of each block of the best memories, those that felt alike come up. It sees
// what ranking has put in order, scores and signals; it must not bring in a memory. best by score: | block 0 | block
// 1 | ... block = multiplier * limit memories each block by (1 - weight) * score + weight * likeness, equal ones as
// they were Blocks start at fixed places, so for one limit all pages are parts of one order: none shows a memory
// again and none loses one. The first page is chosen from multiplier * limit memories.

/** How a mood bears on a ranking. */
export interface MoodTilt {
  readonly mood: Mood;
  /** The share of the mood in the score, 0..1. */
  readonly weight: number;
  /** How many times the limit are put in order by mood: 1..5. */
  readonly multiplier: number;
}

/** What is asked for of a ranking: `limit` from the place `offset` on. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** What of a memory the tilt reads. */
export interface Tiltable {
  readonly mood: Mood | undefined;
  readonly signals: readonly Signal[];
  readonly score: number;
}

/** Whether a tilt can change anything: a neutral mood and a weight of 0 leave a ranking alone. */
export function canTilt({ mood, weight }: MoodTilt): boolean {
  return weight > 0 && (mood.valence !== 0 || mood.arousal !== 0);
}

/** How many of the best must be known to tilt a page. */
export function tiltDepth({ limit, offset }: Page, { multiplier }: MoodTilt): number {
  const block = multiplier * limit;
  return Math.ceil((offset + limit) / block) * block;
}

/**
 * A page of the tilted ranking. A block in which no memory has a mood stays exactly as it is.
 *
 * @param best - the best, in order, as many as {@link tiltDepth} says or all that there are.
 */
export function tiltedPage<T extends Tiltable>(best: readonly T[], { limit, offset }: Page, tilt: MoodTilt): T[] {
  const block = tilt.multiplier * limit;
  const first = Math.floor(offset / block) * block;
  const tilted: T[] = [];
  for (let at = first; at < Math.min(best.length, offset + limit); at += block) {
    tilted.push(...tiltedBlock(best.slice(at, at + block), tilt));
  }
  return tilted.slice(offset - first, offset - first + limit);
}

function tiltedBlock<T extends Tiltable>(block: readonly T[], { mood, weight }: MoodTilt): readonly T[] {
  if (block.every((one) => one.mood === undefined)) return block;
  const weights = scaledWeights(block[0]?.signals ?? [], weight);
  const share = 1 - weights.reduce((sum, scaled) => sum + scaled, 0);
  const tilted = block.map((one): T => {
    const signals = one.signals.map((signal, at) => weighed(signal.name, signal.value, weights[at] as number));
    signals.push(weighed('mood', emotionalSimilarity(one.mood, mood), share));
    return { ...one, signals, score: signals.reduce((sum, { contribution }) => sum + contribution, 0) };
  });
  // Sorting is stable: what is equal stays in the order of the profile.
  return tilted.sort((one, other) => other.score - one.score);
}

/** The weights of the profile within what the mood leaves, in the same steps, so that their sums are exact. */
function scaledWeights(signals: readonly Signal[], moodWeight: number): readonly number[] {
  const scaled = signals.map(({ weight }) => Math.floor((weight * (1 - moodWeight)) / weightStep) * weightStep);
  const left = Math.floor((1 - moodWeight) / weightStep) * weightStep;
  const heaviest = scaled.indexOf(Math.max(...scaled));
  const rest = left - scaled.reduce((sum, weight) => sum + weight, 0);
  return scaled.map((weight, at) => (at === heaviest ? weight + rest : weight));
}

function weighed(name: string, value: number, weight: number): Signal {
  return { name, value, weight, contribution: value * weight };
}
