/**
 * Forgets: what is asked for is erased from every place that this software reads, in one
 * transaction. The owner of the space forgets for everybody; an agent forgets what it believes
 * itself, and what others hold stays theirs. That the text lies in no file any more is purge's.
 */
import { ConflictError, throwIfCancelled } from '../domain/errors.ts';
import { checked } from '../domain/input.ts';
import { type Table, textsIn } from '../domain/field.ts';
import { type Memory, type Relates, isEdgeName, isFact, tableNames, tables } from '../domain/records.ts';
import type { InversePatch, KeptFields, Undo } from '../domain/upkeep-records.ts';
import type { Says } from '../language/words.ts';
import type { Attention } from '../recall/attention.ts';
import { type Grave, newTombstones, observationKey } from '../remember/new-memory.ts';
import type { Writer } from '../remember/writer.ts';
import type { LedgerReader } from '../store/ledger-reader.ts';
import type { LedgerEdge, LedgerPatch, LedgerWrite } from '../store/codec.ts';
import { type ForgetOptions, type ForgetReport, type ForgottenMemory, forgetSchema } from './forget-options.ts';
import { ForgottenBeliefs, type Selection, namesOf, selectForgotten } from './forget-selection.ts';
import { forgottenSessions } from './forgotten-sessions.ts';

/** What forgetting works with. */
export interface ForgetParts {
  readonly writer: Writer;
  readonly attention: Attention;
  /** Writes the index's snapshot anew, so that none on the disk holds what is forgotten. */
  readonly saveIndex: () => Promise<void>;
}

/**
 * Forgets for everybody, or for one agent.
 *
 * @throws {NotFoundError} when no memory has the id.
 * @throws {ConflictError} when the agent itself does not believe it.
 */
export async function forget(parts: ForgetParts, options: ForgetOptions, agent?: string): Promise<ForgetReport> {
  const { attention, saveIndex, writer } = parts;
  const { dryRun = false, signal, ...asked } = checked('forget', forgetSchema, options);
  // What was recalled a moment ago would be counted after it is gone.
  if (!dryRun) await attention.flush();
  // Alone from the first look on: what comes in between would be missed.
  const report = await writer.exclusive(async () => {
    throwIfCancelled('forget', signal);
    const selection = await selectForgotten(writer, asked, agent);
    throwIfCancelled('forget', signal);
    const gone = await ForgottenBeliefs.of(writer, selection.memories, agent);
    if (asked.id !== undefined && gone.memories.length === 0) throw notOwn(asked.id, agent ?? '');
    const memories = await forgottenMemories(writer, gone, dryRun);
    const write = await erasure(writer, { gone, selection, agent });
    if (write !== undefined && !dryRun) await writer.commit(write);
    return { dryRun, memories, kept: gone.kept, sources: [...gone.sources] };
  });
  if (!dryRun) await saveIndex();
  return report;
}

async function forgottenMemories(
  { parts: { index, ledger } }: Writer,
  gone: ForgottenBeliefs,
  withContent: boolean,
): Promise<readonly ForgottenMemory[]> {
  const place = new Map(gone.memories.map((id) => [id, gone.placeOf(index, id)]));
  const found = await ledger.memories(gone.memories);
  const memories = found.toSorted((one, other) => (place.get(one.id) ?? 0) - (place.get(other.id) ?? 0));
  return memories.map(({ id, content }) => (withContent ? { id, content } : { id }));
}

function notOwn(id: string, agent: string): ConflictError {
  const rule = `"id" must name a memory that ${agent} itself believes, got "${id}", which only system believes`;
  const remedy = 'the owner of the space can forget it for everybody';
  return new ConflictError('CONFLICT', `forget: ${rule}; ${remedy}.`, { details: { id } });
}

/** What is to be found in undo records. */
interface ForgottenTraces {
  /** Ids of memories and entities that are gone. */
  readonly deleted: ReadonlySet<string>;
  /** Whether one agent's belief in a memory is gone. */
  readonly isUnbelieved: (agent: string, memory: string) => boolean;
  /** Reasons that are to go. */
  readonly says: Says | undefined;
}

