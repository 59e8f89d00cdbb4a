/**
 * What the words and the meaning of a query make of documents, before anything else is looked at:
 * the weighted mean of lexical, semantic and session, and from it the episode of each session.
 * These run over every document of a perspective and are therefore plain loops over arrays.
 */
import { episodeSize } from './defaults.ts';
import { seen } from './view.ts';
import type { Workspace } from './workspace.ts';

/** Scores by document and by timeline, with what turns them into weighted shares of 1. */
export interface RelevanceParts {
  readonly lexical: Float64Array;
  readonly sessions: Float64Array;
  /** Empty without vectors. */
  readonly semantic: Float32Array;
  readonly timelineOf: Int32Array;
  /** Weight divided by the best score. */
  readonly lexicalFactor: number;
  readonly sessionFactor: number;
  readonly semanticFactor: number;
  /** The weight of the session signal by itself, for memories without a session. */
  readonly aloneFactor: number;
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
