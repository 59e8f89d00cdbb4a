/**
 * How much a node of the graph counts by itself, whatever is asked: an entity by the memories in view
 * that speak of it, a memory by itself. Pure functions; which memories are in view is decided before.
 *
 * The signals are those of design D with the feeling added, each 0..1. Rates and weights are chosen by
 * hand, so that what was said once by the user and long ago still counts about 0.5 without an anchor.
 */
import { foldAgent } from '../domain/audience.ts';
import { emotionalIntensity } from '../domain/belief.ts';
import type { Mood } from '../domain/records.ts';
import type { Signal } from '../domain/signal.ts';
import { dayMs } from '../domain/time.ts';
import { maxConcepts, termsOf } from '../language/words.ts';
import { type MemoryTable, termNumber } from '../recall-index/memory-table.ts';
import type { Perspective } from '../domain/belief.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import { type Moment, timeOf, visibility } from '../recall/believer-view.ts';
import type { Holding, View } from '../recall/view.ts';

/** What the signals of a node follow from; times in milliseconds since 1970. */
export interface NodeTraits {
  /** When it last happened, was said or was spoken of. */
  readonly lastAt: number;
  /** Since when this perspective knows of it. */
  readonly knownSince: number;
  /** How often it came up: memories in view that speak of an entity; of a memory itself and each recall of it. At least 1. */
  readonly times: number;
  /** How far the best source of it is trusted, 0..1. */
  readonly trust: number;
  /** How much it has to do with the agent's anchors, 0..1; undefined where there are none. */
  readonly anchors: number | undefined;
  /** How it felt, where it has a mood. */
  readonly mood?: Mood | undefined;
}

/** The signals of a node, in the order in which they are told. */
export const nodeSignalNames = ['recency', 'frequency', 'trust', 'novelty', 'anchors', 'sentiment'] as const;
/** A signal of a node. */
export type NodeSignalName = (typeof nodeSignalNames)[number];

/** A value 0..1, or a weight, for each signal of a node. */
export type NodeSignals = Readonly<Record<NodeSignalName, number>>;

/** What each signal is worth; they add up to 1. */
export const nodeWeights: NodeSignals = {
  recency: 0.25,
  frequency: 0.15,
  trust: 0.3,
  novelty: 0.1,
  anchors: 0.15,
  sentiment: 0.05,
};

/** What recency never falls below: old friends fade, but do not vanish. */
export const minRecency = 0.5;
/** Days in which what recency has above its floor halves. */
const recencyHalfLifeDays = 30;
/** Days in which novelty halves: what was learned a fortnight ago is half new. */
const noveltyHalfLifeDays = 14;
/** So many times make half of the frequency. */
const halfTimes = 3;
/** What anchors say where an agent has none: neither yes nor no, as with a missing mood (design C). */
const unanchored = 0.5;

/** 1 for what was just spoken of, falling to {@link minRecency}. A time after `at` counts as now. */
export function nodeRecency(lastAt: number, at: number): number {
  return minRecency + (1 - minRecency) * halved(lastAt, at, recencyHalfLifeDays);
}

/** 0.25 for what came up once, 0.5 for three times, nearing 1. */
export function nodeFrequency(times: number): number {
  return times / (times + halfTimes);
}

/** 1 for what was just learned, 0.5 after a fortnight, nearing 0. A time after `at` counts as now. */
export function nodeNovelty(knownSince: number, at: number): number {
  return halved(knownSince, at, noveltyHalfLifeDays);
}

/** The signals of a node at a time. */
export function nodeSignals(traits: NodeTraits, at: number): NodeSignals {
  return {
    recency: nodeRecency(traits.lastAt, at),
    frequency: nodeFrequency(traits.times),
    trust: traits.trust,
    novelty: nodeNovelty(traits.knownSince, at),
    anchors: traits.anchors ?? unanchored,
    sentiment: emotionalIntensity(traits.mood),
  };
}

/** The sum of some values times their weights: 0..1 where the values are and the weights add up to 1. */
export function weighed<N extends string>(
  values: Readonly<Record<N, number>>,
  weights: Readonly<Record<N, number>>,
): number {
  let sum = 0;
  for (const name in weights) sum += values[name] * weights[name];
  return sum;
}

/** Values with their weights and contributions, in the order of the weights. */
export function contributions<N extends string>(
  values: Readonly<Record<N, number>>,
  weights: Readonly<Record<N, number>>,
): readonly Signal[] {
  return (Object.keys(weights) as N[]).map((name) => {
    const [value, weight] = [values[name], weights[name]];
    return { name, value, weight, contribution: value * weight };
  });
}

function halved(since: number, at: number, halfLifeDays: number): number {
  return 2 ** (-Math.max(0, at - since) / dayMs / halfLifeDays);
}

/** The last memories that an entity's traits follow from: so many make all but 0.015 of its frequency. */
export const maxCounted = 200;

/** The traits of the memory in a row, or undefined where it is not in view. */
export function memoryTraits(view: View, row: number, anchors: readonly Anchor[]): NodeTraits | undefined {
  const held = view.holdings(row);
  if (held.length === 0) return undefined;
  const { memories } = view.index;
  let [lastAt, knownSince, times, trust] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, 1, 0];
  for (const holding of held) {
    const { believer, document } = holding;
    lastAt = Math.max(lastAt, timeOf(believer, memories, row, document));
    knownSince = Math.min(knownSince, believer.since.get(document));
    times += recalls(holding, view.time);
    trust = Math.max(trust, believer.trust.get(document));
  }
  return { lastAt, knownSince, times, trust, anchors: anchorFit(memories, row, anchors), mood: memories.moodOf(row) };
}

