/** An exploration as a graph in the DOT language. Nothing that is remembered can end a label or add a line. */
import { dotText } from './dot-text.ts';
import type { ExplorationParts } from './exploration-value.ts';
import { edgeLabel, nodeName } from './exploration-text.ts';

/** The graph, its nodes numbered in their order. */
export function explorationDot({ nodes, edges, clusters }: ExplorationParts): string {
  const numbers = new Map(nodes.map(({ id }, place) => [id, `n${place + 1}`]));
  const drawn = new Map(
    nodes.map((node) => {
      const shape = node.kind === 'entity' || node.kind === 'agent' ? 'ellipse' : 'box';
      return [node.id, `${numbers.get(node.id)} [label=${dotText(nodeName(node))}, shape=${shape}];`];
    }),
  );
  const inClusters = new Set(clusters.flatMap(({ nodes: ids }) => ids));
  return [
    'digraph exploration {',
    '  rankdir=LR;',
    ...nodes.filter(({ id }) => !inClusters.has(id)).map(({ id }) => `  ${drawn.get(id)}`),
    ...clusters.flatMap(({ theme, nodes: ids }, place) => [
      `  subgraph cluster_${place + 1} {`,
      `    label=${dotText(theme)};`,
      ...ids.map((id) => `    ${drawn.get(id)}`),
      '  }',
    ]),
    ...edges.map((edge) => {
      const direction = edge.kind === 'mentionedWith' ? ', dir=none' : '';
      return `  ${numbers.get(edge.from)} -> ${numbers.get(edge.to)} [label=${dotText(edgeLabel(edge))}${direction}];`;
    }),
    '}',
  ].join('\n');
}
