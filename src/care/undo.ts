/**
 * Undoes an operation as a whole, in one transaction, by the record that was written with it.
 * What has been changed since stays as it is now and is named in the report: the later word counts.
 * The record holds the changed fields before and after, and no text of a memory.
 */
import { byName, count, list, recordOf, type Shape, wireDate, words, yes } from '../domain/result.ts';
import { undoKinds } from '../domain/vocabulary.ts';
import { z } from 'zod';
import { ConflictError, NotFoundError, throwIfCancelled } from '../domain/errors.ts';
import { type Checked, checked, flag, type Given, recordKey, signal } from '../domain/input.ts';
import { idIn } from '../domain/values.ts';
import type { InversePatch, Undo } from '../domain/upkeep-records.ts';
import type { LedgerReader } from '../store/ledger-reader.ts';
import type { Writer } from '../remember/writer.ts';
import { type KeptChange, undoing } from '../remember/inverse-patches.ts';

const undoFields = {
  /** Tells what would be undone, and changes nothing. @default false */
  dryRun: flag.optional(),
  signal,
};
/** What `undo` takes beside the id. */
export interface UndoOptions extends Given<typeof undoFields> {}

/** The rules for the id and {@link UndoOptions}. */
export const undoSchema: z.ZodType<Checked<UndoOptions & { readonly id: string }>> = z.strictObject({
  id: recordKey(),
  ...undoFields,
});

const undoShape: Shape<Pick<Undo, 'id' | 'kind' | 'what' | 'at'>> = {
  id: words,
  kind: z.enum(undoKinds),
  what: words,
  at: wireDate,
};

/** An operation that can be undone, or was. */
export interface UndoableOperation extends Omit<Undo, 'changes'> {
  /** How many records it changed. */
  readonly changes: number;
}

export const undoableOperationRules = recordOf<UndoableOperation>({
  ...undoShape,
  undoneAt: wireDate.exactOptional(),
  changes: count,
});

/** A record that undoing leaves as it is. */
export interface KeptRecord extends Pick<KeptChange, 'because'> {
  readonly table: string;
  /** What names it: of a belief, its agent and its memory. */
  readonly record: Readonly<Record<string, unknown>>;
}

export const keptRecordRules = recordOf<KeptRecord>({
  table: words,
  record: byName(z.unknown()),
  because: z.enum(['changed', 'gone']),
});

/** What `undo` did, or would do. */
export interface UndoReport extends Pick<Undo, 'id' | 'kind' | 'what' | 'at'> {
  /** Whether it only told. */
  readonly dryRun: boolean;
  /** How many records are as they were before. */
  readonly undone: number;
  /** Records that stay as they are now. */
  readonly kept: readonly KeptRecord[];
  /** The commit that holds it. */
  readonly seq: number;
}

export const undoReportRules = recordOf<UndoReport>({
  ...undoShape,
  dryRun: yes,
  undone: count,
  kept: list(keptRecordRules),
  seq: count,
});

/** The operations that can be undone or were, the latest first. */
export async function undoableOperations(writer: Writer): Promise<readonly UndoableOperation[]> {
  const found: UndoableOperation[] = [];
  for await (const { changes, ...said } of writer.parts.ledger.all('undo')) {
    found.push({ ...said, changes: changes.length });
  }
  return found.sort((one, other) => other.at.getTime() - one.at.getTime());
}

/**
 * Undoes an operation.
 *
 * @throws {NotFoundError} when there is none of this id.
 * @throws {ConflictError} when it was undone already.
 */
export async function undo(writer: Writer, key: string, options: UndoOptions): Promise<UndoReport> {
  const { id: asked, dryRun = false, signal: cancel } = checked('undo', undoSchema, { ...options, id: key });
  throwIfCancelled('undo', cancel);
  return writer.exclusive(async () => {
    const { clock, index, ledger } = writer.parts;
    const { id, kind, what, at, changes } = await openOne(writer, idIn('undo', asked));
    const now = clock();
    const orphans = await orphanedEnds(ledger, changes);
    const orphaned = new Set(orphans);
    const rest = changes.filter((change) => !orphaned.has(change));
    const { write, kept: refused } = await undoing(ledger, rest, (memory) => index.has(memory), now);
    const lost = orphans.map((change): KeptChange => ({ change, because: 'gone' }));
    const kept = [...refused, ...lost].map(({ change: { table, record }, because }) => ({ table, record, because }));
    throwIfCancelled('undo', cancel);
    const told = { id, kind, what, at, dryRun, undone: changes.length - kept.length, kept };
    if (dryRun) return { ...told, seq: ledger.head.seq };
    const done = { table: 'undo' as const, record: { id }, set: { undoneAt: now } };
    return { ...told, seq: await writer.commit({ ...write, patches: [...(write.patches ?? []), done] }) };
  });
}

async function openOne(writer: Writer, id: string): Promise<Undo> {
  const [found] = await writer.parts.ledger.records('undo', [id]);
  if (found === undefined) {
    const message = `undo: nothing that could be undone has the id "${id}"; list what can be.`;
    const hint = 'undoable lists what can be undone; on the command line `madeleine undo` without an id.';
    throw new NotFoundError('NOT_FOUND', message, { details: { id }, hint });
  }
  const { undoneAt } = found;
  if (undoneAt === undefined) return found;
  throw new ConflictError(
    'CONFLICT',
    `undo: "${id}" must not be undone yet, and was on ${undoneAt.toISOString()}; do again what it undid.`,
    { details: { id, undoneAt: undoneAt.toISOString() } },
  );
}

/** The ends of validity that would come back though no correction is left that could have set them. */
async function orphanedEnds(ledger: LedgerReader, changes: readonly InversePatch[]): Promise<readonly InversePatch[]> {
  const ends = changes.filter(({ table, before = {} }) => table === 'believes' && 'validTo' in before);
  const edges = await ledger.edgesAround(
    'supersedes',
    ends.map(({ record }) => String(record['memory'])),
  );
  return ends.filter(
    ({ record }) => !edges.some(({ believer, to }) => believer === record['agent'] && to === record['memory']),
  );
}
