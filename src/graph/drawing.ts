import type { MemoryGraph, MemoryGraphEdge, MemoryGraphNodeKind } from './memory-graph-value.ts';

/** Shapes of Graphviz by which kinds of nodes are told apart. */
const shapes: Readonly<Record<MemoryGraphNodeKind, string>> = {
  agent: 'doublecircle',
  observation: 'box',
  thought: 'note',
  fact: 'component',
  entity: 'ellipse',
  session: 'folder',
};

/** Kinds of edges that lead nowhere: they read the same both ways. */
const undirected: ReadonlySet<MemoryGraphEdge['kind']> = new Set([
  'SUPPORTS',
  'CONTRADICTS',
  'CO_ACTIVATED',
  'SIMILAR_TO',
  'SHARES_CONCEPT',
  'CO_TOPIC',
  'CO_RING',
  'CO_KNOWLEDGE_TYPE',
]);

/** The graph of a space in the DOT language, its nodes numbered in their order. Nothing that is remembered can end a label or add a line. */
export function memoryGraphDot({ nodes, edges }: Pick<MemoryGraph, 'nodes' | 'edges'>): string {
  const names = new Map(nodes.map(({ id }, place) => [id, `n${place + 1}`]));
  return [
    'digraph memory {',
    ...nodes.map(({ id, kind, label }) => `  ${names.get(id)} [label=${dotText(label)}, shape=${shapes[kind]}];`),
    ...edges.map(({ kind, from, to, words }) => {
      const label = words === undefined ? kind : `${kind} (${words})`;
      const direction = undirected.has(kind) ? ', dir=none' : '';
      return `  ${names.get(from)} -> ${names.get(to)} [label=${dotText(label)}${direction}];`;
    }),
    '}',
  ].join('\n');
}

/** Any text as a string of the DOT language: nothing in it can end the string or start a statement. */
export function dotText(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}

/** A text as the quoted label of a Mermaid drawing: what Mermaid or HTML would read as its own becomes a numbered character. */
export function mermaidLabel(text: string): string {
  return text.replace(/[#"<>&`\\]/g, (character) => `#${character.charCodeAt(0)};`);
}
