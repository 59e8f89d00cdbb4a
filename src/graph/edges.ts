/** The edges of the graph: which kinds there are, and which of them a memory itself carries. */
import { count, type Fields, record, words } from '../domain/result.ts';
import { z } from 'zod';
import type { MemoryTable } from '../recall-index/memory-table.ts';

/** The kinds of edges: those of the ledger, and that of entities which the same memories speak of. */
export const edgeKinds = [
  'mentions',
  'about',
  'relates',
  'follows',
  'supports',
  'contradicts',
  'derivedFrom',
  'mentionedWith',
] as const;
/** How two nodes of the graph are tied. */
export type EdgeKind = (typeof edgeKinds)[number];

const graphEdgeFields = {
  kind: z.enum(edgeKinds),
  /** The id of a node. */
  from: words,
  /** The id of a node. */
  to: words,
  /** What the first does to the second: `mentions`, `revises`, `lives in`. */
  words,
  /** Of a relation how many memories in view tell it, of `mentionedWith` how many speak of both; of an entity's last 500. */
  times: count.exactOptional(),
};
/** An edge between two nodes. */
export interface GraphEdge extends Fields<typeof graphEdgeFields> {}
export const graphEdgeRules: z.ZodType<GraphEdge> = record(graphEdgeFields);
/** The numbers of the entities and agents that a memory is about, and of those that it mentions, each once. */
export function namedIn(
  { about, mentions }: MemoryTable,
  row: number,
): { readonly about: readonly number[]; readonly mentioned: readonly number[] } {
  // The list has an entity and its surface by turns, once for every surface.
  const mentioned = new Set((mentions[row] ?? []).filter((_, position) => position % 2 === 0));
  return { about: about[row] ?? [], mentioned: [...mentioned] };
}

/** The relations that a memory tells, by the ids of their ends. */
export function relationsTold(
  memories: MemoryTable,
  row: number,
): readonly { readonly from: string; readonly predicate: string; readonly to: string }[] {
  const { names } = memories;
  return memories
    .relationsIn(row)
    .map(({ from, predicate, to }) => ({ from: names.text(from), predicate, to: names.text(to) }));
}
