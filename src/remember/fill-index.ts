/**
 * Brings a recall index up to the ledger: page by page from nothing, or by the change log from
 * where it stands. Vectors of another model than the one in use are left out.
 */
import { throwIfCancelled } from '../domain/errors.ts';
import type { Belief, Memory, TableRecords } from '../domain/records.ts';
import { type IndexChange, type IndexedBeliefKey, type IndexedEdge, indexedEdgeNames } from '../recall-index/entry.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import type { Ledger } from '../store/ledger.ts';
import type { MemoryEdges } from '../store/ledger-reader.ts';
import {
  entityTypesOf,
  indexedBelief,
  indexedEdges,
  indexedMemory,
  knownMerges,
  vectorsOf,
  withEdges,
} from './index-change.ts';
import { beliefKey } from './new-memory.ts';

/** What filling needs and tells. */
export interface FillOptions {
  /** The model whose vectors are wanted. */
  readonly model: string;
  /** Called after every page with the memories that are done and all that there are. */
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
  /** Whether the index knows all merges of before; one from a snapshot knows none. */
  readonly knowsMerges?: boolean;
  /** Called with each change before the index takes it in. */
  readonly onChange?: (change: IndexChange) => void;
}

/** Some memories with what else the ledger has of them. */
interface ReadMemories {
  readonly memories: readonly Memory[];
  readonly edges: MemoryEdges;
  readonly embeddings: readonly TableRecords['embedding'][];
}

/** Memories that are read and indexed in one go. */
const pageSize = 500;

const nothing: Omit<IndexChange, 'seq'> = { memories: [], beliefs: [], vectors: [], removed: [] };

/** Indexes everything that the ledger holds. */
export async function fillIndex(ledger: Ledger, index: RecallIndex, options: FillOptions): Promise<void> {
  if (ledger.isNew) return;
  const { head } = ledger;
  const { seq } = head;
  const counts = await ledger.counts();
  const total = counts.observation + counts.fact;
  let done = 0;
  const read = { believes: 0, mentions: 0, about: 0, embedding: 0 };
  for await (const page of pages(ledger.allMemories())) {
    throwIfCancelled('open', options.signal);
    const ids = page.map(({ id }) => id);
    const [edges, embeddings] = [await ledger.edges(ids), await ledger.embeddings(ids)];
    read.believes += edges.believes.length;
    read.mentions += edges.mentions.length;
    read.about += edges.about.length;
    read.embedding += embeddings.length;
    index.apply(await changeOf(ledger, { memories: page, edges, embeddings }, [], options.model, seq));
    done += page.length;
    options.onProgress?.(done, total);
  }
  for (const name of indexedEdgeNames) {
    for await (const page of pages(ledger.all(name))) index.apply({ ...nothing, seq, edges: indexedEdges(name, page) });
  }
  index.apply({ ...nothing, seq, merges: await knownMerges(ledger) });
  // What was read along edges has no end that a scan would come to.
  await ledger.holdToCounts(read, head);
  await ledger.verify(['relates']);
}

/** Indexes what has changed since the index was last brought up to date; answers how much it forgot on the way. */
export async function catchUp(ledger: Ledger, index: RecallIndex, options: FillOptions): Promise<number> {
  const touched = new Set<string>();
  const { head } = ledger;
  for await (const change of ledger.changesAfter(index.seq, head)) for (const id of change.touched) touched.add(id);
  const ids = [...touched].filter((id) => id.startsWith('observation:') || id.startsWith('fact:'));
  let forgotten = 0;
  for (let at = 0; at < ids.length; at += pageSize) {
    throwIfCancelled('open', options.signal);
    const page = ids.slice(at, at + pageSize);
    const memories = await ledger.memories(page);
    const there = new Set(memories.map(({ id }) => id));
    const removed = page.filter((id) => !there.has(id));
    if (removed.length > 0) ledger.dropRows();
    const found = [...there];
    const read = { memories, edges: await ledger.edges(found), embeddings: await ledger.embeddings(found) };
    const change = await changeOf(ledger, read, removed, options.model, index.seq);
    const unbelieved = unbelievedOf(index, found, change.beliefs);
    forgotten += removed.filter((id) => index.has(id)).length + unbelieved.length;
    const edges = await edgesOf(ledger, page);
    options.onChange?.({ ...change, unbelieved });
    index.apply({ ...change, unbelieved, unjoined: page, edges });
    options.onProgress?.(Math.min(at + pageSize, ids.length), ids.length);
  }
  // A merge touches the entities that it joins.
  const mayMerge = options.knowsMerges !== true || [...touched].some((id) => id.startsWith('entity:'));
  index.apply({ ...nothing, seq: head.seq, ...(mayMerge ? { merges: await knownMerges(ledger) } : {}) });
  return forgotten;
}

/** The beliefs in some memories that the index alone has. */
function unbelievedOf(
  index: RecallIndex,
  ids: readonly string[],
  held: readonly IndexedBeliefKey[],
): readonly IndexedBeliefKey[] {
  const there = new Set(held.map(({ agent, memory }) => beliefKey(agent, memory)));
  return [...index.believers()].flatMap(({ agent }) =>
    ids
      .filter((memory) => index.beliefOf(agent, memory) !== undefined && !there.has(beliefKey(agent, memory)))
      .map((memory) => ({ agent, memory })),
  );
}

/** The edges between memories at some of them. */
async function edgesOf(ledger: Ledger, ids: readonly string[]): Promise<readonly IndexedEdge[]> {
  const edges = await ledger.edgesOfTables(indexedEdgeNames, ids);
  return indexedEdgeNames.flatMap((name, at) => indexedEdges(name, edges[at] ?? []));
}

async function changeOf(
  ledger: Ledger,
  { memories, edges, embeddings }: ReadMemories,
  removed: readonly string[],
  model: string,
  seq: number,
): Promise<IndexChange> {
  const vectors = vectorsOf(embeddings, model);
  const types = await entityTypesOf(ledger, [], edges.mentions);
  return {
    seq,
    memories: withEdges(memories, edges).map((memory) => indexedMemory(memory, types)),
    beliefs: inOrder(edges.believes, memories).map(indexedBelief),
    vectors,
    removed,
  };
}

/** Beliefs in the order in which their believers came to hold them, as far as these are read together. */
function inOrder(believes: readonly Belief[], memories: readonly Memory[]): readonly Belief[] {
  const written = new Map(memories.map(({ id, position }) => [id, position]));
  const place = ({ position, memory }: Belief): number => position ?? written.get(memory) ?? 0;
  return believes.toSorted((one, other) => place(one) - place(other));
}

async function* pages<T>(items: AsyncIterable<T>): AsyncGenerator<T[], void, undefined> {
  let page: T[] = [];
  for await (const item of items) {
    page.push(item);
    if (page.length < pageSize) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
