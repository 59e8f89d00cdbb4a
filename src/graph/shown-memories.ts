/**
 * Chooses the memories of a graph: those that at least one believer holds. It reads columns of the index only, so that
 * tens of thousands of memories cost no look into the ledger.
 */
import { agentOf } from '../domain/audience.ts';
import { authority, effectiveStrength } from '../domain/belief.ts';
import type { ObservationType } from '../domain/records.ts';
import type { BelieverIndex } from '../recall-index/believer-index.ts';
import { memoryTypes } from '../recall-index/memory-table.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';

/** A belief in a memory that is shown. */
export interface ShownBelief {
  readonly agent: string;
  /** The effective strength, 0..1. */
  readonly strength: number;
  readonly permanent: boolean;
  /** When this believer first learned it, in milliseconds since 1970. */
  readonly since: number;
  readonly accesses: number;
  /** In milliseconds since 1970; -Infinity for never. */
  readonly lastAccessedAt: number;
}

/** A memory of the graph. */
export interface ShownMemory {
  readonly id: string;
  readonly row: number;
  /** Its place in the order of the space's writes. */
  readonly position: number;
  readonly beliefs: readonly ShownBelief[];
  /** The strongest of its beliefs, 0..1. */
  readonly strength: number;
  readonly authority: number;
  /** When one of these believers first learned it, in milliseconds since 1970. */
  readonly learnedAt: number;
}

/** Which memories are wanted. */
export interface ShownFilter {
  /** The names of those whose beliefs count; missing for everybody's. */
  readonly believers?: ReadonlySet<string>;
  readonly types?: readonly ('fact' | ObservationType)[];
  readonly from?: Date;
  readonly to?: Date;
  readonly minStrength: number;
}

/** The memories that a filter lets through, what counts most first. */
export function shownMemories(index: RecallIndex, filter: ShownFilter, now: number): readonly ShownMemory[] {
  const { memories } = index;
  const wanted =
    filter.types === undefined ? undefined : new Set(filter.types.map((type) => memoryTypes.indexOf(type)));
  const shown: ShownMemory[] = [];
  for (const [row, beliefs] of beliefsByRow(index, filter.believers, now)) {
    if (wanted?.has(memories.type.get(row)) === false) continue;
    const strength = Math.max(...beliefs.map((belief) => belief.strength));
    const learnedAt = Math.min(...beliefs.map(({ since }) => since));
    if (strength < filter.minStrength || !isBetween(learnedAt, filter)) continue;
    const standing = {
      importance: memories.cognitive.importance.get(row),
      accesses: beliefs.reduce((sum, { accesses }) => sum + accesses, 0),
      createdAt: learnedAt,
      lastAccessedAt: Math.max(learnedAt, ...beliefs.map(({ lastAccessedAt }) => lastAccessedAt)),
      at: now,
    };
    const id = memories.idOf(row);
    shown.push({
      id,
      row,
      position: memories.position.get(row),
      beliefs,
      strength,
      authority: authority(standing),
      learnedAt,
    });
  }
  return shown.sort(
    (one, other) => other.authority * other.strength - one.authority * one.strength || one.position - other.position,
  );
}

/** Who believes what and has not withdrawn it. */
function beliefsByRow(
  index: RecallIndex,
  believers: ReadonlySet<string> | undefined,
  now: number,
): ReadonlyMap<number, readonly ShownBelief[]> {
  const byRow = new Map<number, ShownBelief[]>();
  for (const believer of index.believers()) {
    if (believers?.has(agentOf(believer.agent)) === false) continue;
    for (let document = 0; document < believer.documents; document++) {
      const row = believer.rowOf.get(document);
      if (row < 0 || believer.withdrawnAt.values[document] !== Number.POSITIVE_INFINITY) continue;
      const belief = beliefOf(believer, document, now);
      const others = byRow.get(row);
      if (others === undefined) byRow.set(row, [belief]);
      else others.push(belief);
    }
  }
  return byRow;
}

function beliefOf(believer: BelieverIndex, document: number, now: number): ShownBelief {
  const permanent = believer.permanent.values[document] === 1;
  const fading = {
    strength: believer.strength.get(document),
    reinforcedAt: believer.reinforcedAt.get(document),
    halfLifeDays: believer.halfLifeDays.get(document),
    permanent,
  };
  const lastAccessedAt = believer.lastAccessedAt.get(document);
  return {
    agent: believer.agent,
    strength: effectiveStrength(fading, now),
    permanent,
    since: believer.past.get(document)?.[0]?.since ?? believer.since.get(document),
    accesses: believer.accesses.get(document),
    lastAccessedAt: Number.isNaN(lastAccessedAt) ? Number.NEGATIVE_INFINITY : lastAccessedAt,
  };
}

function isBetween(time: number, { from, to }: ShownFilter): boolean {
  return (from === undefined || time >= from.getTime()) && (to === undefined || time <= to.getTime());
}