/** Undo records that lose some of their changes, and those that have none left. */
interface ForgottenChanges {
  readonly patches: readonly LedgerPatch[];
  /** Ids of undo records. */
  readonly empty: readonly string[];
}

async function forgottenChanges(ledger: LedgerReader, traces: ForgottenTraces): Promise<ForgottenChanges> {
  const patches: LedgerPatch[] = [];
  const empty: string[] = [];
  for await (const { id, changes } of ledger.all('undo')) {
    const left = changes.filter((change) => !isForgotten(change, traces));
    if (left.length === 0 && changes.length > 0) empty.push(id);
    else if (left.length < changes.length) patches.push(trimmed(id, left));
  }
  return { patches, empty };
}

function trimmed(id: string, changes: Undo['changes']): LedgerPatch {
  return { table: 'undo', record: { id }, set: { changes } };
}

function isForgotten({ record, before, after }: InversePatch, traces: ForgottenTraces): boolean {
  const { agent, believer = agent, memory, from, to } = record as Readonly<Record<string, string>>;
  const ends = [memory, from, to].filter((id) => id !== undefined);
  if (ends.some((id) => traces.deleted.has(id) || traces.isUnbelieved(believer ?? '', id))) return true;
  return traces.says?.(textsWithin([before, after].map(erasable))) === true;
}

/** What of kept fields is a text of somebody's own. */
function erasable({ reason, tags, metadata }: KeptFields = {}): KeptFields {
  return { reason, tags, metadata };
}

/** The texts in a value, at all depths, names of fields included. */
function textsWithin(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(textsWithin);
  return Array.isArray(value) ? inner : [...Object.keys(value), ...inner];
}

// The one transaction that forgets: memories with everything that hangs on them, what only they mention, texts
// elsewhere that say it, and the tombstones. Which memories those are is decided before; it reads and plans, and
// the caller commits.

/** What is forgotten, for everybody or for one agent. */
interface Erasing {
  readonly gone: ForgottenBeliefs;
  readonly selection: Selection;
  readonly agent: string | undefined;
}

/** What forgets it all at once; undefined where there is nothing to forget. */
async function erasure(writer: Writer, { gone, selection, agent }: Erasing): Promise<LedgerWrite | undefined> {
  const { ledger } = writer.parts;
  const { says } = selection;
  const { gone: relates, said } = await lostRelations(writer, gone.erased, agent === undefined ? says : undefined);
  const entities = [...new Set([...onlyNamedIn(writer, gone.erased), ...(selection.entities ?? [])])];
  const sessions = await forgottenSessions(writer, gone, says);
  const isUnbelieved = gone.isUnbelieved.bind(gone);
  const undo = await forgottenChanges(ledger, { deleted: new Set([...gone.erased, ...entities]), isUnbelieved, says });
  const deletes = [...gone.erased, ...entities, ...sessions.deletes, ...undo.empty];
  const edgeDeletes: LedgerEdge[] = [
    ...[...gone.erased].map((memory): LedgerEdge => ({ table: 'embedding', record: { memory } })),
    ...relates.map((record): LedgerEdge => ({ table: 'relates', record })),
    ...(await ownEdges(writer, gone)),
  ];
  const cleared = await clearedTexts(writer, { says, gone, deleted: new Set(deletes) });
  const patches = [...undo.patches, ...sessions.patches, ...cleared];
  if (deletes.length + edgeDeletes.length + patches.length === 0) return undefined;
  const graves: Grave[] = [
    ...deletes.map((id): Grave => ({ of: 'id', id })),
    ...(agent === undefined ? contentGraves(await ledger.memories([...gone.erased])) : []),
    ...gone.unbelieved.map(({ agent: believer, memory }): Grave => ({ of: 'belief', agent: believer, memory })),
    ...said.map(({ from, predicate, to }): Grave => ({ of: 'relation', from, predicate, to })),
  ];
  return { insert: { tombstone: await newTombstones(ledger, graves) }, patches, deletes, edgeDeletes };
}

