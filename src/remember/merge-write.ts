/** The write that makes merges of entities, each with what undoes it: those of sleep, and those that are asked for. */
import type { EntityMerge } from '../domain/records.ts';
import type { Undo } from '../domain/upkeep-records.ts';
import type { Writer } from './writer.ts';
import type { LedgerWrite } from '../store/codec.ts';
import { inversePatches } from './inverse-patches.ts';

/** Merges to be made. */
export interface MergeWrite {
  /** What undoes each of them, in their order. */
  readonly undo: readonly Undo[];
  readonly write: LedgerWrite;
}

/** What makes some merges. One that was made before and undone counts again from its new time on. */
export async function mergeWrite({ parts }: Writer, merges: readonly EntityMerge[]): Promise<MergeWrite> {
  const { ledger, newId } = parts;
  const known = await ledger.named('entity_merge', merges);
  const again = new Set(merges.filter((_, place) => known[place] !== undefined));
  const undo = await Promise.all(
    merges.map(async (merge) => ({
      id: `undo:${newId()}`,
      kind: 'merge' as const,
      what: `merge of ${merge.from} into ${merge.to} for ${merge.believer}`,
      at: merge.at,
      // Also of one that is made again: what undoes it ends it, as if it were new.
      changes: await inversePatches(ledger, { insert: { entity_merge: [merge] } }),
    })),
  );
  return {
    undo,
    write: {
      insert: { entity_merge: merges.filter((merge) => !again.has(merge)), undo },
      patches: Array.from(again, ({ at, ...record }) => ({
        table: 'entity_merge',
        record,
        set: { at, undoneAt: undefined },
      })),
    },
  };
}
