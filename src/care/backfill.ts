/**
 * Gives the memories of an older store what a newer version would have written of them, step by
 * step. Every batch is a transaction of its own and each step sees by the memories what is left to
 * do, so a run can end anywhere and the next one goes on; when nothing is left nothing is written.
 * Before the first change the whole space is backed up. (The schema is another matter: opening a
 * store brings that up to date, see `store/migrate.ts`.)
 *
 *   memories, page by page -> step: what they lack -> backup, once -> decide again as the writer -> commit
 */
import { throwIfCancelled } from '../domain/errors.ts';
import type { Memory } from '../domain/records.ts';
import type { Writer } from '../remember/writer.ts';
import { backfillFields } from './backfill-fields.ts';
import { backfillLinks } from './backfill-links.ts';
import type { BackfillCount, BackfillStep, BatchBackfill } from './backfill-step.ts';
import type { Backup } from './backup-file.ts';

/** What a migration did, or would do. */
export interface MigrationReport {
  /** Whether it only counted. */
  readonly dryRun: boolean;
  /** Memories that were looked at. */
  readonly memories: number;
  /** Those of them of which a field was changed. */
  readonly changed: number;
  readonly unchanged: number;
  readonly counts: readonly BackfillCount[];
  /** The backup that was written before the first change; missing when nothing was changed. */
  readonly backup?: Backup;
}

/** How a migration is watched and stopped. */
export interface BackfillRun {
  readonly dryRun: boolean;
  /** Writes the backup; called once, before the first change. */
  readonly backUp: () => Promise<Backup>;
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

/** Memories that are looked at and written in one go. */
const batchSize = 200;

/** Backfills a space. */
export async function backfill(writer: Writer, run: BackfillRun): Promise<MigrationReport> {
  await writer.follow();
  const steps = [backfillFields(writer), backfillLinks(writer)];
  const { ledger } = writer.parts;
  const { observation, fact } = await ledger.counts();
  const total = (observation + fact) * steps.length;
  const tally = new Tally();
  let backup: Backup | undefined;
  let done = 0;
  for (const step of steps) {
    for await (const batch of batches(ledger.allMemories())) {
      throwIfCancelled('migrate', run.signal);
      let found = await step.lacking(batch);
      if (found.write !== undefined && !run.dryRun) {
        backup ??= await run.backUp();
        found = await writeBatch(writer, step, batch);
      }
      tally.add(step === steps[0] ? batch.length : 0, found);
      done += batch.length;
      run.onProgress?.(done, total);
    }
  }
  return { dryRun: run.dryRun, ...tally.report(), ...(backup === undefined ? {} : { backup }) };
}

/** Decides once more, as the only writer, and commits. */
function writeBatch(writer: Writer, step: BackfillStep, batch: readonly Memory[]): Promise<BatchBackfill> {
  return writer.exclusive(async () => {
    const found = await step.lacking(await writer.parts.ledger.memories(batch.map(({ id }) => id)));
    if (found.write !== undefined) await writer.commit(found.write);
    return found;
  });
}

/** Adds up what the batches found. */
class Tally {
  #memories = 0;
  #changed = 0;
  readonly #counts = new Map<string, BackfillCount>();

  add(memories: number, { changed, counts }: BatchBackfill): void {
    this.#memories += memories;
    this.#changed += changed;
    for (const count of counts) {
      const sum = this.#counts.get(count.what);
      this.#counts.set(count.what, sum === undefined ? count : added(sum, count));
    }
  }

  report(): Pick<MigrationReport, 'memories' | 'changed' | 'unchanged' | 'counts'> {
    const [memories, changed] = [this.#memories, this.#changed];
    return { memories, changed, unchanged: memories - changed, counts: [...this.#counts.values()] };
  }
}

function added(one: BackfillCount, other: BackfillCount): BackfillCount {
  const of = one.of === undefined || other.of === undefined ? undefined : one.of + other.of;
  return {
    what: one.what,
    ...(of === undefined ? {} : { of }),
    before: one.before + other.before,
    changed: one.changed + other.changed,
    after: one.after + other.after,
  };
}

async function* batches(memories: AsyncIterable<Memory>): AsyncGenerator<readonly Memory[], void, undefined> {
  let batch: Memory[] = [];
  for await (const memory of memories) {
    if (batch.push(memory) < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
