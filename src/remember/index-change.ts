/** From what the ledger holds to what the recall index is told. */
import { createHash } from 'node:crypto';
import { normaliseContent } from '../language/fold.ts';
import { recordKeyIn, textsIn } from '../domain/field.ts';
import { groupBy } from '../domain/values.ts';
import {
  type About,
  type Belief,
  type Embedding,
  type Entity,
  type EntityType,
  type Memory,
  type Mention,
  type Observation,
  type PastBelief,
  type Relates,
  type TableRecords,
  isFact,
  tables,
} from '../domain/records.ts';
import { factTitle } from '../language/knowledge.ts';
import { attributeKeysOf, weightyStatement } from '../language/parse-statement.ts';
import { termOf } from '../language/words.ts';
import type { Clause, Said, Statement } from '../language/statement.ts';
import {
  type IndexChange,
  type IndexedBelief,
  type IndexedBeliefKey,
  type IndexedEdge,
  type IndexedEdgeName,
  type IndexedMemory,
  type IndexedMerge,
  type IndexedPast,
  type IndexedThought,
  type IndexedVector,
  indexedEdgeNames,
  isIndexedEdge,
  isIndexedEdgeKey,
} from '../recall-index/entry.ts';
import type { MemoryEdges } from '../store/ledger-reader.ts';
import type { LedgerRecords, LedgerWrite } from '../store/codec.ts';
import type { Ledger } from '../store/ledger.ts';

/** A memory with the edges that the index reads. */
export interface MemoryWithEdges {
  readonly memory: Memory;
  readonly mentions: readonly Mention[];
  readonly about: readonly About[];
  readonly relates: readonly Relates[];
}

/** The edges that the index reads of some memories. */
type ReadEdges = Omit<MemoryEdges, 'believes'>;

/** What a writer has at hand of what it writes. */
export interface KnownToWriter {
  /** Entities that need no look-up. */
  readonly entities: readonly Entity[];
  readonly statements: Statements;
}

/** What one committed write means to the index. */
export async function indexChangeOf(
  ledger: Ledger,
  write: LedgerWrite,
  { entities, statements }: KnownToWriter,
  seq: number,
): Promise<IndexChange> {
  const insert = write.insert ?? {};
  const made: Memory[] = [...(insert.observation ?? []), ...(insert.fact ?? [])];
  const changed = changedMemories(write, new Set(made.map(({ id }) => id)));
  const memories = [...made, ...(await ledger.memories(changed))];
  const beliefs = [...(insert.believes ?? []), ...(await ledger.beliefs(patchedBeliefs(write)))];
  const edges = joined(insert, changed, await ledger.edges(changed));
  const types = await entityTypesOf(ledger, [...entities, ...(insert.entity ?? [])], edges.mentions);
  return {
    seq,
    memories: withEdges(memories, edges).map((memory) => indexedMemory(memory, types, statements)),
    beliefs: beliefs.map(indexedBelief),
    vectors: [...(insert.embedding ?? []), ...patchedEmbeddings(write)].map(indexedVector),
    removed: (write.deletes ?? []).filter((id) => id.startsWith('observation:') || id.startsWith('fact:')),
    unbelieved: unbelievedIn(write),
    dropped: (write.edgeDeletes ?? []).filter(isIndexedEdgeKey),
    edges: [
      ...indexedEdgeNames.flatMap((name) => indexedEdges(name, insert[name] ?? [])),
      ...(await patchedEdges(ledger, write)),
    ],
    ...(changesMerges(write) ? { merges: await knownMerges(ledger) } : {}),
  };
}

/** The edges that the index reads of the memories that a write makes and of those that it changes. */
function joined(insert: LedgerRecords, changed: readonly string[], edges: ReadEdges): ReadEdges {
  // Of a memory that was there all edges are read, those of this write included.
  const read = new Set<string | undefined>(changed);
  return {
    mentions: [...(insert.mentions ?? []).filter(({ memory }) => !read.has(memory)), ...edges.mentions],
    about: [...(insert.about ?? []).filter(({ fact }) => !read.has(fact)), ...edges.about],
    relates: [...(insert.relates ?? []).filter(({ memory }) => !read.has(memory)), ...edges.relates],
  };
}

/** Memories, each with its edges among these. */
export function withEdges(memories: readonly Memory[], edges: ReadEdges): readonly MemoryWithEdges[] {
  const mentions = groupBy(edges.mentions, ({ memory }) => memory);
  const about = groupBy(edges.about, ({ fact }) => fact);
  const relates = groupBy(edges.relates, ({ memory }) => memory);
  return memories.map((memory) => ({
    memory,
    mentions: mentions.get(memory.id) ?? [],
    about: about.get(memory.id) ?? [],
    relates: relates.get(memory.id) ?? [],
  }));
}

