/** Where an import stores what it reads: the write path, one transaction a call. */
import { Perspective } from '../domain/belief.ts';
import { taggedId } from '../domain/chosen-id.ts';
import { throwIfCancelled } from '../domain/errors.ts';
import { checked } from '../domain/input.ts';
import { idIn, present } from '../domain/values.ts';
import { believeAll, type BelieveRun } from '../remember/believe.ts';
import { believeSchema, type CheckedBelief } from '../remember/believe-options.ts';
import { observeManySchema } from '../remember/observe-options.ts';
import { idInView } from '../recall-index/chosen-ids.ts';
import { foldName } from '../language/fold.ts';
import { embedMemories } from '../embed/check-vectors.ts';
import { embeddedMemory } from '../remember/embedded.ts';
import { contentKey, type Grave, tombstoneOf, tombstonesAmong } from '../remember/new-memory.ts';
import { observeMany, takenObservation } from '../remember/observe.ts';
import type { Writer } from '../remember/writer.ts';
import type { ImportedBelief, ImportedObservation, ImportOutcome, ImportTarget } from './import-item.ts';
import type { NamesInFile } from './memory-filling.ts';
import { RestoreBatch } from './restore-batch.ts';
import { edgeKey, idsIn, isEdge, type TransferRecord, isMemory } from './transfer-record.ts';

/** The target of an import into one space. */
export function importTarget(writer: Writer, agent: string): ImportTarget {
  const called: NamesInFile = new Map();
  return {
    observeMany(observer, items, signal) {
      return unlessGone({ writer, agent: observer, table: 'observation' }, items, async (observations) => {
        return (await observeMany(writer, observer, present({ observations, signal }))).receipts.map(outcomeOf);
      });
    },
    believeMany(believer, items, signal) {
      return unlessGone({ writer, agent: believer, table: 'fact' }, items, (beliefs) =>
        believe(writer, believer, { inputs: beliefs.map((one) => beliefInput(writer, believer, one)), signal }),
      );
    },
    restore: (records, signal) => restore(writer, agent, records, called, signal),
  };
}

/** A target that checks what it is given and writes nothing: it says what would become of each part. */
export function dryTarget(writer: Writer, agent: string): ImportTarget {
  /** Ids of what the calls so far would have stored, and what its facts say. */
  const seen = new Set<string>();
  const asSeen = (outcome: ImportOutcome, ...keys: readonly string[]): ImportOutcome => {
    if (outcome.outcome === 'forgotten') return outcome;
    const isSeen = keys.some((key) => seen.has(key));
    for (const key of keys) seen.add(key);
    return isSeen && outcome.outcome === 'stored' ? { outcome: 'merged' } : outcome;
  };
  return {
    observeMany(observer, items) {
      checked('import', observeManySchema, { observations: items });
      const place: ImportPlace = { writer, agent: observer, table: 'observation' };
      return unlessGone(place, items, async (observations) =>
        (await foreseen(place, observations)).map((outcome, at) =>
          asSeen(outcome, idIn('observation', observations[at]!.id)),
        ),
      );
    },
    believeMany(believer, items, signal) {
      return unlessGone({ writer, agent: believer, table: 'fact' }, items, async (beliefs) => {
        const inputs = beliefs.map((one) => beliefInput(writer, believer, one));
        const outcomes = await believe(writer, believer, { inputs, signal, dryRun: true });
        return beliefs.map((item, at) => asSeen(outcomes[at]!, idIn('fact', item.id), saidIn(item, inputs[at]!)));
      });
    },
    async restore(records) {
      const batch = new RestoreBatch(records, { writer, agent, vectorsOf: new Map(), called: new Map() });
      await batch.load();
      // What a call refuses leaves no trace: its lines come again, fewer at a time.
      const here = new Set<string>();
      const outcomes = batch.records.map((record) => {
        const outcome = batch.foresee(record, (id) => seen.has(id) || here.has(id));
        if (outcome.outcome !== 'forgotten') here.add(keyOf(record));
        return outcome;
      });
      return batch.records.map((record, at) => asSeen(outcomes[at]!, keyOf(record)));
    },
  };
}

const storable = (items: readonly unknown[]): readonly ImportOutcome[] => items.map(() => ({ outcome: 'stored' }));

/** A target without a store: it checks what it is given as far as that goes by itself. */
export const checkingTarget: ImportTarget = {
  async observeMany(_, items) {
    checked('import', observeManySchema, { observations: items });
    return storable(items);
  },
  async believeMany(_, items) {
    return storable(items.map(checkedBelief));
  },
  async restore(records) {
    return storable(records);
  },
};

/**
 * What would become of observations.
 *
 * @throws {ConflictError} when another content is there by the id of one.
 */
async function foreseen(
  { writer, agent }: ImportPlace,
  items: readonly ImportedObservation[],
): Promise<readonly ImportOutcome[]> {
  const { index, ledger } = writer.parts;
  const ids = items.map(({ id }) => idInView(index, new Perspective(agent), idIn('observation', id)) ?? '');
  const known = new Map((await ledger.records('observation', ids.filter(Boolean))).map((one) => [one.id, one]));
  return items.map(({ id: given, content }, at) => {
    const there = known.get(ids[at]!);
    if (there !== undefined && there.content !== content.toWellFormed())
      throw takenObservation('observeMany', there.id, given);
    return { outcome: there === undefined ? 'stored' : 'merged' };
  });
}

