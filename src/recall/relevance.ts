/**
 * What the words and the meaning of a query make of documents, before anything else is looked at:
 * the weighted mean of lexical, semantic and session, and from it the episode of each session.
 * These run over every document of a perspective and are therefore plain loops over arrays.
 */
import type { Timelines } from '../recall-index/timelines.ts';
import { episodeSize } from './defaults.ts';
import { seen } from './believer-view.ts';
import type { Workspace } from '../recall-index/workspace.ts';

/** Scores by document and by timeline, with what turns them into weighted shares of 1. */
export interface RelevanceParts {
  readonly lexical: Float64Array;
  /** The documents with words, in no order. */
  readonly found: Int32Array;
  readonly sessions: Float64Array;
  /** Empty without vectors. */
  readonly semantic: Float32Array;
  /** The documents whose meaning is known, where it is not known of all. */
  readonly known: Int32Array;
  readonly timelineOf: Int32Array;
  /** Weight divided by the best score. */
  readonly lexicalFactor: number;
  readonly sessionFactor: number;
  /** The most that the session adds; for memories without one, it goes with their words. */
  readonly mostBySession: number;
  readonly semanticFactor: number;
  /** The weight of the session signal by itself, for memories without a session. */
  readonly aloneFactor: number;
}

/** Documents to score, and the sessions of which every visible document is among them. */
export interface Company {
  readonly docs: Int32Array;
  /** By timeline: 1 where it is whole. */
  readonly whole: Uint8Array;
}

/** Per document the weighted sum of lexical, semantic and session; 0 for what is not in view. */
export function relevanceOf(parts: RelevanceParts, states: Uint8Array, workspace: Workspace): Float64Array {
  const { lexical, sessions, semantic, timelineOf } = parts;
  const { lexicalFactor, sessionFactor, semanticFactor, aloneFactor } = parts;
  const relevance = workspace.floats(states.length);
  const withVectors = semantic.length > 0;
  for (let doc = 0; doc < states.length; doc++) {
    if (states[doc] === seen.not) continue;
    const words = lexical[doc] as number;
    const place = timelineOf[doc] as number;
    let sum = words * lexicalFactor + (place < 0 ? words * aloneFactor : (sessions[place] as number) * sessionFactor);
    if (withVectors) {
      const meaning = semantic[doc] as number;
      if (meaning > 0) sum += meaning * semanticFactor;
    }
    relevance[doc] = sum;
  }
  return relevance;
}

/** The weighted sum of lexical, semantic and session of one document. */
export function relevanceAt(parts: RelevanceParts, doc: number): number {
  const words = parts.lexical[doc] as number;
  const place = parts.timelineOf[doc] as number;
  const meaning = parts.semantic.length > 0 ? (parts.semantic[doc] as number) : 0;
  const session = place < 0 ? words * parts.aloneFactor : (parts.sessions[place] as number) * parts.sessionFactor;
  return words * parts.lexicalFactor + session + (meaning > 0 ? meaning * parts.semanticFactor : 0);
}

/** As {@link relevanceOf}, of some documents; 0 for all others. */
export function relevanceOfSome(
  parts: RelevanceParts,
  { docs }: Company,
  states: Uint8Array,
  workspace: Workspace,
): Float64Array {
  const relevance = workspace.floats(states.length);
  for (const doc of docs) relevance[doc] = relevanceAt(parts, doc);
  return relevance;
}

/** As {@link episodesOf}, from some documents; whatever is not among them counts as 0. */
export function episodesOfSome(
  relevance: Float64Array,
  { docs, whole }: Company,
  { timelineOf, timelines }: Timelines,
  workspace: Workspace,
): Float64Array {
  const best = workspace.floats(timelines.length * episodeSize);
  const sizes = workspace.integers(timelines.length);
  const episodes = workspace.floats(timelines.length);
  for (const doc of docs) {
    const place = timelineOf.values[doc] as number;
    if (place < 0) continue;
    sizes[place] = (sizes[place] as number) + 1;
    const start = place * episodeSize;
    const value = relevance[doc] as number;
    if (value > (best[start + episodeSize - 1] as number)) insert(best, start, start + episodeSize - 1, value);
    let sum = 0;
    for (let i = start; i < start + episodeSize; i++) sum += best[i] as number;
    const size = whole[place] === 1 ? (sizes[place] as number) : (timelines[place] as readonly number[]).length;
    episodes[place] = sum / Math.min(episodeSize, size);
  }
  return episodes;
}

/**
 * Per timeline the mean relevance of its best documents in the perspective; a timeline with fewer
 * than that many counts what it has.
 */
export function episodesOf(
  relevance: Float64Array,
  states: Uint8Array,
  timelineOf: Int32Array,
  timelines: number,
  workspace: Workspace,
): Float64Array {
  const best = workspace.floats(timelines * episodeSize);
  const sizes = workspace.integers(timelines);
  for (let doc = 0; doc < states.length; doc++) {
    const place = timelineOf[doc] as number;
    if (place < 0 || states[doc] === seen.not) continue;
    sizes[place] = (sizes[place] as number) + 1;
    const value = relevance[doc] as number;
    const last = place * episodeSize + episodeSize - 1;
    if (value > (best[last] as number)) insert(best, place * episodeSize, last, value);
  }
  const episodes = workspace.floats(timelines);
  for (let place = 0; place < timelines; place++) {
    let sum = 0;
    for (let i = 0; i < episodeSize; i++) sum += best[place * episodeSize + i] as number;
    if (sum > 0) episodes[place] = sum / Math.min(episodeSize, sizes[place] as number);
  }
  return episodes;
}

/** Keeps the values from `start` to `last` in falling order. */
function insert(best: Float64Array, start: number, last: number, value: number): void {
  let at = last;
  for (; at > start && (best[at - 1] as number) < value; at--) best[at] = best[at - 1] as number;
  best[at] = value;
}
