/**
 * What of a believer's documents a recall may see: the perspective's rule (believed, not
 * withdrawn, strong enough) and the caller's filters, both decided before anything is chosen.
 */
import { archiveThreshold, effectiveStrength, recallThreshold } from '../domain/belief-strength.ts';
import type { Perspective } from '../domain/perspective.ts';
import type { ObservationType } from '../domain/records.ts';
import type { IndexedPast } from '../recall-index/entry.ts';
import type { BelieverIndex } from '../recall-index/believer-index.ts';
import { type MemoryTable, memoryTypes } from '../recall-index/memory-table.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';

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
  /** What was so at this time, in milliseconds: facts that were valid then, and what had happened by then. */
  readonly validAt?: number;
}

/** By believer and by the slot of a fact that was ever corrected for it: until when it was so, Infinity for no end. */
export type KnownEnds = ReadonlyMap<string, ReadonlyMap<number, number>>;

/** The moment of a recall and how far it reaches. */
export interface Moment {
  readonly at: number;
  /** Sees what was believed then. */
  readonly asOf?: number;
  /** What was known then of when facts had ended; without it, what is known now and lies before. */
  readonly ends?: KnownEnds;
  /** Sees down to the archive threshold. */
  readonly faded?: boolean;
  /** Sees what is archived too. */
  readonly archived?: boolean;
}

/** States of a document in a view. */
export const seen = { not: 0, outside: 1, inside: 2 } as const;

/** A believer's documents as one recall sees them. */
export interface View {
  readonly believer: BelieverIndex;
  /** Per document: not visible, visible but outside the filters, or inside them. */
  readonly states: Uint8Array;
  /** How many are inside the filters. */
  readonly inside: number;
}

/** Around the moment of fading the exact rule decides, not the precomputed time. */
const marginMs = 60_000;

/** Decides about every document of a believer. */
export function viewOf(believer: BelieverIndex, memories: MemoryTable, moment: Moment, filter: RankFilter = {}): View {
  const states = new Uint8Array(believer.docs);
  let inside = see(believer, moment, states);
  const passes = filterTest(believer, memories, filter, moment);
  if (passes !== undefined) {
    const slots = believer.slotOf.values;
    for (let doc = 0; doc < states.length; doc++) {
      if (states[doc] === seen.not || passes(slots[doc] as number, doc)) continue;
      states[doc] = seen.outside;
      inside--;
    }
  }
  return { believer, states, inside };
}

/** Notes what is visible as inside, and counts it. */
function see(believer: BelieverIndex, moment: Moment, states: Uint8Array): number {
  const visible = visibility(believer, moment);
  const visibleUntil = believer.visibleUntil.values;
  const safely = safelyVisible(moment);
  let count = 0;
  for (let doc = 0; doc < states.length; doc++) {
    if (visibleUntil[doc]! > safely || visible(doc)) {
      states[doc] = seen.inside;
      count++;
    }
  }
  return count;
}

/** The document through which the other view shows the same memory inside the filters, or -1. */
export function twinOf(views: readonly View[], memories: MemoryTable, place: number, doc: number): number {
  const other = views[1 - place];
  if (other === undefined || memories.sharedCount === 0) return -1;
  const slot = (views[place] as View).believer.slotOf.values[doc] as number;
  if ((memories.believers.values[slot] as number) < 2) return -1;
  const twin = other.believer.doc(slot);
  return twin >= 0 && other.states[twin] === seen.inside ? twin : -1;
}

/** Whether one of the views shows the memory in a slot, filters or not. */
export function isInView(views: readonly View[], slot: number): boolean {
  return views.some(({ believer, states }) => {
    const doc = believer.doc(slot);
    return doc >= 0 && states[doc] !== seen.not;
  });
}

/** When a memory happened; a fact without a date has the time at which this believer learned it. */
export function timeOf(believer: BelieverIndex, memories: MemoryTable, slot: number, doc: number): number {
  const time = memories.occurredAt.values[slot] as number;
  return Number.isNaN(time) ? (believer.since.values[doc] as number) : time;
}

/** The effective strength of a document at the moment of a recall; within a past belief, of that. */
export function strengthOf(believer: BelieverIndex, doc: number, moment: Moment): number {
  const past = moment.asOf === undefined ? undefined : pastAt(believer, doc, moment.asOf);
  const fading = {
    strength: past?.strength ?? (believer.strength.values[doc] as number),
    reinforcedAt: past?.reinforcedAt ?? (believer.reinforcedAt.values[doc] as number),
    halfLifeDays: believer.halfLifeDays.values[doc] as number,
    permanent: believer.permanent.values[doc] === 1,
  };
  return effectiveStrength(fading, moment.asOf ?? moment.at);
}

function pastAt(believer: BelieverIndex, doc: number, at: number): IndexedPast | undefined {
  return believer.past.get(doc)?.find(({ since, until }) => since <= at && at < until);
}

/** Whether a document was believed at an earlier time, however strongly. */
export function heldAt(believer: BelieverIndex, doc: number, at: number): boolean {
  const isNow = (believer.since.values[doc] as number) <= at && (believer.withdrawnAt.values[doc] as number) > at;
  return isNow || pastAt(believer, doc, at) !== undefined;
}