/** The same for facts that say the same of the same, for the same time. */
function saidIn({ content, about }: ImportedBelief, { validFrom, validTo }: CheckedBelief): string {
  return contentKey({ content, about: about.map(({ name }) => foldName(name)).sort(), validFrom, validTo });
}

/** Believes the facts of a file. */
async function believe(
  writer: Writer,
  believer: string,
  run: Pick<BelieveRun, 'inputs' | 'signal' | 'dryRun'>,
): Promise<readonly ImportOutcome[]> {
  const how = { ...run, operation: 'import', isFromFile: true };
  const { receipts, ended } = await believeAll(writer, new Perspective(believer), how);
  return receipts.map(({ id, outcome }) => {
    if (outcome === 'stored') return { outcome };
    return { outcome: ended.has(id) ? 'updated' : 'merged' };
  });
}

/** Where the items of one agent go. */
interface ImportPlace {
  readonly writer: Writer;
  readonly agent: string;
  readonly table: 'observation' | 'fact';
}

/** What a record is known by. */
function keyOf(record: TransferRecord): string {
  return isEdge(record) ? edgeKey(record) : (idsIn(record)[0] ?? '');
}

/** What a file gives an id, and how it is known to come from there. */
interface SaidByFile extends Pick<ImportedObservation, 'id' | 'channel' | 'source'> {}

/**
 * A fact with those of its sources that its believer has here, each by its stored id: what was forgotten is none any more.
 *
 * @throws {InvalidArgumentError} when it is none that `believe` takes.
 */
function beliefInput({ parts: { index } }: Writer, believer: string, belief: ImportedBelief): CheckedBelief {
  const { derivedFrom = [], ...told } = belief;
  const view = new Perspective(believer);
  const sources = derivedFrom.flatMap((id) => idInView(index, view, idIn('observation', id)) ?? []);
  return checkedBelief(sources.length === 0 ? told : { ...told, derivedFrom: sources });
}

/** Characters of a predicate, as `believe` takes it. */
const maxPredicate = 64;

function checkedBelief({ relation, about, ...belief }: ImportedBelief): CheckedBelief {
  // Elsewhere the type of a relation may be longer than a predicate is here.
  const relations = relation && [{ ...relation, predicate: relation.predicate.slice(0, maxPredicate) }];
  return checked('import', believeSchema, present({ ...belief, about: [...about], relations }));
}

/** Whether the agent knows a memory by an id. */
function isKnown({ writer, agent }: ImportPlace, id: string): boolean {
  const { index } = writer.parts;
  return idInView(index, new Perspective(agent, () => index.byName), id) !== undefined;
}

/** Tells of items whether they were forgotten here: a file gives the same thing the same id each time. */
async function forgottenIn(place: ImportPlace, items: readonly SaidByFile[]): Promise<(item: SaidByFile) => boolean> {
  const { writer, agent, table } = place;
  const { ledger } = writer.parts;
  const graves = ({ id: key }: SaidByFile): readonly Grave[] => {
    const id = idIn(table, key);
    return [id, taggedId(id, agent)].map((one) => ({ of: 'id', id: one }));
  };
  const known = await tombstonesAmong(ledger, items.flatMap(graves));
  return (item) =>
    !isKnown(place, idIn(table, item.id)) && graves(item).some((grave) => known.has(tombstoneOf(ledger, grave).id));
}

/** Tells of items whether the agent has them from this file already and has withdrawn them since: saying them once more is nothing new. */
async function takenBackIn(
  { writer, agent, table }: ImportPlace,
  items: readonly SaidByFile[],
): Promise<(item: SaidByFile) => boolean> {
  const { index, ledger } = writer.parts;
  const withdrawn = items.flatMap((item) => {
    const memory = idInView(index, new Perspective(agent), idIn(table, item.id)) ?? '';
    return index.beliefOf(agent, memory)?.withdrawnAt === undefined ? [] : [{ item, agent, memory }];
  });
  const beliefs = await ledger.beliefs(withdrawn);
  const from = new Map(beliefs.map(({ memory, provenance }) => [memory, provenance]));
  const back = withdrawn.filter(({ item: { channel, source }, memory }) => {
    const said = from.get(memory);
    return said?.channel === channel && said.source === source;
  });
  return (item) => back.some((one) => one.item === item);
}

/** Stores the items but for those that were forgotten here, or were taken back since the file was imported. */
async function unlessGone<T extends SaidByFile>(
  place: ImportPlace,
  items: readonly T[],
  store: (items: readonly T[]) => Promise<readonly ImportOutcome[]>,
): Promise<readonly ImportOutcome[]> {
  const isForgotten = await forgottenIn(place, items);
  const isTakenBack = await takenBackIn(place, items);
  const left = items.filter((item) => !isForgotten(item) && !isTakenBack(item));
  const outcomes = left.length === 0 ? [] : await store(left);
  return items.map((item) => outcomes[left.indexOf(item)] ?? { outcome: isTakenBack(item) ? 'merged' : 'forgotten' });
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
    const outcomes = batch.records.map((record) => batch.add(record));
    await batch.commit();
    return outcomes;
  });
}
