/**
 * What past sleeps made and put in place of what. The record of a sleep names no memory, so that nothing forgotten
 * stays in it: its traces are the beliefs that came about and the successions that were found while it lasted.
 */
import type { PastSleep, Supersedes } from '../domain/records.ts';
import type { WhyMemory } from '../recall/why-value.ts';
import { pastSleeps } from '../sleep/past-sleeps.ts';
import { isPromoted } from '../sleep/promote.ts';
import type { LedgerReader } from '../store/ledger-reader.ts';
import type { BeliefEvent } from './timeline-events.ts';
import type { SleepRunReport } from './timeline-value.ts';

/** Sleeps that are told of at most. */
const mostSleeps = 20;
/** Facts, and successions, that are told of each. */
const mostTraces = 50;
/** What was learned meanwhile that is looked at for facts of each sleep; others may learn while a space sleeps. */
const lookedAt = 200;

/** A sleep with what it left. */
export interface SleepTraces {
  readonly sleep: PastSleep;
  /** Ids of facts, latest first. */
  readonly promoted: readonly string[];
  /** Latest first. */
  readonly superseded: readonly Supersedes[];
}

/** What is known of all beliefs. */
interface Known {
  /** What became of them, in no order. */
  readonly events: readonly BeliefEvent[];
  readonly supersedes: readonly Supersedes[];
}

/** The sleeps of a span in milliseconds since 1970, latest first, each with what it left. */
export async function sleepTraces(
  ledger: LedgerReader,
  { from, to }: { readonly from: number; readonly to: number },
  { events, supersedes }: Known,
): Promise<readonly SleepTraces[]> {
  const sleeps = (await pastSleeps(ledger))
    .filter(({ startedAt, endedAt }) => startedAt.getTime() <= to && endedAt.getTime() >= from)
    .slice(0, mostSleeps);
  const facts = events.filter(({ kind, memory }) => kind === 'learned' && memory.startsWith('fact:'));
  return Promise.all(
    sleeps.map(async (sleep) => ({
      sleep,
      promoted: await promotedIn(ledger, latestIn(sleep, facts, ({ at }) => at).slice(0, lookedAt)),
      superseded: latestIn(sleep, supersedes, ({ at }) => at.getTime())
        // Only sleep finds out later that what was said before takes the place of something.
        .filter(({ saidAt }) => saidAt !== undefined)
        .slice(0, mostTraces),
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
  return [...new Set(promoted)].slice(0, mostTraces);
}

/** Sleeps in the form in which they are told; what was forgotten just now is left out. */
export function toldSleeps(
  traces: readonly SleepTraces[],
  texts: ReadonlyMap<string, WhyMemory>,
): readonly SleepRunReport[] {
  return traces.map(({ sleep: { id: _id, ...sleep }, promoted, superseded }) => ({
    ...sleep,
    promoted: promoted.flatMap((id) => texts.get(id) ?? []),
    superseded: superseded.flatMap(({ from, to, believer }) => {
      const [memory, by] = [texts.get(to), texts.get(from)];
      return memory === undefined || by === undefined ? [] : [{ memory, by, believer }];
    }),
    archived: sleep.steps.find(({ step }) => step === 'archive')?.changed ?? 0,
  }));
}