/** The traits of an entity by the last 200 memories in view that speak of it, or undefined where none does. */
export function entityTraits(
  view: View,
  entities: readonly number[],
  anchors: readonly Anchor[],
): NodeTraits | undefined {
  const told = view.rowsOf(entities, maxCounted).flatMap((row) => memoryTraits(view, row, anchors) ?? []);
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
function recalls({ believer, document }: Holding, at: number): number {
  const lastAt = believer.lastAccessedAt.get(document);
  return lastAt <= at ? believer.accesses.get(document) : 0;
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

// The themes that an agent keeps coming back to; nodes that have to do with them count for more. The caller gives them,
// or they are the key terms that most of the agent's own memories have. What others and `system` know does not count.

/** A theme. */
export interface Anchor {
  /** As given; of one that was found, the stem of its word. */
  readonly text: string;
  /** The numbers of its terms in the index; -1 for a term that no memory has. */
  readonly terms: readonly number[];
  /** 0..1: 1 for what was given and for the most frequent of what was found. */
  readonly weight: number;
}

/** Anchors that are found at most. */
const maxFound = 8;
/** Own memories that are looked at at most, the last ones: a theme is what an agent is at, not what it once was at. */
const maxRead = 500;
/** A key term of fewer memories is no theme. */
const minMemories = 3;

/** How an agent's anchors are found. */
export interface AnchorOptions {
  readonly perspective: Perspective;
  readonly moment: Moment;
  /** What a call says. */
  readonly asked: readonly string[] | undefined;
  /** What the memory was opened with, by agent. */
  readonly settled: Readonly<Record<string, readonly string[]>>;
}

/** An agent's anchors: as a call says, else as the memory was opened with, else what it has most of. */
export function anchorsOf(
  index: RecallIndex,
  { perspective, moment, asked, settled }: AnchorOptions,
): readonly Anchor[] {
  const { agent, believers } = perspective;
  const given = asked ?? settledFor(settled, agent);
  if (given !== undefined) return givenAnchors(index.memories, given);
  const own = believers.filter((believer) => perspective.owns(believer));
  return frequentAnchors(index, own, moment);
}

/** What is settled for an agent: by its exact name, else by one that differs in case or in white space around it. */
function settledFor(settled: AnchorOptions['settled'], agent: string): readonly string[] | undefined {
  const names = Object.keys(settled);
  const name = names.find((one) => one === agent) ?? names.find((one) => foldAgent(one) === foldAgent(agent));
  return name === undefined ? undefined : settled[name];
}

/** Themes as their words: a memory has to do with one when it has all of its terms. */
export function givenAnchors({ vocabulary }: MemoryTable, texts: readonly string[]): readonly Anchor[] {
  return texts.map((text) => ({ text, terms: termsOf(text).map((term) => vocabulary.find(term)), weight: 1 }));
}

/** The key terms that most of the last 500 memories in view of each of some believers have, the most frequent first; at most 8. */
export function frequentAnchors(index: RecallIndex, believers: readonly string[], moment: Moment): readonly Anchor[] {
  const { memories } = index;
  const counts = new Map<number, number>();
  const { concepts } = memories.cognitive;
  for (const believer of believers.flatMap((key) => index.believer(key) ?? [])) {
    const isVisible = visibility(believer, moment);
    let read = 0;
    for (let document = believer.documents - 1; document >= 0 && read < maxRead; document--) {
      if (!isVisible(document)) continue;
      read++;
      const start = believer.rowOf.get(document) * maxConcepts;
      for (let position = start; position < start + maxConcepts; position++) {
        const concept = concepts.get(position);
        if (concept < 0) break;
        counts.set(concept, (counts.get(concept) ?? 0) + 1);
      }
    }
  }
  return maxFrequent(memories, counts);
}

/**
 * How much a memory has to do with some anchors, by the heaviest that it has all terms of: 0..1;
 * undefined where there are none.
 */
export function anchorFit(memories: MemoryTable, row: number, anchors: readonly Anchor[]): number | undefined {
  if (anchors.length === 0) return undefined;
  let most = 0;
  for (const { terms, weight } of anchors) {
    if (weight > most && terms.length > 0 && terms.every((term) => hasTerm(memories, row, term))) most = weight;
  }
  return most;
}

/** A memory has few terms, so that looking through them costs less than a set of them. */
function hasTerm(memories: MemoryTable, row: number, term: number): boolean {
  const end = memories.termsEnd(row);
  for (let position = memories.termsFrom.get(row); position < end; position++) {
    if (termNumber(memories.terms.get(position)) === term) return true;
  }
  return false;
}

/** Equals stand in the order of their words, since that of their numbers follows from what others have said. */
function maxFrequent({ vocabulary }: MemoryTable, counts: ReadonlyMap<number, number>): readonly Anchor[] {
  const ordered = Int32Array.from(counts.values()).sort();
  const most = ordered.at(-1) ?? 0;
  const fewest = Math.max(minMemories, ordered.at(-maxFound) ?? 0);
  const frequent: Anchor[] = [];
  counts.forEach((count, term) => {
    if (count >= fewest) frequent.push({ text: vocabulary.text(term), terms: [term], weight: count / most });
  });
  return frequent
    .sort((one, other) => other.weight - one.weight || (one.text < other.text ? -1 : 1))
    .slice(0, maxFound);
}
