/** What sleeps leave in the ledger: records of the last ones, which name no memory, and the provenance of what they promote. */
import type { Belief } from '../domain/records.ts';
import { channelBounds } from '../domain/vocabulary.ts';
import type { PastSleep } from '../domain/upkeep-records.ts';
import type { LedgerReader } from '../store/ledger-reader.ts';
import type { LedgerWrite } from '../store/codec.ts';

/** How many sleeps are kept: three months of one each night. */
const keptSleeps = 100;

/** The sleeps that are kept, latest first. */
export async function pastSleeps(ledger: LedgerReader): Promise<readonly PastSleep[]> {
  const kept = [...(await ledger.list('past_sleep'))];
  return kept.sort((one, other) => other.endedAt.getTime() - one.endedAt.getTime() || (one.id < other.id ? 1 : -1));
}

/** Keeps one more sleep, and those before it as far as there is room. */
export async function pastSleepWrite(ledger: LedgerReader, sleep: PastSleep): Promise<LedgerWrite> {
  const tooMany = (await pastSleeps(ledger)).slice(keptSleeps - 1);
  return { insert: { past_sleep: [sleep] }, deletes: tooMany.map(({ id }) => id) };
}

/** The provenance of the facts that sleep reads out of observations; what it reads out of a file or a tool's output keeps that channel. */
export const promotedBySleep = { channel: 'consolidation', source: 'sleep' } as const;

/** Whether a belief exists because sleep read it out of observations. */
export function isPromoted({ provenance }: Pick<Belief, 'provenance'>): boolean {
  const { channel, source } = provenance;
  return (
    source === promotedBySleep.source && (channel === promotedBySleep.channel || channelBounds[channel] !== undefined)
  );
}
