/**
 * `timeline`: what became of a space's beliefs over time, and what its sleeps did. Reads beliefs from the index, and
 * from the ledger successions, past sleeps and the texts of what it lists. Writes nothing.
 *
 * Events follow from the beliefs as they are, so they cost no write. Of several times that a belief was strengthened only
 * the last is known. When a strength fell to a threshold follows from strength, time and half-life.
 */
import { agentOf, believerName } from '../domain/audience.ts';
import { InvalidArgumentError, throwIfCancelled } from '../domain/errors.ts';
import { checked, withCommas } from '../domain/input.ts';
import { present } from '../domain/values.ts';
import type { Supersedes } from '../domain/records.ts';
import type { PastSleep } from '../domain/upkeep-records.ts';
import { dayMs } from '../domain/time.ts';
import { whyMemory } from '../recall/why.ts';
import type { WhyMemory } from '../recall/why-value.ts';
import { isPromoted, pastSleeps } from '../remember/past-sleeps.ts';
import type { LedgerReader } from '../store/ledger-reader.ts';
import type { OverviewParts } from './memory-graph.ts';
import {
  type SleepRunReport,
  type Timeline,
  type TimelineBucket,
  type TimelineBucketSize,
  type TimelineEvent,
  type TimelineOptions,
  timelineBuckets,
  timelineSchema,
} from './timeline-value.ts';
import { timelineEvents, type BeliefEvent } from './timeline-events.ts';

const defaultLimit = 100;

/** The stretch of time that a timeline shows, in milliseconds since 1970. */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly bucket: TimelineBucketSize;
}

/**
 * What became of a space's beliefs over time.
 *
 * @throws {InvalidArgumentError} when an option breaks a rule, or there would be more than 1,000 buckets.
 */
export async function timeline(
  { agents, clock, follow, index, ledger }: OverviewParts,
  options: TimelineOptions,
): Promise<Timeline> {
  const {
    agent: given,
    by = 'happened',
    limit = defaultLimit,
    signal,
    ...asked
  } = checked('timeline', timelineSchema, options);
  throwIfCancelled('timeline', signal);
  await follow();
  const agent = given && agents.spelled(given);
  const now = clock().getTime();
  const supersedes = (await ledger.list('supersedes')).filter(
    ({ believer }) => agent === undefined || agentOf(believer) === agent,
  );
  const all = timelineEvents(index, supersedes, { now, agent, by });
  const span = spanOf(asked, all, now);
  const { from, to, bucket } = span;
  const events = all.filter(({ at }) => at >= from && at <= to);
  const listed = latest(events, limit);
  const sleeps = await sleepTraces(ledger, span, { events: all, supersedes });
  throwIfCancelled('timeline', signal);
  const texts = await textsOf(ledger, listed, sleeps);
  return {
    from: new Date(from),
    to: new Date(to),
    bucket,
    buckets: bucketsOf(span, events),
    events: listed.flatMap((event) => told(event, texts)),
    total: events.length,
    sleeps: toldSleeps(sleeps, texts),
  };
}

function spanOf(
  { from, to, bucket }: { readonly from?: Date; readonly to?: Date; readonly bucket?: TimelineBucketSize },
  events: readonly BeliefEvent[],
  now: number,
): Span {
  const end = to?.getTime() ?? now;
  const start = from?.getTime() ?? events.reduce((first, { at }) => Math.min(first, at), end);
  if (start > end) {
    const message = `timeline: "from" must not lie after ${to === undefined ? 'now' : '"to"'}, got ${new Date(start).toISOString()}.`;
    throw new InvalidArgumentError('INVALID_ARGUMENT', message);
  }
  const size = bucket ?? fittingBucket(start, end);
  const count = bucketCount(start, end, size);
  if (count <= maxBuckets) return { from: start, to: end, bucket: size };
  if (from === undefined) return { from: bucketStart(end, size, 1 - maxBuckets), to: end, bucket: size };
  const message = `timeline: from "from" to "to" there must be at most ${withCommas(maxBuckets)} buckets, got ${withCommas(count)} of a ${size}; ask for a longer "bucket" or a later "from".`;
  throw new InvalidArgumentError('INVALID_ARGUMENT', message, { details: { count } });
}

