/**
 * The themes that an agent keeps coming back to, by which some nodes count for more than others: given
 * by the caller, or else the key terms that most of the agent's own memories have. What `system` knows
 * is no agent's theme, and what another agent knows is never looked at.
 */
import { maxConcepts } from '../language/concepts.ts';
import { termsOf } from '../language/words.ts';
import { type MemoryTable, termNumber } from '../recall-index/memory-table.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import { type Moment, visibility } from '../recall/believer-view.ts';

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
  readonly agent: string;
  readonly moment: Moment;
  /** What a call says. */
  readonly asked: readonly string[] | undefined;
  /** What the memory was opened with, by agent. */
  readonly settled: Readonly<Record<string, readonly string[]>>;
}

/** An agent's anchors: as a call says, else as the memory was opened with, else what it has most of. */
export function anchorsOf(index: RecallIndex, { agent, moment, asked, settled }: AnchorOptions): readonly Anchor[] {
  const given = asked ?? (Object.hasOwn(settled, agent) ? settled[agent] : undefined);
  return given === undefined ? frequentAnchors(index, agent, moment) : givenAnchors(index.memories, given);
}

/** Themes as their words: a memory has to do with one when it has all of its terms. */
export function givenAnchors({ vocabulary }: MemoryTable, texts: readonly string[]): readonly Anchor[] {
  return texts.map((text) => ({ text, terms: termsOf(text).map((term) => vocabulary.find(term)), weight: 1 }));
}

/** The key terms that most of an agent's last 500 own memories in view have, the most frequent first; at most 8. */
export function frequentAnchors(index: RecallIndex, agent: string, moment: Moment): readonly Anchor[] {
  const believer = index.believer(agent);
  if (believer === undefined) return [];
  const { memories } = index;
  const counts = new Map<number, number>();
  const isVisible = visibility(believer, moment);
  const { concepts } = memories.cognitive;
  let read = 0;
  for (let document = believer.docs - 1; document >= 0 && read < maxRead; document--) {
    if (!isVisible(document)) continue;
    read++;
    const start = believer.slotOf.get(document) * maxConcepts;
    for (let position = start; position < start + maxConcepts; position++) {
      const concept = concepts.get(position);
      if (concept < 0) break;
      counts.set(concept, (counts.get(concept) ?? 0) + 1);
    }
  }
  return mostFrequent(memories, counts);
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
function mostFrequent({ vocabulary }: MemoryTable, counts: ReadonlyMap<number, number>): readonly Anchor[] {
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
