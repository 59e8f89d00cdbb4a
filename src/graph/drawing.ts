/**
 * Graphs as drawings, in the DOT language of Graphviz and in Mermaid's: what an exploration, the graph of a space and a
 * chain of thought are drawn with. Nothing that is remembered can end a label or add a line.
 */
import { onOneLine, shorten } from '../language/sentences.ts';
import type { ChainFields, ChainThought } from './chain-value.ts';
import type { ExplorationParts } from './exploration-value.ts';
import { edgeLabel, nodeName } from './graph-words.ts';
import {
  computedEdgeKinds,
  type MemoryGraph,
  type MemoryGraphEdge,
  type MemoryGraphNodeKind,
} from './memory-graph-value.ts';

/** What is drawn. Its nodes are numbered in their order. */
interface Drawing {
  readonly nodes: readonly { readonly id: string; readonly label: string; readonly shape: Shape }[];
  /** Nodes that stand together, under a label; the rest stand before them. */
  readonly groups?: readonly { readonly label: string; readonly nodes: readonly string[] }[];
  readonly edges: readonly DrawnEdge[];
}

/** Shapes as Graphviz calls them. */
type Shape = 'box' | 'component' | 'doublecircle' | 'ellipse' | 'folder' | 'note';

interface DrawnEdge {
  readonly from: string;
  readonly to: string;
  readonly label?: string;
  /** How it is drawn. @default 'arrow' */
  readonly line?: Line;
}

/** Lines of edges: with a head, without one, to a branch, to a revision. */
type Line = 'arrow' | 'plain' | 'branch' | 'revision';

/** Kinds of edges of a space that read the same both ways. */
const undirected: ReadonlySet<MemoryGraphEdge['kind']> = new Set([
  'SUPPORTS',
  'CONTRADICTS',
  'CO_ACTIVATED',
  ...computedEdgeKinds,
]);

const shapes: Readonly<Record<MemoryGraphNodeKind, Shape>> = {
  agent: 'doublecircle',
  observation: 'box',
  thought: 'note',
  fact: 'component',
  entity: 'ellipse',
  session: 'folder',
};

/** Characters of a label of a thought: more makes boxes that fill a screen. */
const maxThoughtLabel = 80;

/** The graph of a space in the DOT language. */
export function memoryGraphDot({ nodes, edges }: Pick<MemoryGraph, 'nodes' | 'edges'>): string {
  return dot('memory', [], {
    nodes: nodes.map(({ id, kind, label }) => ({ id, label, shape: shapes[kind] })),
    edges: edges.map(({ kind, from, to, words }) => {
      const label = words === undefined ? kind : `${kind} (${words})`;
      return { from, to, label, line: undirected.has(kind) ? 'plain' : 'arrow' };
    }),
  });
}

/** An exploration in the DOT language, each cluster as a subgraph. */
export function explorationDot(exploration: ExplorationParts): string {
  return dot('exploration', ['  rankdir=LR;'], drawingOf(exploration));
}

/** An exploration as a flowchart, each cluster as a subgraph. */
export function explorationMermaid(exploration: ExplorationParts): string {
  return mermaid('LR', 'n', drawingOf(exploration));
}

/** A chain as a flowchart, from the older thought to the newer: thick boxes are on the current line, dashed ones revised. */
export function chainMermaid({ thoughts }: Pick<ChainFields, 'thoughts'>): string {
  const classOf = (name: string, isIn: (thought: ChainThought) => boolean): readonly string[] => {
    const keys = thoughts.flatMap((thought, position) => (isIn(thought) ? [`t${position + 1}`] : []));
    return keys.length === 0 ? [] : [`  class ${keys.join(',')} ${name}`];
  };
  const ids = new Set(thoughts.map(({ id }) => id));
  const flowchart = mermaid('TD', 't', {
    nodes: thoughts.map(({ id, number, content }) => {
      // No full stop after the number: Mermaid takes that for a list.
      const label = shortened(`${number === undefined ? '' : `${number}: `}${content}`);
      return { id, label, shape: 'box' };
    }),
    edges: thoughts.flatMap((thought) =>
      thought.follows !== undefined && ids.has(thought.follows.id) ? [followEdge(thought, thought.follows)] : [],
    ),
  });
  return [
    flowchart,
    '  classDef current stroke-width:3px',
    '  classDef revised stroke-dasharray:4',
    ...classOf('current', ({ isCurrent }) => isCurrent),
    ...classOf('revised', ({ revisedBy }) => revisedBy !== undefined),
  ].join('\n');
}

