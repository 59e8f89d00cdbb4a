/**
 * The step that archives the forgotten: beliefs that have faded below the threshold. It says when
 * that was found, and nothing else: what is seen follows from the strength alone.
 */
import { archiveThreshold, effectiveStrength } from '../domain/belief-strength.ts';
import type { Belief } from '../domain/records.ts';
import type { IndexedBelief } from '../recall-index/entry.ts';
import type { Writer } from '../remember/writer.ts';
import type { BeliefKey } from '../store/ledger-reader.ts';
import type { LedgerPatch } from '../store/ledger-write.ts';
import { type SleepBatch, type SleepStep, type SleepWork, sleepStep } from './sleep-step.ts';

/** Archives beliefs whose effective strength lies below 0.1. */
export const archive: SleepStep = sleepStep<BeliefKey>({ name: 'archive', batchSize: 200, find: faded, handle });

async function faded({ writer }: SleepWork): Promise<readonly BeliefKey[]> {
  const { clock, index } = writer.parts;
  const now = clock().getTime();
  const found: BeliefKey[] = [];
  for (const { agent } of index.believers()) {
    for (const belief of index.beliefs(agent)) if (isFaded(belief, now)) found.push({ agent, memory: belief.memory });
  }
  return found;
}

async function handle({ writer, dryRun }: SleepWork, keys: readonly BeliefKey[]): Promise<SleepBatch> {
  if (dryRun) return { changed: (await patchesOf(writer, keys)).length };
  return writer.exclusive(async () => {
    const patches = await patchesOf(writer, keys);
    if (patches.length > 0) await writer.commit({ patches });
    return { changed: patches.length };
  });
}

async function patchesOf(writer: Writer, keys: readonly BeliefKey[]): Promise<readonly LedgerPatch[]> {
  const at = writer.parts.clock();
  const beliefs = await writer.parts.ledger.beliefs(keys);
  return beliefs
    .filter((belief) => isToArchive(belief, at))
    .map(({ agent, memory }) => ({
      table: 'believes',
      record: { agent, memory },
      set: { archivedAt: at },
    }));
}

function isFaded(belief: IndexedBelief, now: number): boolean {
  return belief.withdrawnAt === undefined && effectiveStrength(belief, now) < archiveThreshold;
}

function isToArchive(belief: Belief, at: Date): boolean {
  const { archivedAt, reinforcedAt, withdrawnAt } = belief;
  if (archivedAt !== undefined || withdrawnAt !== undefined) return false;
  return effectiveStrength({ ...belief, reinforcedAt: reinforcedAt.getTime() }, at.getTime()) < archiveThreshold;
}