/** Ids of the entities of which no memory speaks but those that are erased. */
function onlyNamedIn({ parts: { index } }: Writer, erased: ReadonlySet<string>): readonly string[] {
  const { memories } = index;
  const named = { gone: new Set<string>(), left: new Set<string>() };
  for (const row of memories.rows()) {
    const side = erased.has(memories.ids[row]!) ? 'gone' : 'left';
    for (const name of namesOf(memories, row)) named[side].add(name);
  }
  return [...named.gone].filter((name) => name.startsWith('entity:') && !named.left.has(name));
}

/** Which texts that no memory holds are to be emptied. */
interface ClearedTexts {
  readonly says: Says | undefined;
  readonly gone: ForgottenBeliefs;
  /** Ids of nodes that are gone anyway. */
  readonly deleted: ReadonlySet<string>;
}

/** The relations that go: those that erased memories tell, and those that say it themselves. */
async function lostRelations(
  { parts: { ledger } }: Writer,
  erased: ReadonlySet<string>,
  says: Says | undefined,
): Promise<{ readonly gone: readonly Relates[]; readonly said: readonly Relates[] }> {
  const gone: Relates[] = [];
  const said: Relates[] = [];
  for await (const relation of ledger.all('relates')) {
    const isSaid = says?.([relation.predicate]) === true;
    if (isSaid) said.push(relation);
    if (isSaid || (relation.memory !== undefined && erased.has(relation.memory))) gone.push(relation);
  }
  return { gone, said };
}

/** The edges of believers whose memory stays with others. */
async function ownEdges({ parts: { ledger } }: Writer, gone: ForgottenBeliefs): Promise<readonly LedgerEdge[]> {
  const { unbelieved } = gone;
  if (unbelieved.length === 0) return [];
  const edges: LedgerEdge[] = unbelieved.map((record): LedgerEdge => ({ table: 'believes', record }));
  const ids = unbelieved.map(({ memory }) => memory);
  for (const name of tableNames.filter(isEdgeName)) {
    const { ends, whose, fields }: Table = tables[name];
    const isOfMemories = ends?.some((end) => fields[end]?.tables?.includes('fact'));
    // Beliefs are there already.
    if (whose === undefined || ends === undefined || isOfMemories !== true || name === 'believes') continue;
    for (const record of await ledger.edgesAround(name, ids)) {
      const [agent = ''] = textsIn(record, [whose]);
      const isGone = textsIn(record, ends).some((id) => gone.isUnbelieved(agent, id));
      if (isGone) edges.push({ table: name, record } as LedgerEdge);
    }
  }
  return edges;
}

/** Goals of sessions, reasons, tags and metadata that say it are emptied; an agent's forgetting empties its own. */
async function clearedTexts(
  { parts: { index, ledger } }: Writer,
  { says, gone, deleted }: ClearedTexts,
): Promise<readonly LedgerPatch[]> {
  const patches: LedgerPatch[] = [];
  if (says === undefined) return patches;
  for (const name of tableNames) {
    const { ends, fields, whose }: Table = tables[name];
    const texts = Object.keys(fields).filter((field) => fields[field]?.erasedByText === true);
    if (texts.length === 0) continue;
    for await (const record of ledger.all(name)) {
      const isLeft = textsIn(record, ends ?? ['id']).every((id) => !deleted.has(id));
      const values: Readonly<Record<string, unknown>> = { ...record };
      const said = texts.filter((field) => says(textsWithin(values[field])));
      // What a thought follows, and why, is of those who believe the thought.
      const [owner = ''] = textsIn(record, [whose ?? 'from']);
      const isOwn = whose === undefined ? gone.isOwnAlone(index, owner) : gone.isOwn(owner);
      if (said.length === 0 || !isLeft || !isOwn) continue;
      const set = Object.fromEntries(said.map((field) => [field, undefined]));
      patches.push({ table: name, record, set } as LedgerPatch);
    }
  }
  return patches;
}

function contentGraves(memories: readonly Memory[]): readonly Grave[] {
  return memories.map((memory) => ({
    of: 'content',
    key: isFact(memory) ? memory.contentKey : observationKey(memory),
  }));
}