function bucketsOf({ from, to, bucket }: Span, events: readonly BeliefEvent[]): readonly TimelineBucket[] {
  const none = { learned: 0, strengthened: 0, faded: 0, archived: 0, withdrawn: 0, superseded: 0 };
  const buckets = Array.from({ length: bucketCount(from, to, bucket) }, (_, later) => ({
    at: new Date(bucketStart(from, bucket, later)),
    ...none,
  }));
  const starts = Float64Array.from(buckets, ({ at }) => at.getTime());
  for (const { at, kind } of events) {
    const counts = buckets[lastUpTo(starts, at)];
    if (counts !== undefined) counts[kind] += 1;
  }
  return buckets;
}

/** The place of the last of some ascending numbers that does not lie above a value, where the first does not. */
function lastUpTo(numbers: Float64Array, value: number): number {
  let [low, high] = [0, numbers.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) <= value) low = middle;
    else high = middle;
  }
  return low;
}

function latest(events: readonly BeliefEvent[], limit: number): readonly BeliefEvent[] {
  // Sorting numbers alone tells which few of many events have to be put in order.
  const times = Float64Array.from(events, ({ at }) => at).sort();
  const oldest = times[Math.max(0, times.length - limit)] ?? 0;
  return events
    .filter(({ at }) => at >= oldest)
    .sort(laterFirst)
    .slice(0, limit);
}

function laterFirst(one: BeliefEvent, other: BeliefEvent): number {
  if (one.at !== other.at) return other.at - one.at;
  if (one.memory !== other.memory) return one.memory < other.memory ? 1 : -1;
  const keyOf = ({ kind, agent, by = '' }: BeliefEvent): string => `${kind} ${agent} ${by}`;
  return keyOf(one) < keyOf(other) ? 1 : -1;
}

async function textsOf(
  ledger: LedgerReader,
  events: readonly BeliefEvent[],
  sleeps: readonly SleepTraces[],
): Promise<ReadonlyMap<string, WhyMemory>> {
  const ids = events.flatMap(({ memory, by }) => (by === undefined ? [memory] : [memory, by]));
  for (const { promoted, superseded } of sleeps) {
    ids.push(...promoted, ...superseded.flatMap(({ from, to }) => [from, to]));
  }
  const memories = await ledger.memories([...new Set(ids)]);
  return new Map(memories.map((memory) => [memory.id, whyMemory(memory)]));
}

/** An event as it is told; none where its memory was forgotten just now. */
function told(
  { at, kind, agent, memory: id, by }: BeliefEvent,
  texts: ReadonlyMap<string, WhyMemory>,
): readonly TimelineEvent[] {
  const memory = texts.get(id);
  if (memory === undefined) return [];
  return [
    present({
      at: new Date(at),
      kind,
      agent: believerName(agent),
      memory,
      by: by === undefined ? undefined : texts.get(by),
    }),
  ];
}

/** Buckets that are enough to see a development, where nobody says how fine it is to be. */
const enoughBuckets = 60;

const maxBuckets = 1_000;

/** Hours, days and weeks by their length, and when one of them began: 5 January 1970 was a Monday. */
const even: Readonly<Record<Exclude<TimelineBucketSize, 'month'>, { readonly ms: number; readonly began: number }>> = {
  hour: { ms: dayMs / 24, began: 0 },
  day: { ms: dayMs, began: 0 },
  week: { ms: 7 * dayMs, began: 4 * dayMs },
};

/** When the bucket of a moment begins, or one that many buckets later; all in milliseconds since 1970. */
export function bucketStart(time: number, bucket: TimelineBucketSize, later = 0): number {
  if (bucket !== 'month') {
    const { ms, began } = even[bucket];
    return began + (Math.floor((time - began) / ms) + later) * ms;
  }
  const start = new Date(time);
  start.setUTCHours(0, 0, 0, 0);
  return start.setUTCMonth(start.getUTCMonth() + later, 1);
}

