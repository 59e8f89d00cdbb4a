/** An exploration as a flowchart in Mermaid's language. Nothing that is remembered can end a label or add a line. */
import { mermaidLabel } from './mermaid-label.ts';
import type { ExplorationParts } from './exploration-value.ts';
import { edgeLabel, nodeName } from './exploration-text.ts';

/** The chart, its nodes numbered in their order. */
export function explorationMermaid({ nodes, edges, clusters }: ExplorationParts): string {
  const numbers = new Map(nodes.map(({ id }, place) => [id, `n${place + 1}`]));
  const drawn = new Map(
    nodes.map((node) => {
      const [open, close] = node.kind === 'entity' || node.kind === 'agent' ? ['([', '])'] : ['[', ']'];
      return [node.id, `${numbers.get(node.id)}${open}"${mermaidLabel(nodeName(node))}"${close}`];
    }),
  );
  const inClusters = new Set(clusters.flatMap(({ nodes: ids }) => ids));
  return [
    'flowchart LR',
    ...nodes.filter(({ id }) => !inClusters.has(id)).map(({ id }) => `  ${drawn.get(id)}`),
    ...clusters.flatMap(({ theme, nodes: ids }, place) => [
      `  subgraph c${place + 1} ["${mermaidLabel(theme)}"]`,
      ...ids.map((id) => `    ${drawn.get(id)}`),
      '  end',
    ]),
    ...edges.map((edge) => {
      const arrow = edge.kind === 'mentionedWith' ? '---' : '-->';
      return `  ${numbers.get(edge.from)} ${arrow}|"${mermaidLabel(edgeLabel(edge))}"| ${numbers.get(edge.to)}`;
    }),
  ].join('\n');
}
