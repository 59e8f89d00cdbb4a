/** Sends a commit so that it is written once, whatever becomes of a server and of its answer. */
import type { RecordId } from 'surrealdb';
import { UnavailableError } from '../domain/errors.ts';
import type { Row } from './codec.ts';
import { LostReplyError } from './server.ts';
import { LostRaceError, type SpaceDatabase } from './space-database.ts';
import * as statements from './statement.ts';

/**
 * Sends a commit, and again only when the server that gave no answer turns out not to have it.
 *
 * @param change - the entry of the change log that it makes.
 * @param operation - its own id there; an embedded store answers always and needs none.
 * @throws {ConflictError} when another writer was faster.
 * @throws {UnavailableError} STORE_UNREACHABLE; with the detail `outcome: 'unknown'` when it may have been written.
 */
export async function commitOnce(
  database: Pick<SpaceDatabase, 'run' | 'runOnce'>,
  change: RecordId,
  operation: string | undefined,
  bindings: Row,
): Promise<void> {
  let wasLost = false;
  while (true) {
    try {
      await database.runOnce(operation === undefined ? statements.commit : statements.commitShared, bindings);
      return;
    } catch (error) {
      // What was lost may have landed late, and is in the way of its own repetition then.
      if (wasLost && error instanceof LostRaceError && (await writerOf(database, change)) === operation) return;
      if (!(error instanceof LostReplyError)) throw error;
      wasLost = true;
    }
    const written = await writerOf(database, change);
    if (written === operation) return;
    if (written !== undefined) throw new LostRaceError('CONFLICT', 'commit: another writer was faster; repeat it.');
  }
}

/** The operation that wrote a change; undefined while there is none. */
async function writerOf(database: Pick<SpaceDatabase, 'run'>, change: RecordId): Promise<string | undefined> {
  try {
    type Found = readonly ({ readonly operation?: string } | null)[];
    const [rows] = await database.run<[Found]>(statements.readRecords, { ids: [change] });
    return rows[0]?.operation;
  } catch (cause) {
    const message =
      'commit: the server went away before it answered, so it may have written; call again with the same id.';
    throw new UnavailableError('STORE_UNREACHABLE', message, { cause, details: { outcome: 'unknown' } });
  }
}
