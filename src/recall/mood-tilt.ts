/**
 * Tilts a ranking by a mood (design C): of each block of the best memories, those that felt alike come up. It sees what
 * ranking has put in order, scores and signals; it must not bring in a memory.
 *
 *   best by score: | block 0 | block 1 | ...      block = multiplier * limit memories
 *   each block by  (1 - weight) * score + weight * likeness,  equal ones as they were
 *
 * Of a block, what answers comes first, in the order of the mood; what does not keeps its order behind, so that no memory
 * takes the place of an answer because of its mood alone.
 *
 * Blocks start at fixed places, so for one limit all pages are parts of one order: none shows a memory again and none
 * loses one. The first page is chosen from multiplier * limit memories.
 */
import { emotionalSimilarity } from '../domain/belief.ts';
import type { Mood } from '../domain/records.ts';
import type { Signal } from '../domain/signal.ts';
import { weightStep } from './profiles.ts';

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
  /** Whether it is likely enough to answer. @default true */
  readonly answers?: boolean;
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
 * A page of the tilted ranking. A block in which no memory has a mood stays exactly as it is. Blocks are cut before pages,
 * so that pages of one limit neither repeat nor lose a memory.
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
    const signals = one.signals.map((signal, at) => weighed(signal.name, signal.value, weights[at]!));
    signals.push(weighed('mood', emotionalSimilarity(one.mood, mood), share));
    return { ...one, signals, score: signals.reduce((sum, { contribution }) => sum + contribution, 0) };
  });
  const answers = tilted.filter((one) => one.answers !== false);
  // Sorting is stable: what is equal stays in the order of the profile.
  return [...answers.sort((one, other) => other.score - one.score), ...tilted.filter((one) => one.answers === false)];
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
