/**
 * What became of beliefs, and when: read off the beliefs as they are now. What they do not tell is not known any more:
 * of several times that a belief was strengthened only the last, and no fading before that.
 */
import { archiveThreshold, type Fading, recallThreshold, timeOfFalling } from '../domain/belief-strength.ts';
import type { Supersedes } from '../domain/records.ts';
import type { IndexedBelief } from '../index/entry.ts';
import type { RecallIndex } from '../index/recall-index.ts';
import type { TimelineKind } from './timeline-value.ts';

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

/**
 * What became of the beliefs of one agent, or of everybody, until a moment; in no order.
 *
 * @param supersedes - the successions of the same believers.
 */
export function timelineEvents(
  index: RecallIndex,
  supersedes: readonly Supersedes[],
  now: number,
  agent: string | undefined,
): readonly BeliefEvent[] {
  const agents = agent === undefined ? Array.from(index.believers(), (believer) => believer.agent) : [agent];
  const events: BeliefEvent[] = [];
  for (const each of agents) for (const belief of index.beliefs(each)) addEvents(events, belief, now);
  for (const { believer, from, to, at } of supersedes) {
    events.push({ at: at.getTime(), kind: 'superseded', agent: believer, memory: to, by: from });
  }
  return events;
}

function addEvents(events: BeliefEvent[], belief: IndexedBelief, now: number): void {
  const { agent, memory, withdrawnAt = Number.POSITIVE_INFINITY, past = [] } = belief;
  const { halfLifeDays, permanent } = belief;
  for (const held of [...past.map((was) => ({ ...was, halfLifeDays, permanent })), { ...belief, until: withdrawnAt }]) {
    for (const [kind, at] of momentsOf(held)) if (at <= now) events.push({ at, kind, agent, memory });
  }
}

/** The moments of a stretch; one that never came about is infinite. */
function* momentsOf(held: Held): Generator<readonly [TimelineKind, number]> {
  const { since, until, reinforcedAt } = held;
  yield ['learned', since];
  if (reinforcedAt > since) yield ['strengthened', reinforcedAt];
  const fadedAt = timeOfFalling(held, recallThreshold);
  if (fadedAt > since && fadedAt < until) yield ['faded', fadedAt];
  const archivedAt = timeOfFalling(held, archiveThreshold);
  if (archivedAt > since && archivedAt < until) yield ['archived', archivedAt];
  yield ['withdrawn', until];
}
