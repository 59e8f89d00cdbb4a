/**
 * The step that links supports and contradictions. Whoever comes to believe something has it
 * linked at once; what came into the space in another way is linked here. Each memory is gone
 * through once: the record of the sleep keeps how far that is.
 */
import type { RecallIndex } from '../recall-index/recall-index.ts';
import { missingLinks } from '../remember/missing-links.ts';
import { type SleepBatch, type SleepStep, type SleepWork, sleepStep } from './sleep-step.ts';

interface PlacedMemory {
  readonly id: string;
  readonly position: number;
}

/** Links memories that were written since the last sleep. */
export const link: SleepStep = sleepStep<PlacedMemory>({ name: 'link', batchSize: 50, find, handle });

async function find({ writer, linkedTo = 0 }: SleepWork): Promise<readonly PlacedMemory[]> {
  const { memories }: RecallIndex = writer.parts.index;
  return Array.from(memories.slots(), (slot) => ({
    id: memories.ids[slot] as string,
    position: memories.position.values[slot] as number,
  }))
    .filter(({ position }) => position > linkedTo)
    .sort((one, other) => one.position - other.position);
}

async function handle({ writer, dryRun }: SleepWork, items: readonly PlacedMemory[]): Promise<SleepBatch> {
  const ids = items.map(({ id }) => id);
  const linked = async (): Promise<SleepBatch> => {
    const { supports, contradicts } = await missingLinks(writer, await writer.parts.ledger.memories(ids));
    const changed = supports.length + contradicts.length;
    if (changed > 0 && !dryRun) await writer.commit({ insert: { supports, contradicts } });
    const counts = { supports: supports.length, contradictions: contradicts.length };
    return { changed, ...(changed === 0 ? {} : { counts }) };
  };
  const done = await (dryRun ? linked() : writer.exclusive(linked));
  const last = items.at(-1);
  return { ...done, ...(last === undefined ? {} : { linkedTo: last.position }) };
}