/** What is visible until later than this is believed and far from fading, as most is, and needs no closer look. */
function safelyVisible({ asOf, at }: Moment): number {
  return asOf === undefined ? at + marginMs : Number.POSITIVE_INFINITY;
}

/** Whether the perspective's rule shows documents of a believer at the moment of a recall. */
export function visibility(believer: BelieverIndex, moment: Moment): (doc: number) => boolean {
  const { asOf, at } = moment;
  const least = moment.archived === true ? 0 : moment.faded === true ? archiveThreshold : undefined;
  const visibleUntil = believer.visibleUntil.values;
  const withdrawnAt = believer.withdrawnAt.values;
  const slots = believer.slotOf.values;
  const safely = safelyVisible(moment);
  const faded = asOf === undefined && least === undefined ? at - marginMs : Number.NEGATIVE_INFINITY;
  return (doc) => {
    const until = visibleUntil[doc] as number;
    if (until > safely) return true;
    if (until < faded) return false;
    if ((slots[doc] as number) < 0) return false;
    if (asOf === undefined) {
      if (withdrawnAt[doc] !== Number.POSITIVE_INFINITY) return false;
    } else if (!heldAt(believer, doc, asOf)) return false;
    const strength = strengthOf(believer, doc, moment);
    return least === undefined ? strength > recallThreshold : strength >= least;
  };
}

/** A believer, and which of its documents one recall sees, asked document by document. */
export interface Eye {
  readonly believer: BelieverIndex;
  readonly sees: (doc: number) => boolean;
}

/** The eyes of a perspective: of each of its believers that believes anything, the agent's first. */
export function eyesOf(
  index: RecallIndex,
  { believers }: Perspective,
  moment: Moment,
  filter: RankFilter = {},
): readonly Eye[] {
  return believers.flatMap((agent) => {
    const believer = index.believer(agent);
    if (believer === undefined) return [];
    const isVisible = visibility(believer, moment);
    const passes = filterTest(believer, index.memories, filter, moment);
    if (passes === undefined) return [{ believer, sees: isVisible }];
    const slots = believer.slotOf.values;
    return [{ believer, sees: (doc: number) => isVisible(doc) && passes(slots[doc] as number, doc) }];
  });
}

/** By the slot of each memory that is seen, when the first of those who see it learned it, in milliseconds. */
export function learnedBySlot(eyes: readonly Eye[]): ReadonlyMap<number, number> {
  const learned = new Map<number, number>();
  for (const { believer, sees } of eyes) {
    for (let doc = 0; doc < believer.docs; doc++) {
      if (!sees(doc)) continue;
      const slot = believer.slotOf.values[doc] as number;
      const since = believer.since.values[doc] as number;
      learned.set(slot, Math.min(since, learned.get(slot) ?? since));
    }
  }
  return learned;
}

type Test = (slot: number, doc: number) => boolean;

/** Whether a document passes a filter at the moment of a recall; undefined where all do. */
export function filterTest(
  believer: BelieverIndex,
  memories: MemoryTable,
  filter: RankFilter,
  moment: Moment,
): Test | undefined {
  const tests: Test[] = [];
  const { sessions, types, from, to, about, domain, validAt } = filter;
  if (sessions !== undefined) {
    const wanted = new Set(sessions.map((session) => memories.sessions.find(session)).filter((number) => number >= 0));
    tests.push((slot) => wanted.has(memories.session.values[slot] as number));
  }
  if (types !== undefined) {
    const wanted = new Set(types.map((type) => memoryTypes.indexOf(type)));
    tests.push((slot) => wanted.has(memories.type.values[slot] as number));
  }
  if (from !== undefined) tests.push((slot, doc) => timeOf(believer, memories, slot, doc) >= from);
  if (to !== undefined) tests.push((slot, doc) => timeOf(believer, memories, slot, doc) < to);
  if (domain !== undefined) {
    const wanted = memories.domains.find(domain);
    tests.push((slot) => wanted >= 0 && memories.domain.values[slot] === wanted);
  }
  if (validAt !== undefined) {
    tests.push(validity(believer, memories, validAt, moment));
  }
  if (about !== undefined) tests.push(aboutTest(memories, about));
  return tests.length === 0 ? undefined : (slot, doc) => tests.every((test) => test(slot, doc));
}

/** A fact without a start was always so, one without an end still is; what an observation tells of had happened. */
function validity(believer: BelieverIndex, memories: MemoryTable, at: number, moment: Moment): Test {
  const [from, to] = [memories.occurredAt.values, memories.validTo.values];
  const { asOf = Number.POSITIVE_INFINITY, ends } = moment;
  const known = ends?.get(believer.agent);
  return (slot, doc) => {
    if ((from[slot] as number) > at || (to[slot] as number) <= at) return false;
    // An end that no correction tells of came with a file: of when it was given nothing is known.
    const own = known?.get(slot) ?? believer.validTo.get(doc);
    return own === undefined || own > at || own > asOf;
  };
}

function aboutTest(memories: MemoryTable, ids: readonly string[]): (slot: number) => boolean {
  const wanted = new Set(ids.map((id) => memories.names.find(id)).filter((number) => number >= 0));
  return (slot) =>
    (memories.about[slot] ?? []).some((name) => wanted.has(name)) ||
    (memories.mentions[slot] ?? []).some((name, i) => i % 2 === 0 && wanted.has(name));
}
