/**
 * What of a believer's documents a recall may see: the perspective's rule (believed, not
 * withdrawn, strong enough) and the caller's filters, both decided before anything is chosen.
 */
import { effectiveStrength, recallThreshold } from '../domain/belief-strength.ts';
import type { ObservationType } from '../domain/records.ts';
import type { BelieverIndex } from '../index/believer-index.ts';
import { type MemoryTable, memoryTypes } from '../index/memory-table.ts';
import { archiveThreshold } from './defaults.ts';

/** Which memories a caller wants; a memory must pass all that are given. */
export interface RankFilter {
  /** Ids of sessions. */
  readonly sessions?: readonly string[];
  readonly types?: readonly ('fact' | ObservationType)[];
  /** The earliest `occurredAt`, in milliseconds. */
  readonly from?: number;
  /** `occurredAt` lies before this, in milliseconds. */
  readonly to?: number;
  /** Ids of entities or agents, one of which the memory mentions or is about. */
  readonly about?: readonly string[];
  readonly domain?: string;
}

/** The moment of a recall and how far it reaches. */
export interface Moment {
  readonly at: number;
  /** Sees what was believed then. */
  readonly asOf?: number;
  /** Sees down to the archive threshold. */
  readonly faded?: boolean;
}

/** States of a document in a view. */
export const seen = { not: 0, outside: 1, inside: 2 } as const;

/** A believer's documents as one recall sees them. */
export interface View {
  readonly believer: BelieverIndex;
  /** Per document: not visible, visible but outside the filters, or inside them. */
  readonly states: Uint8Array;
}

/** Around the moment of fading the exact rule decides, not the precomputed time. */
const marginMs = 60_000;

/** Decides about every document of a believer. */
export function viewOf(believer: BelieverIndex, memories: MemoryTable, moment: Moment, filter: RankFilter = {}): View {
  const states = new Uint8Array(believer.docs);
  const passes = passOf(memories, filter);
  const slots = believer.slotOf.values;
  const visible = visibility(believer, moment);
  for (let doc = 0; doc < states.length; doc++) {
    const slot = slots[doc] as number;
    if (slot < 0 || !visible(doc)) continue;
    states[doc] = passes === undefined || passes(slot) ? seen.inside : seen.outside;
  }
  return { believer, states };
}

/** The effective strength of a document at the moment of a recall. */
export function strengthOf(believer: BelieverIndex, doc: number, moment: Moment): number {
  const fading = {
    strength: believer.strength.values[doc] as number,
    reinforcedAt: believer.reinforcedAt.values[doc] as number,
    halfLifeDays: believer.halfLifeDays.values[doc] as number,
    permanent: believer.permanent.values[doc] === 1,
  };
  return effectiveStrength(fading, moment.asOf ?? moment.at);
}

function visibility(believer: BelieverIndex, moment: Moment): (doc: number) => boolean {
  const { asOf, at, faded = false } = moment;
  const time = asOf ?? at;
  const fadesAt = believer.fadesAt.values;
  const since = believer.since.values;
  const withdrawnAt = believer.withdrawnAt.values;
  return (doc) => {
    const withdrawn = withdrawnAt[doc] as number;
    if (asOf === undefined ? withdrawn !== Number.POSITIVE_INFINITY : withdrawn <= asOf) return false;
    if (asOf !== undefined && (since[doc] as number) > asOf) return false;
    const left = (fadesAt[doc] as number) - time;
    if (left > marginMs) return true;
    if (left < -marginMs && !faded) return false;
    const strength = strengthOf(believer, doc, moment);
    return faded ? strength >= archiveThreshold : strength > recallThreshold;
  };
}

function passOf(memories: MemoryTable, filter: RankFilter): ((slot: number) => boolean) | undefined {
  const tests: ((slot: number) => boolean)[] = [];
  const { sessions, types, from, to, about, domain } = filter;
  if (sessions !== undefined) {
    const wanted = new Set(sessions.map((session) => memories.sessions.find(session)).filter((number) => number >= 0));
    tests.push((slot) => wanted.has(memories.session.values[slot] as number));
  }
  if (types !== undefined) {
    const wanted = new Set(types.map((type) => memoryTypes.indexOf(type)));
    tests.push((slot) => wanted.has(memories.type.values[slot] as number));
  }
  if (from !== undefined) tests.push((slot) => (memories.occurredAt.values[slot] as number) >= from);
  if (to !== undefined) tests.push((slot) => (memories.occurredAt.values[slot] as number) < to);
  if (domain !== undefined) {
    const wanted = memories.domains.find(domain);
    tests.push((slot) => wanted >= 0 && memories.domain.values[slot] === wanted);
  }
  if (about !== undefined) tests.push(aboutTest(memories, about));
  return tests.length === 0 ? undefined : (slot) => tests.every((test) => test(slot));
}

function aboutTest(memories: MemoryTable, ids: readonly string[]): (slot: number) => boolean {
  const wanted = new Set(ids.map((id) => memories.names.find(id)).filter((number) => number >= 0));
  return (slot) =>
    (memories.about[slot] ?? []).some((name) => wanted.has(name)) ||
    (memories.mentions[slot] ?? []).some((name, i) => i % 2 === 0 && wanted.has(name));
}
