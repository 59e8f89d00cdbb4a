/** What the signals of a node follow from, read off the index as one perspective sees it. */
import type { Mood } from '../domain/records.ts';
import { timeOf } from '../recall/view.ts';
import { type Anchor, anchorFit } from './anchors.ts';
import type { NodeTraits } from './node-score.ts';
import type { Holding, Sight } from './sight.ts';

/** The last memories that an entity's traits follow from: so many make all but 0.015 of its frequency. */
export const mostCounted = 200;

/** The traits of the memory in a slot, or undefined where it is not in view. */
export function memoryTraits(sight: Sight, slot: number, anchors: readonly Anchor[]): NodeTraits | undefined {
  const held = sight.holdings(slot);
  if (held.length === 0) return undefined;
  const { memories } = sight.index;
  let [lastAt, knownSince, times, trust] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, 1, 0];
  for (const holding of held) {
    const { believer, doc } = holding;
    lastAt = Math.max(lastAt, timeOf(believer, memories, slot, doc));
    knownSince = Math.min(knownSince, believer.since.values[doc] as number);
    times += recalls(holding, sight.at);
    trust = Math.max(trust, believer.trust.values[doc] as number);
  }
  return { lastAt, knownSince, times, trust, anchors: anchorFit(memories, slot, anchors), mood: memories.moodOf(slot) };
}

/** The traits of an entity by the last 200 memories in view that speak of it, or undefined where none does. */
export function entityTraits(
  sight: Sight,
  entities: readonly number[],
  anchors: readonly Anchor[],
): NodeTraits | undefined {
  const told = sight.slotsOf(entities, mostCounted).flatMap((slot) => memoryTraits(sight, slot, anchors) ?? []);
  if (told.length === 0) return undefined;
  return {
    lastAt: Math.max(...told.map(({ lastAt }) => lastAt)),
    knownSince: Math.min(...told.map(({ knownSince }) => knownSince)),
    times: told.length,
    trust: Math.max(...told.map(({ trust }) => trust)),
    anchors: anchors.length === 0 ? undefined : mean(told.map(({ anchors: fit = 0 }) => fit)),
    mood: meanMood(told.flatMap(({ mood }) => mood ?? [])),
  };
}

/** How often recall brought it up; of an earlier time that is known only where the last time lies before it. */
function recalls({ believer, doc }: Holding, at: number): number {
  const lastAt = believer.lastAccessedAt.values[doc] as number;
  return lastAt <= at ? (believer.accesses.values[doc] as number) : 0;
}

function meanMood(moods: readonly Mood[]): Mood | undefined {
  if (moods.length === 0) return undefined;
  return {
    valence: mean(moods.map(({ valence }) => valence)),
    arousal: mean(moods.map(({ arousal }) => arousal)),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
