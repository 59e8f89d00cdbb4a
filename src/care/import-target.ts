/** Where an import stores what it reads: the write path, one transaction a call. */
import { Perspective } from '../domain/belief.ts';
import { throwIfCancelled } from '../domain/errors.ts';
import { idIn, present } from '../domain/values.ts';
import { believeAll } from '../remember/believe.ts';
import { embedTexts } from '../embed/check-vectors.ts';
import { type Grave, embeddedText, tombstoneOf, tombstonesAmong } from '../remember/new-memory.ts';
import { observeMany } from '../remember/observe.ts';
import type { Writer } from '../remember/writer.ts';
import type { ImportOutcome, ImportTarget } from './import-item.ts';
import type { NamesInFile } from './memory-filling.ts';
import { RestoreBatch } from './restore-batch.ts';
import { type TransferRecord, isMemory } from './transfer-record.ts';

/** The target of an import into one space. */
export function importTarget(writer: Writer, agent: string): ImportTarget {
  const called: NamesInFile = new Map();
  return {
    observeMany(observer, items, signal) {
      return unlessForgotten(writer, 'observation', items, async (observations) => {
        return (await observeMany(writer, observer, present({ observations, signal }))).receipts.map(outcomeOf);
      });
    },
    believeMany(believer, items, signal) {
      return unlessForgotten(writer, 'fact', items, async (beliefs) => {
        const inputs = beliefs.map(({ relation, about, ...belief }) =>
          present({ ...belief, about: [...about], relations: relation && [relation] }),
        );
        return (await believeAll(writer, new Perspective(believer), 'import', inputs, signal)).map(outcomeOf);
      });
    },
    restore: (records, signal) => restore(writer, agent, records, called, signal),
  };
}

/** Stores the items but for those that were forgotten here: a file gives the same thing the same id each time. */
async function unlessForgotten<T extends { readonly id: string }>(
  { parts: { index, ledger } }: Writer,
  table: 'observation' | 'fact',
  items: readonly T[],
  store: (items: readonly T[]) => Promise<readonly ImportOutcome[]>,
): Promise<readonly ImportOutcome[]> {
  const grave = ({ id }: T): Grave => ({ of: 'id', id: idIn(table, id) });
  const known = await tombstonesAmong(ledger, items.map(grave));
  const isForgotten = (item: T): boolean =>
    !index.has(idIn(table, item.id)) && known.has(tombstoneOf(ledger, grave(item)).id);
  const left = items.filter((item) => !isForgotten(item));
  const outcomes = left.length === 0 ? [] : await store(left);
  return items.map((item) => outcomes[left.indexOf(item)] ?? { outcome: 'forgotten' });
}

function outcomeOf({ outcome }: { readonly outcome: string }): { outcome: 'stored' | 'merged' } {
  return { outcome: outcome === 'stored' ? 'stored' : 'merged' };
}

/**
 * Stores records in one transaction; answers what became of each.
 *
 * @param called - what the texts of the file so far call its entities.
 */
async function restore(
  writer: Writer,
  agent: string,
  records: readonly TransferRecord[],
  called: NamesInFile,
  signal: AbortSignal | undefined,
): Promise<readonly ImportOutcome[]> {
  const memories = records.filter(isMemory);
  const vectors = await embedTexts('import', writer.parts.embedder, memories.map(embeddedText), signal);
  const vectorOf = new Map(memories.map(({ id }, at) => [id, vectors[at]]));
  return writer.exclusive(async () => {
    throwIfCancelled('import', signal);
    const batch = new RestoreBatch(records, { writer, agent, vectorOf, called });
    await batch.load();
    const outcomes = records.map((record) => batch.add(record));
    await batch.commit();
    return outcomes;
  });
}
