/**
 * What became of beliefs, and when: read off the beliefs as the index has them now. Of several times that a belief was
 * strengthened they tell only the last, and no fading before that.
 */
import { agentOf } from '../domain/audience.ts';
import { type Fading, archiveThreshold, recallThreshold, timeOfFalling } from '../domain/belief.ts';
import type { Supersedes } from '../domain/records.ts';
import type { BelieverIndex } from '../recall-index/believer-index.ts';
import type { MemoryTable } from '../recall-index/memory-table.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import type { TimelineKind, TimelineBasis } from './timeline-value.ts';

/** Something that became of a belief. */
export interface BeliefEvent {
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly kind: TimelineKind;
  readonly agent: string;
  /** The id of the memory. */
  readonly memory: string;
  /** The id of what took its place. */
  readonly by?: string;
}

/** A stretch of time in which something was believed. */
interface Held extends Fading {
  readonly since: number;
  /** When it was withdrawn; Infinity while it is believed. */
  readonly until: number;
}

/** Which events are asked for. */
interface AskedEvents {
  /** Those until then, in milliseconds since 1970. */
  readonly now: number;
  /** Those of this one; undefined for everybody's. */
  readonly agent: string | undefined;
  readonly by: TimelineBasis;
}

/**
 * What became of the beliefs of one agent, or of everybody, until a moment; in no order.
 *
 * @param supersedes - the successions of the same believers.
 */
export function timelineEvents(
  index: RecallIndex,
  supersedes: readonly Supersedes[],
  { now, agent, by }: AskedEvents,
): readonly BeliefEvent[] {
  const events: BeliefEvent[] = [];
  for (const believer of index.believers()) {
    if (agent !== undefined && agentOf(believer.agent) !== agent) continue;
    addBeliefs(events, believer, index.memories, { now, by });
  }
  for (const { believer, from, to, at } of supersedes) {
    events.push({ at: at.getTime(), kind: 'superseded', agent: believer, memory: to, by: from });
  }
  return events;
}

/** Reads columns and makes no record of each belief, of which there may be tens of thousands. */
function addBeliefs(
  events: BeliefEvent[],
  believer: BelieverIndex,
  memories: MemoryTable,
  { now, by }: Pick<AskedEvents, 'now' | 'by'>,
): void {
  const { agent, rowOf, strength, reinforcedAt, since, withdrawnAt } = believer;
  for (let document = 0; document < believer.documents; document++) {
    const row = rowOf.get(document);
    if (row < 0) continue;
    const memory = memories.idOf(row);
    // What is told of at first is what happened; told of again later, it is learned anew then.
    let happenedAt = by === 'happened' && !memory.startsWith('fact:') ? (memories.occurredAt.values[row] ?? NaN) : NaN;
    const add = (kind: TimelineKind, at: number): void => {
      const isFirst = kind === 'learned' && happenedAt < at;
      if (at <= now) events.push({ at: isFirst ? happenedAt : at, kind, agent, memory });
      if (isFirst) happenedAt = NaN;
    };
    const halfLifeDays = believer.halfLifeDays.get(document);
    const permanent = believer.permanent.values[document] === 1;
    for (const was of believer.past.get(document) ?? []) addMoments(add, { ...was, halfLifeDays, permanent });
    addMoments(add, {
      strength: strength.get(document),
      reinforcedAt: reinforcedAt.get(document),
      halfLifeDays,
      permanent,
      since: since.get(document),
      until: withdrawnAt.get(document),
    });
  }
}

/** Adds the moments of a stretch; one that never comes about is infinite. */
function addMoments(add: (kind: TimelineKind, at: number) => void, held: Held): void {
  const { since, until, reinforcedAt } = held;
  add('learned', since);
  if (reinforcedAt > since) add('strengthened', reinforcedAt);
  const fadedAt = timeOfFalling(held, recallThreshold);
  if (fadedAt > since && fadedAt < until) add('faded', fadedAt);
  const archivedAt = timeOfFalling(held, archiveThreshold);
  if (archivedAt > since && archivedAt < until) add('archived', archivedAt);
  add('withdrawn', until);
}
