/**
 * Brings a recall index up to the ledger: page by page from nothing, or by the change log from
 * where it stands. Vectors of another model than the one in use are left out.
 */
import { throwIfCancelled } from '../domain/errors.ts';
import type { Memory } from '../domain/records.ts';
import type { IndexChange, IndexedBeliefKey, IndexedCoActivation } from '../recall-index/entry.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import type { Ledger } from '../store/ledger.ts';
import {
  entityTypesOf,
  indexedBelief,
  indexedCoActivation,
  indexedFollow,
  indexedLinks,
  indexedMemory,
  mergesInForce,
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
}

/** Memories that are read and indexed in one go. */
const pageSize = 500;

const nothing: Omit<IndexChange, 'seq'> = { memories: [], beliefs: [], vectors: [], coActivated: [], removed: [] };

/** Indexes everything that the ledger holds. */
export async function fillIndex(ledger: Ledger, index: RecallIndex, options: FillOptions): Promise<void> {
  const { seq } = ledger.head;
  const counts = await ledger.counts();
  const total = counts.observation + counts.fact;
  let done = 0;
  for await (const page of pages(ledger.allMemories())) {
    throwIfCancelled('open', options.signal);
    index.apply(await changeOf(ledger, page, [], options.model, seq));
    done += page.length;
    options.onProgress?.(done, total);
  }
  for await (const page of pages(ledger.all('co_activated'))) {
    index.apply({ ...nothing, seq, coActivated: page.map(indexedCoActivation) });
  }
  await fillLinks(ledger, index, seq);
}

/** Indexes every support and contradiction and all that follows what, once all memories are there, and the merges of entities. */
async function fillLinks(ledger: Ledger, index: RecallIndex, seq: number): Promise<void> {
  for (const table of ['supports', 'contradicts'] as const) {
    for await (const page of pages(ledger.all(table))) {
      index.apply({ ...nothing, seq, links: indexedLinks({ [table]: page }) });
    }
  }
  for await (const page of pages(ledger.all('follows'))) {
    index.apply({ ...nothing, seq, follows: page.map(indexedFollow) });
  }
  index.apply({ ...nothing, seq, merges: await mergesInForce(ledger) });
}

/** Indexes what has changed since the index was last brought up to date; answers how much it forgot on the way. */
export async function catchUp(ledger: Ledger, index: RecallIndex, options: FillOptions): Promise<number> {
  const touched = new Set<string>();
  for await (const change of ledger.changesAfter(index.seq)) for (const id of change.touched) touched.add(id);
  const ids = [...touched].filter((id) => id.startsWith('observation:') || id.startsWith('fact:'));
  const { seq } = ledger.head;
  let forgotten = 0;
  for (let at = 0; at < ids.length; at += pageSize) {
    throwIfCancelled('open', options.signal);
    const page = ids.slice(at, at + pageSize);
    const memories = await ledger.memories(page);
    const there = new Set(memories.map(({ id }) => id));
    const removed = page.filter((id) => !there.has(id));
    const change = await changeOf(ledger, memories, removed, options.model, index.seq);
    const unbelieved = unbelievedOf(index, [...there], change.beliefs);
    const coActivated = await coActivatedOf(ledger, index, [...there]);
    forgotten += removed.filter((id) => index.has(id)).length + unbelieved.length;
    const follows = (await ledger.edgesAround('follows', page)).map(indexedFollow);
    index.apply({ ...change, unbelieved, coActivated, follows, ...(await linksAnew(ledger, index, page)) });
    options.onProgress?.(Math.min(at + pageSize, ids.length), ids.length);
  }
  index.apply({ ...nothing, seq, merges: await mergesInForce(ledger) });
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

/** The pairs that some memories are in, with a count of 0 for those that the index alone has. */
async function coActivatedOf(
  ledger: Ledger,
  index: RecallIndex,
  ids: readonly string[],
): Promise<readonly IndexedCoActivation[]> {
  const known = ids.flatMap((id) => [...index.coActivation.pairsOf(index.memories.row(id))]);
  const idOf = (row: number): string => index.memories.ids[row]!;
  const gone = known.map(({ one, other, ...pair }) => ({ ...pair, one: idOf(one), other: idOf(other), count: 0 }));
  return [...gone, ...(await ledger.edgesAround('co_activated', ids)).map(indexedCoActivation)];
}

/** The links of some memories as the ledger has them, in place of those that the index has. */
async function linksAnew(
  ledger: Ledger,
  index: RecallIndex,
  ids: readonly string[],
): Promise<Required<Pick<IndexChange, 'unlinked' | 'links'>>> {
  const known = ids.flatMap((id) => index.links.at(index.memories.row(id)));
  return { unlinked: known.map((edge) => index.link(edge)), links: indexedLinks(await ledger.links(ids)) };
}

async function changeOf(
  ledger: Ledger,
  memories: readonly Memory[],
  removed: readonly string[],
  model: string,
  seq: number,
): Promise<IndexChange> {
  const ids = memories.map(({ id }) => id);
  const edges = await ledger.edges(ids);
  const vectors = vectorsOf(await ledger.embeddings(ids), model);
  const types = await entityTypesOf(ledger, [], edges.mentions);
  return {
    seq,
    memories: withEdges(memories, edges).map((memory) => indexedMemory(memory, types)),
    beliefs: edges.believes.map(indexedBelief),
    vectors,
    coActivated: [],
    removed,
  };
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