/** What the index reads of a memory; what it states is parsed where it is not at hand. */
export function indexedMemory(
  { memory, mentions, about, relates }: MemoryWithEdges,
  types: ReadonlyMap<string, EntityType>,
  statements?: Statements,
): IndexedMemory {
  const said = saidIn(memory);
  const shared = {
    id: memory.id,
    content: memory.content,
    position: memory.position,
    mentions: mentions.map(({ entity, surfaces }) => ({ entity, surfaces, type: types.get(entity) ?? 'other' })),
    about: about.map(({ target }) => target),
    relations: relates.map(({ from, predicate, to }) => ({ from, predicate, to })),
    concepts: memory.concepts,
    surfacesWhen: memory.surfacesWhen,
    importance: memory.importance,
    claims: claimsOf(statements?.of(said) ?? weightyStatement(said)),
    said: saidNumber(memory),
    ...(memory.domain === undefined ? {} : { domain: memory.domain }),
    ...(memory.mood === undefined ? {} : { mood: memory.mood }),
    ...(memory.topic === undefined ? {} : { topic: memory.topic }),
    ...(memory.ring === undefined ? {} : { ring: memory.ring }),
    ...(memory.knowledgeType === undefined ? {} : { knowledgeType: memory.knowledgeType }),
  };
  if (isFact(memory)) {
    const { kind, title, content, validFrom, validTo } = memory;
    return {
      ...shared,
      type: 'fact',
      occurredAt: validFrom?.getTime() ?? Number.NaN,
      kind,
      ...(validTo === undefined ? {} : { validTo: validTo.getTime() }),
      ...(title === factTitle(kind, content) ? {} : { title }),
    };
  }
  return {
    ...shared,
    type: memory.type,
    occurredAt: memory.occurredAt.getTime(),
    ...(memory.speaker === undefined ? {} : { speaker: memory.speaker }),
    ...(memory.session === undefined ? {} : { session: memory.session }),
    ...(memory.type === 'thought' ? { thought: indexedThought(memory) } : {}),
  };
}

function indexedThought(observation: Observation): IndexedThought {
  const { agent, thoughtNumber, totalThoughts, branchId, nextThoughtNeeded } = observation;
  return {
    agent,
    ...(thoughtNumber === undefined ? {} : { number: thoughtNumber }),
    ...(totalThoughts === undefined ? {} : { total: totalThoughts }),
    ...(branchId === undefined ? {} : { branch: branchId }),
    ...(nextThoughtNeeded === false ? { isLast: true } : {}),
  };
}

/** What the index reads of a belief. */
export function indexedBelief(belief: Belief): IndexedBelief {
  return {
    agent: belief.agent,
    memory: belief.memory,
    strength: belief.strength,
    reinforcedAt: belief.reinforcedAt.getTime(),
    halfLifeDays: belief.halfLifeDays,
    permanent: belief.permanent,
    since: belief.since.getTime(),
    trust: belief.provenance.trust,
    source: sourceNumber(belief.provenance),
    accesses: belief.accesses,
    ...(belief.position === undefined ? {} : { position: belief.position }),
    ...(belief.lastAccessedAt === undefined ? {} : { lastAccessedAt: belief.lastAccessedAt.getTime() }),
    ...(belief.withdrawnAt === undefined ? {} : { withdrawnAt: belief.withdrawnAt.getTime() }),
    ...(belief.validTo === undefined ? {} : { validTo: belief.validTo.getTime() }),
    ...(belief.past === undefined ? {} : { past: belief.past.map(indexedPast) }),
    ...(belief.tags === undefined || belief.tags.length === 0 ? {} : { tags: belief.tags }),
  };
}

function indexedPast({ since, until, strength, reinforcedAt }: PastBelief): IndexedPast {
  return { since: since.getTime(), until: until.getTime(), strength, reinforcedAt: reinforcedAt.getTime() };
}

/** Edges of one table for the index. */
export function indexedEdges<N extends IndexedEdgeName>(
  table: N,
  records: readonly TableRecords[N][],
): readonly IndexedEdge<N>[] {
  return records.map((record) => ({ table, record }));
}

/** The types of the entities that some mentions point at. */
export async function entityTypesOf(
  ledger: Ledger,
  known: readonly Entity[],
  mentions: readonly Mention[],
): Promise<ReadonlyMap<string, EntityType>> {
  const types = new Map(known.map((entity) => [entity.id, entity.type]));
  const unknown = [...new Set(mentions.map((mention) => mention.entity))].filter((id) => !types.has(id));
  for (const entity of await ledger.records('entity', unknown)) types.set(entity.id, entity.type);
  return types;
}

