/**
 * Stores records of our own export: by id, so that what is there already stays as it is. What a
 * hand-written file leaves out is derived as the write path derives it. One call is one transaction.
 */
import { throwIfCancelled } from '../domain/errors.ts';
import { embedTexts } from '../remember/embed-texts.ts';
import { embeddedText } from '../remember/new-memory.ts';
import type { Writer } from '../remember/writer.ts';
import type { ImportOutcome } from './import.ts';
import { type NamesInFile, RestoreBatch } from './restore-batch.ts';
import { isMemory } from './transfer-ids.ts';
import type { TransferRecord } from './transfer-record.ts';

/**
 * Stores records in one transaction; answers what became of each.
 *
 * @param called - what the texts of the file so far call its entities.
 */
export async function restore(
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
