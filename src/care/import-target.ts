/** Where an import stores what it reads: the write path, one transaction a call. */
import { Perspective } from '../domain/belief.ts';
import { taggedId } from '../domain/chosen-id.ts';
import { throwIfCancelled } from '../domain/errors.ts';
import { checked } from '../domain/input.ts';
import { idIn, present } from '../domain/values.ts';
import { believeAll } from '../remember/believe.ts';
import { believeSchema, type CheckedBelief } from '../remember/believe-options.ts';
import { observeManySchema } from '../remember/observe-options.ts';
import { idInView } from '../recall-index/chosen-ids.ts';
import { embedMemories } from '../embed/check-vectors.ts';
import { embeddedMemory } from '../remember/embedded.ts';
import { type Grave, tombstoneOf, tombstonesAmong } from '../remember/new-memory.ts';
import { observeMany } from '../remember/observe.ts';
import type { Writer } from '../remember/writer.ts';
import type { ImportedBelief, ImportOutcome, ImportTarget } from './import-item.ts';
import type { NamesInFile } from './memory-filling.ts';
import { RestoreBatch } from './restore-batch.ts';
import { type TransferRecord, isMemory } from './transfer-record.ts';

/** The target of an import into one space. */
export function importTarget(writer: Writer, agent: string): ImportTarget {
  const called: NamesInFile = new Map();
  return {
    observeMany(observer, items, signal) {
      return unlessForgotten({ writer, agent: observer, table: 'observation' }, items, async (observations) => {
        return (await observeMany(writer, observer, present({ observations, signal }))).receipts.map(outcomeOf);
      });
    },
    believeMany(believer, items, signal) {
      return unlessForgotten({ writer, agent: believer, table: 'fact' }, items, async (beliefs) => {
        const facts = beliefs.map(beliefInput);
        return (await believeAll(writer, new Perspective(believer), 'import', facts, signal)).map(outcomeOf);
      });
    },
    restore: (records, signal) => restore(writer, agent, records, called, signal),
  };
}

/**
 * A target that checks what it is given and writes nothing: it says what would become of each part as far as ids tell.
 * Facts that are there in the same words under another id count as new.
 */
export function dryTarget(writer: Writer, agent: string): ImportTarget {
  const seen = new Set<string>();
  async function foresee(place: ImportPlace, items: readonly Identified[]): Promise<readonly ImportOutcome[]> {
    const isForgotten = await forgottenIn(place, items);
    return items.map((item) => {
      const id = idIn(place.table, item.id);
      const isThere = seen.has(id) || isKnown(place, id);
      seen.add(id);
      return { outcome: isForgotten(item) ? 'forgotten' : isThere ? 'merged' : 'stored' };
    });
  }
  return {
    observeMany(observer, observations) {
      checked('import', observeManySchema, { observations });
      return foresee({ writer, agent: observer, table: 'observation' }, observations);
    },
    believeMany(believer, items) {
      items.forEach(beliefInput);
      return foresee({ writer, agent: believer, table: 'fact' }, items);
    },
    async restore(records) {
      const batch = new RestoreBatch(records, { writer, agent, vectorsOf: new Map(), called: new Map() });
      await batch.load();
      return records.map((record) => batch.foresee(record));
    },
  };
}

/** Where the items of one agent go. */
interface ImportPlace {
  readonly writer: Writer;
  readonly agent: string;
  readonly table: 'observation' | 'fact';
}

interface Identified {
  readonly id: string;
}

/** @throws {InvalidArgumentError} when it is none that `believe` takes. */
function beliefInput({ relation, about, ...belief }: ImportedBelief): CheckedBelief {
  const input = present({ ...belief, about: [...about], relations: relation && [relation] });
  return checked('import', believeSchema, input);
}

/** Whether the agent knows a memory by an id. */
function isKnown({ writer, agent }: ImportPlace, id: string): boolean {
  const { index } = writer.parts;
  return idInView(index, new Perspective(agent, () => index.byName), id) !== undefined;
}

/** Tells of items whether they were forgotten here: a file gives the same thing the same id each time. */
async function forgottenIn(place: ImportPlace, items: readonly Identified[]): Promise<(item: Identified) => boolean> {
  const { writer, agent, table } = place;
  const { ledger } = writer.parts;
  const graves = ({ id: key }: Identified): readonly Grave[] => {
    const id = idIn(table, key);
    return [id, taggedId(id, agent)].map((one) => ({ of: 'id', id: one }));
  };
  const known = await tombstonesAmong(ledger, items.flatMap(graves));
  return (item) =>
    !isKnown(place, idIn(table, item.id)) && graves(item).some((grave) => known.has(tombstoneOf(ledger, grave).id));
}

/** Stores the items but for those that were forgotten here. */
async function unlessForgotten<T extends Identified>(
  place: ImportPlace,
  items: readonly T[],
  store: (items: readonly T[]) => Promise<readonly ImportOutcome[]>,
): Promise<readonly ImportOutcome[]> {
  const isForgotten = await forgottenIn(place, items);
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
  const vectors = await embedMemories('import', writer.parts.embedder, memories.map(embeddedMemory), signal);
  const vectorsOf = new Map(memories.map(({ id }, at) => [id, vectors[at]]));
  return writer.exclusive(async () => {
    throwIfCancelled('import', signal);
    const batch = new RestoreBatch(records, { writer, agent, vectorsOf, called });
    await batch.load();
    const outcomes = records.map((record) => batch.add(record));
    await batch.commit();
    return outcomes;
  });
}