/** The vectors that were made by one model. */
export function vectorsOf(embeddings: readonly Embedding[], model: string): readonly IndexedVector[] {
  return embeddings.filter((embedding) => embedding.model === model).map(indexedVector);
}

function indexedVector({ memory, vector, tokens }: IndexedVector): IndexedVector {
  return { memory, vector, ...(tokens === undefined ? {} : { tokens }) };
}

/** The fields of a memory that the index reads and a patch may change. */
const indexedFields = ['concepts', 'surfacesWhen', 'kind', 'knowledgeType', 'ring'] as const;

/** The ids of the memories that were there and of which a write changes what the index reads: fields or edges. */
function changedMemories({ insert, patches, deletes, edgeDeletes }: LedgerWrite, made: ReadonlySet<string>): string[] {
  const patched = (patches ?? []).flatMap(({ table, record, set }) =>
    (table === 'fact' || table === 'observation') && indexedFields.some((field) => Object.hasOwn(set, field))
      ? [record.id]
      : [],
  );
  const joined = [...(insert?.mentions ?? []), ...(insert?.relates ?? [])].map(({ memory }) => memory);
  const about = (insert?.about ?? []).map(({ fact }) => fact);
  const parted = (edgeDeletes ?? []).flatMap(({ table, record }) =>
    table === 'relates' || table === 'mentions' ? [record.memory] : [],
  );
  const gone = new Set(deletes);
  const ids = [...patched, ...joined, ...about, ...parted].filter((id) => id !== undefined);
  return [...new Set(ids)].filter((id) => !made.has(id) && !gone.has(id));
}

function patchedBeliefs(write: LedgerWrite): { agent: string; memory: string }[] {
  return (write.patches ?? []).flatMap((patch) =>
    patch.table === 'believes' && patch.record.agent !== undefined && patch.record.memory !== undefined
      ? [{ agent: patch.record.agent, memory: patch.record.memory }]
      : [],
  );
}

function patchedEmbeddings(write: LedgerWrite): readonly IndexedVector[] {
  return (write.patches ?? []).flatMap((patch) => {
    if (patch.table !== 'embedding') return [];
    const { memory } = patch.record;
    const { vector, tokens } = patch.set;
    if (memory === undefined || vector === undefined) return [];
    return [{ memory, vector, ...(tokens === undefined ? {} : { tokens }) }];
  });
}

function unbelievedIn(write: LedgerWrite): readonly IndexedBeliefKey[] {
  return (write.edgeDeletes ?? []).flatMap(({ table, record }) =>
    table === 'believes' && record.agent !== undefined && record.memory !== undefined
      ? [{ agent: record.agent, memory: record.memory }]
      : [],
  );
}

/** The edges that patches change, as they stand now; those that a patch does not say whole are read. */
async function patchedEdges(ledger: Ledger, { patches = [] }: LedgerWrite): Promise<readonly IndexedEdge[]> {
  const patched = patches.map(({ table, record, set }) => ({ table, record: { ...record, ...set } }));
  const edges = patched.filter(isIndexedEdge);
  const parts = patched.filter((patch) => isIndexedEdgeKey(patch) && !isIndexedEdge(patch));
  for (const name of indexedEdgeNames) {
    const keyOf = (record: object): string => JSON.stringify(recordKeyIn(tables[name], record));
    const asked = parts.filter(({ table }) => table === name).map(({ record }) => record);
    const keys = new Set(asked.map(keyOf));
    const around = await ledger.edgesAround(
      name,
      asked.flatMap((record) => textsIn(record, ['from'])),
    );
    edges.push(
      ...indexedEdges(
        name,
        around.filter((record) => keys.has(keyOf(record))),
      ),
    );
  }
  return edges;
}

/** Whether a write makes or ends a merge; with an entity those that it is in end. */
function changesMerges({ insert, patches, deletes, edgeDeletes }: LedgerWrite): boolean {
  const isMerge = ({ table }: { readonly table: string }): boolean => table === 'entity_merge';
  if ((insert?.entity_merge ?? []).length > 0) return true;
  return [...(patches ?? []), ...(edgeDeletes ?? [])].some(isMerge) || (deletes ?? []).some(isEntity);
}

function isEntity(id: string): boolean {
  return id.startsWith('entity:');
}

/** All merges of entities, those that were undone too. */
export async function knownMerges(ledger: Ledger): Promise<readonly IndexedMerge[]> {
  const merges: IndexedMerge[] = [];
  for await (const { believer, from, to, undoneAt } of ledger.all('entity_merge')) {
    merges.push({ believer, from, to, ...(undoneAt === undefined ? {} : { undone: true }) });
  }
  return merges;
}

