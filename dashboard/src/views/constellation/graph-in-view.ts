/** The nodes and edges of an answer that are shown, their counts, and what a node is tied to. No markup. */
import type { MemoryGraph, MemoryGraphEdge, MemoryGraphNode } from 'madeleine';
import type { NodeKind } from '../../components/kinds.ts';
import type { Wire } from '../../wire.ts';
import { type EdgeKind, edgeLooks } from './edge-kinds.ts';
import type { Hidden } from './graph-question.ts';

/** A graph as it comes over the wire. */
export type Graph = Wire<MemoryGraph>;
/** A node of it. */
export type GraphNode = Wire<MemoryGraphNode>;
/** An edge of it. */
export type GraphEdge = Wire<MemoryGraphEdge>;

/** What is shown of an answer. */
export interface GraphInView {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/** A node that another is tied to, with how, as the end of a sentence that begins with the other. */
export interface Tie {
  readonly node: GraphNode;
  readonly words: string;
}

/** Leaves out what is not to be shown. */
export function inView(graph: Graph, hidden: Hidden): GraphInView {
  const nodes = graph.nodes.filter(({ kind }) => !hidden.nodes.has(kind));
  const shown = new Set(nodes.map(({ id }) => id));
  const edges = graph.edges.filter(({ kind, from, to }) => !hidden.edges.has(kind) && shown.has(from) && shown.has(to));
  return { nodes, edges };
}

/** How many there are of each kind. */
export function countKinds<Kind extends NodeKind | EdgeKind>(
  of: readonly { readonly kind: Kind }[],
): Map<Kind, number> {
  const counts = new Map<Kind, number>();
  for (const { kind } of of) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

/** The nodes whose labels hold every word that is looked for; those that begin with the words come first. */
export function search(nodes: readonly GraphNode[], words: string): readonly GraphNode[] {
  const wanted = words
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (wanted.length === 0) return [];
  const found = nodes.filter(({ label }) => {
    const folded = label.toLocaleLowerCase();
    return wanted.every((word) => folded.includes(word));
  });
  const begins = ({ label }: GraphNode): boolean => label.toLocaleLowerCase().startsWith(wanted.join(' '));
  return [...found.filter(begins), ...found.filter((node) => !begins(node))];
}

/** What a node is tied to in what is shown. */
export function tiesOf({ nodes, edges }: GraphInView, id: string): readonly Tie[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return edges.flatMap((edge) => {
    if (edge.from !== id && edge.to !== id) return [];
    const node = byId.get(edge.from === id ? edge.to : edge.from);
    return node === undefined ? [] : [{ node, words: tieWords(edge, edge.from === id) }];
  });
}

function tieWords({ kind, words, believer }: GraphEdge, isForth: boolean): string {
  const [forth, back] = edgeLooks[kind].words;
  const told = words === undefined ? '' : ` (${words})`;
  return `${isForth ? forth : back}${told}${believer === undefined ? '' : ` for ${believer}`}`;
}