function followEdge({ id, branchId }: ChainThought, follows: NonNullable<ChainThought['follows']>): DrawnEdge {
  const { type, reason } = follows;
  const ends = { from: follows.id, to: id };
  if (type === 'next') return ends;
  const name = type === 'branch' && branchId !== undefined ? `branch ${branchId}` : type;
  return { ...ends, label: shortened(reason === undefined ? name : `${name}: ${reason}`), line: type };
}

function shortened(text: string): string {
  return shorten(onOneLine(text), maxThoughtLabel);
}

function drawingOf({ nodes, edges, clusters }: ExplorationParts): Drawing {
  return {
    nodes: nodes.map((node) => {
      const isNamed = node.kind === 'entity' || node.kind === 'agent';
      return { id: node.id, label: nodeName(node), shape: isNamed ? 'ellipse' : 'box' };
    }),
    groups: clusters.map(({ theme, nodes: ids }) => ({ label: theme, nodes: ids })),
    edges: edges.map((edge) => {
      const line = edge.kind === 'mentionedWith' ? 'plain' : 'arrow';
      return { from: edge.from, to: edge.to, label: edgeLabel(edge), line };
    }),
  };
}

interface Syntax {
  node(key: string, label: string, shape: Shape): string;
  group(number: number, label: string, nodes: readonly string[]): readonly string[];
  edge(from: string, to: string, edge: DrawnEdge): string;
}

function dot(name: string, settings: readonly string[], drawing: Drawing): string {
  const lines = linesOf(drawing, 'n', {
    node: (key, label, shape) => `${key} [label=${dotText(label)}, shape=${shape}];`,
    group: (number, label, nodes) => [
      `subgraph cluster_${number} {`,
      ...[`label=${dotText(label)};`, ...nodes].map(indented),
      '}',
    ],
    edge: (from, to, { label = '', line }) =>
      `${from} -> ${to} [label=${dotText(label)}${line === 'plain' ? ', dir=none' : ''}];`,
  });
  return [`digraph ${name} {`, ...settings, ...lines, '}'].join('\n');
}

function mermaid(direction: 'LR' | 'TD', prefix: string, drawing: Drawing): string {
  const lines = linesOf(drawing, prefix, {
    node: (key, label, shape) =>
      `${key}${shape === 'ellipse' ? `([${mermaidText(label)}])` : `[${mermaidText(label)}]`}`,
    group: (number, label, nodes) => [`subgraph c${number} [${mermaidText(label)}]`, ...nodes.map(indented), 'end'],
    edge: (from, to, edge) => `${from} ${mermaidLine(edge)} ${to}`,
  });
  return [`flowchart ${direction}`, ...lines].join('\n');
}

/** Nodes outside groups, groups, edges. */
function linesOf({ nodes, groups = [], edges }: Drawing, prefix: string, syntax: Syntax): readonly string[] {
  const keys = new Map(nodes.map(({ id }, position) => [id, `${prefix}${position + 1}`]));
  const keyOf = (id: string): string => `${keys.get(id)}`;
  const drawn = new Map(nodes.map(({ id, label, shape }) => [id, syntax.node(keyOf(id), label, shape)]));
  const linesAt = (ids: readonly string[]): readonly string[] => ids.flatMap((id) => drawn.get(id) ?? []);
  const grouped = new Set(groups.flatMap((group) => group.nodes));
  return [
    ...linesAt([...keys.keys()].filter((id) => !grouped.has(id))),
    ...groups.flatMap((group, position) => syntax.group(position + 1, group.label, linesAt(group.nodes))),
    ...edges.map((edge) => syntax.edge(keyOf(edge.from), keyOf(edge.to), edge)),
  ].map(indented);
}

function indented(line: string): string {
  return `  ${line}`;
}

function mermaidLine({ label, line = 'arrow' }: DrawnEdge): string {
  if (label === undefined) return '-->';
  const text = mermaidText(label);
  if (line === 'branch') return `-- ${text} -->`;
  if (line === 'revision') return `-. ${text} .->`;
  return `${line === 'plain' ? '---' : '-->'}|${text}|`;
}

/** A text as a string of the DOT language: nothing in it can end the string or start a statement. */
function dotText(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}

/** A text as a quoted label of Mermaid: what Mermaid or HTML would read as its own becomes a numbered character. */
function mermaidText(text: string): string {
  return `"${text.replace(/[#"<>&`\\]/g, (character) => `#${character.charCodeAt(0)};`)}"`;
}