/** Claims of one text at the most: a message of more is mostly pasted. */
const maxClaims = 32;

const made: WeakMap<Statement, readonly number[]> = new WeakMap();

/** The numbers under which a text is found. */
export function claimsOf(statement: Statement): readonly number[] {
  const known = made.get(statement);
  if (known !== undefined) return known;
  const claims = new Set(attributeKeysOf(statement).map(claimNumber));
  for (const clause of statement.clauses) {
    if (clause.subject === '') continue;
    for (const term of leadingTerms(clause)) claims.add(claimNumber(`${clause.subject}|~${term}`));
  }
  const found = [...claims].slice(0, maxClaims);
  made.set(statement, found);
  return found;
}

/** The numbers under which texts are found that may have to do with an assertion. */
export function claimsNear({ subject, terms, verb }: Clause): readonly number[] {
  if (subject === '') return [];
  const said = [...terms, verb];
  return [subject, 'nobody'].flatMap((who) => said.map((term) => claimNumber(`${who}|~${term}`)));
}

/** Verbs of which the thing itself is looked for, whatever else is said of it: "likes coffee without sugar". */
const judging: ReadonlySet<string> = new Set(['like', 'hate', 'prefer', 'drink', 'eat'].map(termOf));
/** A word of grammar that tells statements apart and leads to none. */
const without: string = termOf('without');

/**
 * The longest term, which is seldom a common one: an assertion that says nearly the same has it
 * too, and so has one that a denial covers. Of what somebody likes or hates also the first.
 */
function leadingTerms({ terms, verb, order }: Clause): ReadonlySet<string> {
  let leading = '';
  for (const term of terms) {
    if (term === without) continue;
    if (term.length > leading.length || (term.length === leading.length && term < leading)) leading = term;
  }
  const first = judging.has(verb) ? order.find((term) => terms.has(term)) : undefined;
  return new Set([leading === '' ? verb : leading, ...(first === undefined ? [] : [first])]);
}

/** A number of 30 bits for a key (FNV-1a). Two keys of one number cost a look in vain and nothing else. */
export function claimNumber(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return hash >>> 2;
}

/**
 * The same number, of 48 bits, for what says the same in the same words: what the same speaker says, and facts about the
 * same and for the same time.
 */
function saidNumber(memory: Memory): number {
  return hashed(isFact(memory) ? [memory.contentKey] : [normaliseContent(memory.content), memory.speaker ?? '']);
}

/** The same number for beliefs that come from one source. Both are copies where their memories say the same, too. */
function sourceNumber({ channel, source }: Belief['provenance']): number {
  return hashed([channel, source]);
}

/** A text that is the same for copies: what the same source says in the same words. */
export function copyMark(memory: Memory, { provenance }: Pick<Belief, 'provenance'>): string {
  return `${saidNumber(memory)} ${sourceNumber(provenance)}`;
}

/** 48 bits. It hides copies, so nobody must be able to make up a text that has the number of another. */
function hashed(parts: readonly string[]): number {
  return createHash('sha256').update(JSON.stringify(parts)).digest().readUIntBE(0, 6);
}

/** Statements kept at hand: some batches of an import, 2-4 kB each. */
const maxKept = 2_048;

/** The text of a memory, with who said it. */
export interface SaidMemory extends Said {
  readonly id: string;
}

/** Parsed statements by memory; memories in the same words share one. */
export class Statements {
  readonly #kept: Map<string, Statement> = new Map();
  readonly #byText: Map<string, Statement> = new Map();

  /** What is at hand of a memory. */
  find(id: string): Statement | undefined {
    return this.#kept.get(id);
  }

  /** Lets go of all: an id may be given to another text after its write has failed. */
  clear(): void {
    this.#kept.clear();
  }

  /** What a memory states. */
  of(said: SaidMemory): Statement {
    return keptIn(this.#kept, said.id, () => {
      const text = JSON.stringify([said.speaker, said.content]);
      return keptIn(this.#byText, text, () => weightyStatement(said));
    });
  }
}

function keptIn(statements: Map<string, Statement>, key: string, make: () => Statement): Statement {
  const known = statements.get(key);
  if (known !== undefined) return known;
  const statement = make();
  if (statements.size >= maxKept) statements.delete(statements.keys().next().value!);
  statements.set(key, statement);
  return statement;
}

/** What the rules of links read of a memory. */
export function saidIn(memory: Memory): SaidMemory {
  const { id, content } = memory;
  return isFact(memory) || memory.speaker === undefined ? { id, content } : { id, content, speaker: memory.speaker };
}