/** How many buckets lie between two moments, both of their own included. */
export function bucketCount(from: number, to: number, bucket: TimelineBucketSize): number {
  if (bucket !== 'month') return (bucketStart(to, bucket) - bucketStart(from, bucket)) / even[bucket].ms + 1;
  const [first, last] = [new Date(from), new Date(to)];
  return (last.getUTCFullYear() - first.getUTCFullYear()) * 12 + last.getUTCMonth() - first.getUTCMonth() + 1;
}

/** The shortest bucket of which at most 60 are needed, else a month. */
export function fittingBucket(from: number, to: number): TimelineBucketSize {
  return timelineBuckets.find((bucket) => bucketCount(from, to, bucket) <= enoughBuckets) ?? 'month';
}

// What past sleeps made and put in place of what. The record of a sleep names no memory, so that nothing forgotten
// stays in it: its traces are the beliefs that came about and the successions that were found while it lasted.

const maxSleeps = 20;

/** The most facts, and the most successions, of each sleep. */
const maxTraces = 50;

/** What was learned meanwhile that is looked at for facts of each sleep; others may learn while a space sleeps. */
const lookedAt = 200;

/** A sleep with what it left. */
interface SleepTraces {
  readonly sleep: PastSleep;
  /** Ids of facts, latest first. */
  readonly promoted: readonly string[];
  /** Latest first. */
  readonly superseded: readonly Supersedes[];
}

interface Known {
  /** What became of them, in no order. */
  readonly events: readonly BeliefEvent[];
  readonly supersedes: readonly Supersedes[];
}

/** The sleeps of a span in milliseconds since 1970, latest first, each with what it left. */
async function sleepTraces(
  ledger: LedgerReader,
  { from, to }: { readonly from: number; readonly to: number },
  { events, supersedes }: Known,
): Promise<readonly SleepTraces[]> {
  const sleeps = (await pastSleeps(ledger))
    .filter(({ startedAt, endedAt }) => startedAt.getTime() <= to && endedAt.getTime() >= from)
    .slice(0, maxSleeps);
  const facts = events.filter(({ kind, memory }) => kind === 'learned' && memory.startsWith('fact:'));
  return Promise.all(
    sleeps.map(async (sleep) => ({
      sleep,
      promoted: await promotedIn(ledger, latestIn(sleep, facts, ({ at }) => at).slice(0, lookedAt)),
      superseded: latestIn(sleep, supersedes, ({ at }) => at.getTime())
        // Only sleep finds out later that what was said before takes the place of something.
        .filter(({ saidAt }) => saidAt !== undefined)
        .slice(0, maxTraces),
    })),
  );
}

/** What came about while a sleep lasted, latest first. */
function latestIn<T>({ startedAt, endedAt }: PastSleep, all: readonly T[], timeOf: (one: T) => number): readonly T[] {
  return all
    .filter((one) => timeOf(one) >= startedAt.getTime() && timeOf(one) <= endedAt.getTime())
    .sort((one, other) => timeOf(other) - timeOf(one));
}

async function promotedIn(ledger: LedgerReader, learned: readonly BeliefEvent[]): Promise<readonly string[]> {
  const beliefs = await ledger.beliefs(learned);
  const promoted = beliefs.filter(isPromoted).map(({ memory }) => memory);
  return [...new Set(promoted)].slice(0, maxTraces);
}

/** Sleeps in the form in which they are told; what was forgotten just now is left out. */
function toldSleeps(traces: readonly SleepTraces[], texts: ReadonlyMap<string, WhyMemory>): readonly SleepRunReport[] {
  return traces.map(({ sleep: { id: _id, ...sleep }, promoted, superseded }) => ({
    ...sleep,
    promoted: promoted.flatMap((id) => texts.get(id) ?? []),
    superseded: superseded.flatMap(({ from, to, believer }) => {
      const [memory, by] = [texts.get(to), texts.get(from)];
      return memory === undefined || by === undefined ? [] : [{ memory, by, believer: believerName(believer) }];
    }),
    archived: sleep.steps.find(({ step }) => step === 'archive')?.changed ?? 0,
  }));
}
